import { implementAct } from '../../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { openPage } from '../../../shared/table/page.ts';
import { searchByPractitioner } from './access-log.ts';
import { searchAccessLog } from './contract.ts';

export const endpoint = implementAct(searchAccessLog, {
  async handle({ caller, params: { accountId }, query, body }, { recording, settings }, reply) {
    const list = ['searchAccessLog', caller.accountId, accountId];
    const page = openPage({ list, ...query, secret: settings.CURSOR_SECRET });
    const table = recording({ on: [accountId], reason: body.reason });
    return reply.ok(await searchByPractitioner(table, accountId, page));
  },
});

export const handler = lambda(endpoint);
