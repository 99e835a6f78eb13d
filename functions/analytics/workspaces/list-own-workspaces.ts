import { implement } from '../../../shared/endpoint.ts';
import { fitting } from '../../../shared/http/response-size.ts';
import { lambda } from '../../../shared/lambda.ts';
import { listOwnWorkspaces } from './members-contract.ts';
import { listOwn } from './memberships.ts';

export const endpoint = implement(listOwnWorkspaces, {
  load: ({ caller }, { table }) => listOwn(table, caller.accountId),

  handle: async ({ found }, _, reply) => reply.ok({ workspaces: fitting(found) }),
});

export const handler = lambda(endpoint);
