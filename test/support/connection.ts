import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { expect, inject } from 'vitest';
import { connectionTo } from '../../local/engine.ts';
import { MUTATE_VARIABLE } from './condition-mutations.ts';
import { checkedConnection } from './request-check/checked-connection.ts';

/** To the engine under the tests of this worker; what DynamoDB would refuse fails the test that sends it. */
export function engineConnection() {
  // A condition without one of its terms may break a rule: then another test than the one that should would notice.
  if (process.env[MUTATE_VARIABLE]) return uncheckedConnection();
  return checked(uncheckedConnection());
}

/** To the same engine, for requests that are wrong on purpose. */
export function uncheckedConnection() {
  const engine = inject('engines')[Number(process.env['VITEST_POOL_ID']) - 1];
  if (!engine) throw new Error('this worker has no engine');
  return connectionTo(engine);
}

/** Checks every request over a connection, as `engineConnection` does. */
export const checked = <Connection extends DynamoDBClientConfig>(connection: Connection): Connection =>
  checkedConnection(connection, reportToTest);

/** Problems found while no test was running, such as in a hook whose errors nobody sees. */
const untold: Error[] = [];

/** Fails the test file if a problem was found after its last test. */
export function expectAllTold(): void {
  expect(untold.splice(0)).toEqual([]);
}

/** Fails the running test, whatever becomes of the error that the request ends with. */
function reportToTest(problem: Error): void {
  untold.push(problem);
  if (expect.getState().currentTestName === undefined) return;
  for (const one of untold.splice(0)) expect.soft(one, one.message).toBeUndefined();
}
