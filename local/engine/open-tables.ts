import { erasureLedger } from '../../shared/deletion/ledger.ts';
import { type AttemptPolicy, productionPolicy } from '../../shared/table/attempts.ts';
import { tableClient } from '../../shared/table/client.ts';
import type { Clock } from '../../shared/values/clock.ts';
import { type SeedKind, seedTable, storedWorld } from '../demo/seed.ts';
import { demoItems } from '../demo/world.ts';
import type { OnStop } from '../stops.ts';
import { CannotStart, type Engine } from './engine.ts';
import { createLedger, createTable } from './tables.ts';

export interface TableOptions {
  readonly tableName: string;
  /** Creates a new table without demo data. */
  readonly empty: boolean;
  readonly clock: Clock;
}

/** Longer timeouts than in AWS, because the engine serializes all requests. */
const LOCAL_POLICY: AttemptPolicy = {
  ...productionPolicy,
  connectionTimeout: 10_000,
  requestTimeout: 10_000,
  deadline: 20_000,
};

/**
 * Opens the table and the ledger of deletions, and creates those that do not exist.
 * @throws {CannotStart} if the existing table does not have the wanted content
 */
export async function openTables(engine: Engine, options: TableOptions, onStop: OnStop) {
  const { tableName, clock } = options;
  const { connection } = engine;
  const policy = LOCAL_POLICY;
  const world = await prepareTable(engine, options);
  const ledgerName = `${tableName}-erased`;
  const tables = tableClient({ tableName, ledgerName, clock, policy, connection });
  onStop(tables.close);
  await createLedger(connection, ledgerName);
  const ledgerTables = tableClient({ tableName: ledgerName, clock, policy, connection });
  onStop(ledgerTables.close);
  return { world, tables, ledger: erasureLedger(ledgerTables) };
}

async function prepareTable(
  { connection, tablesCreated }: Engine,
  { tableName, empty, clock }: TableOptions,
): Promise<SeedKind> {
  const isNew = await createTable(connection, tableName, { stream: false });
  tablesCreated();
  if (isNew) {
    const world = empty ? 'empty' : 'demo';
    await seedTable(connection, tableName, { world, items: empty ? [] : demoItems(clock.now()) });
    return world;
  }
  const world = await storedWorld(connection, tableName);
  if (empty && world === 'demo') {
    throw new CannotStart(
      `The table ${tableName} contains the demo data. Start without --empty, or with another data folder.`,
    );
  }
  return world;
}
