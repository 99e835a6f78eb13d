import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { job as rebuildRollUps } from '../../functions/analytics/roll-ups/rebuild-roll-ups.ts';
import { projectRoot } from '../../infra/project-root.ts';
import { startEngine } from '../../local/engine/start-engine.ts';
import { createLedger, createTable } from '../../local/engine/tables.ts';
import { tableDefinition } from '../../shared/contract/table-definition.ts';
import { type Owner, ownerName, recordsOf } from '../../shared/rollups/items.ts';
import { work } from '../../shared/runtime/worker-handler.ts';
import { tableClient } from '../../shared/table/client.ts';
import type { StoredItem } from '../../shared/table/item.ts';
import { hours, systemClock } from '../../shared/values/clock.ts';
import { progress } from '../reliability/simulation/progress.ts';
import { LEDGER_SUFFIX } from '../support/iam-guard.ts';
import { sizeOf } from '../support/request-check/values.ts';
import { PATIENT } from '../support/world.ts';
import { type Group, groupsOf, ownersOf, type Sizes } from './seeds.ts';

/**
 * Seeded tables in an engine whose data are kept between runs. Items are written directly into the engine's file, which is
 * ten times faster than requests, and the numbers over people are then computed by the platform's own rebuild worker.
 */
const SEEDED = join(projectRoot, 'test-artifacts', 'bench');
/** The steps that are written together; an interrupted run repeats at most this many. */
const BATCH = 5_000;

export type Store = Awaited<ReturnType<typeof openStore>>;

/** While the engine works for one rebuild, another one continues. */
const REBUILDS_AT_ONCE = 2;

/** A rebuild of the counters of an owner, whose items were counted for the first time. */
export interface Rebuilt {
  readonly table: string;
  readonly owner: string;
  readonly contributionRecords: number;
  readonly seconds: number;
}

/** How far the seeding of each table has come. */
type Seeded = Record<string, { steps: number; rebuilt: Rebuilt[] }>;

