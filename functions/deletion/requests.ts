import type * as z from 'zod/mini';
import { type Clock, days, fingerprint, later } from '../../shared/clock.ts';
import { requestEntry } from '../../shared/domain/erasure-ledger.ts';
import { accountStanding } from '../../shared/items/account.ts';
import { type DeletionRequest, deletionRequest } from '../../shared/items/deletion.ts';
import { RECEIPT_DAYS } from '../../shared/limits.ts';
import type { AccountId } from '../../shared/resources.ts';
import type { Part, Reads, Table, TransactionParts } from '../../shared/table/table.ts';
import { untilSettled } from '../../shared/table/until-settled.ts';
import { type Mark, marksToMake } from './closure-marks.ts';
import type { DeletionReceiptStatus } from './contract.ts';
import { presentStatus, receiptParts } from './receipts.ts';

/**
 * An account has one deletion request and one good receipt. The transaction that makes the request closes the account,
 * writes the request into the ledger, and marks what the account holds, so that no report and no display answers with it
 * from then on. The ledger has every request that the API has confirmed, so a restored table cannot lose one.
 */

/** DynamoDB takes 100 parts in a transaction. */
const MOST_PARTS = 100;
/** Marks that a concurrent write refuses are found again and retried once; then the account is closed without them. */
const TURNS_WITH_MARKS = 2;
/** How often the rest is tried; a repeated request finds again what still shows. */
const PASSES = 3;

export type Issued =
  | {
      readonly kind: 'requested' | 'replaced';
      readonly request: z.input<typeof DeletionReceiptStatus>;
      readonly receiptToken: string;
    }
  /** All is erased, the sign-in too: a receipt from now on would be in no ledger, and lost with a restored table. */
  | { readonly kind: 'account_closed' };

/** The deletion request of an account. */
export async function findRequest(table: Reads, accountId: AccountId): Promise<DeletionRequest | undefined> {
  return deletionRequest.parseIfAny(await table.get(deletionRequest.key({ accountId })));
}

/** The request and what there is to mark, side by side. */
export async function findForDeletion(table: Reads, accountId: AccountId, at: Date) {
  const [request, marks] = await Promise.all([
    findRequest(table, accountId),
    marksToMake(table, accountId, at),
  ]);
  return { request, marks };
}

/**
 * Requests the deletion, or gives the request that there is a new receipt. What cannot be marked never keeps the account
 * from closing.
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
  return untilSettled(found, again, async ({ request, marks }) => {
    // Ours is there already when the answer to its write was lost: an item cannot be replaced by itself.
    const own = request?.receiptHash === receiptHash;
    if (request?.status === 'completed' && !own) return { kind: 'account_closed' };
    const wanted: DeletionRequest = request
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
    const parts = own ? {} : request ? replaceReceipt(request, wanted) : closeAccount(wanted);
    const fitting =
      turn++ < TURNS_WITH_MARKS ? (batches(marks, MOST_PARTS - Object.keys(parts).length)[0] ?? []) : [];
    const writes = { ...parts, ...partsOf(fitting) };
    if (Object.keys(writes).length > 0 && (await table.transact(writes))) return undefined;

    await markTheRest(table, accountId, at);
    return { kind: request ? 'replaced' : 'requested', request: presentStatus(wanted), receiptToken };
  });
}

/** Each receipt is later than the one before, also when two functions' clocks differ: a replay takes the last one. */
function nextIssue({ receiptIssuedAt }: DeletionRequest, at: Date): string {
  const earliest = later(new Date(receiptIssuedAt), 1);
  return (at < earliest ? earliest : at).toISOString();
}

/** Marks what did not fit into the first transaction, appeared during it, or refused it. */
async function markTheRest(table: Table, accountId: AccountId, at: Date): Promise<void> {
  for (let pass = 0; pass < PASSES; pass++) {
    const marks = await marksToMake(table, accountId, at);
    if (marks.length === 0) return;
    for (const batch of batches(marks, MOST_PARTS)) {
      // Where one of many refuses, each is tried alone, and by its remnant when it will not be marked whole.
      if (!(await table.transact(partsOf(batch)))) continue;
      for (const { parts, remnant } of batch) {
        if ((await table.transact(parts)) && remnant && pass > 0) await table.transact(remnant);
      }
    }
  }
}

/** The update that closes an account, and revokes the administrator's role if it has it. */
export const closes = (accountId: AccountId, closedAt: string) => ({
  Key: accountStanding.key({ accountId }),
  UpdateExpression:
    'SET accountId = :account, closedAt = if_not_exists(closedAt, :now) REMOVE platformAdmin, gsi1pk, gsi1sk',
  ExpressionAttributeValues: { ':account': accountId, ':now': closedAt },
});

function closeAccount(request: DeletionRequest): Record<string, Part> {
  const { accountId, requestedAt } = request;
  return {
    standing: { Update: closes(accountId, requestedAt) },
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

/** Packs marks into transactions of at most `most` parts. */
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
