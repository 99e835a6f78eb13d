import type * as z from 'zod/mini';
import { eachShard } from '../../../shared/rewards/closing.ts';
import { campaign, restock, shareOf, stockShard, withdrawal } from '../../../shared/rewards/items.ts';
import { finalOutcome } from '../../../shared/table/final-outcome.ts';
import type { Part, Reads, Table } from '../../../shared/table/table.ts';
import type { withdrawStock } from './contract.ts';
import { findCampaign } from './platform-campaigns.ts';
import { type PublicationOutcome, reread } from './publication.ts';

/**
 * Units are added to a published campaign, and free ones are withdrawn, for example because gifts are broken. The client chooses an
 * id for each, which it repeats in retries.
 */
interface Restock {
  readonly campaignId: string;
  readonly restockId: string;
  readonly units: number;
}

/** Reads the campaign and an earlier restock with the same id concurrently. */
export async function findForRestock(table: Reads, of: Omit<Restock, 'units'>) {
  const [current, added] = await Promise.all([
    findCampaign(table, of.campaignId),
    table.get(restock.key(of)),
  ]);
  return { campaign: current, added: restock.parseIfAny(added) };
}

/**
 * Adds units to a published campaign, at most once for each `restockId`.
 * @param found the result of `findForRestock`. It is read again if a concurrent write fails the transaction.
 * @returns the current campaign, or the reason for the refusal.
 * @throws {TryAgain} if concurrent writes still win at the deadline.
 */
export async function addUnits(
  table: Table,
  input: Restock,
  found: Awaited<ReturnType<typeof findForRestock>>,
  at: Date,
): Promise<PublicationOutcome<'not_published' | 'restock_id_taken'>> {
  const now = at.toISOString();
  const { units } = input;
  const again = () => findForRestock(table, input);
  return finalOutcome(found, again, async ({ campaign: current, added }) => {
    if (!current) return { kind: 'campaign_not_found' };
    if (added) {
      if (added.units !== units) return { kind: 'restock_id_taken' };
      return { kind: 'done', campaign: await reread(table, current) };
    }
    if (current.status !== 'published') return { kind: 'not_published' };
    const refused = await table.transact({
      restock: {
        Put: {
          Item: restock.stored({ ...input, restockedAt: now }),
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
      campaign: {
        Update: {
          Key: campaign.key(current),
          UpdateExpression:
            'SET stockUnits = stockUnits + :units, unitsAtPublication = if_not_exists(unitsAtPublication, stockUnits), updatedAt = :now',
          ConditionExpression: '#status = :published',
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: { ':units': units, ':now': now, ':published': 'published' },
        },
      },
      ...eachShard(current, (shard, { stockShards }) => ({
        Update: {
          Key: stockShard.key({ campaignId: input.campaignId, shard }),
          UpdateExpression: 'SET totalUnits = totalUnits + :units, freeUnits = freeUnits + :units',
          ExpressionAttributeValues: { ':units': shareOf(units, shard, stockShards) },
        },
      })),
    });
    if (!refused) return { kind: 'done', campaign: await reread(table, current) };
    return undefined;
  });
}

interface Withdrawal extends z.infer<typeof withdrawStock.body> {
  readonly campaignId: string;
}

/** Reads the campaign and an earlier withdrawal with the same id concurrently. */
export async function findForWithdrawal(table: Reads, of: Pick<Withdrawal, 'campaignId' | 'withdrawalId'>) {
  const [current, taken] = await Promise.all([
    findCampaign(table, of.campaignId),
    table.get(withdrawal.key(of)),
  ]);
  return { campaign: current, taken: withdrawal.parseIfAny(taken) };
}

/**
 * Withdraws free units of a published campaign, all of them or none, and at most once for each `withdrawalId`.
 * @param found the result of `findForWithdrawal`. It is read again if a concurrent write fails the transaction.
 * @returns the current campaign, or the reason for the refusal.
 * @throws {TryAgain} if concurrent writes still win at the deadline.
 */
export async function takeUnits(
  table: Table,
  input: Withdrawal,
  found: Awaited<ReturnType<typeof findForWithdrawal>>,
  at: Date,
): Promise<
  | PublicationOutcome<'not_published' | 'withdrawal_id_taken'>
  | { readonly kind: 'too_few_free'; readonly free: number }
> {
  const now = at.toISOString();
  const { campaignId, units } = input;
  const again = () => findForWithdrawal(table, input);
  return finalOutcome(found, again, async ({ campaign: current, taken }) => {
    if (!current) return { kind: 'campaign_not_found' };
    if (taken) {
      if (taken.units !== units || taken.reason !== input.reason) return { kind: 'withdrawal_id_taken' };
      return { kind: 'done', campaign: await reread(table, current) };
    }
    if (current.status !== 'published') return { kind: 'not_published' };
    const shards = (
      await table.getAll(
        Array.from({ length: current.stockShards }, (_, shard) => stockShard.key({ campaignId, shard })),
      )
    ).map(stockShard.parse);
    const free = shards.reduce((sum, { freeUnits }) => sum + freeUnits, 0);
    if (free < units) {
      // The same withdrawal may have been made since it was looked for.
      return (await again()).taken ? undefined : { kind: 'too_few_free', free };
    }
    const shares = inProportion(
      units,
      shards.map(({ freeUnits }) => freeUnits),
    );
    const refused = await table.transact({
      withdrawal: {
        Put: {
          Item: withdrawal.stored({ ...input, withdrawnAt: now }),
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
      campaign: {
        Update: {
          Key: campaign.key(current),
          UpdateExpression:
            'SET stockUnits = stockUnits - :units, unitsAtPublication = if_not_exists(unitsAtPublication, stockUnits), withdrawnUnits = if_not_exists(withdrawnUnits, :none) + :units, updatedAt = :now',
          ConditionExpression: '#status = :published',
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: { ':units': units, ':none': 0, ':now': now, ':published': 'published' },
        },
      },
      ...Object.fromEntries(
        shards.flatMap(({ shard }, n) => {
          const share = shares[n] ?? 0;
          return share === 0 ? [] : [[`shard ${shard}`, takenFrom({ campaignId, shard }, share)] as const];
        }),
      ),
    });
    return refused ? undefined : { kind: 'done', campaign: await reread(table, current) };
  });
}

/** A reservation that took a free unit after it was counted fails the transaction, so that no counter becomes negative. */
const takenFrom = (of: { readonly campaignId: string; readonly shard: number }, units: number): Part => ({
  Update: {
    Key: stockShard.key(of),
    UpdateExpression: 'SET totalUnits = totalUnits - :units, freeUnits = freeUnits - :units',
    ConditionExpression: 'freeUnits >= :units',
    ExpressionAttributeValues: { ':units': units },
  },
});

/** Splits units in proportion to the free ones, so that no shard runs out while others have many. No share is more than is free. */
export function inProportion(units: number, free: readonly number[]): readonly number[] {
  const all = free.reduce((sum, some) => sum + some, 0);
  let seen = 0;
  return free.map((some) => {
    const before = Math.floor((units * seen) / all);
    seen += some;
    return Math.floor((units * seen) / all) - before;
  });
}
