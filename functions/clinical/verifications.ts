import type * as z from 'zod/mini';
import { accountIsOpen } from '../../shared/items/account.ts';
import { practitioners, practitionerVerification } from '../../shared/items/clinical.ts';
import { publicFields } from '../../shared/public-fields.ts';
import type { AccountId } from '../../shared/resources.ts';
import { TryAgain } from '../../shared/table/attempts.ts';
import { type OpenedPage, readPage } from '../../shared/table/page.ts';
import type { Part, Reads, Table } from '../../shared/table/table.ts';
import type { Practitioner } from './contract.ts';
import { Verification as ShownVerification } from './verification-contract.ts';

/** A practitioner is who an administrator entered by hand; nothing derives it from a sign-up or a scan. */
type Verification = ReturnType<typeof practitionerVerification.parse>;

/** Enters a new verification, or renews the one that was found to stand: accesses under that one then go on. */
export async function verify(
  table: Table,
  wanted: Omit<Verification, 'verifiedAt' | 'verifiedSince' | 'withdrawnAt'>,
  found: Verification | undefined,
  at: Date,
): Promise<
  | { readonly kind: 'verified'; readonly practitioner: z.input<typeof Practitioner> }
  | { readonly kind: 'verification_in_past' | 'practitioner_account_closed' }
> {
  const verifiedAt = at.toISOString();
  if (wanted.verificationValidUntil <= verifiedAt) return { kind: 'verification_in_past' };
  const practitioner = { ...wanted, verifiedAt };
  const since = standsSince(found, at);
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
    account: accountIsOpen(wanted.id),
  });
  if (!refused) return { kind: 'verified', practitioner };
  if (refused.account) return { kind: 'practitioner_account_closed' };
  // A concurrent request withdrew it: a renewal may not revive what has ended.
  throw new TryAgain('conflict');
}

/** Withdraws a verification; repeated, it keeps the time of the first withdrawal. */
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

/** The verification of an account, also one that has lapsed or was withdrawn. */
export async function findVerification(table: Reads, id: AccountId): Promise<Verification | undefined> {
  return practitionerVerification.parseIfAny(await table.get(practitionerVerification.key({ id })));
}

/** Since when a verification stands without a break, if it stands. */
export function standsSince(found: Verification | undefined, at: Date): string | undefined {
  return found && found.verificationValidUntil > at.toISOString() ? found.verifiedSince : undefined;
}

/** The part of a transaction that refuses when an account is not verified, without a break, since then. */
export function practitionerStands(id: AccountId, since: string, at: Date): Part {
  return {
    ConditionCheck: {
      Key: practitionerVerification.key({ id }),
      ConditionExpression: 'verificationValidUntil > :now AND verifiedSince = :since',
      ExpressionAttributeValues: { ':now': at.toISOString(), ':since': since },
    },
  };
}

/** A page of all verifications, those that end first. */
export async function listVerifications(table: Reads, page: OpenedPage) {
  const { items, ...rest } = await readPage(table, practitioners, page);
  return { practitioners: items.map(practitionerVerification.parse).map(presentVerification), ...rest };
}

/** A verification as administrators see it, also one that has lapsed or was withdrawn. */
export const presentVerification = (stored: Verification): z.input<typeof ShownVerification> =>
  publicFields(ShownVerification, stored);
