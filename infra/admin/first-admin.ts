import { accountStanding, administrators, becomesAdministrator } from '../../shared/identity/account.ts';
import { newAct } from '../../shared/runtime/acts.ts';
import { type AttemptPolicy, productionPolicy, TryAgain } from '../../shared/table/attempts.ts';
import { tableClient } from '../../shared/table/client.ts';
import { systemClock } from '../../shared/values/clock.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import { CommandError } from './command-error.ts';
import type { TableLocation } from './local-table.ts';

/** Longer timeouts than in functions: the table may be far away from the administrator's machine. */
const ADMIN_POLICY: AttemptPolicy = {
  ...productionPolicy,
  connectionTimeout: 10_000,
  requestTimeout: 10_000,
  deadline: 20_000,
};

/**
 * Makes an account the first administrator by writing directly to the table; administrators grant the role to all others.
 * The index is eventually consistent, so the write also checks its own item.
 * @throws {CommandError} if there is an administrator already, or the account or the table does not accept the write
 */
export async function makeFirstAdministrator(
  { tableName, connection }: TableLocation,
  accountId: AccountId,
): Promise<void> {
  const tables = tableClient({ tableName, clock: systemClock, policy: ADMIN_POLICY, connection });
  try {
    const { table } = tables.session();
    const present = { ...administrators, limit: 1 };
    if ((await table.query(present)).length > 0) throw administratorExists(accountId);
    const { Update } = becomesAdministrator(accountId, systemClock.now());
    const ConditionExpression = `${Update.ConditionExpression} AND attribute_not_exists(platformAdmin)`;
    const refused = await table.transact({
      standing: { Update: { ...Update, ConditionExpression } },
      ...newAct(systemClock, { operation: 'first-admin', subjects: [accountId] }),
    });
    if (!refused) return;
    const standing = accountStanding.parseIfAny(refused.standing?.item);
    throw standing?.closedAt
      ? new CommandError('The account is closed. Its data is erased, or will be.')
      : administratorExists(accountId);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`Could not write to the table ${tableName}: ${causeOf(error)}`);
  } finally {
    tables.close();
  }
}

function administratorExists(accountId: AccountId): CommandError {
  return new CommandError(
    `There is an administrator already, who can grant the role: npm run admin -- grant-admin ${accountId}`,
  );
}

/** AWS error messages name what is missing and contain no secrets. */
function causeOf(error: unknown): string {
  const cause = error instanceof TryAgain && error.cause !== undefined ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : 'unknown error';
}
