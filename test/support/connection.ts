import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { expect, inject } from 'vitest';
import { connectionTo } from '../../local/engine/engine.ts';
import { MUTATE_VARIABLE } from './condition-mutations.ts';
import { checkedConnection } from './request-check/checked-connection.ts';

/**
 * A connection to this worker's engine. A request that DynamoDB would reject fails the test that sends it.
 * @param options `indexesLag` gives the tables that are created over it indexes that lag, if the run has a hostile engine.
 */
export function engineConnection({ indexesLag = false } = {}) {
  const connection = uncheckedConnection({ indexesLag });
  // A mutated condition may violate a rule of DynamoDB. If it were checked, every test would fail, not only the one for
  // the condition.
  return process.env[MUTATE_VARIABLE] ? connection : checked(connection);
}

/** This worker's engine. */
function ownEngine() {
  const engine = inject('engines')[Number(process.env['VITEST_POOL_ID']) - 1];
  if (!engine) throw new Error('this worker has no engine');
  return engine;
}

let isUsed = false;

/** A connection to the same engine for requests that are deliberately invalid. */
export function uncheckedConnection({ indexesLag = false } = {}) {
  isUsed = true;
  const { lagging, ...engine } = ownEngine();
  return connectionTo({ ...engine, ...(indexesLag && lagging && { endpoint: lagging }) });
}

/**
 * Deletes the tables that a test file has left: each table makes it slower to create the next one. An engine that was started
 * elsewhere keeps its tables, because they can belong to others.
 */
export async function deleteTables(): Promise<void> {
  if (!isUsed || !ownEngine().embedded) return;
  isUsed = false;
  const { DeleteTableCommand, DynamoDBClient, paginateListTables } = await import('@aws-sdk/client-dynamodb');
  const client = new DynamoDBClient(connectionTo(ownEngine()));
  const names: string[] = [];
  for await (const page of paginateListTables({ client }, {})) names.push(...(page.TableNames ?? []));
  for (const TableName of names) await client.send(new DeleteTableCommand({ TableName }));
  client.destroy();
}

/** Checks every request over a connection, as `engineConnection` does. */
export const checked = <Connection extends DynamoDBClientConfig>(connection: Connection): Connection =>
  checkedConnection(connection, reportToTest);

/** Problems that were found while no test was running, such as in a hook that ignores errors. */
const untold: Error[] = [];

/** Fails the test file if a problem was found after its last test. */
export function expectAllTold(): void {
  expect(untold.splice(0)).toEqual([]);
}

/** Fails the running test, even if the code under test handles the error. */
export function reportToTest(problem: Error): void {
  untold.push(problem);
  if (expect.getState().currentTestName === undefined) return;
  for (const error of untold.splice(0)) expect.soft(error, error.message).toBeUndefined();
}
