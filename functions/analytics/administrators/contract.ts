import * as z from 'zod/mini';
import { contract } from '../../../shared/contract/contract.ts';
import { AccountId, Nothing, pageOf, pageQuery, Timestamp, Uuid } from '../../../shared/values/resources.ts';

const params = z.strictObject({ accountId: AccountId });

export const listAdministrators = contract({
  operationId: 'listAdministrators',
  area: 'analytics',
  method: 'GET',
  path: '/v1/platform/administrators',
  summary: 'List the administrators of the platform',
  description: 'Sorted by account id.',
  caller: 'platform_admin',
  query: z.object(pageQuery),
  success: {
    200: pageOf('administrators', z.strictObject({ accountId: AccountId, since: z.optional(Timestamp) })),
  },
  refusals: {},
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: { gsi1: ['ACCOUNT#ADMINISTRATORS'] },
});

export const grantAdministrator = contract({
  operationId: 'grantAdministrator',
  area: 'analytics',
  method: 'PUT',
  path: '/v1/platform/administrators/{accountId}',
  summary: 'Grant the administrator role to an account',
  description: 'The role applies from the next request of the account. Granting it again changes nothing.',
  caller: 'platform_admin',
  session: 'fresh_password',
  params,
  success: { 204: Nothing },
  refusals: { account_is_closed: [409, 'The account is closed. Its data is erased, or will be.'] },
  touches: { table: { 'ACCOUNT#': ['ConditionCheckItem', 'UpdateItem'] } },
});

export const revokeAdministrator = contract({
  operationId: 'revokeAdministrator',
  area: 'analytics',
  method: 'DELETE',
  path: '/v1/platform/administrators/{accountId}',
  summary: 'Revoke the administrator role of another account',
  description:
    'Requests of the account that need the role are refused immediately. Administrators cannot revoke their own role, so at least one administrator always remains.',
  caller: 'platform_admin',
  session: 'fresh_password',
  params,
  success: { 204: Nothing },
  refusals: {
    own_role: [409, 'Administrators cannot revoke their own role. Ask another administrator.'],
    administrator_not_found: [404, 'The account is not an administrator.'],
  },
  touches: { table: { 'ACCOUNT#': ['ConditionCheckItem', 'UpdateItem'] } },
});

export const AdministratorAct = z.strictObject({
  id: Uuid,
  at: Timestamp,
  operation: z.string(),
  administratorId: z.optional(AccountId),
  subjects: z.array(z.string()),
  reason: z.optional(z.string()),
});

export const actFilters = {
  month: z.optional(
    z.stringFormat('month', /^\d{4}-(0[1-9]|1[0-2])$/, { error: 'must be a month, as YYYY-MM' }),
  ),
  administratorId: z.optional(AccountId),
  subject: z.optional(z.string().check(z.minLength(1), z.maxLength(100), z.toLowerCase())),
};

export const listAdministratorActs = contract({
  operationId: 'listAdministratorActs',
  area: 'analytics',
  method: 'GET',
  path: '/v1/platform/administrator-acts',
  summary: "List the log of administrators' acts",
  description:
    'The acts of a month, of an administrator or on a subject, the latest first; by default, of the present month in Malaysia. Each write by an administrator has an entry, without the content of the write. So has each search in the clinical access log. Entries are never changed, and they are deleted after seven years.',
  caller: 'platform_admin',
  session: 'fresh_password',
  query: z.object({ ...actFilters, ...pageQuery }).check(
    z.refine((query) => Object.keys(actFilters).filter((name) => name in query).length <= 1, {
      error: 'must have at most one of month, administratorId and subject',
    }),
  ),
  success: { 200: pageOf('acts', AdministratorAct) },
  refusals: {},
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: {
    table: { 'PLATFORM#ACTS#': ['Query'], 'PLATFORM#ACTS-ON#': ['Query'] },
    gsi1: ['PLATFORM#ACTS-BY#'],
  },
});
