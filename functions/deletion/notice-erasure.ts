import { notice, noticesOf, readMark } from '../../shared/notices/items.ts';
import { type ByHead, forHead, type Key, type StoredItem } from '../../shared/table/item.ts';
import { type Erasures, stepsOf } from './erasure-step.ts';

/** Finds the steps that delete the notices of an account, and the mark up to which it has read them. */
export const noticeErasures: Erasures = (table, accountId) =>
  stepsOf(table, noticesOf(accountId), (item) => [
    { parts: { notice: { Delete: { Key: forHead<(of: StoredItem) => Key>(keys, item)(item) } } } },
  ]);

const keys: ByHead<'NOTICE#', (item: StoredItem) => Key> = {
  AT: (item) => notice.key(notice.parse(item)),
  READ: (item) => readMark.key(readMark.parse(item)),
};
