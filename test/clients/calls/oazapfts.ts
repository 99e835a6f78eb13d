import { ok } from '@oazapfts/runtime';
import { defaults, listCommunity, reserveReward } from '../generated/oazapfts/api.ts';
import { expectSome, expectStatus, tryOut } from './try-out.ts';

await tryOut(async ({ url, campaignId, claimId, token }) => {
  defaults.baseUrl = url;
  const { events } = await ok(listCommunity());
  expectSome(events.map(({ title }) => title));
  const headers = { authorization: `Bearer ${token}` };
  const { status } = await ok(reserveReward(campaignId, { claimId }, { headers }));
  expectStatus(status);
});
