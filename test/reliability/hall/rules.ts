import { contracts } from '../../../functions/contracts.ts';
import { LIMITS } from '../../../infra/constructs/firewall.ts';

/** What a day may contain: the responses that the rules explain, and the requests that the firewall allows to one address. */

/** Operation or worker, status, and the code of a refusal. A repeated request may get 200 instead of 201. */
const BY_THE_RULES = new Set([
  'findEvent 200',
  'joinEvent 200',
  'enroll 200',
  'enroll 201',
  'reportSteps 200',
  'getDisplay 200',
  'getLeaderboard 200',
  'listCampaigns 200',
  'reserveReward 200',
  'reserveReward 201',
  'reserveReward 409 out_of_stock',
  'redeemClaim 200',
  'requestDeletion 200',
  'requestDeletion 201',
  'sweepLapsedLeases 200',
  'eraseAccounts 200',
  'deliverNotices 200',
  'writeLastShownSteps 200',
]);

/** Whether the rules explain a response. Any other one is a refusal that nobody should meet, or a defect of the day. */
export const isByTheRules = (answer: string): boolean => BY_THE_RULES.has(answer);

/** The firewall's limits that one address exceeds. @param busiest the most requests in a minute at the edge, by operation. */
export function exceededLimits(busiest: ReadonlyMap<string, number>): string[] {
  return Object.values(contracts).flatMap(({ operationId, path }) => {
    const limit = LIMITS.find((of) => of.path === path);
    const sent = busiest.get(operationId) ?? 0;
    if (!limit || sent <= (limit.requests * 60) / limit.seconds) return [];
    return [`${sent} requests in a minute, above the firewall's limit for ${limit.name}`];
  });
}
