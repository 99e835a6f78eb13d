import { type DeletionRequest, deletionRequest } from '../../shared/deletion/items.ts';
import { erasureEntry } from '../../shared/deletion/ledger.ts';
import { accountIsErased } from '../../shared/identity/account.ts';
import type { SignIns } from '../../shared/identity/sign-ins.ts';
import { noticeSettings } from '../../shared/notices/items.ts';
import type { MailService } from '../../shared/notices/mails.ts';
import { eachByItself } from '../../shared/runtime/each-by-itself.ts';
import { finalOutcome } from '../../shared/table/final-outcome.ts';
import type { Table } from '../../shared/table/table.ts';
import { type Clock, days, later } from '../../shared/values/clock.ts';
import { RECEIPT_DAYS_AFTER_COMPLETION } from '../../shared/values/limits.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import { clinicalErasures } from './clinical-erasure.ts';
import { communityErasures } from './community-erasure.ts';
import { type Erasures, takeSteps } from './erasure-step.ts';
import { lastMailOf } from './last-mail.ts';
import { hasEndpoints, noticeErasures } from './notice-erasure.ts';
import { answerErasures } from './onboarding-erasure.ts';
import { receiptParts } from './receipts.ts';
import { findRequest } from './requests.ts';
import { claimErasures } from './reward-erasure.ts';
import { workspaceErasures } from './workspace-erasure.ts';

/**
 * The erasure of a closed account. Each area finds the items that are left and erases them in idempotent transactions,
 * so the erasure can stop at any point and the next run continues. The deletion request is completed only when nothing
 * is left. The account stays closed permanently, because one of its access tokens may still be valid.
 */
const areas: readonly Erasures[] = [
  communityErasures,
  claimErasures,
  workspaceErasures,
  clinicalErasures,
  answerErasures,
  noticeErasures,
];

/** Reads of an area per run. If a concurrent write fails a step, the next pass repeats it. */
const PASSES = 5;
/** Milliseconds that an index may lag behind the table, as an estimate. */
const INDEX_LAG = 200;

interface Tools {
  readonly clock: Clock;
  readonly signIns: SignIns;
  /** `undefined` on a stage that sends no mails. */
  readonly mails: MailService | undefined;
  /** True when the run must end. */
  readonly isOver: () => boolean;
}

/** What became of an erasure in a run: whether its last mail was sent, if it was completed. */
export type Erased = 'pending' | 'completed' | 'completed_with_mail' | 'completed_without_mail';

/**
 * Erases a closed account, removes its sign-in, completes its deletion request and tells the person. Running it again is safe.
 * @returns `pending` if the run must end before nothing is left, or while an endpoint of a phone is not deleted.
 * @throws {AggregateError} with the errors of the areas that failed, after all areas were tried. The request stays
 * pending for the next run.
 */
export async function erase(
  table: Table,
  accountId: AccountId,
  { clock, signIns, mails, isOver }: Tools,
): Promise<Erased> {
  const failures = await eachByItself(areas, (erasures) =>
    untilNothingIsLeft(table, clock, isOver, () => erasures(table, accountId, clock.now())),
  );
  if (isOver()) return 'pending';
  if (failures.length > 0) {
    await signIns.remove(accountId);
    throw new AggregateError(failures, `${failures.length} areas failed`);
  }
  if (await hasEndpoints(table, accountId)) return 'pending';
  const mail = mails && (await lastMailOf(table, mails, accountId));
  await signIns.remove(accountId);
  const completed = await complete(table, accountId, clock.now());
  if (!mail || completed === 'already completed') return 'completed';
  return (await mail.send(completed)) ? 'completed_with_mail' : 'completed_without_mail';
}

async function untilNothingIsLeft(
  table: Table,
  clock: Clock,
  isOver: () => boolean,
  find: () => ReturnType<Erasures>,
): Promise<void> {
  for (let pass = 0; pass < PASSES; pass++) {
    // The indexes are eventually consistent and may still list an item that was just erased.
    if (pass > 1) await clock.sleep(INDEX_LAG * pass);
    let found = 0;
    for await (const steps of find()) {
      if (isOver()) return;
      found += steps.length;
      await takeSteps(table, steps, clock.now(), isOver);
    }
    if (found === 0) return;
  }
  throw new Error(`items of an account are left after ${PASSES} passes`);
}

/**
 * Completes the request, and deletes what the last mail needed. It is read again first, because the receipt may have been replaced or
 * another run may have completed the request. The transaction includes the ledger entry, so the ledger has every account whose erasure the
 * API reports as completed, with its valid receipt.
 */
async function complete(
  table: Table,
  accountId: AccountId,
  at: Date,
): Promise<(DeletionRequest & { readonly completedAt: string }) | 'already completed'> {
  const find = () => findRequest(table, accountId);
  return finalOutcome(await find(), find, async (request) => {
    if (request?.status !== 'pending') return 'already completed';
    const earliest = later(at, days(RECEIPT_DAYS_AFTER_COMPLETION)).toISOString();
    const completed = {
      ...request,
      status: 'completed' as const,
      completedAt: at.toISOString(),
      // People were told the first date, so it is never brought forward.
      receiptExpiresAt: earliest > request.receiptExpiresAt ? earliest : request.receiptExpiresAt,
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
      standing: accountIsErased(accountId, completed.completedAt),
      settings: { Delete: { Key: noticeSettings.key({ accountId }) } },
      ledger: erasureEntry(completed),
      ...receiptParts(completed, request),
    });
    return refused ? undefined : completed;
  });
}
