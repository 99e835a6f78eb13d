import { type Clock, days, later } from '../../shared/clock.ts';
import { erasureEntry } from '../../shared/domain/erasure-ledger.ts';
import type { SignIns } from '../../shared/identity/sign-ins.ts';
import { deletionRequest } from '../../shared/items/deletion.ts';
import { RECEIPT_DAYS_AFTER_COMPLETION } from '../../shared/limits.ts';
import type { AccountId } from '../../shared/resources.ts';
import { eachByItself } from '../../shared/runtime/worker-handler.ts';
import type { Table, TransactionParts } from '../../shared/table/table.ts';
import { untilSettled } from '../../shared/table/until-settled.ts';
import { clinicalErasures } from './clinical-erasure.ts';
import { communityErasures } from './community-erasure.ts';
import { receiptParts } from './receipts.ts';
import { findRequest } from './requests.ts';
import { claimErasures } from './reward-erasure.ts';
import { workspaceErasures } from './workspace-erasure.ts';

/**
 * Erases all that a closed account has, area by area. Each step is one transaction that cannot be done twice, and what
 * is left to do is read from what is left: stopped at any point, the next run goes on. Only when nothing is left is the
 * request completed. The account itself stays closed for good: a token of it may still be about.
 */
const areas = [communityErasures, claimErasures, workspaceErasures, clinicalErasures];

/** How often an area is read again after a concurrent write refused a step; then the next run goes on. */
const PASSES = 5;
/** Milliseconds. */
const INDEX_LAG = 200;

interface Tools {
  readonly clock: Clock;
  readonly signIns: SignIns;
}

/**
 * Erases a closed account and completes its request. An area that fails does not stop the others.
 * @throws {AggregateError} with what failed: the request then stays pending for the next run.
 */
export async function erase(table: Table, accountId: AccountId, { clock, signIns }: Tools): Promise<void> {
  // A failure in one area does not stop the others.
  const failures = await eachByItself(areas, (erasures) =>
    untilNothingIsLeft(table, clock, () => erasures(table, accountId, clock.now())),
  );
  await signIns.remove(accountId);
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} areas failed`);
  await complete(table, accountId, clock.now());
}

async function untilNothingIsLeft(
  table: Table,
  clock: Clock,
  find: () => Promise<readonly TransactionParts[]>,
): Promise<void> {
  for (let pass = 0; pass < PASSES; pass++) {
    // An index may still list an item for a moment after it was erased.
    if (pass > 1) await clock.sleep(INDEX_LAG * pass);
    const left = await find();
    if (left.length === 0) return;
    for (const step of left) await table.transact(step);
  }
  throw new Error('something of an account will not be erased');
}

/**
 * Completes the request as it stands now, whatever an index showed of it: its receipt may have been replaced, or another
 * run may have completed it. The ledger's entry is part of the same transaction, so the ledger
 * has every account whose erasure the API reports as completed, with its valid receipt.
 */
async function complete(table: Table, accountId: AccountId, at: Date): Promise<void> {
  const find = () => findRequest(table, accountId);
  await untilSettled(await find(), find, async (request) => {
    if (request?.status !== 'pending') return 'completed before';
    const completed = {
      ...request,
      status: 'completed' as const,
      completedAt: at.toISOString(),
      receiptExpiresAt: later(at, days(RECEIPT_DAYS_AFTER_COMPLETION)).toISOString(),
    };
    const refused = await table.transact({
      request: {
        Put: {
          Item: deletionRequest.stored(completed),
          ConditionExpression: 'receiptHash = :receipt AND #status = :pending',
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: { ':receipt': request.receiptHash, ':pending': 'pending' },
        },
      },
      ledger: erasureEntry(completed),
      ...receiptParts(completed, request),
    });
    return refused ? undefined : 'completed';
  });
}
