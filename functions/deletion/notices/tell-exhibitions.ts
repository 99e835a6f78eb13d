import { type Event, event } from '../../../shared/community/items.ts';
import {
  attendeesOf,
  type Enrollment,
  type EventMembership,
  enrolledIn,
  enrollment,
  eventMembership,
} from '../../../shared/community/participation.ts';
import { accountStanding } from '../../../shared/identity/account.ts';
import {
  type ExhibitionNews,
  exhibitionNews,
  idOfNews,
  waitingNews,
} from '../../../shared/notices/exhibition-news.ts';
import { BETWEEN_PUSHES, lastPush, noticeSettings, toldMark } from '../../../shared/notices/items.ts';
import { lockScreenSentence } from '../../../shared/notices/lock-screen/lock-screen-sentence.ts';
import { inParallel } from '../../../shared/runtime/in-parallel.ts';
import { transactGroups } from '../../../shared/table/groups.ts';
import type { StoredItem } from '../../../shared/table/item.ts';
import { pages, sortKeyIn } from '../../../shared/table/pages.ts';
import type { Part, Table } from '../../../shared/table/table.ts';
import { assigning } from '../../../shared/table/update.ts';
import { later } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { CONCURRENT, type Sending, secondsUntil } from './push-notices.ts';

/**
 * Tells the phones of everybody in an exhibition that it changed or was cancelled. The position is saved after each page, so a run that
 * ends early is continued by the next one, which may repeat a page. People who joined later know already.
 */

/** People who are read together, and whose marks are one transaction. */
const PAGE = 100;
/** Runs that try a page again in which somebody could not be told. */
const MAX_TRIES = 5;
/** People who are told later, at most. If there are more, the list of people waits for them. */
const MAX_LATER = 200;

interface Tools {
  readonly table: Table;
  readonly now: () => Date;
  /** `undefined` on a stage that sends no pushes. */
  readonly sending: Sending | undefined;
  /** Is true when nothing more may begin. */
  readonly hasStopped: () => boolean;
}

/** Continues the news of all exhibitions. @returns the number of those that all phones have got now */
export async function tellExhibitions(tools: Tools): Promise<number> {
  let told = 0;
  for await (const items of pages(tools.table, waitingNews, { size: PAGE })) {
    for (const item of items) {
      if (tools.hasStopped()) return told;
      if (await tellOne(exhibitionNews.parse(item), tools)) told += 1;
    }
  }
  return told;
}

async function tellOne(listed: ExhibitionNews, tools: Tools): Promise<boolean> {
  const { table, now, sending } = tools;
  const at = now();
  const [stored, about] = await Promise.all([
    table.get(exhibitionNews.key(listed)),
    table.get(event.key(listed)),
  ]);
  const [news, found] = [exhibitionNews.parseIfAny(stored), event.parseIfAny(about)];
  if (!news || news.doneAt) return false;
  const isWorthIt =
    news.until > at.toISOString() &&
    found?.publishedAt !== undefined &&
    (found.cancelledAt !== undefined) === (news.kind === 'exhibition_cancelled');
  if (sending && found && isWorthIt) {
    const begins = news.list === undefined;
    if (begins && news.toldSince && news.toldSince > later(at, -BETWEEN_PUSHES).toISOString()) return false;
    if (begins && !(await save(table, news, { toldSince: at.toISOString(), list: 0 }))) return false;
    if (!(await goOn(news, found, sending, tools))) return false;
  }
  return save(table, news, { doneAt: now().toISOString() });
}

/** Goes through the people from where the run before ended. @returns false if the next run has to go on */
async function goOn(news: ExhibitionNews, found: Event, sending: Sending, tools: Tools): Promise<boolean> {
  const { table, hasStopped } = tools;
  const { list: from = 0, after, tries = 0 } = news;
  const lists = [...attendeesOf(news.joinCode), ...Object.keys(found.challenges).sort().flatMap(enrolledIn)];
  let failed = tries;
  let waiting = news.later ?? [];
  for (const [n, list] of lists.entries()) {
    if (n < from) continue;
    for await (const items of pages(table, list, { size: PAGE, after: n === from ? after : undefined })) {
      const { isTold, tooSoon } = await tellPeople(news, await peopleIn(table, news, items), sending, tools);
      // A phone that always fails must not keep the others waiting.
      if (!isTold && (hasStopped() || failed < MAX_TRIES)) {
        if (!hasStopped()) await save(table, news, { tries: failed + 1 });
        return false;
      }
      failed = 0;
      waiting = [...waiting, ...tooSoon];
      if (waiting.length > MAX_LATER) return false;
      const [last] = items.slice(-1);
      const position = { list: n, after: last && sortKeyIn(list, last), tries: undefined };
      if (!(await save(table, news, { ...position, later: waiting })) || hasStopped()) return false;
    }
  }
  const { isTold, tooSoon } = await tellPeople(news, waiting, sending, tools);
  if (tooSoon.length === 0 && (isTold || failed >= MAX_TRIES)) return true;
  const left = isTold ? { later: tooSoon } : { tries: failed + 1 };
  await save(table, news, { list: lists.length, after: undefined, ...left });
  return false;
}

