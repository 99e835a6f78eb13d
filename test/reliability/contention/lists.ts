import { type IndexName, indexNames, tableDefinition } from '../../../shared/contract/table-definition.ts';
import type { StoredItem } from '../../../shared/table/item.ts';

/** The sorted partitions of the table and of its indexes, which are up to date at once. */

/** What `shared/table/reads.ts` sends for one page of a query. */
export interface QueryInput {
  readonly IndexName?: IndexName;
  readonly KeyConditionExpression: string;
  readonly ExpressionAttributeValues: Readonly<Record<string, string | undefined>>;
  readonly ScanIndexForward?: boolean;
  readonly Limit?: number;
}

interface Entry {
  readonly sk: string;
  readonly item: StoredItem;
}

export function sortedLists(items: Iterable<StoredItem>) {
  const partitions = new Map<string, Entry[]>();
  const places = [undefined, ...indexNames].map((index) => {
    const { partitionKey, sortKey } = index ? tableDefinition.indexes[index] : tableDefinition;
    return { name: index ?? 'table', partitionKey, sortKey };
  });

  function replace(before: StoredItem | undefined, after: StoredItem | undefined): void {
    for (const { name, partitionKey, sortKey } of places) {
      if (before?.[partitionKey] !== undefined) {
        const list = partitions.get(`${name} ${before[partitionKey]}`) ?? [];
        const sk = String(before[sortKey]);
        for (let n = firstAt(list, sk); n < list.length; n++) {
          if (list[n]?.item !== before) continue;
          list.splice(n, 1);
          break;
        }
      }
      if (after?.[partitionKey] !== undefined) {
        const of = `${name} ${after[partitionKey]}`;
        const list = partitions.get(of) ?? [];
        partitions.set(of, list);
        const sk = String(after[sortKey]);
        list.splice(firstAt(list, sk), 0, { sk, item: after });
      }
    }
  }
  for (const item of items) replace(undefined, item);

  return {
    /** Moves an item to its places after a write. */
    replace,
    query({
      IndexName: index = undefined,
      KeyConditionExpression: condition,
      ExpressionAttributeValues: values,
      ScanIndexForward = true,
      Limit = Number.POSITIVE_INFINITY,
    }: QueryInput): StoredItem[] {
      const list = partitions.get(`${index ?? 'table'} ${values[':pk']}`) ?? [];
      const { ':from': from, ':to': to, ':after': after } = values;
      let first = from === undefined ? 0 : firstAt(list, from);
      let end = to === undefined ? list.length : firstAfter(list, to);
      if (after !== undefined && condition.includes('<')) end = firstAt(list, after);
      else if (after !== undefined) first = firstAfter(list, after);
      const size = Math.min(Math.max(end - first, 0), Limit);
      const found = ScanIndexForward
        ? list.slice(first, first + size)
        : list.slice(end - size, end).reverse();
      return found.map(({ item }) => item);
    },
  };
}

/** The first position whose sort key is not lower. */
const firstAt = (list: readonly Entry[], sk: string) => search(list, (other) => other < sk);
/** The first position whose sort key is higher. */
const firstAfter = (list: readonly Entry[], sk: string) => search(list, (other) => other <= sk);

function search(list: readonly Entry[], isBefore: (sk: string) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(list[middle]?.sk ?? '')) low = middle + 1;
    else high = middle;
  }
  return low;
}
