import { contracts, type Intersection, type OperationId } from '../../functions/contracts.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import type { AllCalls, Outcome } from '../cast/calls.ts';
import { type Cast, castOf, type Principal, principals } from '../cast/cast.ts';
import { administrators } from '../functions/analytics/administrators.calls.ts';
import { certificates } from '../functions/analytics/certificates.calls.ts';
import { invitations } from '../functions/analytics/invitations.calls.ts';
import { members } from '../functions/analytics/members.calls.ts';
import { reports } from '../functions/analytics/reports.calls.ts';
import { workspaces } from '../functions/analytics/workspaces.calls.ts';
import { accessLog } from '../functions/clinical/access-log.calls.ts';
import { accessRequests } from '../functions/clinical/access-requests.calls.ts';
import { records } from '../functions/clinical/records.calls.ts';
import { verifications } from '../functions/clinical/verifications.calls.ts';
import { boards } from '../functions/community/boards.calls.ts';
import { challenges } from '../functions/community/challenges.calls.ts';
import { clubMembers } from '../functions/community/club-members.calls.ts';
import { clubs } from '../functions/community/clubs.calls.ts';
import { enrollments } from '../functions/community/enrollments.calls.ts';
import { events } from '../functions/community/events.calls.ts';
import { exclusions } from '../functions/community/exclusions.calls.ts';
import { overview } from '../functions/community/overview.calls.ts';
import { accountData } from '../functions/deletion/account-data.calls.ts';
import { deletion } from '../functions/deletion/deletion.calls.ts';
import { devices } from '../functions/deletion/devices.calls.ts';
import { notices } from '../functions/deletion/notices.calls.ts';
import { onboarding } from '../functions/onboarding/onboarding.calls.ts';
import { campaigns } from '../functions/rewards/campaigns.calls.ts';
import { claims } from '../functions/rewards/claims.calls.ts';
import type { Sent, World } from '../support/world.ts';

/** The calls of each resource. */
export const resources = [
  ...[accessLog, accessRequests, records, verifications],
  onboarding,
  ...[boards, challenges, clubMembers, clubs, enrollments, events, exclusions, overview],
  ...[campaigns, claims],
  ...[accountData, deletion, devices, notices],
  ...[administrators, certificates, invitations, members, reports, workspaces],
] as const;

/** How tests call each operation. An operation that no resource declares does not compile. */
export const calls: AllCalls = Object.assign({}, ...resources) as Intersection<(typeof resources)[number]>;

export const operations = Object.keys(contracts) as OperationId[];
export const contractOf = (operation: OperationId): Contract => contracts[operation];

/** What a principal gets from an operation. */
export function outcomeOf(operation: OperationId, principal: Principal): Outcome {
  const { callers } = calls[operation];
  return callers[principal] ?? callers.others;
}

/** The principal whose request to an operation is the valid one. */
export function validCaller(operation: OperationId): Principal {
  const admitted = principals.filter((principal) => outcomeOf(operation, principal) === 'ok');
  const [first, second] = admitted;
  const chosen =
    calls[operation].by ?? (contractOf(operation).caller !== 'nobody' && first === 'nobody' ? second : first);
  if (chosen === undefined || !admitted.includes(chosen))
    throw new Error(`nobody of the cast may ${operation}`);
  return chosen;
}

/** The request of a principal with the account that sends it. */
export function requestOf(operation: OperationId, cast: Cast, principal: Principal): Sent {
  const as = cast.accounts[principal];
  return { ...(as && { as }), ...calls[operation].request(cast, principal) };
}

/** A valid request to an operation, which names items of the world's cast. */
export async function validRequest(world: World, operation: OperationId): Promise<Sent> {
  return requestOf(operation, await castOf(world), validCaller(operation));
}
