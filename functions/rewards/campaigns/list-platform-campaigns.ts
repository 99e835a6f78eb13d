import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { openPage } from '../../../shared/table/page.ts';
import { listPlatformCampaigns } from './contract.ts';
import { listCampaignsOf } from './platform-campaigns.ts';

export const endpoint = implement(listPlatformCampaigns, {
  async handle({ caller, query: { status, limit, cursor } }, { table, settings }, reply) {
    const list = ['listPlatformCampaigns', status, caller.accountId];
    const page = openPage({ list, limit, cursor, secret: settings.CURSOR_SECRET });
    return reply.ok(await listCampaignsOf(table, status, page));
  },
});

export const handler = lambda(endpoint);
