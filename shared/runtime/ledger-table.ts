import { type Environment, ledgerEnvironment } from '../contract/environment.ts';
import type { Worker } from '../contract/worker.ts';
import { type ErasureLedger, erasureLedger } from '../deletion/ledger.ts';
import { tableClient } from '../table/client.ts';
import { systemClock } from '../values/clock.ts';
import { workerPolicy } from './worker-handler.ts';

/** Opens the ledger in the table that the environment names, for a worker that reads it. */
export function ledgerTable(environment: Environment, worker: Worker): ErasureLedger {
  const { LEDGER_TABLE_NAME: tableName } = ledgerEnvironment(environment);
  return erasureLedger(tableClient({ tableName, clock: systemClock, policy: workerPolicy(worker) }));
}
