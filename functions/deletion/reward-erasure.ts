import type { Departure } from '../../shared/departures.ts';
import { type Claim, claim, claimPointer, claimsPartition } from '../../shared/items/rewards.ts';
import { release } from '../../shared/release.ts';
import type { AccountId } from '../../shared/resources.ts';
import type { Reads } from '../../shared/table/client.ts';

/**
 * What an account has claimed: a unit that it holds is released first, then the claim goes. A unit that was handed out
 * stays counted as redeemed, with nobody behind it.
 */
export async function claimErasures(table: Reads, accountId: AccountId, at: Date): Promise<Departure[]> {
  const claims = (await table.query({ pk: claimsPartition(accountId) })).map(claim.parse);
  return claims.map((one) =>
    one.status === 'reserved' ? release({ ...one, claimId: one.id }, at.toISOString()) : removal(one),
  );
}

function removal(one: Claim): Departure {
  return {
    claim: { Delete: { Key: claim.key(one) } },
    pointer: { Delete: { Key: claimPointer.key({ claimId: one.id }) } },
  };
}
