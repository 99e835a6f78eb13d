import { implement } from '../../shared/runtime/endpoint.ts';
import { lambda } from '../../shared/runtime/lambda.ts';
import { openPage } from '../../shared/table/page.ts';
import { listOnboardingFlows } from './contract.ts';
import { listFlows } from './flows.ts';

export const endpoint = implement(listOnboardingFlows, {
  async handle({ caller, query: { limit, cursor } }, { table, settings }, reply) {
    const own = ['listOnboardingFlows', caller.accountId];
    const page = openPage({ list: own, limit, cursor, secret: settings.CURSOR_SECRET });
    return reply.ok(await listFlows(table, page));
  },
});

export const handler = lambda(endpoint);
