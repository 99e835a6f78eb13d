import createClient from 'openapi-fetch';
import type { paths } from '../generated/openapi-typescript/api.ts';
import { expectSome, expectStatus, tryOut } from './try-out.ts';

await tryOut(async ({ url, campaignId, claimId, token }) => {
  const api = createClient<paths>({ baseUrl: url, headers: { authorization: `Bearer ${token}` } });
  const { data } = await api.GET('/v1/community');
  expectSome((data?.events ?? []).map(({ title }) => title));
  const { data: claim, error } = await api.POST('/v1/rewards/campaigns/{campaignId}/claims', {
    params: { path: { campaignId } },
    body: { claimId },
  });
  if (error) throw new Error(error.message);
  expectStatus(claim.status);
});
