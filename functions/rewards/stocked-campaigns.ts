import { type Clock, later } from '../../shared/clock.ts';
import { type Campaign, campaign } from '../../shared/items/rewards.ts';
import type { Reads } from '../../shared/table/client.ts';
import { partition } from '../../shared/table/item.ts';

/** What jobs over all the stock have in common. */

/**
 * The campaigns with stock whose `redeemBy` was at most so many milliseconds ago. Beginning anywhere, so that a run
 * that comes to its deadline does not leave out the same ones each time.
 */
export async function stockedCampaigns(
  table: Reads,
  { now, chance }: Pick<Clock, 'now' | 'chance'>,
  overSince: number,
): Promise<Campaign[]> {
  const stocked = await table.query({ index: 'gsi2', pk: partition('REWARDS#STOCKED') });
  const over = later(now(), -overSince).toISOString();
  const campaigns = stocked.map(campaign.parse).filter(({ redeemBy }) => redeemBy >= over);
  const first = Math.floor(chance() * campaigns.length);
  return [...campaigns.slice(first), ...campaigns.slice(0, first)];
}

/** Does a task for one after the other, whichever of them fail. @returns what was thrown. */
export async function eachByItself<T>(
  all: readonly T[],
  task: (one: T) => Promise<void>,
): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  for (const one of all) await task(one).catch((error: unknown) => failures.push(error));
  return failures;
}
