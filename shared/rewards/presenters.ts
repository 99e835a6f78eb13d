import type { Presented } from '../values/public-fields.ts';
import { type Claim, claimStatus } from './items.ts';
import type { RewardClaim } from './schemas.ts';

/**
 * Converts a stored claim to its public form. A reservation is `expired` from its expiry on, even if that is not
 * stored.
 */
export function presentClaim(stored: Claim, at: Date): Presented<typeof RewardClaim> {
  const { id, campaignId, deliveryKind, reservedAt, expiresAt, redeemedAt } = stored;
  return { id, campaignId, deliveryKind, status: claimStatus(stored, at), reservedAt, expiresAt, redeemedAt };
}
