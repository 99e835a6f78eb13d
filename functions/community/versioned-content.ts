import type * as z from 'zod/mini';
import {
  type Challenge,
  type Club,
  challenge,
  club,
  type Event,
  event,
  isShown,
} from '../../shared/community/items.ts';
import type { StoredItem } from '../../shared/table/item.ts';
import type { Part, Reads, Table, TransactionParts } from '../../shared/table/table.ts';
import { assigning } from '../../shared/table/update.ts';

/**
 * Administrators and owners change clubs, exhibitions and challenges. Every change has a condition on the version that
 * it replaces, so concurrent changes cannot overwrite each other. These writes leave out what others write: the roll-up
 * writes the number of members, challenges enter themselves into their exhibition, `parentsShown` follows what the content
 * belongs to, a worker writes `lastShownSteps`, and the roll-up widens boards.
 */
type Content = Club | Event | Challenge;

/** Finds and writes one kind of content. */
export interface ContentStore<Item extends Content> {
  readonly kind: { readonly stored: (item: Item) => StoredItem };
  readonly find: (table: Reads, name: string) => Promise<Item | undefined>;
  /** The key that `find` takes. */
  readonly lookupKey: (item: Item) => string;
  /** Sets the fields that follow from the others when a version is written. */
  readonly completed: (item: Item, now: string) => Item;
}

const started = <Item extends Event | Challenge>(item: Item, now: string): Item => ({
  ...item,
  hasStarted: item.startsAt <= now,
});

export const clubs: ContentStore<Club> = {
  kind: club,
  find: async (table, id) => club.parseIfAny(await table.get(club.key({ id }))),
  lookupKey: ({ id }) => id,
  completed: (item, now) => (isShown(item) ? { firstShownAt: now, ...item } : item),
};

export const events: ContentStore<Event> = {
  kind: event,
  find: async (table, joinCode) => event.parseIfAny(await table.get(event.key({ joinCode }))),
  lookupKey: ({ joinCode }) => joinCode,
  completed: started,
};

export const challenges: ContentStore<Challenge> = {
  kind: challenge,
  find: async (table, id) => challenge.parseIfAny(await table.get(challenge.key({ id }))),
  lookupKey: ({ id }) => id,
  completed: started,
};

/** Further conditions of a change. The first are about other items; `refusal` names their failure. */
export interface FurtherConditions<Refusal extends string> {
  readonly parts: TransactionParts;
  readonly refusal: Refusal;
  /** Conditions about numbers of the content itself. Their failure is a `version_conflict`. */
  readonly unchanged?: Readonly<Record<string, number>>;
}

/**
 * Changes content that still has the given version.
 * @param found the content as it was read.
 * @returns the content with the next version, or `version_conflict` if the content has another version.
 */
export async function changeVersion<Item extends Content, Refusal extends string = never>(
  table: Table,
  store: ContentStore<Item>,
  found: Item,
  { version, ...changes }: Partial<Item> & { readonly version: number },
  at: Date,
  further?: FurtherConditions<Refusal>,
): Promise<
  { readonly kind: 'changed'; readonly after: Item } | { readonly kind: 'version_conflict' | Refusal }
> {
  if (found.version !== version) return { kind: 'version_conflict' };
  const { after, part } = nextVersion(store, found, changes as Partial<Item>, at, further?.unchanged);
  const refused = await table.transact({ ...further?.parts, content: part });
  if (!refused) return { kind: 'changed', after };
  return { kind: further && !refused.content ? further.refusal : 'version_conflict' };
}

/**
 * Publishes or unpublishes content in its current version. After a concurrent change it reads the content and tries
 * again.
 * @param more further changes of the content, and further parts of the same transaction.
 * @returns `undefined` if the content does not exist.
 * @throws {TryAgain} if concurrent writes still win at the deadline.
 */
export async function setPublished<Item extends Content>(
  table: Table,
  store: ContentStore<Item>,
  found: Item | undefined,
  published: boolean,
  at: Date,
  more: (item: Item) => { readonly changes?: Partial<Item>; readonly parts?: TransactionParts } = () => ({}),
): Promise<Item | undefined> {
  for (let current = found; current; current = await store.find(table, store.lookupKey(current))) {
    if ((current.publishedAt !== undefined) === published) return current;
    const { changes, parts } = more(current);
    const publishedAt = published ? at.toISOString() : undefined;
    const { after, part } = nextVersion(store, current, { ...changes, publishedAt } as Partial<Item>, at);
    if (!(await table.transact({ content: part, ...parts }))) return after;
  }
  return undefined;
}

/** @returns the next version of the content, and the transaction part that writes it if `before` is still current. */
export function nextVersion<Item extends Content>(
  { kind, completed }: ContentStore<Item>,
  before: Item,
  changes: Partial<Item>,
  at: Date,
  unchanged: Readonly<Record<string, number>> = {},
): { readonly after: Item; readonly part: Part } {
  const now = at.toISOString();
  const after = completed({ ...before, ...changes, version: before.version + 1, updatedAt: now }, now);
  // The first publication of a challenge also decides the partitions of its boards.
  const others = OTHERS_WRITE.filter((field) => !(field in changes));
  const old = without(others, kind.stored(before));
  const removed = Object.fromEntries(Object.keys(old).map((name) => [name, undefined]));
  const { pk, sk } = kind.stored(before);
  const assigned = assigning(
    { ...removed, ...without(others, kind.stored(after)) },
    {
      ConditionExpression: [
        '#version = :before',
        ...Object.keys(unchanged).map((number, n) => `${number} = :unchanged${n}`),
      ].join(' AND '),
      ExpressionAttributeValues: {
        ':before': before.version,
        ...Object.fromEntries(Object.values(unchanged).map((value, n) => [`:unchanged${n}`, value])),
      },
    },
  );
  return { after, part: { Update: { Key: { pk: String(pk), sk: String(sk) }, ...assigned } } };
}

/** The key, and the fields of content that other writes than its versions change. */
const OTHERS_WRITE = [
  'pk',
  'sk',
  'memberCount',
  'challenges',
  'parentsShown',
  'lastShownSteps',
  'boardPartitions',
];

const without = (fields: readonly string[], item: StoredItem): StoredItem =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !fields.includes(name))) as StoredItem;

/**
 * Adds the optional fields that a PUT request omits as `undefined`, so that the update removes them.
 * @param body the schema of the request's body.
 */
export function wholeInput<Input>(body: z.ZodMiniObject, input: Input) {
  const optional = Object.keys(body.shape).filter((name) => body.shape[name]?._zod.optin === 'optional');
  return { ...Object.fromEntries(optional.map((name) => [name, undefined])), ...input };
}

/** The initial fields of a draft. Administrators create drafts, so they count as reviewed. */
export function draft(
  { id, visibility }: { readonly id: string; readonly visibility: Club['visibility'] },
  now: string,
) {
  return { id, visibility, memberCount: 0, version: 1, createdAt: now, updatedAt: now, reviewedAt: now };
}
