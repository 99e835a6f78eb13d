import { randomUUID } from 'node:crypto';
import { EXPO } from '../../../local/demo/events.ts';
import { MERCHANT_WORKSPACE } from '../../../local/demo/people.ts';
import { days, later, minutes } from '../../../shared/values/clock.ts';
import type { DemoPlatform } from './demo-platform.ts';

/** Gifts of the demo platform for the tests of the counter, made by the operations that administrators and visitors use. */

export interface Gift {
  readonly campaignId: string;
  readonly workspaceId: string;
}

/** A published campaign. @param ofMerchant the workspace of the merchant; by default, the one whose staff is among the demo people */
export async function newGift(
  { local }: DemoPlatform,
  {
    ofMerchant = MERCHANT_WORKSPACE,
    reservationTtlSeconds = 24 * 3600,
    stockUnits = 1000,
    title = 'Botol Air Lipat',
  } = {},
): Promise<Gift> {
  const clock = await local.advance(0);
  const now = new Date(clock.body.now);
  const { body: campaign } = await local.call('POST', '/v1/platform/campaigns', {
    as: 'platform-admin',
    body: {
      merchantTenantId: ofMerchant,
      eventId: EXPO.id,
      title,
      summary: 'A folding bottle',
      rules: 'Satu hadiah bagi setiap akaun.',
      startsAt: later(now, minutes(-5)).toISOString(),
      endsAt: later(now, days(20)).toISOString(),
      redeemBy: later(now, days(20)).toISOString(),
      reservationTtlSeconds,
      requiresVerifiedIdentity: false,
      stockUnits,
    },
  });
  const path = `/v1/platform/campaigns/${campaign.id}/publication`;
  const { status, text } = await local.call('POST', path, { as: 'platform-admin' });
  if (status !== 200) throw new Error(text);
  return { campaignId: campaign.id, workspaceId: ofMerchant };
}

/** A workspace of somebody. @returns its id */
export async function newWorkspace(
  { local }: DemoPlatform,
  body: { readonly name: string; readonly workspaceKind: 'merchant' | 'corporate'; readonly ownerId: string },
): Promise<string> {
  const answer = await local.call('POST', '/v1/platform/workspaces', { as: 'platform-admin', body });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.id;
}

/** Somebody reserves a gift. @param accountId by default, a new visitor. @returns the id of the claim */
export async function reserve(
  { local }: DemoPlatform,
  { campaignId }: Gift,
  accountId: string = randomUUID(),
): Promise<string> {
  const body = { claimId: randomUUID() };
  const token = await local.tokenOf({ accountId });
  const path = `/v1/rewards/campaigns/${campaignId}/claims`;
  const { status, text } = await local.call('POST', path, { token, body });
  if (status !== 201) throw new Error(text);
  return body.claimId;
}

/** The state of a claim, as the platform tells the merchant. */
export const statusOf = async ({ local }: DemoPlatform, claimId: string): Promise<string> =>
  (await local.call('GET', `/v1/partner/claims/${claimId}`, { as: 'merchant-staff' })).body.claim.status;

/** The gifts of a campaign that were handed out, counted in the stock. */
export async function handedOut({ local }: DemoPlatform, { campaignId }: Gift): Promise<number> {
  const path = `/v1/platform/campaigns/${campaignId}`;
  return (await local.call('GET', path, { as: 'platform-admin' })).body.stock.redeemed;
}
