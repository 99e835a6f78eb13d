import { listCommunity, reserveReward } from '../generated/orval-fetch/api.ts';
import { expectSome, expectStatus, tryOut } from './try-out.ts';

await tryOut(async ({ campaignId, claimId, token }) => {
  const community = await listCommunity();
  if (community.status !== 200) throw new Error(community.data.message);
  expectSome(community.data.events.map(({ title }) => title));
  const claim = await reserveReward(
    campaignId,
    { claimId },
    { headers: { authorization: `Bearer ${token}` } },
  );
  if (claim.status !== 200 && claim.status !== 201) throw new Error(claim.data.message);
  expectStatus(claim.data.status);
});
