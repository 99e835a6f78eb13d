import {
  ListCommunityResponse,
  ReserveRewardBody,
  ReserveRewardResponse,
} from '../generated/orval-zod/api.ts';
import { expectNewStatusTaken, expectSome, expectStatus, tryOut } from './try-out.ts';

await tryOut(async ({ url, campaignId, claimId, token }) => {
  const community = ListCommunityResponse.parse(await (await fetch(`${url}/v1/community`)).json());
  expectSome(community.events.map(({ title }) => title));
  const response = await fetch(`${url}/v1/rewards/campaigns/${campaignId}/claims`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(ReserveRewardBody.parse({ claimId })),
  });
  const claim = ReserveRewardResponse.parse(await response.json());
  expectStatus(claim.status);
  expectNewStatusTaken(claim, (value) => ReserveRewardResponse.parse(value));
});
