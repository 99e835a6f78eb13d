import * as administrators from '../analytics/administrator-calls.ts';
import * as analytics from '../analytics/calls.ts';
import * as certificates from '../analytics/certificate-calls.ts';
import * as invitations from '../analytics/invitation-calls.ts';
import * as workspaces from '../analytics/workspace-calls.ts';
import * as clinical from '../clinical/calls.ts';
import * as community from '../community/calls.ts';
import * as communityMembers from '../community/member-calls.ts';
import * as communityPlatform from '../community/platform-calls.ts';
import * as deletion from '../deletion/calls.ts';
import * as onboarding from '../onboarding/calls.ts';
import * as rewards from '../rewards/calls.ts';
import type { RefusalScenarios, ValidCalls } from './calls.ts';

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
