import * as sharedClinical from '../shared/clinical/schemas.examples.ts';
import * as sharedCommunity from '../shared/community/schemas.examples.ts';
import type { ContractsOf } from '../shared/contract/contract.ts';
import type { ExampleModule, ExamplesOf, OperationExample } from '../shared/contract/examples.ts';
import * as sharedNotices from '../shared/notices/schemas.examples.ts';
import * as sharedOnboarding from '../shared/onboarding/schemas.examples.ts';
import * as sharedRewards from '../shared/rewards/schemas.examples.ts';
import * as sharedConsents from '../shared/values/consents.examples.ts';
import { textOf } from '../shared/values/meanings.ts';
import * as sharedWorkspaces from '../shared/workspaces/schemas.examples.ts';
import * as administrators from './analytics/administrators/contract.examples.ts';
import * as certificates from './analytics/certificates/contract.examples.ts';
import * as invitations from './analytics/invitations/contract.examples.ts';
import * as members from './analytics/members/contract.examples.ts';
import * as reports from './analytics/reports/contract.examples.ts';
import * as workspaces from './analytics/workspaces/contract.examples.ts';
import * as accessLog from './clinical/access-log/contract.examples.ts';
import * as accessRequests from './clinical/access-requests/contract.examples.ts';
import * as records from './clinical/records/contract.examples.ts';
import * as verifications from './clinical/verifications/contract.examples.ts';
import * as boards from './community/boards/contract.examples.ts';
import * as challenges from './community/challenges/contract.examples.ts';
import * as clubMembers from './community/club-members/contract.examples.ts';
import * as clubs from './community/clubs/contract.examples.ts';
import * as enrollments from './community/enrollments/contract.examples.ts';
import * as events from './community/events/contract.examples.ts';
import * as exclusions from './community/exclusions/contract.examples.ts';
import * as managedSchemas from './community/managed-schemas.examples.ts';
import * as communityOverview from './community/overview/contract.examples.ts';
import * as communitySchemas from './community/schemas.examples.ts';
import type { contractModules, OperationId } from './contracts.ts';
import * as accountData from './deletion/account-data/contract.examples.ts';
import * as deletion from './deletion/contract.examples.ts';
import * as devices from './deletion/devices/contract.examples.ts';
import * as notices from './deletion/notices/contract.examples.ts';
import * as onboarding from './onboarding/contract.examples.ts';
import * as campaigns from './rewards/campaigns/contract.examples.ts';
import * as campaignSchemas from './rewards/campaigns/schemas.examples.ts';
import * as claims from './rewards/claims/contract.examples.ts';

type ExamplesBeside<Module> = ExampleModule &
  (keyof ContractsOf<Module> extends never ? unknown : { readonly examples: ExamplesOf<Module> });
type ExampleModules = {
  readonly [Path in keyof typeof contractModules]: ExamplesBeside<(typeof contractModules)[Path]>;
};

/**
 * The examples and meanings beside each module of `contractModules`: `contract.examples.ts` is beside `contract.ts`. A module
 * without them does not compile. Only the API reference, the command line and tests import this list.
 */
export const exampleModules: ExampleModules = {
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
};

/** The example of an operation. */
export function exampleOf(id: OperationId): OperationExample {
  const found = Object.values<ExampleModule>(exampleModules).find(({ examples = {} }) => id in examples);
  const example = found?.examples?.[id];
  if (!example) throw new Error(`${id} has no example`);
  return example;
}

const meanings = new Map(
  Object.values<ExampleModule>(exampleModules).flatMap((module) =>
    module.meanings.map(({ schema, properties }) => [schema as object, properties] as const),
  ),
);

/** What a property of the schema of a body means. */
export function meaningOf(schema: object, property: string): string {
  const meaning = meanings.get(schema)?.[property];
  if (meaning === undefined) throw new Error(`${property} has no meaning`);
  return textOf(meaning);
}
