import {
  claimPointer,
  claimsWithCode,
  failedLookups,
  LOOKUP_PERIOD,
} from '../../../shared/rewards/claim-codes.ts';
import { claimStatus } from '../../../shared/rewards/items.ts';
import type { Reads, Table } from '../../../shared/table/table.ts';
import { MAX_FAILED_LOOKUPS } from '../../../shared/values/limits.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { membership } from '../../../shared/workspaces/items.ts';
import { type FoundForStaff, readForStaff, worksForMerchant } from './claim-for-staff.ts';

/**
 * Codes for typing are short, so a member of staff could try them all and hand out the gifts of others. Each look-up counts as a
 * failed one before it reads a claim, so concurrent look-ups cannot exceed the limit. One that finds a claim is then taken off.
 */

/** Claims with one code that are looked at. More of them are as good as none: they cannot be told apart. */
const MAX_CLAIMS = 10;

interface Typed {
  readonly workspaceId: string;
  /** In lower or upper case. */
  readonly code: string;
}

/** Reads the membership of somebody at a merchant. */
export const findEmployee = async (table: Reads, accountId: AccountId, workspaceId: string) =>
  membership.parseIfAny(await table.get(membership.key({ accountId, workspaceId })));

/**
 * Finds the only reserved or redeemed claim of a merchant with a code; without one, the only expired claim with it.
 * @param employee the result of `findEmployee`.
 * @returns `claim_not_found` for no claim, for several, and for everybody who does not work for the merchant.
 */
export async function findByCode(
  table: Table,
  employee: Awaited<ReturnType<typeof findEmployee>>,
  { workspaceId, code }: Typed,
  staff: { readonly staffId: AccountId; readonly at: Date },
): Promise<FoundForStaff | 'claim_not_found' | 'too_many_lookups'> {
  if (!worksForMerchant(employee)) return 'claim_not_found';
  const { staffId, at } = staff;
  const [isAllowed, items] = await Promise.all([
    countLookup(table, staffId, at, 1),
    table.query({ ...claimsWithCode(code.toLowerCase()), limit: MAX_CLAIMS }),
  ]);
  if (!isAllowed) return 'too_many_lookups';
  const pointers = items
    .map(claimPointer.parse)
    .filter((pointer) => pointer.merchantTenantId === workspaceId);
  const seen = await Promise.all(pointers.map((pointer) => readForStaff(table, pointer, staff)));
  const found = seen.flatMap((each) => (each && !each.isAccountClosed ? [each] : []));
  const valid = found.filter(({ claim }) => claimStatus(claim, at) !== 'expired');
  const [only, another] = valid.length > 0 ? valid : found;
  if (!only || another || items.length === MAX_CLAIMS) return 'claim_not_found';
  await countLookup(table, staffId, at, -1);
  return only;
}

/** Counts a failed look-up of this hour, or takes one off. @returns false if the limit is reached. */
async function countLookup(table: Table, accountId: AccountId, at: Date, by: 1 | -1): Promise<boolean> {
  const hour = new Date(Math.floor(at.getTime() / LOOKUP_PERIOD) * LOOKUP_PERIOD).toISOString();
  const { ttl } = failedLookups.stored({ accountId, hour, failed: 0 });
  const refused = await table.transact({
    lookups: {
      Update: {
        Key: failedLookups.key({ accountId, hour }),
        UpdateExpression: 'SET accountId = :account, #hour = :hour, #ttl = :ttl ADD failed :by',
        ConditionExpression: 'attribute_not_exists(failed) OR failed < :limit',
        ExpressionAttributeNames: { '#hour': 'hour', '#ttl': 'ttl' },
        ExpressionAttributeValues: {
          ':account': accountId,
          ':hour': hour,
          ':ttl': ttl,
          ':by': by,
          // Taking one off never meets the limit.
          ':limit': MAX_FAILED_LOOKUPS + (by < 0 ? 1 : 0),
        },
      },
    },
  });
  return !refused;
}
