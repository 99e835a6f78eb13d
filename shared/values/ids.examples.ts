/** Ids and codes that the examples of several resources share. */
export const WORKSPACE_ID = '5f0c8f0e-2f6b-4c53-9a3e-6f5d0c9b7a11';
export const MERCHANT_ID = 'a3bb189e-8bf9-4c8f-9f4e-2b8f3d9c6e15';
export const OWNER_ID = '2c5ea4c0-4067-41fe-bf10-8ad7d9e0b2f6';
export const ACCOUNT_ID = 'a81bc81b-dead-4e5d-abff-90865d1e13b1';
/** Ids of memberships begin with the time of the first joining. */
export const MEMBER_ID = '019c2148-4164-7e5d-abff-90865d1e13b1';
export const OWNER_MEMBER_ID = '019b8bc6-7dc0-71fe-bf10-8ad7d9e0b2f6';
export const CLUB_MEMBER_ID = '019baa48-dae0-74c3-9d0a-5b7e2f61c8d4';
export const CLUB_REQUEST_ID = '019cb7e7-d6aa-7a16-8c35-e94d07b2f5a8';
export const ADMINISTRATOR_ID = '936da01f-9abd-4d9d-80c7-02af85c822a8';
export const INVITATION_ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
export const LIST_ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
export const BATCH_ID = '4d1f0a7e-6c52-4b8e-9d37-2a6b5c8e1f90';
export const CERTIFICATE_ID = '7d444840-9dc0-41d1-b245-5ffdce74fad2';
export const CAMPAIGN_ID = '9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d';
export const CLAIM_ID = '0195f3a2-7c1e-7d5a-8f21-4b6c2a9e0d13';
export const REDEMPTION_ID = '6f1c9d2e-4b7a-4e0d-8a55-0c3b9f7e2d48';
export const CLUB_ID = '3fa2b0c4-8d1e-4f6a-9c7b-1e5d2a8f4b60';
export const EVENT_ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
export const CHALLENGE_ID = 'e4eaaaf2-d142-41b3-b36e-1d8c0a2f5c77';
export const EXCLUSION_ID = '8c0e7a52-93d4-4b1f-a6c8-51f2d7e90b34';
export const FLOW_ID = '886313e1-3b8a-4372-9b90-0c9aee199e5d';
export const ACCESS_REQUEST_ID = '1b4e28ba-2fa1-41d2-883f-0016d3cca427';
export const RECORD_ID = '0195f3b0-11aa-7c3d-9e52-8a7b6c5d4e3f';
export const PRACTITIONER_ID = '52d7a9c1-3e08-4b6f-8f1d-7a90e4c6b258';
export const PRACTITIONER_ACCOUNT_ID = 'd9428888-122b-41e1-b85c-61fd3cca3a1e';
/** Ids of notices begin with their time. */
export const DEVICE_ID = '3e1b8f0a-7c52-8d41-8f6e-0b9a4c2d7e13';
export const NOTICE_ID = '019cac77-8994-7a4e-8b1d-5f20c7e93d61';
export const CURSOR = '2mRkT0xPZ3Vn5sYc4wBqH8aJ';
export const JOIN_CODE = 'kl-walk-2026';
