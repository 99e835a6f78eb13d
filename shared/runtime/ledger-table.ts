import { systemClock } from '../clock.ts';
import { type ErasureLedger, erasureLedger } from '../domain/erasure-ledger.ts';
import { type Environment, ledgerEnvironment } from '../environment.ts';
import { tableClient } from '../table/client.ts';
import { workerPolicy } from './worker-handler.ts';

/** The ledger in the table that the environment names, for reading. */
export function ledgerTable(environment: Environment): ErasureLedger {
  const { LEDGER_TABLE_NAME: tableName } = ledgerEnvironment(environment);
  return erasureLedger(tableClient({ tableName, clock: systemClock, policy: workerPolicy }));
}
