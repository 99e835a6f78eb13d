import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { createLedger } from '../../local/engine/tables.ts';
import type { Touches } from '../../shared/contract/table-definition.ts';
import { erasureLedger } from '../../shared/deletion/ledger.ts';
import type { AttemptPolicy } from '../../shared/table/attempts.ts';
import { type TableClient, tableClient } from '../../shared/table/client.ts';
import type { CalendarDate } from '../../shared/values/calendar.ts';
import { systemClock } from '../../shared/values/clock.ts';
import { guarded } from './iam-guard.ts';

interface LedgerOptions {
  readonly connection: DynamoDBClientConfig;
  readonly tableName: string;
  readonly policy: AttemptPolicy;
  /** Whether the table exists already. */
  readonly isThere: boolean;
}

/** Creates a world's ledger when a function first needs it, because most worlds never need one. */
export function worldLedger({ connection, tableName, policy, isThere }: LedgerOptions) {
  const ledgerOf = (tables: TableClient) => {
    const ledger = erasureLedger(tables);
    return {
      requestedOn: (day: CalendarDate) => isMade().then(() => ledger.requestedOn(day)),
      erasedOn: (day: CalendarDate) => isMade().then(() => ledger.erasedOn(day)),
    };
  };
  const newClient = () => tableClient({ tableName, clock: systemClock, policy, connection });
  let made = isThere ? Promise.resolve(true) : undefined;
  const isMade = (): Promise<unknown> => {
    made ??= createLedger(connection, tableName);
    return made;
  };
  return {
    name: tableName,
    isMade,
    ...ledgerOf(newClient()),
    /** The ledger as a function with these permissions sees it. */
    guardedFor(name: string, touches: Touches) {
      const tables = newClient();
      guarded(tables.documents, name, touches);
      return ledgerOf(tables);
    },
  };
}
