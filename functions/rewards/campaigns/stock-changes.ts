import type * as z from 'zod/mini';
import { restock, withdrawal } from '../../../shared/rewards/campaign-items.ts';
import { eachShard } from '../../../shared/rewards/closing.ts';
import { type Campaign, campaign, shareOf, stockShard } from '../../../shared/rewards/items.ts';
import { finalOutcome } from '../../../shared/table/final-outcome.ts';
import type { StoredItem } from '../../../shared/table/item.ts';
import type { Part, Reads, Table, TransactionParts } from '../../../shared/table/table.ts';
import type { restockCampaign, withdrawStock } from './contract.ts';
import { findCampaign } from './platform-campaigns.ts';
import { type PublicationOutcome, reread } from './publication.ts';

/**
 * Administrators add units to a published campaign, and withdraw free ones, for example because gifts are broken. The client chooses an
 * id for each change. An item under this id lets the change happen only once.
 */
interface OfCampaign {
  readonly campaignId: string;
}
type Restock = OfCampaign & z.infer<typeof restockCampaign.body>;
type Withdrawal = OfCampaign & z.infer<typeof withdrawStock.body>;

interface Found<Earlier> {
  readonly campaign: Campaign | undefined;
  readonly earlier: Earlier | undefined;
}

/** Reads the campaign and an earlier restock with the same id concurrently. */
export async function findForRestock(table: Reads, of: Restock) {
  const [current, earlier] = await Promise.all([
    findCampaign(table, of.campaignId),
    table.get(restock.key(of)),
  ]);
  return { campaign: current, earlier: restock.parseIfAny(earlier) };
}

/** Reads the campaign and an earlier withdrawal with the same id concurrently. */
export async function findForWithdrawal(table: Reads, of: Withdrawal) {
  const [current, earlier] = await Promise.all([
    findCampaign(table, of.campaignId),
    table.get(withdrawal.key(of)),
  ]);
  return { campaign: current, earlier: withdrawal.parseIfAny(earlier) };
}

/**
 * Adds units to a published campaign, at most once for each `restockId`.
 * @param found the result of `findForRestock`. It is read again if a concurrent write fails the transaction.
 * @returns the current campaign, or the reason for the refusal.
 * @throws {TryAgain} if concurrent writes still win at the deadline.
 */
export function addUnits(
  table: Table,
  input: Restock,
  found: Awaited<ReturnType<typeof findForRestock>>,
  at: Date,
): Promise<PublicationOutcome<'not_published' | 'restock_id_taken'>> {
  const { units } = input;
  type Earlier = ReturnType<typeof restock.parse>;
  return changeOnce<Earlier, 'restock_id_taken', never>(table, found, () => findForRestock(table, input), {
    taken: 'restock_id_taken',
    isRepeated: (earlier) => earlier.units === units,
    plan: async (current) => ({
      parts: {
        restock: written(restock.stored({ ...input, restockedAt: at.toISOString() })),
        campaign: unitsChanged(current, 'stockUnits = stockUnits + :units', { ':units': units }, at),
        ...eachShard(current, (shard, { stockShards }) => ({
          Update: {
            Key: stockShard.key({ campaignId: input.campaignId, shard }),
            UpdateExpression: 'SET totalUnits = totalUnits + :units, freeUnits = freeUnits + :units',
            ExpressionAttributeValues: { ':units': shareOf(units, shard, stockShards) },
          },
        })),
      },
    }),
  });
}

interface TooFewFree {
  readonly kind: 'too_few_free';
  readonly free: number;
}

/**
 * Withdraws free units of a published campaign, all of them or none, and at most once for each `withdrawalId`.
 * @param found the result of `findForWithdrawal`. It is read again if a concurrent write fails the transaction.
 * @returns the current campaign, or the reason for the refusal.
 * @throws {TryAgain} if concurrent writes still win at the deadline.
 */
