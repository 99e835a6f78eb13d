import type { Settings } from '../../shared/contract/environment.ts';

/** A value of every setting, for the functions that tests and benchmarks start. The type requires each one. */
export const testSettings: Settings = {
  ACCESS_NOTICE_VERSION: '2031-01-01',
  CONSENT_NOTICE_VERSION: '2031-02',
  DELETION_NOTICE_VERSION: '2031-03',
  DATA_PROTECTION_OFFICER: 'privacy@sihat.test',
  CURSOR_SECRET: 'what the cursors of tests are sealed with',
  INVITATION_SECRET: 'what the tokens of invitations follow from in tests',
  SIGN_IN_ENDPOINT: 'https://cognito-idp.ap-southeast-5.amazonaws.com/',
  SIGN_IN_USER_POOL_ID: 'ap-southeast-5_Tests0000',
  SIGN_IN_CLIENT_ID: 'tests',
};
