import type * as z from 'zod/mini';
import { record, recordPointer, type StoredRequest } from '../../../shared/clinical/items.ts';
import { presentRecord } from '../../../shared/clinical/presenters.ts';
import type { ClinicalRecord } from '../../../shared/clinical/schemas.ts';
import { telling } from '../../../shared/notices/items.ts';
import { TryAgain } from '../../../shared/table/attempts.ts';
import type { Table } from '../../../shared/table/table.ts';
import { type Clock, days, later } from '../../../shared/values/clock.ts';
import { CORRECTION_DAYS } from '../../../shared/values/limits.ts';
import { readByPointer, showAgain } from './records.ts';
import {
  accessIsValid,
  accessWasApproved,
  logUse,
  type Use,
  type UseRefusal,
  whyInvalid,
  whyRefused,
} from './uses.ts';

/**
 * The author of a record marks it as entered in error. The record stays as it is, and only the first mark counts.
 *
 * Under a valid access, the author gets the record with its mark. Without one, the author may still correct the own record for
 * some days after writing it, under the request with which it was written, and gets nothing to read.
 */

/** The time after which a record must have been written for its author to correct it. */
export const correctableSince = (at: Date): string => later(at, -days(CORRECTION_DAYS)).toISOString();

export interface Mark {
  readonly recordId: string;
  readonly reason: string;
}

interface Marked {
  readonly kind: 'marked';
  readonly record: z.input<typeof ClinicalRecord>;
}

/**
 * Marks a record of the caller as entered in error.
 * @param mark `reason` is kept with the first mark. Later ones change nothing. Under a valid access they are readings in the
 * patient's log.
 * @returns `corrected` without a valid access, for the first mark and for a repeated one alike.
 * @throws {TryAgain} if the id of the log entry is already in use.
 */
export async function markInError(
  table: Table,
  use: Use,
  mark: Mark,
  clock: Clock,
): Promise<Marked | { readonly kind: 'corrected' | UseRefusal | 'record_not_found' | 'not_the_author' }> {
  const { request, accountId } = use;
  if (request?.practitioner.accountId !== accountId) return { kind: 'access_request_not_found' };
  const { patientId } = request;
  const found = recordPointer.parseIfAny(
    await table.get(recordPointer.key({ patientId, id: mark.recordId })),
  );
  const isAuthor = found?.practitionerAccountId === accountId;
  const outcome = await markUnderAccess(table, request, found, isAuthor, mark, clock);
  return outcome.kind === 'access_not_approved' && isAuthor && found.accessRequestId === request.id
    ? { kind: await correct(table, request, found, mark, clock) }
    : outcome;
}

type Pointer = ReturnType<typeof recordPointer.parse>;

/** Marks a record under a valid access. Without one, nobody learns whether the record exists. */
async function markUnderAccess(
  table: Table,
  request: StoredRequest,
  found: Pointer | undefined,
  isAuthor: boolean,
  mark: Mark,
  clock: Clock,
): Promise<Marked | { readonly kind: UseRefusal | 'record_not_found' | 'not_the_author' }> {
  const at = clock.now();
  const refused = await table.transact({
    ...accessIsValid(request, at),
    ...(found && isAuthor && marking(request, found, mark, { at, id: clock.newId() })),
  });
  const why = refused && whyInvalid(refused, at);
  if (why) return { kind: why };
  if (!found) return { kind: 'record_not_found' };
  if (!isAuthor) return { kind: 'not_the_author' };
  if (refused?.record?.item)
    return showAgain(table, request, await readByPointer(table, found), 'marked', clock);
  if (refused && !refused.record) throw new TryAgain('collision');
  const marked = record.parseIfAny(await table.get(record.key(found)));
  return marked ? { kind: 'marked', record: presentRecord(marked) } : { kind: 'record_not_found' };
}

/** Marks a record whose access has ended. The transaction decides whether its author may still do so. */
async function correct(
  table: Table,
  request: StoredRequest,
  found: Pointer,
  mark: Mark,
  { now, newId }: Clock,
): Promise<'corrected' | UseRefusal> {
  const at = now();
  const since = correctableSince(at);
  const refused = await table.transact({
    ...accessWasApproved(request, at),
    ...marking(request, found, mark, { at, id: newId(), since }),
  });
  if (!refused) return 'corrected';
  if (!refused.record) return whyRefused(refused, at);
  const earlier = record.parseIfAny(refused.record.item);
  const isRepeated = earlier?.enteredInError !== undefined && earlier.createdAt > since;
  return whyInvalid(refused, at) ?? (isRepeated ? 'corrected' : 'access_not_approved');
}

/**
 * The parts that mark a record, log it and tell the patient.
 * @param entry `id` is that of the entry in the log. A record of `since` or earlier is not marked.
 */
const marking = (
  request: StoredRequest,
  found: Pointer,
  { recordId, reason }: Mark,
  { at, id, since = '' }: { readonly at: Date; readonly id: string; readonly since?: string },
) => ({
  record: {
    Update: {
      Key: record.key(found),
      UpdateExpression: 'SET enteredInError = :mark',
      ConditionExpression:
        'practitionerAccountId = :author AND createdAt > :since AND attribute_not_exists(enteredInError)',
      ExpressionAttributeValues: {
        ':mark': { at: at.toISOString(), reason },
        ':author': request.practitioner.accountId,
        ':since': since,
      },
    },
  },
  log: logUse(request, at, { id, action: 'record_marked_in_error', recordId }),
  notice: telling('record_marked_in_error', {
    to: request.patientId,
    at: at.toISOString(),
    accessRequestId: request.id,
    recordId,
  }),
});
