import type * as z from 'zod/mini';
import {
  practitioners,
  practitionerVerification,
  type StoredVerification,
  verificationWithId,
} from '../../../shared/clinical/items.ts';
import { presentVerification } from '../../../shared/clinical/presenters.ts';
import type { Verification } from '../../../shared/clinical/schemas.ts';
import { accountIsOpen } from '../../../shared/identity/account.ts';
import { finalOutcome } from '../../../shared/table/final-outcome.ts';
import { type PageRequest, readPage } from '../../../shared/table/page.ts';
import type { Part, Reads, Table } from '../../../shared/table/table.ts';
import type { Clock } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';

/**
 * An account is a practitioner only if an administrator verified it by hand. Verification is never derived from a
 * sign-up or from OCR (interface, section 1).
 *
 * The first verification of an account gives the practitioner an id. Every later one keeps it, so that a log never shows one
 * person as two.
 */

type Entered = Omit<StoredVerification, 'id' | 'verifiedAt' | 'verifiedSince' | 'withdrawnAt' | 'erasedAt'>;

/**
 * Enters a new verification, or renews the one in `found` if it is still valid. A renewal keeps `verifiedSince`, so
 * approved access requests stay valid. If a concurrent request entered or withdrew the verification, it is read again: so
 * a renewal never restores the access that ended with a withdrawal, and concurrent first verifications agree on one id.
 */
export async function verify(
  table: Table,
  entered: Entered,
  found: StoredVerification | undefined,
  { now, newId }: Pick<Clock, 'now' | 'newId'>,
): Promise<
  | { readonly kind: 'verified'; readonly verification: z.input<typeof Verification> }
  | { readonly kind: 'verification_in_past' | 'practitioner_account_closed' }
> {
  const { accountId, verificationValidUntil } = entered;
  const again = () => findVerification(table, accountId);
  return finalOutcome(found, again, async (current) => {
    const at = now();
    const verifiedAt = at.toISOString();
    if (verificationValidUntil <= verifiedAt) return { kind: 'verification_in_past' };
    const verifiedSince = validSince(current, at) ?? verifiedAt;
    const verification = { ...entered, id: current?.id ?? newId(), verifiedAt, verifiedSince };
    const refused = await table.transact({
      verification: { Put: { Item: practitionerVerification.stored(verification), ...stillAs(current) } },
      account: accountIsOpen(accountId),
    });
    if (!refused) return { kind: 'verified', verification: presentVerification(verification) };
    return refused.account ? { kind: 'practitioner_account_closed' } : undefined;
  });
}

/** The condition that no concurrent request has entered or withdrawn the verification since it was found. */
function stillAs(found: StoredVerification | undefined) {
  if (!found) return { ConditionExpression: 'attribute_not_exists(pk)' };
  const { id, verifiedSince } = found;
  return verifiedSince
    ? {
        ConditionExpression: 'id = :id AND verifiedSince = :since',
        ExpressionAttributeValues: { ':id': id, ':since': verifiedSince },
      }
    : {
        ConditionExpression: 'id = :id AND attribute_not_exists(verifiedSince)',
        ExpressionAttributeValues: { ':id': id },
      };
}

/** Withdraws a verification. Repeating the withdrawal keeps the time of the first one. */
export async function withdraw(
  table: Table,
  accountId: AccountId,
  at: Date,
): Promise<'withdrawn' | 'practitioner_not_found'> {
  const refused = await table.transact({
    verification: {
      Update: {
        Key: practitionerVerification.key({ accountId }),
        UpdateExpression: 'SET withdrawnAt = if_not_exists(withdrawnAt, :now) REMOVE verifiedSince',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':now': at.toISOString() },
      },
    },
  });
  return refused ? 'practitioner_not_found' : 'withdrawn';
}

/** Finds the verification of an account, including an expired or withdrawn one. */
export async function findVerification(
  table: Reads,
  accountId: AccountId,
): Promise<StoredVerification | undefined> {
  return practitionerVerification.parseIfAny(await table.get(practitionerVerification.key({ accountId })));
}

/**
 * @returns the start of the uninterrupted verification, or `undefined` if the verification is not valid at that time.
 */
export function validSince(found: StoredVerification | undefined, at: Date): string | undefined {
  return found && found.verificationValidUntil > at.toISOString() ? found.verifiedSince : undefined;
}

/** A transaction part that fails unless the account has been verified without interruption since `since`. */
export function practitionerIsVerified(accountId: AccountId, since: string, at: Date): Part {
  return {
    ConditionCheck: {
      Key: practitionerVerification.key({ accountId }),
      ConditionExpression: 'verificationValidUntil > :now AND verifiedSince = :since',
      ExpressionAttributeValues: { ':now': at.toISOString(), ':since': since },
    },
  };
}

/**
 * Reads one page of the verifications of open accounts, sorted by the end of their validity, the earliest first.
 * @param practitionerId selects the only verification with this id, even that of an erased account.
 */
export async function readVerifications(table: Reads, practitionerId: string | undefined, page: PageRequest) {
  const list = practitionerId === undefined ? practitioners : verificationWithId(practitionerId);
  const { items, ...rest } = await readPage(table, list, page);
  return { practitioners: items.map(practitionerVerification.parse).map(presentVerification), ...rest };
}
