import {
  type Environment,
  ledgerNameFor,
  metricsNamespace,
  readSettings,
  tableEnvironment,
} from '../contract/environment.ts';
import type { VerifyToken } from '../identity/caller.ts';
import { tableClient } from '../table/client.ts';
import { systemClock } from '../values/clock.ts';
import { builtOnce, writeToLog } from './cold-start.ts';
import type { Endpoint } from './endpoint.ts';
import { type HttpHandler, serve } from './http-handler.ts';

/** Builds the handler of an endpoint from the environment. @throws {Error} naming missing variables. */
export function endpointHandler(
  endpoint: Endpoint,
  environment: Environment,
  verifier: () => VerifyToken,
): HttpHandler {
  const built = builtOnce(environment, () =>
    serve(endpoint, {
      tables: tableClient({
        tableName: tableEnvironment(environment).TABLE_NAME,
        ledgerName: ledgerNameFor(endpoint.contract.touches, environment),
        clock: systemClock,
      }),
      verify: verifier(),
      clock: systemClock,
      settings: readSettings(endpoint.contract.settings ?? [], environment),
      writeLine: writeToLog,
      metricsNamespace: metricsNamespace(environment),
    }),
  );
  return (event, context) => built()(event, context);
}
