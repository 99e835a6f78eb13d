import { PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Clock } from '../values/clock.ts';
import { databaseErrorOf, type Reason } from './attempts.ts';
import type { StoredItem } from './item.ts';
import type { TableCalls } from './reads.ts';
import type { FailedConditions, Part, Reads, Table } from './table.ts';

export interface WriteCalls extends TableCalls {
  /** Only for functions that write to the ledger of deletions. */
  readonly ledgerName: string | undefined;
  readonly clock: Clock;
}

/** The write operations of a table. */
export function tableWrites(calls: WriteCalls): Omit<Table, keyof Reads> {
  const { documents, tableName, ledgerName, clock, attempt } = calls;
  return {
    async transact(parts) {
      const named = Object.entries<Part | undefined>(parts).filter(
        (entry): entry is [string, Part] => entry[1] !== undefined,
      );
      const input = {
        TransactItems: named.map(([, part]) => inTable(part, tableName, ledgerName)),
        ClientRequestToken: clock.newId(),
        ReturnConsumedCapacity: 'TOTAL',
      } as const;
      const reasons = await refusalOf(() => attempt(() => documents.send(new TransactWriteCommand(input))));
      const names = named.map(([name]) => name);
      return reasons && (failedParts(names, reasons) as FailedConditions<keyof typeof parts & string>);
    },

    async putNew(Item) {
      const input = {
        TableName: tableName,
        Item,
        ConditionExpression: 'attribute_not_exists(pk)',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        ReturnConsumedCapacity: 'TOTAL',
      } as const;
      const reasons = await refusalOf(() => attempt(() => documents.send(new PutCommand(input))));
      return reasons && unmarshall(reasons[0]?.Item ?? {});
    },
  };
}

/** Writes, and returns the reasons if a condition failed. Other errors are thrown. */
async function refusalOf(write: () => Promise<unknown>): Promise<readonly Reason[] | undefined> {
  try {
    await write();
    return undefined;
  } catch (error) {
    const databaseError = databaseErrorOf(error);
    if (databaseError.kind !== 'refused') throw error;
    return databaseError.reasons;
  }
}

/** The parts of a transaction whose condition failed. DynamoDB states a reason for each part, in their order. */
function failedParts(names: readonly string[], reasons: readonly Reason[]): FailedConditions<string> {
  const failed: Record<string, { item?: StoredItem }> = {};
  for (const [n, reason] of reasons.entries()) {
    const name = names[n];
    if (reason.Code !== 'ConditionalCheckFailed' || name === undefined) continue;
    failed[name] = reason.Item ? { item: unmarshall(reason.Item) } : {};
  }
  return failed;
}

/** A part in DynamoDB's format, with the name of its table. */
function inTable(part: Part, TableName: string, ledgerName: string | undefined) {
  if ('LedgerPut' in part) {
    if (ledgerName === undefined) throw new Error('this function does not declare the ledger');
    return { Put: { ...part.LedgerPut, TableName: ledgerName } };
  }
  const always = { TableName, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;
  if ('Put' in part) return { Put: { ...part.Put, ...always } };
  if ('Update' in part) return { Update: { ...part.Update, ...always } };
  if ('Delete' in part) return { Delete: { ...part.Delete, ...always } };
  return { ConditionCheck: { ...part.ConditionCheck, ...always } };
}
