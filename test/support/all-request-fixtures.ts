import type { Intersection } from '../../functions/contracts.ts';
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

const modules = [
  ...[administrators, analytics, certificates, invitations, workspaces],
  ...[clinical, deletion, onboarding, rewards],
  ...[community, communityMembers, communityPlatform],
] as const;
type Fixtures = 'validCalls' | 'refusalScenarios';
type Merged<Name extends Fixtures> = Intersection<(typeof modules)[number][Name]>;

function merged<Name extends Fixtures>(name: Name): Merged<Name> {
  return Object.assign({}, ...modules.map((module) => module[name]));
}

/** One valid request for every operation. A missing one does not compile. */
export const validCalls: ValidCalls = merged('validCalls');

/** A scenario for every refusal that a contract declares. A missing one does not compile. */
export const refusalScenarios: RefusalScenarios = merged('refusalScenarios');
