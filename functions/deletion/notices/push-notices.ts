import type { Device } from '../../../shared/notices/devices.ts';
import {
  BETWEEN_PUSHES,
  lastPush,
  type Notice,
  noticeSettings,
  toldMark,
} from '../../../shared/notices/items.ts';
import { type NoticeKindName, noticeKindOf } from '../../../shared/notices/kinds.ts';
import { lockScreenSentence } from '../../../shared/notices/lock-screen/lock-screen-sentence.ts';
import type { Push, PushService } from '../../../shared/notices/pushes.ts';
import { inParallel } from '../../../shared/runtime/in-parallel.ts';
import type { Part, Reads, Table } from '../../../shared/table/table.ts';
import { later } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import type { Breaker } from './breaker.ts';
import { endPhone, endpointOf, findPhones } from './phones.ts';

/**
 * Tells phones of waiting notices. A push that the service took may be sent again, if the run ends before the notice is marked; its id
 * makes a phone show it once. A notice that could not be sent waits for the next run, until it is not worth telling any more.
 */

/** It needs a code that the patient has just shown, so no stranger can send many, and it ends within minutes. */
const AT_ONCE: NoticeKindName = 'access_requested';

/** Accounts whose phones are told at the same time. */
export const CONCURRENT = 20;

/** The notices of one kind for one account that wait together, the oldest first. */
interface Group {
  readonly accountId: AccountId;
  readonly kind: NoticeKindName;
  readonly notices: readonly [Notice, ...Notice[]];
}

/** What became of notices: those that need nothing more, because phones were told or there is nobody to tell. The others wait. */
export interface Told {
  readonly notices: readonly Notice[];
  /** The marks of the pushes that were sent now. */
  readonly marks: readonly Part[];
}

/**
 * Tells the phones of an account.
 * @param pushFor returns what a phone is told at that time, or nothing if it is not worth telling any more.
 * @returns `waits` if one of them is to be told later, and `told` if one was
 */
export type PushToAll = (
  table: Table,
  accountId: AccountId,
  pushFor: (phone: Device, at: Date) => Push | undefined,
) => Promise<'told' | 'unreachable' | 'waits'>;

/** What a run sends. */
export interface Sending {
  readonly pushToAll: PushToAll;
  readonly counts: { pushesSent: number; pushesFailed: number };
}

/**
 * Sends pushes for one run of a worker, and counts them.
 * @param now the present time at each push, because a run takes minutes.
 */
export function newSending(service: PushService, now: () => Date, { hasStopped, trying }: Breaker): Sending {
  const counts = { pushesSent: 0, pushesFailed: 0 };

  async function send(table: Table, phone: Device, pushFor: Parameters<PushToAll>[2]) {
    const endpoint = await endpointOf(table, service, phone, now().toISOString());
    const push = endpoint && pushFor(phone, now());
    if (!push) return 'unreachable';
    const outcome = await service.send(endpoint, phone.platform, push);
    if (outcome === 'disabled') await endPhone(table, phone, now().toISOString());
    return outcome === 'sent' ? 'told' : 'unreachable';
  }

  return {
    counts,
    async pushToAll(table, accountId, pushFor) {
      const { reachable, waits } = await findPhones(table, accountId, now());
      if (waits) return 'waits';
      const outcomes: string[] = [];
      for (const phone of reachable) {
        if (hasStopped()) return 'waits';
        outcomes.push(await trying(() => send(table, phone, pushFor)));
      }
      const countOf = (outcome: string) => outcomes.filter((each) => each === outcome).length;
      counts.pushesSent += countOf('told');
      counts.pushesFailed += countOf('failed');
      if (outcomes.includes('failed')) return 'waits';
      return outcomes.includes('told') ? 'told' : 'unreachable';
    },
  };
}

/** Tells phones of the notices of one page. On a stage that sends no pushes, no notice waits. */
export async function tellNotices(
  table: Table,
  notices: readonly Notice[],
  sending: Sending | undefined,
  at: Date,
): Promise<Told> {
  if (!sending) return { notices, marks: [] };
  const now = at.toISOString();
  const worth = notices.filter(({ kind, until }) => until > now && noticeKindOf(kind).mayLeave);
  const waiting = new Set<Notice>();
  const marks: Part[] = [];
  await inParallel(await limited(table, groupsOf(worth), at), CONCURRENT, async (group) => {
    const outcome = group.isTooSoon
      ? 'waits'
      : await sending.pushToAll(table, group.accountId, (phone, then) => pushOf(group, phone, then));
    if (outcome === 'waits') for (const each of group.notices) waiting.add(each);
    const mark = { ...lastPush(group.accountId, group.kind), told: now };
    if (outcome === 'told') marks.push({ Put: { Item: toldMark.stored(mark) } });
  });
  return { notices: notices.filter((each) => !waiting.has(each)), marks };
}

/** Whole seconds from now until then. */
export const secondsUntil = (until: string, at: Date): number =>
  Math.floor((Date.parse(until) - at.getTime()) / 1000);

/** One push stands for several notices. It has the id of the first one, so a phone that already shows that one replaces it. */
function pushOf({ kind, notices }: Group, { language }: Device, at: Date): Push | undefined {
  const [first] = notices;
  const until = notices.map((each) => each.until).reduce((a, b) => (a > b ? a : b));
  const seconds = secondsUntil(until, at);
  if (seconds < 1) return;
  const said = { count: notices.length, until: new Date(until), now: at };
  return { id: first.id, seconds, ...lockScreenSentence(language, kind, said) };
}

function groupsOf(notices: readonly Notice[]): Group[] {
  const groups = Map.groupBy(notices, ({ accountId, kind }) => `${accountId} ${kind}`);
  return [...groups.values()].flatMap(([first, ...others]) =>
    first ? [{ accountId: first.accountId, kind: first.kind, notices: [first, ...others] }] : [],
  );
}

/** Leaves out the kinds that their accounts do not want as pushes, and finds out which groups must wait. */
async function limited(table: Reads, groups: readonly Group[], at: Date) {
  const items = await table.getAll(
    groups.flatMap(({ accountId, kind }) => [
      noticeSettings.key({ accountId }),
      ...(kind === AT_ONCE ? [] : [toldMark.key(lastPush(accountId, kind))]),
    ]),
  );
  const [marks, settings] = [
    items.filter(({ sk }) => sk === 'ONCE').map(toldMark.parse),
    items.filter(({ sk }) => sk === 'SETTINGS').map(noticeSettings.parse),
  ];
  const earliest = later(at, -BETWEEN_PUSHES).toISOString();
  const recent = new Set(marks.filter(({ told }) => told > earliest).map(({ hash }) => hash));
  const unwanted = new Set(
    settings.flatMap(({ accountId, notPushed }) => notPushed.map((kind) => `${accountId} ${kind}`)),
  );
  return groups
    .filter(({ accountId, kind }) => !unwanted.has(`${accountId} ${kind}`))
    .map((group) => ({ ...group, isTooSoon: recent.has(lastPush(group.accountId, group.kind).hash) }));
}
