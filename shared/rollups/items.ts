import * as z from 'zod/mini';
import { epochSeconds, type Key, kind, partition } from '../table/item.ts';
import { partitionFor } from '../table/spread.ts';
import { days, later } from '../values/clock.ts';
import { recordOf } from '../values/records.ts';
import { AccountId, count, Timestamp, Uuid } from '../values/resources.ts';
import { SHARED_STATUSES, type SharedStatus } from '../workspaces/certificate-statuses.ts';

/**
 * Counters over people, and the amounts that they include for each item (`shared/rollups/settle.ts`).
 *
 * ROLLUP#RECORD#<owner>#<partition> | <pk of the item>|<sk of the item>   the amounts that the counters include for an item
 * ROLLUP#COUNTED | UP-TO                              until when the roll-up has counted (`shared/rollups/counted-up-to.ts`)
 * ROLLUP#CERTIFICATES#<accountId> | REST#<workspaceId>   the medical certificates that are still to be counted after a change of
 *   a membership; ttl = two days later
 * ROLLUP#REBUILD#<owner> | LOCK                        the counters of the owner are being rebuilt
 * ROLLUP#REBUILD#<owner or all> | PROGRESS             where a rebuild of one owner or of all owners continues
 * WORKSPACE#REPORT#<workspaceId> | DAY#<date>, TOTALS   counts of a Malaysian day, and current totals
 * WORKSPACE#REPORT#<workspaceId> | HOLDS, HOLDS-UNTIL#<time>   held units by the time at which their reservations expire
 * WORKSPACE#REPORT#<workspaceId> | HANDED-OUT#<date>   the gifts of each campaign that were handed out on a Malaysian day
 * WORKSPACE#CERTIFICATE-DAYS#<workspaceId> | DAY#<date>   how many shared requests start and end on a day
 *
 * The other counters are fields of the items that show them: the members of a club, an exhibition and a challenge, the
 * participants of a display, and the free, held and redeemed units of a campaign.
 */
const OwnerShape = z.object({
  kind: z.enum(['club', 'event', 'challenge', 'campaign', 'workspace', 'certificates']),
  /** For an exhibition, its join code. */
  id: z.string(),
});

/** The club, campaign or other thing whose counters an item changes. The owner of an item never changes. */
export type Owner = Readonly<z.infer<typeof OwnerShape>>;

/** The name of an owner in keys and on the command line, such as `club:<id>`. */
export const ownerName = ({ kind: of, id }: Owner): string => `${of}:${id}`;

/** @throws {z.core.$ZodError} for a text that names no owner. */
export function parseOwner(name: string): Owner {
  const [of, id] = name.split(':');
  return OwnerShape.parse({ kind: of, id });
}

/** When a hall opens, the roll-up writes more than a thousand records of one challenge a second. */
const RECORD_PARTITIONS = 16;
const recordsIn = (owner: Owner, n: number) => ({
  pk: partition('ROLLUP#RECORD#', ownerName(owner), String(n)),
});
/** The contribution records of an owner, in several lists. */
export const recordsOf = (owner: Owner) =>
  Array.from({ length: RECORD_PARTITIONS }, (_, n) => recordsIn(owner, n));

/** Twice as long as the stream keeps its records, so that no stream record finds its contribution record missing. */
const EMPTY_RECORD_LIFE = days(2);

export const contributionRecord = kind({
  prefix: 'ROLLUP#RECORD#',
  shape: z.object({
    owner: OwnerShape,
    item: z.object({ pk: z.string(), sk: z.string() }),
    /** Each settlement increases it, so that a concurrent one fails. */
    revision: z.int().check(z.minimum(1)),
    /** What the counters include for this item, by row and by field. A row without amounts is left out. */
    amounts: z.record(z.string(), z.record(z.string(), z.number())),
    settledAt: Timestamp,
  }),
  key: ({ owner, item: { pk, sk } }: { owner: Owner; item: Key }) => ({
    ...recordsIn(owner, partitionFor(pk, RECORD_PARTITIONS)),
    sk: `${pk}|${sk}`,
  }),
  ttl: ({ amounts, settledAt }) =>
    Object.keys(amounts).length === 0
      ? epochSeconds(later(new Date(settledAt), EMPTY_RECORD_LIFE))
      : undefined,
});
export type ContributionRecord = ReturnType<typeof contributionRecord.parse>;

/** Twice as long as the stream keeps its records. */
const REST_LIFE = days(2);

