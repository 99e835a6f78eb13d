import { createApiClient, schemas } from '../generated/openapi-zod-client/api.ts';
import { expectNewStatusTaken, expectSome, expectStatus, tryOut } from './try-out.ts';

await tryOut(async ({ url, campaignId, claimId, token }) => {
  const api = createApiClient(url);
  const { events } = await api.listCommunity();
  expectSome(events.map(({ title }) => title));
  const headers = { authorization: `Bearer ${token}` };
  const claim = await api.reserveReward({ claimId }, { params: { campaignId }, headers });
  expectStatus(claim.status);
  expectNewStatusTaken(claim, (value) => schemas.RewardClaim.parse(value));
  const { entries } = await api.getAccountData({ headers });
  const claims = entries.flatMap((entry) => (entry.kind === 'reward_claim' ? [entry.data] : []));
  expectStatus(claims.find((own) => own.campaignId === campaignId)?.status ?? 'no claim');
});
