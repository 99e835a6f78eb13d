import { fitting } from '../../../shared/http/response-size.ts';
import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { listOwn } from '../workspaces/memberships.ts';
import { listOwnWorkspaces } from './contract.ts';

export const endpoint = implement(listOwnWorkspaces, {
  load: ({ caller }, { table }) => listOwn(table, caller.accountId),

  handle: async ({ found }, _, reply) => reply.ok({ workspaces: fitting(found) }),
});

export const handler = lambda(endpoint);