/** The stream delivers this item to the roll-up, which then counts the next page of the certificates. */
export const remainingCertificates = kind({
  prefix: 'ROLLUP#CERTIFICATES#',
  shape: z.object({
    accountId: AccountId,
    workspaceId: Uuid,
    /** The sort key of the last certificate that is counted. */
    after: z.string(),
    /** When the membership changed. Reports say that they have not counted further. */
    since: z.optional(Timestamp),
    /** Differs in each write, because the stream has no record of a write that changes nothing. */
    id: Uuid,
    writtenAt: Timestamp,
  }),
  key: ({ accountId, workspaceId }: { accountId: AccountId; workspaceId: string }) => ({
    pk: partition('ROLLUP#CERTIFICATES#', accountId),
    sk: `REST#${workspaceId}`,
  }),
  ttl: ({ writtenAt }) => epochSeconds(later(new Date(writtenAt), REST_LIFE)),
});

export const rebuildLock = kind({
  prefix: 'ROLLUP#REBUILD#',
  shape: z.object({ owner: OwnerShape, holder: z.string(), lockedUntil: Timestamp }),
  key: ({ owner }: { owner: Owner }) => ({ pk: partition('ROLLUP#REBUILD#', ownerName(owner)), sk: 'LOCK' }),
  ttl: ({ lockedUntil }) => epochSeconds(new Date(lockedUntil)),
});

/** An abandoned rebuild can be continued for a day. */
const PROGRESS_LIFE = days(1);

export const rebuildProgress = kind({
  prefix: 'ROLLUP#REBUILD#',
  shape: z.object({
    /** The name of the only owner to rebuild, or `all`. */
    scope: z.string(),
    /** All owners whose names sort before this one are finished. */
    owner: OwnerShape,
    /** The list of this owner that was read last, and the sort key up to which its items are settled. */
    place: z.optional(z.object({ list: z.string(), after: z.string() })),
    /** The number of owners so far that could not be rebuilt. */
    ownersFailed: count(),
    savedAt: Timestamp,
  }),
  key: ({ scope }: { scope: string }) => ({ pk: partition('ROLLUP#REBUILD#', scope), sk: 'PROGRESS' }),
  ttl: ({ savedAt }) => epochSeconds(later(new Date(savedAt), PROGRESS_LIFE)),
});
export type RebuildProgress = ReturnType<typeof rebuildProgress.parse>;

/** The rows of a workspace's report: its days, then its totals. */
export const reportOf = (workspaceId: string) => ({ pk: partition('WORKSPACE#REPORT#', workspaceId) });
/** The rows of a workspace's medical-certificate totals. Their prefix differs, so that the report cannot read them. */
export const certificateDaysOf = (workspaceId: string) => ({
  pk: partition('WORKSPACE#CERTIFICATE-DAYS#', workspaceId),
});
/** @param date `YYYY-MM-DD`, in Malaysian time. */
export const dayRow = (date: string): string => `DAY#${date}`;
/** Its fields are the ids of campaigns. It is apart from the row of the day, because reports read up to 366 of those. */
export const handedOutRow = (date: string): string => `HANDED-OUT#${date}`;
export const TOTALS_ROW = 'TOTALS';
/** The item that the owner is: a club, an exhibition, a challenge or a campaign. It exists before anything is counted. */
export const ITEM_ROW = 'item';
/** The public display of a challenge. */
export const DISPLAY_ROW = 'display';

const counter = () => z._default(count(), 0);

/** The counts of a Malaysian day in the report of a workspace. A field is missing until something is counted in it. */
export const ReportDay = z.object({
  joined: counter(),
  ended: counter(),
  invited: counter(),
  acceptances: counter(),
  /** The invitations that were created on this day and have been accepted. */
  accepted: counter(),
  /** The invitations that were created on this day and have been revoked. */
  revoked: counter(),
  /** The claims that were reserved on this day, by their stored status. */
  reserved: counter(),
  redeemed: counter(),
  expired: counter(),
});

export const ReportTotals = z.object({
  activeMembers: counter(),
  freeUnits: counter(),
  heldUnits: counter(),
  redeemedUnits: counter(),
});

type CertificateCounter = `${SharedStatus}${'Starts' | 'Ends' | 'Open'}`;
const certificateCounters = SHARED_STATUSES.flatMap((status): CertificateCounter[] => [
  `${status}Starts`,
  `${status}Ends`,
  `${status}Open`,
]);

/**
 * The shared requests that start and end on a day, by their status. On the first day of a month, `open` counts those
 * that began earlier and have not ended before it.
 */
export const CertificateDay = z.object(recordOf(certificateCounters, counter));
