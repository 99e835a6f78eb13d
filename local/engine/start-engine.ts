import { embeddedEngine } from './embedded-engine.ts';
import {
  CannotStart,
  connectionTo,
  ENGINE_VARIABLE,
  type Engine,
  type EngineEnvironment,
  isReachable,
  type Machine,
} from './engine.ts';
import { findEngineBinary, isInstalledFor } from './engine-binary.ts';

/**
 * Connects to the engine that `DYNAMODB_ENDPOINT` names. Without it, starts the embedded engine, or DynamoDB Local in
 * Docker on machines on which the embedded engine is not installed.
 * @param folder the data folder; by default, the data is deleted when the engine stops
 * @throws {CannotStart}
 */
export async function startEngine(
  folder?: string,
  environment: EngineEnvironment = process.env,
  machine: Machine = process,
): Promise<Engine> {
  const externalEndpoint = environment[ENGINE_VARIABLE];
  if (externalEndpoint) return externalEngine(externalEndpoint, folder);
  const binary = findEngineBinary(environment, machine);
  if (binary) return embeddedEngine(binary, folder);
  if (isInstalledFor(machine)) {
    throw new CannotStart(
      `The embedded engine is not installed: run "npm ci" again, or start DynamoDB Local and set ${ENGINE_VARIABLE}=http://127.0.0.1:8000.`,
    );
  }
  const { dockerEngine } = await import('./docker-engine.ts');
  return dockerEngine({ folder, environment, machine });
}

async function externalEngine(endpoint: string, folder: string | undefined): Promise<Engine> {
  if (folder !== undefined) {
    throw new CannotStart(
      `${ENGINE_VARIABLE} is ${endpoint}, and that engine decides where its data is. Unset the variable, or start without --data.`,
    );
  }
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
