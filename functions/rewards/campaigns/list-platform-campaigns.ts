import { implement } from '../../../shared/endpoint.ts';
import { lambda } from '../../../shared/lambda.ts';
import { openPage } from '../../../shared/table/page.ts';
import { listCampaignsOf } from './platform-campaigns.ts';
import { listPlatformCampaigns } from './platform-contract.ts';

export const endpoint = implement(listPlatformCampaigns, {
  async handle({ caller, query: { status, limit, cursor } }, { table, settings }, reply) {
    const list = ['listPlatformCampaigns', status, caller.accountId];
    const page = openPage({ list, limit, cursor, secret: settings.CURSOR_SECRET });
    return reply.ok(await listCampaignsOf(table, status, page));
  },
});

export const handler = lambda(endpoint);
