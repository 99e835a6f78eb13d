import { implementAct } from '../../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { searchByPractitioner } from './access-log.ts';
import { searchAccessLog } from './contract.ts';

export const endpoint = implementAct(searchAccessLog, {
  async handle({ caller, params: { accountId }, query, body }, { recording, settings }, reply) {
    const table = recording({ on: [accountId], reason: body.reason });
    return reply.ok(await searchByPractitioner(table, accountId, { caller, query, settings }));
  },
});

export const handler = lambda(endpoint);
