import * as z from 'zod/mini';
import { contract } from '../../../shared/contract.ts';
import { AccountId, Nothing, pageOf, pageQuery, Uuid } from '../../../shared/resources.ts';

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
  success: { 200: pageOf('administrators', z.strictObject({ accountId: Uuid })) },
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
  refusals: { account_is_closed: [409, 'The account has been deleted, or its deletion is pending.'] },
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
