import { embeddedEngine } from './embedded-engine.ts';
import {
  CannotStart,
  connectionTo,
  EMBEDDED_PLATFORM,
  ENGINE_VARIABLE,
  type Engine,
  type EngineEnvironment,
  isReachable,
  type Machine,
} from './engine.ts';

/**
 * Connects to the engine that `DYNAMODB_ENDPOINT` names. Without it, starts the embedded engine, or DynamoDB Local in
 * Docker on platforms that the embedded engine does not support.
 * @param folder the data folder; by default, the data is deleted when the engine stops
 * @throws {CannotStart}
 */
export async function startEngine(
  folder?: string,
  environment: EngineEnvironment = process.env,
  machine: Machine = process,
): Promise<Engine> {
  const externalEndpoint = environment[ENGINE_VARIABLE];
  if (externalEndpoint) return externalEngine(externalEndpoint);
  if (`${machine.platform}-${machine.arch}` === EMBEDDED_PLATFORM) return embeddedEngine(folder);
  const { dockerEngine } = await import('./docker-engine.ts');
  return dockerEngine({ folder, environment, machine });
}

async function externalEngine(endpoint: string): Promise<Engine> {
  if (!(await isReachable(endpoint))) {
    throw new CannotStart(`${ENGINE_VARIABLE} is ${endpoint}, but no engine responds there.`);
  }
  return {
    endpoint,
    embedded: false,
    connection: connectionTo({ endpoint, embedded: false }),
    tablesCreated: () => {},
    stop: async () => {},
    died: new Promise(() => {}),
  };
}
