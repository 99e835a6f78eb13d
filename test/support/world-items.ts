import { ScanCommand, type ScanCommandOutput } from '@aws-sdk/lib-dynamodb';
import type { TableClient } from '../../shared/table/client.ts';
import type { Key, StoredItem } from '../../shared/table/item.ts';
import type { Table } from '../../shared/table/table.ts';
import type { Clock } from '../../shared/values/clock.ts';
import { faults } from './fault-injection.ts';
import type { pendingWrites } from './pending-writes.ts';

interface ItemsOptions {
  readonly tableName: string;
  /** The table without the permissions of a function. Its requests wait for the pending writes. */
  readonly plain: TableClient;
  readonly writes: ReturnType<typeof pendingWrites>;
  /** True if clients outside this world read the table. They cannot wait for pending writes. */
  readonly writesAtOnce: boolean;
  /** Another client of the same table, with parts of the clock replaced. */
  readonly newClient: (time: Partial<Pick<Clock, 'elapsed' | 'sleep'>>) => TableClient;
}

/** The items of a world, as tests write and read them without a request. */
export function worldItems({ tableName, plain, writes, writesAtOnce, newClient }: ItemsOptions) {
  const afterChange = async (): Promise<void> => {
    if (writesAtOnce) await writes.flush();
  };
  return {
    /** The table without the permissions of a function. */
    table: plain.session().table as Table,
    freshTable: (): Table => plain.session().table,

    /**
     * A table whose batch reads return only some of the keys, as DynamoDB's may; the others are unprocessed.
     * @param time replaces parts of the clock, so that a busy machine does not decide when a deadline has passed.
     */
    tableThatLeavesOut(
      some: (keys: readonly unknown[]) => readonly unknown[],
      time: Partial<Pick<Clock, 'elapsed' | 'sleep'>> = {},
    ) {
      const tables = newClient(time);
      let batches = 0;
      faults(tables.documents, () => async ({ command, input, send }) => {
        if (command !== 'BatchGet') return send();
        batches += 1;
        const { Keys } = input.RequestItems[tableName];
        const answered = some(Keys);
        input.RequestItems[tableName].Keys = answered;
        const answer = (await send()) as {
          output: { UnprocessedKeys?: Record<string, { readonly Keys: readonly unknown[] }> };
        };
        const left = Keys.filter((key: unknown) => !answered.includes(key));
        left.push(...(answer.output.UnprocessedKeys?.[tableName]?.Keys ?? []));
        answer.output['UnprocessedKeys'] = left.length > 0 ? { [tableName]: { Keys: left } } : {};
        return answer;
      });
      return { table: tables.session().table, batches: () => batches };
    },

    async put(...items: StoredItem[]): Promise<void> {
      for (const item of items) writes.put(item);
      await afterChange();
    },

    async remove({ pk, sk }: Key | StoredItem): Promise<void> {
      writes.remove({ pk: String(pk), sk: String(sk) });
      await afterChange();
    },

    /** Writes all items that are pending. Call it before a client that this world did not create reads the table. */
    flush: writes.flush,

    async item(key: Key): Promise<StoredItem | undefined> {
      const found = writes.find(key);
      return found ? found.item : plain.session().table.get(key);
    },

    /** All items in the order of their keys, to show that nothing changed. */
    async dump(): Promise<StoredItem[]> {
      const items: StoredItem[] = [];
      let start: Record<string, unknown> | undefined;
      do {
        const page: ScanCommandOutput = await plain.documents.send(
          new ScanCommand({ TableName: tableName, ...(start && { ExclusiveStartKey: start }) }),
        );
        items.push(...(page.Items ?? []));
        start = page.LastEvaluatedKey;
      } while (start);
      const keyOf = (item: StoredItem) => `${item['pk']}\n${item['sk']}`;
      return items.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    },
  };
}
