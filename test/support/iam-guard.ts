import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { IndexName, Touches } from '../../shared/contract/table-definition.ts';

/** One use of the table: an action on a partition key, of the table or of an index. */
export interface Use {
  readonly function: string;
  readonly on: 'table' | 'ledger' | IndexName;
  readonly action: string;
  readonly key: string;
}

/** Every use of the table by any test in this process. */
export const uses: Use[] = [];

/**
 * Rejects every use of the table that the function does not declare, as its IAM policy does in AWS. The request ends with
 * a 500.
 */
export function guarded(documents: DynamoDBDocumentClient, name: string, touches: Touches): void {
  documents.middlewareStack.add(
    (next, context) => async (args) => {
      const input = args.input as Input;
      for (const use of usesOf(context.commandName ?? '', input)) {
        uses.push({ function: name, ...use });
        if (!allowed(touches, use)) {
          throw Object.assign(new Error(`${name} may not ${use.action} ${use.key} of ${use.on}`), {
            name: 'AccessDeniedException',
          });
        }
      }
      return next(args);
    },
    { step: 'initialize', priority: 'high', name: `guard-${name}` },
  );
}

/** A world's ledger is named after its table, with this suffix. */
export const LEDGER_SUFFIX = '-erased';

// biome-ignore lint/suspicious/noExplicitAny: inputs of the SDK's commands, read by their documented fields
type Input = any;

function usesOf(command: string, input: Input): Omit<Use, 'function'>[] {
  const on = (action: string, key: string): Omit<Use, 'function'> => ({ on: 'table', action, key });
  switch (command.replace(/Command$/, '')) {
    case 'Get':
    case 'GetItem':
      return [on('GetItem', input.Key.pk)];
    case 'Put':
    case 'PutItem':
      return [on('PutItem', input.Item.pk)];
    case 'Query': {
      const index = input.IndexName as IndexName | undefined;
      const key = input.ExpressionAttributeValues[':pk'];
      return [{ on: index ?? tableOrLedger(input), action: 'Query', key }];
    }
    case 'BatchGet':
    case 'BatchGetItem':
      return Object.values(input.RequestItems).flatMap((request: Input) =>
        request.Keys.map(({ pk }: { pk: string }) => on('BatchGetItem', pk)),
      );
    case 'TransactWrite':
    case 'TransactWriteItems':
      return input.TransactItems.map((part: Input) => {
        if (part.Put) return { ...on('PutItem', part.Put.Item.pk), on: tableOrLedger(part.Put) };
        if (part.Update) return on('UpdateItem', part.Update.Key.pk);
        if (part.Delete) return on('DeleteItem', part.Delete.Key.pk);
        return on('ConditionCheckItem', part.ConditionCheck.Key.pk);
      });
    default:
      throw new Error(`the guard does not know ${command}`);
  }
}

const tableOrLedger = ({ TableName }: Input) =>
  String(TableName).endsWith(LEDGER_SUFFIX) ? 'ledger' : 'table';

/** Whether a prefix covers a key. A prefix that does not end in `#` is a whole key and covers only that key. */
export const covers = (prefix: string, key: string): boolean =>
  prefix.endsWith('#') ? key.startsWith(prefix) : key === prefix;

/** Whether a declaration allows a use. */
export function allowed(touches: Touches, { on, action, key }: Omit<Use, 'function'>): boolean {
  if (on !== 'table' && on !== 'ledger')
    return action === 'Query' && (touches[on] ?? []).some((prefix) => covers(prefix, key));
  return Object.entries(touches[on] ?? {}).some(
    ([prefix, actions]) => covers(prefix, key) && (actions as readonly string[]).includes(action),
  );
}
