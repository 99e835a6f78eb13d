import * as z from 'zod/mini';
import {
  type EpochSeconds,
  endOf,
  epochSeconds,
  type Key,
  partition,
  type StoredItem,
} from '../table/item.ts';
import { partitionFor } from '../table/spread.ts';
import type { Part, Range, Reads } from '../table/table.ts';
import { days, later, seconds } from '../values/clock.ts';
import type { Campaign } from './items.ts';

/**
 * Held units by the time at which their reservations expire. The roll-up counts the claims that are stored as reserved in
 * rows of each campaign and of each merchant's report: `HOLDS` counts all of them, and `HOLDS-UNTIL#<time>` those that expire
 * in the ten seconds up to a time. Rows whose time has passed count the reservations that have expired and are not released
 * yet. They are few, because the sweep releases the claims and deletes rows that count none.
 *
 * A release moves a unit from held to free, and out of both rows. So neither `free + held` nor the number of active holds
 * changes, whichever of the two the roll-up counts first.
 *
 * REWARDS#HOLDS#<0 to 3, by campaign> | HOLDS#<campaignId>, HOLDS-UNTIL#<time>#<campaignId>
 * The rows of a merchant are in its report (`shared/rollups/items.ts`).
 */
export const HOLDS_ROW = 'HOLDS';
const UNTIL = 'HOLDS-UNTIL';

const BUCKET = seconds(10);

/** The row that counts a claim by its expiry, which is at most ten seconds before the time of the row. */
export function expiryRow(expiresAt: string): string {
  const end = Math.ceil(Date.parse(expiresAt) / BUCKET) * BUCKET;
  return `${UNTIL}#${new Date(end).toISOString()}`;
}

/** Claims are released within minutes, so a row counts none long before DynamoDB deletes it. */
const ROW_LIFE = days(7);

/** When DynamoDB may delete a row; `undefined` for a row that does not expire. */
export function rowEnd(row: string): EpochSeconds | undefined {
  const [head, time = ''] = row.split('#');
  return head === UNTIL ? epochSeconds(later(new Date(time), ROW_LIFE)) : undefined;
}

/** One query reads the rows of about 45 campaigns. Reading those of each campaign would cost at least half a unit for each. */
const PARTITIONS = 4;
const partitionOf = (campaignId: string): string =>
  partition('REWARDS#HOLDS#', String(partitionFor(campaignId, PARTITIONS)));

/** The rows of all campaigns are spread over these partitions, so that a busy campaign slows down only its own. */
export const holdPartitions = Array.from({ length: PARTITIONS }, (_, n) =>
  partition('REWARDS#HOLDS#', String(n)),
);

/** The item with a row of a campaign. */
export const holdsKey = (campaignId: string, row: string): Key => ({
  pk: partitionOf(campaignId),
  sk: `${row}#${campaignId}`,
});

/** All rows of all campaigns in the partition of a campaign. */
export const holdsBeside = (campaignId: string): Range => ({ pk: partitionOf(campaignId) });

/** The row of a campaign that an item is, or `undefined` for a row of another campaign. */
export function rowOf(campaignId: string, { sk }: StoredItem): string | undefined {
  const end = `#${campaignId}`;
  return String(sk).endsWith(end) ? String(sk).slice(0, -end.length) : undefined;
}

/** The holds of an owner at a moment. */
export interface Holds {
  /** The rows whose time has passed. */
  readonly expired: readonly StoredItem[];
  /** The units whose reservations have expired by then and are not released yet. */
  readonly expiredUnits: number;
  /** All held units. Missing before the first reservation was counted, or if too many rows have passed. */
  readonly units?: number | undefined;
}

/**
 * Rows that a query reads: those of two hours of one campaign, and of three minutes if 45 campaigns have some in every ten
 * seconds. If the sweep does not run for longer, the oldest expired reservations count as held until it has released them.
 */
const MAX_ROWS = 800;

/**
 * Reads the holds in a partition at a moment with one query, which may lag by milliseconds. It reads the rows of all holds
 * last: a release in between makes more units available, and never fewer.
 */
