import * as z from 'zod/mini';
import { epochSeconds, kind, partition } from '../table/item.ts';
import { later, minutes, typedCode } from '../values/clock.ts';
import { AccountId, count, Timestamp, Uuid } from '../values/resources.ts';
import type { Claim } from './items.ts';

/**
 * Claims by their ids, and by the codes that people type if a claim cannot be scanned.
 *
 * REWARDS#CLAIM-CODE#<code> | <claimId>      the account, the campaign and the merchant of a claim id
 * REWARDS#LOOKUPS#<accountId> | HOUR#<hour>   the failed look-ups of a member of staff; ttl = the end of the hour
 */

/** The claims with a code. Two claims of a hall of 10,000 share a code in one of 86 halls. */
export const claimsWithCode = (code: string) => ({ pk: partition('REWARDS#CLAIM-CODE#', code) });

export const claimPointer = kind({
  prefix: 'REWARDS#CLAIM-CODE#',
  shape: z.object({ claimId: Uuid, accountId: AccountId, campaignId: Uuid, merchantTenantId: Uuid }),
  key: ({ claimId }: { claimId: string }) => ({ ...claimsWithCode(typedCode(claimId)), sk: claimId }),
});
export type ClaimPointer = ReturnType<typeof claimPointer.parse>;

export const pointerOf = ({ id: claimId, accountId, campaignId, merchantTenantId }: Claim): ClaimPointer => ({
  claimId,
  accountId,
  campaignId,
  merchantTenantId,
});

/** In milliseconds. A period begins at a full hour. */
export const LOOKUP_PERIOD = minutes(60);

/**
 * How many codes of claims an account has typed in an hour of the clock that belong to no claim. Without a limit, somebody could try
 * all codes and collect the gifts of other people.
 */
export const failedLookups = kind({
  prefix: 'REWARDS#LOOKUPS#',
  shape: z.object({ accountId: AccountId, hour: Timestamp, failed: count() }),
  key: ({ accountId, hour }: { accountId: AccountId; hour: string }) => ({
    pk: partition('REWARDS#LOOKUPS#', accountId),
    sk: `HOUR#${hour}`,
  }),
  ttl: ({ hour }) => epochSeconds(later(new Date(hour), LOOKUP_PERIOD)),
});