export function takeUnits(
  table: Table,
  input: Withdrawal,
  found: Awaited<ReturnType<typeof findForWithdrawal>>,
  at: Date,
): Promise<PublicationOutcome<'not_published' | 'withdrawal_id_taken'> | TooFewFree> {
  const { units, reason } = input;
  const again = () => findForWithdrawal(table, input);
  return changeOnce(table, found, again, {
    taken: 'withdrawal_id_taken',
    isRepeated: (earlier) => earlier.units === units && earlier.reason === reason,
    plan: async (current) => {
      const shards = await readShards(table, current);
      const free = shards.reduce((sum, { freeUnits }) => sum + freeUnits, 0);
      // The same withdrawal may have been made since the campaign was read.
      if (free < units) return (await again()).earlier ? undefined : { kind: 'too_few_free', free };
      const less =
        'stockUnits = stockUnits - :units, withdrawnUnits = if_not_exists(withdrawnUnits, :none) + :units';
      return {
        parts: {
          withdrawal: written(withdrawal.stored({ ...input, withdrawnAt: at.toISOString() })),
          campaign: unitsChanged(current, less, { ':units': units, ':none': 0 }, at),
          ...takenFrom(shards, units),
        },
      };
    },
  });
}

interface Change<Earlier, Taken extends string, Refusal> {
  /** The refusal of an id that was used for something else. */
  readonly taken: Taken;
  /** Whether the request repeats the change that was made under the same id. */
  readonly isRepeated: (earlier: Earlier) => boolean;
  /** @returns the parts of the transaction, the reason for a refusal, or `undefined` to read everything again. */
  readonly plan: (current: Campaign) => Promise<{ readonly parts: TransactionParts } | Refusal | undefined>;
}

/** Makes a change of the stock of a published campaign, or answers a repeat of it. */
function changeOnce<Earlier, Taken extends string, Refusal extends TooFewFree>(
  table: Table,
  found: Found<Earlier>,
  again: () => Promise<Found<Earlier>>,
  { taken, isRepeated, plan }: Change<Earlier, Taken, Refusal>,
): Promise<PublicationOutcome<'not_published' | Taken> | Refusal> {
  type Outcome = PublicationOutcome<'not_published' | Taken> | Refusal;
  return finalOutcome(found, again, async ({ campaign: current, earlier }): Promise<Outcome | undefined> => {
    if (!current) return { kind: 'campaign_not_found' };
    const done = async () => ({ kind: 'done' as const, campaign: await reread(table, current) });
    if (earlier) return isRepeated(earlier) ? done() : { kind: taken };
    if (current.status !== 'published') return { kind: 'not_published' };
    const planned = await plan(current);
    if (!planned || !('parts' in planned)) return planned;
    return (await table.transact(planned.parts)) ? undefined : done();
  });
}

const written = (Item: StoredItem): Part => ({
  Put: { Item, ConditionExpression: 'attribute_not_exists(pk)' },
});

/** The update of the campaign. Its first change keeps the number of units at publication. */
const unitsChanged = (
  of: Campaign,
  assignments: string,
  values: Readonly<Record<string, number>>,
  at: Date,
): Part => ({
  Update: {
    Key: campaign.key(of),
    UpdateExpression: `SET ${assignments}, unitsAtPublication = if_not_exists(unitsAtPublication, stockUnits), updatedAt = :now`,
    ConditionExpression: '#status = :published',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ...values, ':now': at.toISOString(), ':published': 'published' },
  },
});

type Shard = ReturnType<typeof stockShard.parse>;

async function readShards(table: Reads, { id: campaignId, stockShards }: Campaign): Promise<Shard[]> {
  const keys = Array.from({ length: stockShards }, (_, shard) => stockShard.key({ campaignId, shard }));
  return (await table.getAll(keys)).map(stockShard.parse);
}

/** A reservation that took a free unit after it was counted fails the transaction, so that no counter becomes negative. */
function takenFrom(shards: readonly Shard[], units: number): TransactionParts {
  const shares = inProportion(
    units,
    shards.map(({ freeUnits }) => freeUnits),
  );
  const parts = shards.flatMap((of, n): [string, Part][] => {
    const share = shares[n] ?? 0;
    if (share === 0) return [];
    const part = {
      Update: {
        Key: stockShard.key(of),
        UpdateExpression: 'SET totalUnits = totalUnits - :units, freeUnits = freeUnits - :units',
        ConditionExpression: 'freeUnits >= :units',
        ExpressionAttributeValues: { ':units': share },
      },
    };
    return [[`shard ${of.shard}`, part]];
  });
  return Object.fromEntries(parts);
}

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