const readRows = (table: Reads, pk: string, at: Date): Promise<StoredItem[]> =>
  table.query({
    pk,
    from: HOLDS_ROW,
    to: endOf(`${UNTIL}#${at.toISOString()}`),
    descending: true,
    limit: MAX_ROWS,
    consistent: false,
  });

const Row = z.object({ pk: z.string(), sk: z.string(), units: z._default(z.number(), 0) });
const unitsIn = (row: StoredItem): number => Row.parse(row).units;
const hasPassed = ({ sk }: StoredItem): boolean => String(sk).startsWith(UNTIL);

/** Reads the holds of a merchant at a moment. @param pk the partition of its report. */
export async function readHoldsOfMerchant(table: Reads, pk: string, at: Date): Promise<Holds> {
  return holdsFrom(await readRows(table, pk, at));
}

/** Adds up the rows of an owner at a moment. */
export function holdsFrom(rows: readonly StoredItem[]): Holds {
  const expired = rows.filter(hasPassed);
  const all = rows.find((row) => !hasPassed(row));
  return {
    expired,
    expiredUnits: expired.reduce((sum, row) => sum + unitsIn(row), 0),
    units: all && unitsIn(all),
  };
}

/** Reads the holds of campaigns at a moment, in their order. */
export async function readHolds(table: Reads, campaignIds: readonly string[], at: Date): Promise<Holds[]> {
  const partitions = [...new Set(campaignIds.map(partitionOf))];
  const rows = (await Promise.all(partitions.map((pk) => readRows(table, pk, at)))).flat();
  const rowsOf = Map.groupBy(rows, ({ sk }) => String(sk).split('#').at(-1));
  return campaignIds.map((id) => holdsFrom(rowsOf.get(id) ?? []));
}

/** Reads the stock of campaigns at a moment, in their order. Those without held units need no query. */
export async function readStocks(
  table: Reads,
  campaigns: readonly Campaign[],
  at: Date,
): Promise<{ readonly campaign: Campaign; readonly stock: Stock }[]> {
  const held = campaigns.flatMap(({ id, heldUnits }) => (heldUnits ? [id] : []));
  const found = await readHolds(table, held, at);
  const holds = new Map(held.map((id, n) => [id, found[n]]));
  return campaigns.map((of) => ({ campaign: of, stock: countStock(of, holds.get(of.id)) }));
}

/** The most parts of a transaction. */
const MAX_DELETED = 100;

/** Transactions that delete the rows in a partition that have passed and count nothing. */
export async function deletionsOfEmptyRows(
  table: Reads,
  pk: string,
  at: Date,
): Promise<Readonly<Record<string, Part>>[]> {
  const rows = (await readRows(table, pk, at)).filter((row) => hasPassed(row) && unitsIn(row) === 0);
  const parts = rows.map((row): [string, Part] => [
    String(row['sk']),
    {
      Delete: {
        Key: { pk, sk: String(row['sk']) },
        ConditionExpression: 'units = :none',
        ExpressionAttributeValues: { ':none': 0 },
      },
    },
  ]);
  return Array.from({ length: Math.ceil(parts.length / MAX_DELETED) }, (_, n) =>
    Object.fromEntries(parts.slice(n * MAX_DELETED, (n + 1) * MAX_DELETED)),
  );
}

/** The counters of a campaign or of all campaigns of a merchant. A missing one is 0. */
interface StockCounters {
  readonly freeUnits: number;
  readonly heldUnits?: number | undefined;
  readonly redeemedUnits?: number | undefined;
}

/** Units as people see them. Available + held + redeemed is the total. */
export type Stock = Readonly<Record<'total' | 'available' | 'held' | 'redeemed', number>>;

/** Counts units as people see them: a held unit whose reservation has expired is available. */
export function countStock(
  { freeUnits, heldUnits = 0, redeemedUnits = 0 }: StockCounters,
  { units = heldUnits, expiredUnits }: Pick<Holds, 'units' | 'expiredUnits'> = { expiredUnits: 0 },
): Stock {
  // Claims and units are counted separately, each about a second late, so their numbers can differ for a moment.
  const held = Math.min(Math.max(units - expiredUnits, 0), freeUnits + heldUnits);
  return {
    total: freeUnits + heldUnits + redeemedUnits,
    available: freeUnits + heldUnits - held,
    held,
    redeemed: redeemedUnits,
  };
}
