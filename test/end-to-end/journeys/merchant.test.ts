import { afterAll, describe, expect, it } from 'vitest';
import { hours, minutes, typedCode } from '../../../shared/values/clock.ts';
import { newId } from '../../support/world.ts';
import type { BodyOf } from './client.ts';
import { draftCampaign, joins, newWorkspace, publishedChallenge, reserves } from './fixtures.ts';
import { newTown, type Person, SOON } from './platform-under-test.ts';

const town = await newTown();
afterAll(town.leave);
const admin = await town.firstAdmin();
const owner = town.person();
const counter = town.person();
const early = town.person();
const late = town.person();
const held = town.person();
const next = town.person();
const last = town.person();
const { day, moment } = town;

/** The sweep runs every minute of the platform's clock, and TTL deletes every 20 seconds of real time. */
const RELEASED = { timeout: 120_000, interval: 250 };

describe("a merchant's campaign", { shuffle: false }, () => {
  let workspaceId: string;
  let campaignId: string;
  let draft: BodyOf<'createCampaign'>;
  let place: Awaited<ReturnType<typeof publishedChallenge>>;
  const claims = new Map<Person, { readonly id: string; readonly expiresAt: string }>();
  const reserve = () => reserves(campaignId);
  const reserved = async (person: Person) => claims.set(person, await person.does(...reserve()));
  const claimOf = (person: Person) => claims.get(person) ?? { id: '', expiresAt: '' };
  const redeem = (person: Person, redemptionId = newId()) =>
    ['redeemClaim', { params: { claimId: claimOf(person).id }, body: { redemptionId } }] as const;
  const stock = async () => (await admin.does('getPlatformCampaign', { params: { campaignId } })).stock;
  const shown = async () => (await town.visitor.does('listCampaigns')).campaigns[0];

  it('is drafted for a merchant and an exhibition, and visible to nobody', async () => {
    ({ id: workspaceId } = await newWorkspace(admin, 'merchant', owner));
    await joins(counter, owner, workspaceId, 'staff');
    const times = { startsAt: moment(1), endsAt: moment(8) };
    place = await publishedChallenge(admin, times);
    const input = { ...times, redeemBy: moment(1, 10.5), stockUnits: 3 };
    draft = await draftCampaign(admin, { ...input, merchantTenantId: workspaceId, eventId: place.event.id });
    campaignId = draft.id;
    expect(await early.isRefused(...reserve())).toBe('campaign_not_found');
    expect(await shown()).toBeUndefined();
  });

  it('is published only while everybody can see its exhibition', async () => {
    const publication = ['publishCampaign', { params: { campaignId } }] as const;
    const [ofEvent, ofClub] = [{ params: { code: place.code } }, { params: { id: place.club.id } }];
    await admin.does('unpublishEvent', ofEvent);
    expect(await admin.isRefused(...publication)).toBe('exhibition_not_public');
    await admin.does('publishEvent', ofEvent);
    await admin.does('unpublishClub', ofClub);
    expect(await admin.isRefused(...publication)).toBe('exhibition_not_public');
    expect(await shown()).toBeUndefined();
    await admin.does('publishClub', ofClub);
    expect(await admin.does(...publication)).toMatchObject({ status: 'published' });
  });

  it('starts on time and can be reserved, until its last collection at the latest', async () => {
    await expect.poll(shown, SOON).toMatchObject({ availability: 'upcoming', availableStock: 3 });
    expect(await early.isRefused(...reserve())).toBe('not_started');
    await town.until(moment(1));
    expect(await shown()).toMatchObject({ availability: 'available' });
    await reserved(early);
    await reserved(late);
    expect(claimOf(late).expiresAt).toBe(draft.redeemBy);
  });

  it('is corrected, and an existing reservation expires as its owner was told', async () => {
    const { id, status, deliveryKind, createdAt, updatedAt, ...definition } = draft;
    const correct = (changes: object) =>
      ['updateCampaign', { params: { campaignId }, body: { ...definition, ...changes } }] as const;
    const better = { title: 'Beg kain', redeemBy: draft.endsAt };
    expect(await admin.isRefused(...correct({ ...better, startsAt: moment(2) }))).toBe(
      'fixed_by_publication',
    );
    expect(await admin.does(...correct(better))).toMatchObject({ ...better, version: 2 });
    await expect.poll(shown, SOON).toMatchObject(better);
    expect(await late.does(...reserve())).toEqual(claims.get(late));
    expect((await late.does('listClaims')).claims).toEqual([claims.get(late)]);
  });

  it('can be reserved until it is out of stock', async () => {
    await town.passes(minutes(10));
    await reserved(held);
    expect(claimOf(held).expiresAt > claimOf(late).expiresAt).toBe(true);
    expect(await next.isRefused(...reserve())).toBe('out_of_stock');
    await expect.poll(shown, SOON).toMatchObject({ availability: 'out_of_stock', availableStock: 0 });
    await expect
      .poll(stock, SOON)
      .toEqual({ total: 3, free: 0, held: 3, lapsed: 0, redeemed: 0, withdrawn: 0 });
  });

  it('is redeemed at the counter only by the staff of the merchant', async () => {
    const which = { params: { claimId: claimOf(early).id } };
    const redemptionId = newId();
    for (const stranger of [admin, early, next]) {
      expect(await stranger.isRefused(...redeem(early))).toBe('claim_not_found');
      expect(await stranger.isRefused('getPartnerClaim', which)).toBe('claim_not_found');
    }
    expect(await counter.does('getPartnerClaim', which)).toMatchObject({ canRedeem: true });
    const code = typedCode(claimOf(early).id);
    const typed = { params: { workspaceId, code } };
    expect(await counter.does('findPartnerClaim', typed)).toMatchObject({ canRedeem: true });
    // A wrong scan is taken back, and the gift is then handed out.
    const wrong = newId();
    await counter.does(...redeem(early, wrong));
    const annulment = { params: which.params, body: { redemptionId: wrong } };
    expect(await owner.does('annulRedemption', annulment)).toMatchObject({ canRedeem: true });
    for (let n = 0; n < 2; n++) {
      const { claim } = await counter.does(...redeem(early, redemptionId));
      expect(claim).toMatchObject({ status: 'redeemed' });
    }
    for (const person of [counter, owner])
      expect(await person.isRefused(...redeem(early))).toBe('already_redeemed');
    const seen = { obstacle: 'already_redeemed', redeemedByCaller: false };
    expect(await owner.does('getPartnerClaim', which)).toMatchObject(seen);
  });

  it('gives the unit of an expired reservation to another account from that second on', async () => {
    const { expiresAt } = claimOf(late);
    await town.until(new Date(Date.parse(expiresAt) - minutes(1)).toISOString());
    expect(await next.isRefused(...reserve())).toBe('out_of_stock');
    await town.until(expiresAt);
    await reserved(next);
    expect(claimOf(next).expiresAt > expiresAt).toBe(true);
    expect(await counter.isRefused(...redeem(late))).toBe('claim_expired');
    expect(await late.does(...reserve())).toMatchObject({ id: claimOf(late).id, status: 'expired' });
    expect(await last.isRefused(...reserve())).toBe('out_of_stock');
    await expect
      .poll(stock, SOON)
      .toEqual({ total: 3, free: 0, held: 2, lapsed: 0, redeemed: 1, withdrawn: 0 });
  });

  it('is restocked with two units once', async () => {
    const body = { restockId: newId(), units: 2 };
    for (let n = 0; n < 2; n++) {
      const restocked = await admin.does('restockCampaign', { params: { campaignId }, body });
      expect(restocked).toMatchObject({ stockUnits: 5 });
    }
    await reserved(last);
    await expect
      .poll(stock, SOON)
      .toEqual({ total: 5, free: 1, held: 3, lapsed: 0, redeemed: 1, withdrawn: 0 });
    await expect.poll(shown, SOON).toMatchObject({ availability: 'available', availableStock: 1 });
  });

  it('is closed, and held units can still be redeemed', async () => {
    await counter.does(...redeem(next));
    await admin.does('closeCampaign', { params: { campaignId } });
    expect(await shown()).toBeUndefined();
    expect(await town.person().isRefused(...reserve())).toBe('campaign_closed');
    expect((await owner.does(...redeem(last))).claim).toMatchObject({ status: 'redeemed' });
    await town.passes(hours(1));
    expect(await counter.isRefused(...redeem(held))).toBe('claim_expired');
    expect((await held.does('listClaims')).claims).toMatchObject([{ status: 'expired' }]);
  });

  it('has consistent stock and a consistent report', async () => {
    // After TTL has deleted a lease, its unit is neither free nor expired until the release has run.
    await expect
      .poll(stock, RELEASED)
      .toEqual({ total: 5, free: 2, held: 0, lapsed: 0, redeemed: 3, withdrawn: 0 });
    const counted = () =>
      admin.does('workspaceAnalytics', { params: { workspaceId }, query: { from: day(0), to: day(8) } });
    await expect.poll(counted, SOON).toMatchObject({
      current: { availableStock: 2, heldStock: 0, redeemedStock: 3 },
      periodCounts: { claimsReserved: 5, invitationsAccepted: 1, membersJoined: 2 },
      claimOutcomes: { reserved: 0, redeemed: 3, expired: 2 },
    });
    const report = await counted();
    expect(report.daily.find(({ date }) => date === day(1))).toMatchObject({
      claimsReserved: 5,
      claimOutcomes: report.claimOutcomes,
    });
  });

  it('shows the merchant its own numbers, and nobody else', async () => {
    const inShop = { params: { workspaceId } };
    const week = { ...inShop, query: { from: day(0), to: day(8) } };
    const stock = { total: 5, available: 2, held: 0, redeemed: 3 };
    for (const person of [owner, counter]) {
      expect(await person.does('listMerchantCampaigns', inShop)).toMatchObject({
        campaigns: [{ id: campaignId, status: 'closed', title: 'Beg kain', stock }],
      });
      const report = await person.does('merchantReport', week);
      expect(report).toMatchObject({ stock, claimsReserved: 5, claimOutcomes: { redeemed: 3, expired: 2 } });
      expect(report.daily.find(({ date }) => date === day(1))?.claimsReserved).toBe(5);
    }
    for (const stranger of [admin, early]) {
      expect(await stranger.isRefused('listMerchantCampaigns', inShop)).toBe('workspace_not_found');
      expect(await stranger.isRefused('merchantReport', week)).toBe('workspace_not_found');
    }
    await counter.does('leaveWorkspace', inShop);
    expect(await counter.isRefused('merchantReport', week)).toBe('workspace_not_found');
  });
});
