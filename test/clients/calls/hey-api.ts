import { client } from '../generated/hey-api/client.gen.ts';
import { getAccountData, listCommunity, reserveReward } from '../generated/hey-api/sdk.gen.ts';
import {
  zGetAccountDataResponse,
  zListCommunityResponse,
  zReserveRewardBody,
  zReserveRewardResponse,
} from '../generated/hey-api/zod.gen.ts';
import { expectNewStatusTaken, expectSome, expectStatus, tryOut } from './try-out.ts';

await tryOut(async ({ url, campaignId, claimId, token }) => {
  client.setConfig({ baseUrl: url, auth: () => token });
  const community = await listCommunity({ throwOnError: true });
  expectSome(zListCommunityResponse.parse(community.data).events.map(({ title }) => title));
  const body = zReserveRewardBody.parse({ claimId });
  const { data, error } = await reserveReward({ path: { campaignId }, body });
  if (error) throw new Error(error.message);
  expectStatus(data.status);
  expectNewStatusTaken(data, (value) => zReserveRewardResponse.parse(value));
  const own = await getAccountData({ throwOnError: true });
  const { entries } = zGetAccountDataResponse.parse(own.data);
  const claims = entries.flatMap((entry) => (entry.kind === 'reward_claim' ? [entry.data] : []));
  expectStatus(claims.find((claim) => claim.campaignId === campaignId)?.status ?? 'no claim');
});
