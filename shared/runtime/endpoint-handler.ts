import { type Environment, metricsNamespace, readSettings } from '../contract/environment.ts';
import { systemClock } from '../values/clock.ts';
import { builtOnce, writeToLog } from './cold-start.ts';
import type { Endpoint } from './endpoint.ts';
import { type HttpHandler, serve, type Tools } from './http-handler.ts';

/** Builds the handler of an endpoint from the environment. @throws {Error} naming missing variables. */
export function endpointHandler(
  endpoint: Endpoint,
  environment: Environment,
  tools: () => Pick<Tools, 'tables' | 'verify'>,
): HttpHandler {
  const built = builtOnce(environment, () =>
    serve(endpoint, {
      ...tools(),
      clock: systemClock,
      settings: readSettings(endpoint.contract.settings ?? [], environment),
      writeLine: writeToLog,
      metricsNamespace: metricsNamespace(environment),
    }),
  );
  return (event, context) => built()(event, context);
}
