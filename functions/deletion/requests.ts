import type * as z from 'zod/mini';
import { type DeletionRequest, deletionRequest } from '../../shared/deletion/items.ts';
import { requestEntry } from '../../shared/deletion/ledger.ts';
import { accountClosing } from '../../shared/identity/account.ts';
import { finalOutcome } from '../../shared/table/final-outcome.ts';
import type { Part, Reads, Table, TransactionParts } from '../../shared/table/table.ts';
import { type Clock, days, fingerprint, later } from '../../shared/values/clock.ts';
import { RECEIPT_DAYS } from '../../shared/values/limits.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import { allMarks, firstMarks, type Mark } from './closure-marks.ts';
import type { DeletionReceiptStatus } from './contract.ts';
import { presentStatus, receiptParts } from './receipts.ts';

/**
 * An account has at most one deletion request, and one valid receipt. One transaction creates the request, closes the
 * account, writes the ledger entry and marks the items of the account, so reports and displays leave them out from then
 * on. Every request that the API has confirmed is in the ledger, so restoring the table cannot lose one.
 */

/**
 * The limit of DynamoDB for one transaction.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
 */
const MAX_PARTS = 100;
/** If concurrent writes fail the marks this often, the account is closed without them and the marks follow. */
const TURNS_WITH_MARKS = 2;
/** Further attempts to mark items after the account is closed. The erasure removes anything that stays unmarked. */
const PASSES = 3;

export type Issued =
  | {
      readonly kind: 'requested' | 'replaced';
      readonly request: z.input<typeof DeletionReceiptStatus>;
      readonly receiptToken: string;
    }
  /** The erasure is complete. A new receipt would not be in the ledger, so a restored table would lose it. */
  | { readonly kind: 'account_closed' };

export async function findRequest(table: Reads, accountId: AccountId): Promise<DeletionRequest | undefined> {
  return deletionRequest.parseIfAny(await table.get(deletionRequest.key({ accountId })));
}

/** Reads the deletion request and the first marks to make concurrently. */
export async function findForDeletion(table: Reads, accountId: AccountId, at: Date) {
  const [request, { marks }] = await Promise.all([
    findRequest(table, accountId),
    firstMarks(table, accountId, at),
  ]);
  return { request, marks };
}

/**
 * Requests the deletion of an account. If a request is already pending, its receipt is replaced. Items that cannot be
 * marked do not prevent the account from closing.
 * @param found the result of `findForDeletion`. It is read again if a concurrent write fails the transaction.
 * @returns the request and its new receipt token (256 random bits, base64url), which is not stored.
 * @throws {TryAgain} at the deadline, unless the request is stored by then. Repeating the call is safe.
 */
export async function requestDeletion(
  table: Table,
  { accountId, noticeVersion }: { readonly accountId: AccountId; readonly noticeVersion: string },
  found: Awaited<ReturnType<typeof findForDeletion>>,
  clock: Clock,
): Promise<Issued> {
  const at = clock.now();
  const receiptToken = clock.newSecret();
  const receiptHash = fingerprint(receiptToken);
  let turn = 0;
  const again = () => findForDeletion(table, accountId, at);
  return finalOutcome(found, again, async ({ request, marks }) => {
    // After a lost response, the stored request can already have the new receipt. It is not written a second time.
    const isWritten = request?.receiptHash === receiptHash;
    if (request?.status === 'completed' && !isWritten) return { kind: 'account_closed' };
    const issued: DeletionRequest = request
      ? { ...request, receiptHash, receiptIssuedAt: nextIssue(request, at) }
      : {
          accountId,
          receiptHash,
          receiptIssuedAt: at.toISOString(),
          id: clock.newId(),
          status: 'pending',
          requestedAt: at.toISOString(),
          receiptExpiresAt: later(at, days(RECEIPT_DAYS)).toISOString(),
          noticeVersion,
        };
    const parts = isWritten ? {} : request ? replaceReceipt(request, issued) : closeAccount(issued);
    const fitting =
      turn++ < TURNS_WITH_MARKS ? (batches(marks, MAX_PARTS - Object.keys(parts).length)[0] ?? []) : [];
    const writes = { ...parts, ...partsOf(fitting) };
    if (Object.keys(writes).length > 0 && (await table.transact(writes))) return undefined;

    // The account is closed, so its owner gets the receipt whatever fails now. The erasure does what is left and reports it.
    await markTheRest(table, accountId, at).catch(() => {});
    return { kind: request ? 'replaced' : 'requested', request: presentStatus(issued), receiptToken };
  });
}

/**
 * Each receipt is issued later than the one that it replaces, even if the clocks of two functions differ. The replay of
 * the ledger relies on it: the latest receipt is the valid one.
 */
function nextIssue({ receiptIssuedAt }: DeletionRequest, at: Date): string {
  const earliest = later(new Date(receiptIssuedAt), 1);
  return (at < earliest ? earliest : at).toISOString();
}

/** Marks the items that did not fit into the first transaction, were added during it, or caused it to fail. */
async function markTheRest(table: Table, accountId: AccountId, at: Date): Promise<void> {
  for (let pass = 0; pass < PASSES; pass++) {
    let found = 0;
    for await (const marks of marksToMake(table, accountId, at)) {
      found += marks.length;
      for (const batch of batches(marks, MAX_PARTS)) await markTogether(table, batch, pass);
    }
    if (found === 0) return;
  }
}

/** The marks that an account still needs: those of most accounts with one round of reads, and otherwise page by page. */
async function* marksToMake(table: Table, accountId: AccountId, at: Date) {
  const { marks, isAll } = await firstMarks(table, accountId, at);
  if (isAll) yield marks;
  else yield* allMarks(table, accountId, at);
}

/** If one mark fails the batch, each mark is written alone; from the second pass on, its remnant is the last resort. */
async function markTogether(table: Table, batch: readonly Mark[], pass: number): Promise<void> {
  if (!(await table.transact(partsOf(batch)))) return;
  for (const { parts, remnant } of batch) {
    if ((await table.transact(parts)) && remnant && pass > 0) await table.transact(remnant);
  }
}

function closeAccount(request: DeletionRequest): Record<string, Part> {
  const { accountId, requestedAt } = request;
  return {
    standing: { Update: accountClosing(accountId, requestedAt) },
    request: {
      Put: { Item: deletionRequest.stored(request), ConditionExpression: 'attribute_not_exists(pk)' },
    },
    ledger: requestEntry(request),
    ...receiptParts(request, undefined),
  };
}

function replaceReceipt(old: DeletionRequest, request: DeletionRequest): Record<string, Part> {
  return {
    request: {
      Update: {
        Key: deletionRequest.key(request),
        UpdateExpression: 'SET receiptHash = :new, receiptIssuedAt = :issuedAt',
        ConditionExpression: 'receiptHash = :old AND #status = :pending',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':new': request.receiptHash,
          ':issuedAt': request.receiptIssuedAt,
          ':old': old.receiptHash,
          ':pending': 'pending',
        },
      },
    },
    ledger: requestEntry(request),
    ...receiptParts(request, old),
  };
}

/** Groups marks into transactions of at most `most` parts. A mark is never split. */
function batches(marks: readonly Mark[], most: number): Mark[][] {
  const packed: Mark[][] = [];
  let room = 0;
  for (const mark of marks) {
    const size = Object.keys(mark.parts).length;
    if (size > room) {
      packed.push([]);
      room = most;
    }
    packed.at(-1)?.push(mark);
    room -= size;
  }
  return packed;
}

function partsOf(marks: readonly Mark[]): TransactionParts {
  return Object.assign({}, ...marks.map(({ parts }) => parts));
}
