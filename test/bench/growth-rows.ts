import type { OperationId } from '../../functions/contracts.ts';
import type { Sent } from '../support/world.ts';
import {
  admin,
  challengeId,
  clubId,
  clubOwner,
  companyId,
  employee,
  employeeOf,
  joinCode,
  LAPSED,
  LAST_YEAR,
  MONTH_OF_ACTS,
  merchantId,
  officer,
  patient,
  practitioner,
  regular,
  requestId,
  UNITS,
  visitor,
} from './seeds.ts';

/** An operation that is measured while the items that it lists, counts or changes become more. */
export interface Row {
  readonly operation: OperationId;
  /** The items that become more. */
  readonly counted: string;
  /** One request, or the one of a round. */
  readonly request: Sent | ((round: number) => Sent);
  /** Checks that the response contains what was seeded. */
  readonly holds?: (body: Answered, items: number) => boolean;
  /** Set if the request changes items, which are then put back. */
  readonly changes?: true;
  /**
   * The units of a response that grows to a limit, such as a page, and then no further. Without it, the units are the same
   * for any number of items.
   */
  readonly bounded?: number;
  /** Set if the calls are the same with the largest tables, too, and the time is at most 1.3 times as long. */
  readonly steady?: true;
}
// biome-ignore lint/suspicious/noExplicitAny: a check reads any JSON that a response holds
type Answered = any;

const page = { limit: '100' };
const company = { workspaceId: companyId };

export const ofParticipants: readonly Row[] = [
  {
    operation: 'getDisplay',
    counted: 'participants',
    request: { params: { code: joinCode } },
    holds: ({ challenges: [challenge] }, items) => challenge.top.length === 10 && challenge.total === items,
  },
  {
    operation: 'findEvent',
    counted: 'participants',
    request: { as: visitor, params: { code: joinCode } },
    holds: ({ event }, items) => event.memberCount === items,
  },
  {
    operation: 'getLeaderboard',
    counted: 'participants',
    request: { as: visitor, params: { id: challengeId } },
  },
];

/** The two reports that read a row for each day. */
export const report: Row = {
  operation: 'workspaceAnalytics',
  counted: 'claims of a year',
  request: { as: admin, params: { workspaceId: merchantId }, query: LAST_YEAR },
  holds: ({ periodCounts }, items) => periodCounts.claimsReserved === items + LAPSED,
  bounded: 60,
  steady: true,
};
export const totals: Row = {
  operation: 'medicalCertificateTotals',
  counted: 'certificates of a year',
  request: { as: officer, params: company, query: LAST_YEAR },
  holds: ({ requests }, items) =>
    requests.submitted + requests.approved + requests.rejected + requests.withdrawn === items,
  bounded: 60,
  steady: true,
};

export const lists: readonly Row[] = [
  {
    operation: 'listCommunity',
    counted: 'exhibitions and challenges',
    request: { as: visitor },
    bounded: 150,
  },
  {
    operation: 'listOwnCommunity',
    counted: 'exhibitions and challenges of 50 clubs',
    request: { as: clubOwner },
    bounded: 150,
  },
  {
    operation: 'listClubMembers',
    counted: 'members',
    request: { as: clubOwner, params: { id: clubId }, query: { ...page, standing: 'member' } },
  },
  { operation: 'listCampaigns', counted: 'claims', request: { as: visitor } },
  { operation: 'listClaims', counted: 'claims of all accounts', request: { as: visitor, query: page } },
  list('listInvitations', 'invitations', { as: officer, params: company }),
  list('listCertificates', 'shared certificates', { as: officer, params: company }),
  list('listOwnCertificates', 'own certificates', { as: employee }),
  {
    operation: 'listAccessRequests',
    counted: 'own requests',
    request: { as: patient, query: { ...page, as: 'patient' } },
  },
  list('listRecords', 'records of the patient', { as: practitioner, params: { id: requestId } }),
  list('listOwnRecords', 'own records', { as: patient }),
  list('listAccessLog', 'entries', { as: patient }),
  list('searchAccessLog', 'uses of a practitioner', {
    as: admin,
    params: { accountId: practitioner },
    body: { reason: 'Stolen phone, incident 2026-14' },
  }),
  list('listWorkspaces', 'workspaces', { as: admin }),
  list('listAdministrators', 'administrators', { as: admin }),
  {
    operation: 'listAdministratorActs',
    counted: 'acts of a month',
    request: { as: admin, query: { ...page, month: MONTH_OF_ACTS } },
    holds: ({ acts }, items) => acts.length === Math.min(100, items),
  },
  list('listOnboardingFlows', 'flows', { as: admin }),
  list('listMembers', 'members of a workspace', { as: officer, params: company }),
  {
    operation: 'removeMember',
    counted: 'members of a workspace',
    request: (round) => ({ as: officer, params: { ...company, memberId: employeeOf(round).memberId } }),
    changes: true,
  },
  {
    operation: 'requestDeletion',
    counted: 'members of a workspace',
    request: (round) => ({ as: employeeOf(round).accountId }),
    changes: true,
  },
];

export const expired: Row = {
  operation: 'listCampaigns',
  counted: 'expired claims',
  request: { as: visitor },
  holds: ({ campaigns }) =>
    campaigns.every(({ availableStock }: { readonly availableStock: number }) => availableStock === UNITS),
};

/**
 * One person with a visit, four uses of the records and a medical certificate in each week. A page is full after 100 weeks, so
 * the first year fills none.
 */
const ownLists = ['listOwnRecords', 'listAccessLog', 'listOwnCertificates', 'getAccountData'] as const;
export const ofWeeks: readonly Row[] = ownLists.map((operation) => ({
  operation,
  counted: 'weeks of one life',
  request: { as: regular, query: page },
  bounded: 60,
}));

export const ofEnded: readonly Row[] = [
  { operation: 'listCommunity', counted: 'ended exhibitions', request: { as: visitor } },
  { operation: 'listOwnCommunity', counted: 'ended exhibitions of 50 clubs', request: { as: clubOwner } },
];

function list(operation: OperationId, counted: string, request: Sent): Row {
  return { operation, counted, request: { ...request, query: page } };
}
