import { RefusedRequest } from '../../../shared/contract/refusals.ts';
import { implementAct } from '../../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { grantRole } from './administrators.ts';
import { grantAdministrator } from './contract.ts';

export const endpoint = implementAct(grantAdministrator, {
  async handle({ caller, params: { accountId } }, { recording, clock }, reply) {
    const table = recording({ on: [accountId] });
    const outcome = await grantRole(table, { by: caller.accountId, accountId }, clock.now());
    if (outcome === 'not_platform_admin') throw new RefusedRequest(outcome);
    return outcome === 'granted' ? reply.done() : reply.refuse(outcome);
  },
});

export const handler = lambda(endpoint);
