import { campaign, claim, claimsOf } from '../../../shared/rewards/items.ts';
import { presentClaim } from '../../../shared/rewards/presenters.ts';
import type { Present, Source } from './source.ts';

/** A campaign with claims was published, so its title is no secret. */
const withTitles: Present = async (items, { table, at }) => {
  const own = items.map(claim.parse);
  const keys = own.map(({ campaignId: id }) => campaign.key({ id }));
  const campaigns = (await table.getAll(keys, { consistent: false })).map(campaign.parse);
  const titleOf = new Map(campaigns.map(({ id, title }) => [id, title]));
  return own.map((made) => ({
    area: 'rewards',
    kind: 'reward_claim',
    title: titleOf.get(made.campaignId) ?? campaign.parse({}).title,
    data: presentClaim(made, at),
  }));
};

export const claims = {
  name: 'claims',
  prefix: 'REWARDS#ACCOUNT#',
  list: claimsOf,
  present: { CLAIM: withTitles },
} as const satisfies Source;
