import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  CannotStart,
  connectionTo,
  type Engine,
  freePort,
  waitUntilReachable,
} from '../../local/engine/engine.ts';

/** The environment variable with the folder of DynamoDB Local. */
const FOLDER_VARIABLE = 'DYNAMODB_LOCAL';
const JAR = 'DynamoDBLocal.jar';

/**
 * Starts AWS's DynamoDB Local with Java from the folder that `DYNAMODB_LOCAL` names. It keeps its data in memory.
 * @throws {CannotStart}
 */
export async function dynamoDbLocal(folder = process.env[FOLDER_VARIABLE]): Promise<Engine> {
  if (!folder || !existsSync(join(folder, JAR)))
    throw new CannotStart(
      `${FOLDER_VARIABLE} must name the unpacked folder of DynamoDB Local, with ${JAR} in it.`,
    );
  const port = await freePort();
  const options = ['-inMemory', '-sharedDb', '-disableTelemetry', '-port', `${port}`];
  const engine = spawn('java', ['-Djava.library.path=./DynamoDBLocal_lib', '-jar', JAR, ...options], {
    cwd: folder,
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) =>
    engine.once('exit', () => resolve()).once('error', () => resolve()),
  );
  const endpoint = `http://127.0.0.1:${port}`;
  const isUp = await Promise.race([waitUntilReachable(endpoint), ended.then(() => false)]);
  if (!isUp) throw new CannotStart('DynamoDB Local did not start. It needs Java 17.');
  // The run may end without stopping its engines.
  process.once('exit', () => engine.kill());
  return {
    endpoint,
    embedded: false,
    connection: connectionTo({ endpoint, embedded: false }),
    tablesCreated: () => {},
    stop: async () => {
      engine.kill();
      await ended;
    },
    died: ended,
  };
}
