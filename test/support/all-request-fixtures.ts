import * as administrators from '../functions/analytics/administrator-calls.ts';
import * as analytics from '../functions/analytics/calls.ts';
import * as certificates from '../functions/analytics/certificate-calls.ts';
import * as invitations from '../functions/analytics/invitation-calls.ts';
import * as workspaces from '../functions/analytics/workspace-calls.ts';
import * as clinical from '../functions/clinical/calls.ts';
import * as community from '../functions/community/calls.ts';
import * as communityMembers from '../functions/community/member-calls.ts';
import * as communityPlatform from '../functions/community/platform-calls.ts';
import * as deletion from '../functions/deletion/calls.ts';
import * as onboarding from '../functions/onboarding/calls.ts';
import * as rewards from '../functions/rewards/calls.ts';
import type { RefusalScenarios, ValidCalls } from './request-fixtures.ts';

/** One request that succeeds for every operation of the platform. */
export const validCalls: ValidCalls = {
  ...administrators.validCalls,
  ...analytics.validCalls,
  ...certificates.validCalls,
  ...invitations.validCalls,
  ...workspaces.validCalls,
  ...clinical.validCalls,
  ...community.validCalls,
  ...communityMembers.validCalls,
  ...communityPlatform.validCalls,
  ...deletion.validCalls,
  ...onboarding.validCalls,
  ...rewards.validCalls,
};

/** A way to every refusal that any contract declares. */
export const refusalScenarios: RefusalScenarios = {
  ...administrators.refusalScenarios,
  ...analytics.refusalScenarios,
  ...certificates.refusalScenarios,
  ...invitations.refusalScenarios,
  ...workspaces.refusalScenarios,
  ...clinical.refusalScenarios,
  ...community.refusalScenarios,
  ...communityMembers.refusalScenarios,
  ...communityPlatform.refusalScenarios,
  ...deletion.refusalScenarios,
  ...onboarding.refusalScenarios,
  ...rewards.refusalScenarios,
};
