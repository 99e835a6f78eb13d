import type * as z from 'zod/mini';
import { fitting } from '../../../shared/http/response-size.ts';
import { type Notice, notice, noticesSince, type ReadMark, readMark } from '../../../shared/notices/items.ts';
import { openPage, type PageRequest } from '../../../shared/table/page.ts';
import type { Reads, Table } from '../../../shared/table/table.ts';
import { assigning } from '../../../shared/table/update.ts';
import { publicFields } from '../../../shared/values/public-fields.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { Notice as PublicNotice } from './contract.ts';
import { newsOf, readJoined } from './exhibitions.ts';
import { type Find, keysOf, readAll, shownOf } from './shown.ts';

/** Unread notices that are counted at most. */
const MAX_UNREAD = 100;

/**
 * Reads a page of the notices of an account, latest first. The first page also counts the unread ones, and says what is new in the
 * exhibitions that the account joined.
 * @throws {RefusedRequest} invalid_cursor
 */
export async function readNotices(table: Reads, accountId: AccountId, request: PageRequest, at: Date) {
  const { from, ...range } = noticesSince(accountId, at);
  // A cursor stays valid while time passes, so it does not depend on `from`.
  const opened = openPage({ ...range, descending: true }, request);
  const isFirst = opened.after === undefined;
  const size = isFirst ? Math.max(MAX_UNREAD, opened.limit + 1) : opened.limit + 1;
  const query = { ...range, from, after: opened.after, descending: true, limit: size };
  const [items, mark, joined] = await Promise.all([
    table.query(query),
    table.get(readMark.key({ accountId })),
    isFirst ? readJoined(table, accountId) : [],
  ]);
  const read = readMark.parseIfAny(mark);
  const all = items.map(notice.parse);
  const page = all.slice(0, opened.limit);
  const find = await readAll(table, [...page.flatMap(keysOf), ...joined.flatMap(({ keys }) => keys)]);
  const notices = fitting(page.map((each) => present(each, read, find)));
  const last = page[notices.length - 1];
  return {
    notices,
    ...(last && all.length > notices.length && { nextCursor: opened.seal(notice.key(last).sk) }),
    ...(isFirst && {
      unread: Math.min(all.filter((each) => !isRead(each, read)).length, MAX_UNREAD),
      exhibitions: newsOf(joined, read?.noticeAt, find, at),
    }),
  };
}

const isRead = ({ id }: Notice, read: ReadMark | undefined): boolean =>
  read !== undefined && id <= read.noticeId;

/** Converts a stored notice to the form that its recipient sees. */
function present(stored: Notice, read: ReadMark | undefined, find: Find): z.input<typeof PublicNotice> {
  return {
    ...publicFields(PublicNotice, stored),
    read: isRead(stored, read),
    ...shownOf(stored, find),
  };
}

/** @returns `undefined` also for a notice that is too old to be listed. */
export async function findNotice(table: Reads, accountId: AccountId, id: string, at: Date) {
  const found = notice.parseIfAny(await table.get(notice.key({ accountId, id })));
  return found && notice.key(found).sk >= noticesSince(accountId, at).from ? found : undefined;
}

/** Marks the notices of an account as read up to one of them. A later mark stays. */
export async function markRead(
  table: Table,
  { accountId, id: noticeId, at: noticeAt }: Notice,
): Promise<void> {
  const mark = { accountId, noticeId, noticeAt };
  await table.transact({
    mark: {
      Update: {
        Key: readMark.key(mark),
        ...assigning(mark, {
          ConditionExpression: 'attribute_not_exists(noticeId) OR noticeId < :notice',
          ExpressionAttributeValues: { ':notice': noticeId },
        }),
      },
    },
  });
}
