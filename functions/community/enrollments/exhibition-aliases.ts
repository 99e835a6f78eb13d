import {
  aliasHolder,
  type HiddenAlias,
  hiddenAlias,
  hiddenAliasesOf,
} from '../../../shared/community/boards.ts';
import type { Event } from '../../../shared/community/items.ts';
import { type Enrollment, enrollment } from '../../../shared/community/participation.ts';
import { tellingOnce } from '../../../shared/notices/items.ts';
import { finalOutcome } from '../../../shared/table/final-outcome.ts';
import { type PageRequest, readPage } from '../../../shared/table/page.ts';
import type { Condition, Part, Reads, Table } from '../../../shared/table/table.ts';
import { later, minutes } from '../../../shared/values/clock.ts';
import { events } from '../versioned-content.ts';
import { nextVersionParts } from './enrollments.ts';
import { folded } from './look-alikes.ts';

/**
 * An alias that is hidden in a whole exhibition. Its item is written first, and `enroll` and `changeEnrollment` read it, so nobody takes
 * the alias from then on. After that, the enrollments that have it disappear from the boards, one challenge after the other. A person who
 * read before the item was written may still take the alias; a worker looks again when no such request can be in flight any more.
 */

/** No request is in flight for longer. */
const LOOK_AGAIN_AFTER = minutes(2);

interface OfEvent {
  readonly joinCode: string;
  readonly alias: string;
}

/** Reads an exhibition, and whether an alias is hidden in it. */
export async function findHidden(table: Reads, { joinCode, alias }: OfEvent) {
  const [event, item] = await Promise.all([
    events.find(table, joinCode),
    table.get(hiddenAlias.key({ joinCode, folded: folded(alias) })),
  ]);
  return { event, present: hiddenAlias.parseIfAny(item) };
}

/**
 * Hides an alias in all challenges of an exhibition, or shows it again. Repeating it continues after an interruption.
 * @param found the result of `findHidden`. It is read again if a concurrent write fails the transaction.
 * @throws {TryAgain} if concurrent writes still win at the deadline.
 */
export async function setHidden(
  table: Table,
  { joinCode, alias, hidden }: OfEvent & { readonly hidden: boolean },
  found: Awaited<ReturnType<typeof findHidden>>,
  at: Date,
): Promise<'done' | 'event_not_found'> {
  const again = () => findHidden(table, { joinCode, alias });
  const written = await finalOutcome(found, again, async ({ event, present }) => {
    if (!event) return 'event_not_found';
    if ((present?.hiddenAt !== undefined) === hidden) return { event, item: present };
    const changedAt = at.toISOString();
    const item = {
      ...{ joinCode, folded: folded(alias), alias, changedAt },
      ...(hidden && { hiddenAt: changedAt }),
      lookAgainAt: later(at, LOOK_AGAIN_AFTER).toISOString(),
    };
    const refused = await table.transact({
      alias: { Put: { Item: hiddenAlias.stored(item), ...unchangedSince(present) } },
    });
    return refused ? undefined : { event, item };
  });
  if (written === 'event_not_found') return written;
  if (written.item) await followUp(table, written.event, written.item, at);
  return 'done';
}

const unchangedSince = (
  present: HiddenAlias | undefined,
): Condition & { readonly ConditionExpression: string } =>
  present
    ? {
        // Two administrators may change it in the same millisecond.
        ConditionExpression: `changedAt = :changed AND ${present.hiddenAt ? 'attribute_exists' : 'attribute_not_exists'}(hiddenAt)`,
        ExpressionAttributeValues: { ':changed': present.changedAt },
      }
    : { ConditionExpression: 'attribute_not_exists(pk)' };

/**
 * Hides or shows the enrollments that have an alias, one challenge after the other. It ends when another administrator has changed the
 * item since.
 * @throws {TryAgain} if concurrent writes still win at the deadline.
 */
export async function followUp(
  table: Table,
  { challenges }: Pick<Event, 'challenges'>,
  item: HiddenAlias,
  at: Date,
): Promise<void> {
  // The order of a stored map is not fixed.
  for (const challengeId of Object.keys(challenges).sort()) {
    const find = () => findByAlias(table, challengeId, item.folded);
    const outcome = await finalOutcome(await find(), find, (own) => change(table, item, own, at));
    if (outcome === 'overtaken') return;
  }
}

/** Finds the enrollment that has an alias. @returns `null` if nobody has it, and `undefined` between two changes of its owner */
async function findByAlias(table: Reads, challengeId: string, alias: string) {
  const item = await table.get(aliasHolder.key({ challengeId, folded: alias }));
  const accountId = aliasHolder.parseIfAny(item)?.accountId;
  if (!accountId) return null;
  const own = enrollment.parseIfAny(await table.get(enrollment.key({ challengeId, accountId })));
  return own?.foldedAlias === alias ? own : undefined;
}

async function change(
  table: Table,
  item: HiddenAlias,
  own: Enrollment | null | undefined,
  at: Date,
): Promise<'done' | 'overtaken' | undefined> {
  if (own === undefined) return undefined;
  if (own === null || own.aliasHiddenInEventAt === item.hiddenAt) return 'done';
  const parts = {
    ...nextVersionParts(own, { ...own, aliasHiddenInEventAt: item.hiddenAt, version: own.version + 1 }, at),
    hiding: { ConditionCheck: { Key: hiddenAlias.key(item), ...unchangedSince(item) } },
  };
  // One hiding tells a person once, in however many challenges the alias is.
  const notice = item.hiddenAt ? noticeOf(own, item.hiddenAt) : undefined;
  const refused = await table.transact({ ...parts, ...(notice && { notice }) });
  if (!refused) return 'done';
  const wasTold = refused.notice && Object.keys(refused).length === 1;
  const refusedAgain = wasTold ? await table.transact<string>(parts) : refused;
  if (!refusedAgain) return 'done';
  return refusedAgain.hiding ? 'overtaken' : undefined;
}

const noticeOf = ({ accountId: to, joinCode, clubId }: Enrollment, at: string): Part =>
  tellingOnce('alias_hidden_in_event', { to, at, joinCode, clubId });

/**
 * Ends the work on an alias that was hidden or shown. A hidden one stays, and nothing is left of one that was shown. If an administrator
 * has changed it since, the worker looks at that change later.
 */
export async function finish(table: Table, item: HiddenAlias): Promise<void> {
  const Key = hiddenAlias.key(item);
  const asFound = unchangedSince(item);
  await table.transact({
    alias: item.hiddenAt
      ? { Update: { Key, UpdateExpression: 'REMOVE lookAgainAt, gsi1pk, gsi1sk', ...asFound } }
      : { Delete: { Key, ...asFound } },
  });
}

/** Reads one page of the aliases that are hidden in an exhibition. */
export async function readHidden(table: Reads, joinCode: string, page: PageRequest) {
  const { items, ...rest } = await readPage(table, hiddenAliasesOf(joinCode), page);
  const aliases = items
    .map(hiddenAlias.parse)
    .flatMap(({ alias, hiddenAt }) => (hiddenAt ? [{ alias, hiddenAt }] : []));
  return { aliases, ...rest };
}
