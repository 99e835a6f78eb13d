import { Api } from '../generated/swagger-typescript-api/api.ts';
import { expectSome, expectStatus, tryOut } from './try-out.ts';

await tryOut(async ({ url, campaignId, claimId, token }) => {
  const api = new Api({ baseUrl: url });
  const { data } = await api.v1.listCommunity();
  expectSome(data.events.map(({ title }) => title));
  const headers = { authorization: `Bearer ${token}` };
  const claim = await api.v1.reserveReward(campaignId, { claimId }, { headers });
  expectStatus(claim.data.status);
});
