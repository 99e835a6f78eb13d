import { claim, claimsOf } from '../../../shared/rewards/items.ts';
import { presentClaim } from '../../../shared/rewards/presenters.ts';
import type { Source } from './source.ts';

export const claims = {
  name: 'claims',
  prefix: 'REWARDS#ACCOUNT#',
  list: claimsOf,
  present: {
    CLAIM: (items, { at }) =>
      items.map((item) => ({
        area: 'rewards',
        kind: 'reward_claim',
        data: presentClaim(claim.parse(item), at),
      })),
  },
} as const satisfies Source;
