import { type Environment, ledgerNameFor, tableEnvironment } from '../contract/environment.ts';
import type { Touches } from '../contract/table-definition.ts';
import type { AttemptPolicy } from '../table/attempts.ts';
import { type TableClient, tableClient } from '../table/client.ts';
import { warmUp } from '../table/warm-up.ts';
import { systemClock } from '../values/clock.ts';

// Lambda waits for this statement when it imports a bundle. Elsewhere, nothing happens.
if (process.env['AWS_LAMBDA_RUNTIME_API']) await warmUp();

/** The table client of a function, from its environment. @throws {Error} naming missing variables. */
export function functionTables(
  touches: Touches,
  environment: Environment,
  policy?: AttemptPolicy,
): TableClient {
  return tableClient({
    tableName: tableEnvironment(environment).TABLE_NAME,
    ledgerName: ledgerNameFor(touches, environment),
    clock: systemClock,
    ...(policy && { policy }),
  });
}