/** Saves how far the news has come. @returns false if the exhibition has changed again meanwhile, which begins again. */
async function save(
  table: Table,
  news: ExhibitionNews,
  changes: {
    readonly [Name in 'toldSince' | 'list' | 'after' | 'tries' | 'later' | 'doneAt']?:
      | ExhibitionNews[Name]
      | undefined;
  },
): Promise<boolean> {
  const done = changes.doneAt
    ? {
        list: undefined,
        after: undefined,
        tries: undefined,
        later: undefined,
        gsi1pk: undefined,
        gsi1sk: undefined,
      }
    : {};
  const unchanged = {
    ConditionExpression: '#at = :seen',
    ExpressionAttributeNames: { '#at': 'at' },
    ExpressionAttributeValues: { ':seen': news.at },
  };
  const part: Part = {
    Update: { Key: exhibitionNews.key(news), ...assigning({ ...changes, ...done }, unchanged) },
  };
  return (await table.transact({ news: part })) === undefined;
}

/** The accounts of a page that joined before the news. Who joined the exhibition is not told again as a participant. */
async function peopleIn(
  table: Table,
  { at, joinCode }: ExhibitionNews,
  items: readonly StoredItem[],
): Promise<readonly AccountId[]> {
  const isEnrolled = items.some(({ sk }) => String(sk).startsWith('CHALLENGE#'));
  const people: readonly (Enrollment | EventMembership)[] = items.map(
    isEnrolled ? enrollment.parse : eventMembership.parse,
  );
  const before = people.filter(({ joinedAt }) => joinedAt < at).map(({ accountId }) => accountId);
  if (!isEnrolled) return before;
  const attending = await table.getAll(
    before.map((accountId) => eventMembership.key({ accountId, joinCode })),
    { consistent: false },
  );
  const told = new Set(attending.map((item) => eventMembership.parse(item).accountId));
  return before.filter((accountId) => !told.has(accountId));
}

/**
 * Tells the phones of these people, except those who were told of this news already.
 * @returns whether all of them are told, except those who were told of another exhibition a moment ago
 */
async function tellPeople(
  news: ExhibitionNews,
  people: readonly AccountId[],
  sending: Sending,
  { table, now }: Tools,
): Promise<{ readonly isTold: boolean; readonly tooSoon: AccountId[] }> {
  const markOf = (accountId: AccountId) => lastPush(accountId, news.kind);
  const items = await table.getAll(
    people.flatMap((accountId) => [
      accountStanding.key({ accountId }),
      noticeSettings.key({ accountId }),
      toldMark.key(markOf(accountId)),
    ]),
  );
  const closed = items
    .filter(({ sk, closedAt }) => sk === 'STANDING' && closedAt !== undefined)
    .map((item) => accountStanding.parse(item).accountId);
  const unwilling = items
    .filter(({ sk }) => sk === 'SETTINGS')
    .map(noticeSettings.parse)
    .filter(({ notPushed }) => notPushed.includes(news.kind))
    .map(({ accountId }) => accountId);
  const leftOut = new Set([...closed, ...unwilling]);
  const earliest = later(now(), -BETWEEN_PUSHES).toISOString();
  const recent = new Map(
    items
      .filter(({ sk }) => sk === 'ONCE')
      .map(toldMark.parse)
      .filter(({ told }) => told > earliest)
      .map(({ hash, of }) => [hash, of]),
  );
  const wanted = people.filter((accountId) => !leftOut.has(accountId));
  const of = idOfNews(news);
  const toldNow: AccountId[] = [];
  let waits = false;
  await inParallel(
    wanted.filter((accountId) => !recent.has(markOf(accountId).hash)),
    CONCURRENT,
    async (accountId) => {
      const outcome = await sending.pushToAll(table, accountId, ({ language }, at) => {
        const seconds = secondsUntil(news.until, at);
        const said = { count: 1, until: new Date(news.until), now: at };
        return seconds < 1
          ? undefined
          : { id: of, seconds, ...lockScreenSentence(language, news.kind, said) };
      });
      if (outcome === 'waits') waits = true;
      if (outcome === 'told') toldNow.push(accountId);
    },
  );
  const told = now().toISOString();
  while (toldNow.length > 0) {
    const marks = toldNow.splice(0, PAGE).map((accountId) => ({ ...markOf(accountId), told, of }));
    await transactGroups(table, { marks: marks.map((mark) => ({ Put: { Item: toldMark.stored(mark) } })) });
  }
  const tooSoon = wanted.filter((accountId) => {
    const { hash } = markOf(accountId);
    return recent.has(hash) && recent.get(hash) !== of;
  });
  return { isTold: !waits, tooSoon };
}
