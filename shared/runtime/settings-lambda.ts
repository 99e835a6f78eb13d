import type { Environment } from '../contract/environment.ts';
import { RefusedRequest } from '../contract/refusals.ts';
import { newMeter } from '../table/meter.ts';
import type { Table } from '../table/table.ts';
import type { Endpoint } from './endpoint.ts';
import { endpointHandler } from './endpoint-handler.ts';
import type { HttpHandler } from './http-handler.ts';

const noTable = new Proxy({} as Table, {
  get() {
    throw new Error('this function has no table');
  },
});

/**
 * Builds the Lambda handler of an endpoint that answers anybody from its settings alone. Its bundle contains neither the AWS
 * SDK nor token verification.
 */
export function settingsLambda(endpoint: Endpoint, environment: Environment = process.env): HttpHandler {
  return endpointHandler(endpoint, environment, () => ({
    tables: { session: () => ({ table: noTable, meter: newMeter() }) },
    verify: () => Promise.reject(new RefusedRequest('invalid_token')),
  }));
}
