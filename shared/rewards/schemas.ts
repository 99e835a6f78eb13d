import * as z from 'zod/mini';
import { TYPED_CODE_DIGITS } from '../values/limits.ts';
import { Timestamp, text, Uuid } from '../values/resources.ts';

/** Claims, as the operations of rewards and `getAccountData` return them. */

export const ClaimStatus = z.enum(['reserved', 'redeemed', 'expired']);

export const RewardClaim = z.strictObject({
  id: Uuid,
  campaignId: Uuid,
  deliveryKind: z.literal('physical_gift'),
  status: ClaimStatus,
  reservedAt: Timestamp,
  expiresAt: Timestamp,
  redeemedAt: z.optional(Timestamp),
});

/** The code of a claim for typing (`typedCode`), in lower or upper case. */
export const TypedCode = text(
  TYPED_CODE_DIGITS,
  TYPED_CODE_DIGITS,
  /^[0-9a-fA-F]*$/,
  'must have the characters 0 to 9 and a to f only',
);
