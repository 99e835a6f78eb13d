/** Ids that several examples and parameters share. */
export const WORKSPACE_ID = '5f0c8f0e-2f6b-4c53-9a3e-6f5d0c9b7a11';
export const EMPLOYEE_ID = 'a81bc81b-dead-4e5d-abff-90865d1e13b1';
export const INVITATION_ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
export const CERTIFICATE_ID = '7d444840-9dc0-41d1-b245-5ffdce74fad2';
export const CAMPAIGN_ID = '9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d';
export const CLAIM_ID = '0195f3a2-7c1e-7d5a-8f21-4b6c2a9e0d13';
export const CLUB_ID = '3fa2b0c4-8d1e-4f6a-9c7b-1e5d2a8f4b60';
export const EVENT_ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
export const CHALLENGE_ID = 'e4eaaaf2-d142-41b3-b36e-1d8c0a2f5c77';
export const EXCLUSION_ID = '8c0e7a52-93d4-4b1f-a6c8-51f2d7e90b34';
export const ACCESS_REQUEST_ID = '1b4e28ba-2fa1-41d2-883f-0016d3cca427';
export const PRACTITIONER_ID = 'd9428888-122b-41e1-b85c-61fd3cca3a1e';
export const CURSOR = '2mRkT0xPZ3Vn5sYc4wBqH8aJ1eKfNdLxUiVtSzMyCgRpXoQbWh';
export const JOIN_CODE = 'kl-walk-2026';
