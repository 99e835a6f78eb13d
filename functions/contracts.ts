import * as sharedClinical from '../shared/clinical/schemas.ts';
import * as sharedCommunity from '../shared/community/schemas.ts';
import type { ContractsOf } from '../shared/contract/contract.ts';
import type { Worker } from '../shared/contract/worker.ts';
import * as sharedNotices from '../shared/notices/schemas.ts';
import * as sharedOnboarding from '../shared/onboarding/schemas.ts';
import * as sharedRewards from '../shared/rewards/schemas.ts';
import * as sharedConsents from '../shared/values/consents.ts';
import * as sharedWorkspaces from '../shared/workspaces/schemas.ts';
import * as administrators from './analytics/administrators/contract.ts';
import * as certificates from './analytics/certificates/contract.ts';
import * as invitations from './analytics/invitations/contract.ts';
import * as members from './analytics/members/contract.ts';
import * as reports from './analytics/reports/contract.ts';
import * as rollUps from './analytics/roll-ups/workers.ts';
import * as workspaces from './analytics/workspaces/contract.ts';
import * as accessLog from './clinical/access-log/contract.ts';
import * as accessRequests from './clinical/access-requests/contract.ts';
import * as records from './clinical/records/contract.ts';
import * as verifications from './clinical/verifications/contract.ts';
import * as boards from './community/boards/contract.ts';
import * as challenges from './community/challenges/contract.ts';
import * as clubMembers from './community/club-members/contract.ts';
import * as clubs from './community/clubs/contract.ts';
import * as enrollments from './community/enrollments/contract.ts';
import * as events from './community/events/contract.ts';
import * as exclusions from './community/exclusions/contract.ts';
import * as managedSchemas from './community/managed-schemas.ts';
import * as communityOverview from './community/overview/contract.ts';
import * as communitySchemas from './community/schemas.ts';
import * as communityWorkers from './community/workers.ts';
import * as accountData from './deletion/account-data/contract.ts';
import * as deletion from './deletion/contract.ts';
import * as devices from './deletion/devices/contract.ts';
import * as mailWorkers from './deletion/mails/workers.ts';
import * as notices from './deletion/notices/contract.ts';
import * as noticeWorkers from './deletion/notices/workers.ts';
import * as deletionWorkers from './deletion/workers.ts';
import * as onboarding from './onboarding/contract.ts';
import * as campaigns from './rewards/campaigns/contract.ts';
import * as campaignSchemas from './rewards/campaigns/schemas.ts';
import * as campaignWorkers from './rewards/campaigns/workers.ts';
import * as claims from './rewards/claims/contract.ts';
import * as stockWorkers from './rewards/stock/workers.ts';

/** Every module that exports contracts or the schemas of their resources, by its path without `.ts`. */
export const contractModules = {
  'shared/clinical/schemas': sharedClinical,
  'shared/community/schemas': sharedCommunity,
  'shared/notices/schemas': sharedNotices,
  'shared/onboarding/schemas': sharedOnboarding,
  'shared/rewards/schemas': sharedRewards,
  'shared/values/consents': sharedConsents,
  'shared/workspaces/schemas': sharedWorkspaces,
  'functions/clinical/access-requests/contract': accessRequests,
  'functions/clinical/records/contract': records,
  'functions/clinical/access-log/contract': accessLog,
  'functions/clinical/verifications/contract': verifications,
  'functions/onboarding/contract': onboarding,
  'functions/community/schemas': communitySchemas,
  'functions/community/managed-schemas': managedSchemas,
  'functions/community/overview/contract': communityOverview,
  'functions/community/clubs/contract': clubs,
  'functions/community/club-members/contract': clubMembers,
  'functions/community/events/contract': events,
  'functions/community/challenges/contract': challenges,
  'functions/community/enrollments/contract': enrollments,
  'functions/community/exclusions/contract': exclusions,
  'functions/community/boards/contract': boards,
  'functions/rewards/campaigns/schemas': campaignSchemas,
  'functions/rewards/campaigns/contract': campaigns,
  'functions/rewards/claims/contract': claims,
  'functions/deletion/contract': deletion,
  'functions/deletion/account-data/contract': accountData,
  'functions/deletion/notices/contract': notices,
  'functions/deletion/devices/contract': devices,
  'functions/analytics/administrators/contract': administrators,
  'functions/analytics/workspaces/contract': workspaces,
  'functions/analytics/members/contract': members,
  'functions/analytics/invitations/contract': invitations,
  'functions/analytics/certificates/contract': certificates,
  'functions/analytics/reports/contract': reports,
} as const;
type ContractModules = typeof contractModules;

/** The intersection of the members of a union type. */
export type Intersection<Union> = (Union extends unknown ? (of: Union) => void : never) extends (
  of: infer All,
) => void
  ? All
  : never;
type Contracts = Intersection<ContractsOf<ContractModules[keyof ContractModules]>>;

/** The contracts of all endpoints, by operation id. */
export const contracts: { readonly [Id in keyof Contracts]: Contracts[Id] } = Object.assign(
  {},
  ...Object.values(contractModules).map((module) =>
    Object.fromEntries(Object.entries(module).filter(([, value]) => isContract(value))),
  ),
);

function isContract(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'operationId' in value;
}

export type OperationId = keyof typeof contracts;

/** All workers, by id. */
export const workers = {
  ...communityWorkers,
  ...deletionWorkers,
  ...mailWorkers,
  ...noticeWorkers,
  ...campaignWorkers,
  ...stockWorkers,
  ...rollUps,
} as const satisfies Record<string, Worker>;
