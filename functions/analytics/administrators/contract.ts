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
  summary: 'Make an account an administrator of the platform',
  description: 'It is one from its next request on. An account that is one already stays one.',
  caller: 'platform_admin',
  session: 'fresh_password',
  params,
  success: { 204: Nothing },
  refusals: { account_is_closed: [409, 'That account is deleted or its deletion is pending.'] },
  touches: { table: { 'ACCOUNT#': ['ConditionCheckItem', 'UpdateItem'] } },
});

export const revokeAdministrator = contract({
  operationId: 'revokeAdministrator',
  area: 'analytics',
  method: 'DELETE',
  path: '/v1/platform/administrators/{accountId}',
  summary: 'Take the role of an administrator away from another account',
  description:
    'From this moment every request of its is refused where the role is asked for. Nobody takes away their own, so that one administrator always stays.',
  caller: 'platform_admin',
  session: 'fresh_password',
  params,
  success: { 204: Nothing },
  refusals: {
    own_role: [409, 'Nobody takes away their own role; another administrator may.'],
    administrator_not_found: [404, 'That account is no administrator.'],
  },
  touches: { table: { 'ACCOUNT#': ['ConditionCheckItem', 'UpdateItem'] } },
});
