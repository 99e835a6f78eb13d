import { implementAct } from '../../../shared/act-endpoint.ts';
import { RefusedRequest } from '../../../shared/http/refusals.ts';
import { lambda } from '../../../shared/lambda.ts';
import { grantRole } from './administrators.ts';
import { grantAdministrator } from './contract.ts';

export const endpoint = implementAct(grantAdministrator, {
  async handle({ caller, params: { accountId } }, { table }, reply) {
    const outcome = await grantRole(table, { by: caller.accountId, accountId });
    if (outcome === 'not_platform_admin') throw new RefusedRequest(outcome);
    return outcome === 'granted' ? reply.done() : reply.refuse(outcome);
  },
});

export const handler = lambda(endpoint);
