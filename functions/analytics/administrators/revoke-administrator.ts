import { RefusedRequest } from '../../../shared/contract/refusals.ts';
import { implementAct } from '../../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { revokeRole } from './administrators.ts';
import { revokeAdministrator } from './contract.ts';

export const endpoint = implementAct(revokeAdministrator, {
  async handle({ caller, params: { accountId } }, { recording }, reply) {
    const outcome = await revokeRole(recording({ on: [accountId] }), { by: caller.accountId, accountId });
    if (outcome === 'not_platform_admin') throw new RefusedRequest(outcome);
    return outcome === 'revoked' ? reply.done() : reply.refuse(outcome);
  },
});

export const handler = lambda(endpoint);
