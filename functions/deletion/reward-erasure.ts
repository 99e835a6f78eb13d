import { claimPointer } from '../../shared/rewards/claim-codes.ts';
import { type Claim, claim, claimsOf } from '../../shared/rewards/items.ts';
import { release } from '../../shared/rewards/unit-release.ts';
import { type ByHead, forHead, type StoredItem } from '../../shared/table/item.ts';
import type { TransactionParts } from '../../shared/table/table.ts';
import { type ErasureStep, type Erasures, stepsOf } from './erasure-step.ts';

/**
 * Finds the steps that erase the reward claims of an account. A held unit is released before its claim is deleted. A
 * redeemed unit stays counted as redeemed. The release requires that the claim is marked as closed, so a claim without
 * the mark gets it first.
 */
export const claimErasures: Erasures = (table, accountId, at) =>
  stepsOf(table, claimsOf(accountId), (item) => [forHead(erasures, item)(item, at)]);

const erasures: ByHead<'REWARDS#ACCOUNT#', (item: StoredItem, at: Date) => ErasureStep> = {
  CLAIM: (item, at) => {
    const found = claim.parse(item);
    if (found.status !== 'reserved') return { parts: removal(found), deletes: item };
    return { parts: found.accountClosed ? release(found, at.toISOString()) : mark(found) };
  },
};

function mark(stored: Claim): TransactionParts {
  return {
    claim: {
      Update: {
        Key: claim.key(stored),
        UpdateExpression: 'SET accountClosed = :true',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':true': true },
      },
    },
  };
}

function removal(stored: Claim): TransactionParts {
  return {
    // A claim that has another status by now may need another step. The next pass reads it again.
    claim: {
      Delete: {
        Key: claim.key(stored),
        ConditionExpression: '#status = :status',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':status': stored.status },
      },
    },
    pointer: { Delete: { Key: claimPointer.key({ claimId: stored.id }) } },
  };
}
