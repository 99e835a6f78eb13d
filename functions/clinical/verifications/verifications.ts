import type * as z from 'zod/mini';
import {
  practitioners,
  practitionerVerification,
  type StoredVerification,
} from '../../../shared/clinical/items.ts';
import { presentVerification } from '../../../shared/clinical/presenters.ts';
import type { Practitioner } from '../../../shared/clinical/schemas.ts';
import { accountIsOpen } from '../../../shared/identity/account.ts';
import { TryAgain } from '../../../shared/table/attempts.ts';
import { type PageRequest, readPage } from '../../../shared/table/page.ts';
import type { Part, Reads, Table } from '../../../shared/table/table.ts';
import type { AccountId } from '../../../shared/values/resources.ts';

/**
 * An account is a practitioner only if an administrator verified it by hand. Verification is never derived from a
 * sign-up or from OCR (interface, section 1).
 */

/**
 * Enters a new verification, or renews the one in `found` if it is still valid. A renewal keeps `verifiedSince`, so
 * approved access requests stay valid.
 * @throws {TryAgain} if a concurrent request withdrew or replaced the verification in `found`.
 */
export async function verify(
  table: Table,
  input: Omit<StoredVerification, 'verifiedAt' | 'verifiedSince' | 'withdrawnAt'>,
  found: StoredVerification | undefined,
  at: Date,
): Promise<
  | { readonly kind: 'verified'; readonly practitioner: z.input<typeof Practitioner> }
  | { readonly kind: 'verification_in_past' | 'practitioner_account_closed' }
> {
  const verifiedAt = at.toISOString();
  if (input.verificationValidUntil <= verifiedAt) return { kind: 'verification_in_past' };
  const practitioner = { ...input, verifiedAt };
  const since = validSince(found, at);
  const refused = await table.transact({
    verification: {
      Put: {
        Item: practitionerVerification.stored({ ...practitioner, verifiedSince: since ?? verifiedAt }),
        ...(since && {
          ConditionExpression: 'verifiedSince = :since',
          ExpressionAttributeValues: { ':since': since },
        }),
      },
    },
    account: accountIsOpen(input.id),
  });
  if (!refused) return { kind: 'verified', practitioner };
  if (refused.account) return { kind: 'practitioner_account_closed' };
  // A concurrent request withdrew the verification. A renewal must not restore the access that ended with it.
  throw new TryAgain('conflict');
}

/** Withdraws a verification. Repeating the withdrawal keeps the time of the first one. */
export async function withdraw(
  table: Table,
  id: AccountId,
  at: Date,
): Promise<'withdrawn' | 'practitioner_not_found'> {
  const refused = await table.transact({
    verification: {
      Update: {
        Key: practitionerVerification.key({ id }),
        UpdateExpression: 'SET withdrawnAt = if_not_exists(withdrawnAt, :now) REMOVE verifiedSince',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':now': at.toISOString() },
      },
    },
  });
  return refused ? 'practitioner_not_found' : 'withdrawn';
}

/** Finds the verification of an account, including an expired or withdrawn one. */
export async function findVerification(table: Reads, id: AccountId): Promise<StoredVerification | undefined> {
  return practitionerVerification.parseIfAny(await table.get(practitionerVerification.key({ id })));
}

/**
 * @returns the start of the uninterrupted verification, or `undefined` if the verification is not valid at that time.
 */
export function validSince(found: StoredVerification | undefined, at: Date): string | undefined {
  return found && found.verificationValidUntil > at.toISOString() ? found.verifiedSince : undefined;
}

/** A transaction part that fails unless the account has been verified without interruption since `since`. */
export function practitionerIsVerified(id: AccountId, since: string, at: Date): Part {
  return {
    ConditionCheck: {
      Key: practitionerVerification.key({ id }),
      ConditionExpression: 'verificationValidUntil > :now AND verifiedSince = :since',
      ExpressionAttributeValues: { ':now': at.toISOString(), ':since': since },
    },
  };
}

/** Reads one page of all verifications, sorted by the end of their validity, the earliest first. */
export async function readVerifications(table: Reads, page: PageRequest) {
  const { items, ...rest } = await readPage(table, practitioners, page);
  return { practitioners: items.map(practitionerVerification.parse).map(presentVerification), ...rest };
}
