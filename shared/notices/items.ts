import * as z from 'zod/mini';
import { beginningWith, epochSeconds, indexList, kind, partition } from '../table/item.ts';
import { spreadOf, spreads } from '../table/spread.ts';
import type { Part } from '../table/table.ts';
import { days, fingerprint, idFrom, later, minutes, timeOrderedId } from '../values/clock.ts';
import { NOTICE_DAYS } from '../values/limits.ts';
import { AccountId, Timestamp, Uuid } from '../values/resources.ts';
import type { NoticeId } from './kind.ts';
import { type NoticeKindName, noticeKindOf, type noticeKinds, type PushedKind } from './kinds.ts';
import { noticeFields, noticeSettingFields } from './schemas.ts';

/**
 * NOTICE#<accountId> | AT#<noticeId>         a notice of an account, whose id begins with its time; ttl = 90 days later
 *   gsi1 NOTICE#WAITING#<0 to 15, by account> | <noticeId>   until `deliverNotices` has seen it
 * NOTICE#<accountId> | READ                  up to which notice the account has read
 * NOTICE#<accountId> | SETTINGS              how the account is told
 * NOTICE-ONCE#<sha256> | ONCE                when somebody was told something that is not told often; ttl = a day later
 * NOTICE-TIMES | UP-TO                       the time up to which the timed notices are written
 *
 * A notice is written in the transaction of its act, so nothing is told that did not happen. It holds its kind, ids and times. No name
 * and no text of anybody is copied, because a copy would outlive its owner's erasure in the partition of somebody else.
 */
export const noticesOf = (accountId: AccountId) => ({ pk: partition('NOTICE#', accountId) });

const AT = 'AT#';
const LEAST = '00000000-0000-0000-0000-000000000000';

/** The notices of an account that TTL may not delete yet, by time. */
export const noticesSince = (accountId: AccountId, at: Date) => ({
  ...noticesOf(accountId),
  from: `${AT}${timeOrderedId(later(at, -days(NOTICE_DAYS)), LEAST)}`,
  to: beginningWith(AT).to,
});

const waitingList = (spread: string) => indexList('gsi1', 'NOTICE#WAITING#', spread);
/** The notices that no run of `deliverNotices` has seen, in 16 lists, by time. */
export const waitingNotices = spreads.map(waitingList);

export const notice = kind({
  prefix: 'NOTICE#',
  shape: z.object({
    ...noticeFields,
    accountId: AccountId,
    /** When `deliverNotices` has seen it. */
    deliveredAt: z.optional(Timestamp),
  }),
  key: ({ accountId, id }: { accountId: AccountId; id: string }) => ({
    ...noticesOf(accountId),
    sk: `${AT}${id}`,
  }),
  indexes: ({ accountId, id, deliveredAt }) => ({
    gsi1: deliveredAt ? undefined : { ...waitingList(spreadOf(accountId)), sk: id },
  }),
  ttl: ({ at }) => epochSeconds(later(new Date(at), days(NOTICE_DAYS))),
});
export type Notice = ReturnType<typeof notice.parse>;

/** The latest notice that an account has read. */
export const readMark = kind({
  prefix: 'NOTICE#',
  shape: z.object({ accountId: AccountId, noticeId: Uuid, noticeAt: Timestamp }),
  key: ({ accountId }: { accountId: AccountId }) => ({ ...noticesOf(accountId), sk: 'READ' }),
});
export type ReadMark = ReturnType<typeof readMark.parse>;

/** An account without this item has the defaults: mail in all languages, and pushes of every kind. */
export const noticeSettings = kind({
  prefix: 'NOTICE#',
  shape: z.object({ accountId: AccountId, ...noticeSettingFields }),
  key: ({ accountId }: { accountId: AccountId }) => ({ ...noticesOf(accountId), sk: 'SETTINGS' }),
});

type Kinds = typeof noticeKinds;
type IdsOf<K extends NoticeKindName> = Readonly<Record<Kinds[K]['ids'][number], string>>;
type Until<K extends NoticeKindName> = Kinds[K]['worthDays'] extends 'until'
  ? { readonly until: string }
  : { readonly until?: undefined };
export type Told<K extends NoticeKindName> = IdsOf<K> &
  Until<K> & { readonly to: AccountId; readonly at: string };

type AnyTold = Readonly<Partial<Record<NoticeId, string>>> & {
  readonly to: AccountId;
  readonly at: string;
  readonly until?: string | undefined;
};

/** The notice of an act. Its id follows from its kind, its recipient, its time and what it is about. */
function noticeOf(name: NoticeKindName, { to, at, until = at, ...ids }: AnyTold): Notice {
  const { worthDays } = noticeKindOf(name);
  const worthUntil = worthDays === 'until' ? until : later(new Date(at), days(worthDays)).toISOString();
  const id = timeOrderedId(new Date(at), idFrom([name, to, at, ...Object.entries(ids).flat()]));
  return { id, accountId: to, kind: name, at, until: worthUntil, about: ids };
}

/**
 * The part of an act's transaction that tells its recipient. It checks nothing: whether the recipient's account is open is found out
 * when the notice is delivered or listed.
 */
export const telling = <K extends NoticeKindName>(name: K, told: Told<K>): Part => ({
  Put: { Item: notice.stored(noticeOf(name, told)) },
});

/** The same for what a worker tells at a time, each once: it fails if it was told before. */
export const tellingOnce = <K extends NoticeKindName>(name: K, told: Told<K>): Part => ({
  Put: {
    Item: notice.stored(noticeOf(name, told)),
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

const DAY = days(1);

/** When somebody was told, by a hash of words that say who and what, so it names nobody. */
export const toldMark = kind({
  prefix: 'NOTICE-ONCE#',
  shape: z.object({
    hash: z.string(),
    told: Timestamp,
    /** What it was, if one may be told twice: the id of the pushes. */
    of: z.optional(Uuid),
  }),
  key: ({ hash }: { hash: string }) => ({ pk: partition('NOTICE-ONCE#', hash), sk: 'ONCE' }),
  ttl: ({ told }) => epochSeconds(later(new Date(told), DAY)),
});

const hashOf = (words: readonly string[]): string => fingerprint(JSON.stringify(words));

/** An account gets at most one push of a kind in this time. What comes meanwhile is told later. */
export const BETWEEN_PUSHES = minutes(10);

/** The mark of the last push of a kind to an account. */
export const lastPush = (accountId: AccountId, name: PushedKind) => ({
  hash: hashOf(['push', accountId, name]),
});

/** A part that fails if it was in a transaction with the same words within the last day. */
export const onlyOnceADay = (words: readonly string[], at: string): Part => ({
  Put: {
    Item: toldMark.stored({ hash: hashOf(words), told: at }),
    ConditionExpression: 'attribute_not_exists(pk) OR told <= :earliest',
    ExpressionAttributeValues: { ':earliest': later(new Date(at), -DAY).toISOString() },
  },
});

export const timedNotices = kind({
  prefix: 'NOTICE-TIMES',
  shape: z.object({ upTo: Timestamp }),
  key: () => ({ pk: partition('NOTICE-TIMES'), sk: 'UP-TO' }),
});