/** Starts the engine. Data of other seeds are deleted first. @throws {CannotStart} */
export async function openStore(folder: string = SEEDED) {
  const stateFile = join(folder, 'seeded.json');
  const seeds = fingerprintOfSeeds();
  const read = (): { seeds?: string; seeded: Seeded } => {
    try {
      return JSON.parse(readFileSync(stateFile, 'utf8'));
    } catch {
      return { seeded: {} };
    }
  };
  if (read().seeds !== seeds) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { seeded } = read();
  const save = () => writeFileSync(stateFile, JSON.stringify({ seeds, seeded }));
  const engine = await startEngine(folder, {});
  const { connection } = engine;
  const file = new DatabaseSync(join(folder, 'table.db'), { timeout: 60_000 });

  /** Seeds a table, or continues where an earlier run stopped. */
  async function seed(tableName: string, sizes: Sizes): Promise<void> {
    await createTable(connection, tableName, { stream: false });
    await createLedger(connection, tableName + LEDGER_SUFFIX);
    seeded[tableName] ??= { steps: 0, rebuilt: [] };
    const done = seeded[tableName];
    const groups = groupsOf(sizes);
    const total = groups.reduce((sum, { times }) => sum + times, 0);
    if (done.steps < total) {
      await checkFormat(tableName, groups);
      const bar = progress(`${tableName}: thousand steps of seeding`, Math.ceil(total / 1_000));
      const put = writerOf(file, tableName);
      for (; done.steps < total; save()) {
        const end = Math.min(total, done.steps + BATCH);
        file.exec('BEGIN');
        for (; done.steps < end; done.steps++) {
          for (const item of itemsAt(groups, done.steps)) put(item);
          if (done.steps % 1_000 === 0) bar.step();
        }
        file.exec('COMMIT');
      }
      bar.end();
    }
    const left = ownersOf(sizes)
      .map(ownerName)
      .filter((owner) => !done.rebuilt.some((rebuilt) => rebuilt.owner === owner));
    await Promise.all(
      Array.from({ length: REBUILDS_AT_ONCE }, async () => {
        for (let owner = left.shift(); owner !== undefined; owner = left.shift()) {
          done.rebuilt.push(await rebuild(tableName, owner));
          save();
        }
      }),
    );
  }

  /** Runs the rebuild worker for one owner, with the contribution records that it has written as its progress. */
  async function rebuild(tableName: string, owner: string): Promise<Rebuilt> {
    const tables = tableClient({
      tableName,
      clock: systemClock,
      connection,
      policy: {
        ...PATIENT,
        connectionTimeout: hours(1),
        requestTimeout: hours(1),
        deadline: Number.POSITIVE_INFINITY,
      },
    });
    const run = work(rebuildRollUps, {
      tables,
      clock: systemClock,
      writeLine: () => {},
      metricsNamespace: 'bench',
      signIns: { remove: () => Promise.reject(new Error('not needed')) },
      ledger: { requestedOn: () => notNeeded(), erasedOn: () => notNeeded() },
    });
    const records = file.prepare(`SELECT count(*) AS records FROM "${tableName}" WHERE pk LIKE ?`);
    const [kind = '', id = ''] = owner.split(':');
    const [{ pk } = { pk: '' }] = recordsOf({ kind, id } as Parameters<typeof recordsOf>[0]);
    const anyPartition = `S:${pk.slice(0, pk.lastIndexOf('#'))}#%`;
    const startedAt = performance.now();
    const countRecords = () => Number(records.get(anyPartition)?.['records']);
    const timer = setInterval(() => {
      const written = countRecords();
      process.stderr.write(`${tableName}: rebuilding ${owner}: ${written} items counted\n`);
    }, 15_000);
    try {
      for (let event = { owner, continue: false }; ; event = { owner, continue: true }) {
        const { done } = await run(event as object);
        if (done?.['ownersLeft'] === 0) break;
      }
    } finally {
      clearInterval(timer);
      tables.close();
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    if (seconds > 1) process.stderr.write(`${tableName}: rebuilt ${owner} in ${seconds.toFixed()} s\n`);
    return { table: tableName, owner, contributionRecords: countRecords(), seconds };
  }

  /** Writes one item through the engine and compares the engine's rows with ours. @throws {Error} if they differ. */
  async function checkFormat(tableName: string, groups: readonly Group[]): Promise<void> {
    const [item] = itemsAt(groups, 0);
    if (!item) return;
    const rowsOf = () =>
      Object.values(tablesOf(tableName)).map((name) =>
        file
          .prepare(`SELECT * FROM "${name}"`)
          .all()
          .map(({ hash_prefix: _, item_json, ...row }) => ({
            ...row,
            item: JSON.parse(String(item_json)),
          })),
      );
    if (rowsOf().flat().length > 0) return;
    const client = new DynamoDBClient(connection);
    await client.send(new PutItemCommand({ TableName: tableName, Item: marshall(item) }));
    client.destroy();
    const theirs = rowsOf();
    writerOf(file, tableName)(item);
    if (!isDeepStrictEqual(rowsOf(), theirs))
      throw new Error('The engine stores items in another format than the benchmark writes.');
  }

  return {
    connection,
    seed,
    /** The rebuilds of the owners of a kind when a table was seeded. */
    rebuiltIn: (tableName: string, kind: Owner['kind']): Rebuilt[] =>
      seeded[tableName]?.rebuilt.filter(({ owner }) => owner.startsWith(`${kind}:`)) ?? [],
    stop: async () => {
      file.close();
      await engine.stop();
    },
  };
}

const notNeeded = () => Promise.reject(new Error('not needed'));

function itemsAt(groups: readonly Group[], step: number): readonly StoredItem[] {
  let first = 0;
  for (const { times, items } of groups) {
    if (step < first + times) return items(step - first);
    first += times;
  }
  return [];
}

const indexNames = Object.keys(tableDefinition.indexes) as (keyof typeof tableDefinition.indexes)[];
const tablesOf = (tableName: string): Record<string, string> => ({
  table: tableName,
  ...Object.fromEntries(indexNames.map((name) => [name, `${tableName}::gsi::${name}`])),
});

/** Writes items as the embedded engine stores them: one row in the table, and one in each index that holds the item. */
function writerOf(file: DatabaseSync, tableName: string): (item: StoredItem) => void {
  const names = tablesOf(tableName);
  const insert = file.prepare(
    `INSERT OR REPLACE INTO "${names['table']}" (pk, sk, item_json, item_size) VALUES (?, ?, ?, ?)`,
  );
  const indexes = indexNames.map((name) => ({
    ...tableDefinition.indexes[name],
    insert: file.prepare(
      `INSERT OR REPLACE INTO "${names[name]}" (gsi_pk, gsi_sk, table_pk, table_sk, item_json) VALUES (?, ?, ?, ?, ?)`,
    ),
  }));
  return (item) => {
    const attributes = marshall(item, { removeUndefinedValues: true });
    const json = JSON.stringify(attributes);
    const key = [`S:${item['pk']}`, `S:${item['sk']}`] as const;
    insert.run(...key, json, sizeOf(attributes));
    for (const { partitionKey, sortKey, insert: insertInto } of indexes) {
      if (item[partitionKey] !== undefined)
        insertInto.run(`S:${item[partitionKey]}`, `S:${item[sortKey]}`, ...key, json);
    }
  };
}

/** A hash of the code that decides what is stored. Seeds of other code are not used again. */
function fingerprintOfSeeds(): string {
  const folders = [
    'shared/clinical',
    'shared/community',
    'shared/rewards',
    'shared/workspaces',
    'shared/rollups',
    'shared/table',
    'functions/analytics/roll-ups',
  ];
  const files = folders.flatMap((folder) =>
    readdirSync(join(projectRoot, folder)).map((name) => join(folder, name)),
  );
  const hash = createHash('sha256');
  for (const name of ['test/bench/seeds.ts', 'test/bench/long-lives.ts', ...files])
    hash.update(readFileSync(join(projectRoot, name)));
  return hash.digest('hex');
}
