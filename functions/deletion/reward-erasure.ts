import { release } from '../../shared/domain/unit-release.ts';
import { type Claim, claim, claimPointer, claimsOf } from '../../shared/items/rewards.ts';
import type { AccountId } from '../../shared/resources.ts';
import type { Reads, TransactionParts } from '../../shared/table/table.ts';

/**
 * What an account has claimed: a unit that it holds is released first, then the claim goes. A unit that was handed out
 * stays counted as redeemed, with nobody behind it. A release asks that the claim is marked as a closed account's, which
 * the request may not have come to.
 */
export async function claimErasures(
  table: Reads,
  accountId: AccountId,
  at: Date,
): Promise<TransactionParts[]> {
  const claims = (await table.query(claimsOf(accountId))).map(claim.parse);
  return claims.map((one) => {
    if (one.status !== 'reserved') return removal(one);
    return one.accountClosed ? release({ ...one, claimId: one.id }, at.toISOString()) : mark(one);
  });
}

function mark(one: Claim): TransactionParts {
  return {
    claim: {
      Update: {
        Key: claim.key(one),
        UpdateExpression: 'SET accountClosed = :true',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':true': true },
      },
    },
  };
}

function removal(one: Claim): TransactionParts {
  return {
    claim: { Delete: { Key: claim.key(one) } },
    pointer: { Delete: { Key: claimPointer.key({ claimId: one.id }) } },
  };
}
