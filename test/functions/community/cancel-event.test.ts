import { beforeEach, describe, expect, it } from 'vitest';
import type { Challenge, Event } from '../../../shared/community/items.ts';
import { eventMembership } from '../../../shared/community/participation.ts';
import { later, minutes } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { givenAdmin } from '../../given/accounts.ts';
import {
  givenAttendee,
  givenChallenge,
  givenClub,
  givenEvent,
  givenMember,
  givenParticipant,
} from '../../given/community.ts';
import { givenCampaign } from '../../given/rewards.ts';
import { expectCommunityInvariants } from '../../support/community-invariants.ts';
import { meanwhile } from '../../support/fault-injection.ts';
import { expectIndexKeys } from '../../support/item-integrity.ts';
import { expectStockInvariants } from '../../support/stock-invariants.ts';
import { newAccount, newId, newWorld, type World } from '../../support/world.ts';

let world: World;
let admin: AccountId;
let event: Event;
let challenge: Challenge;
beforeEach(async () => {
  world = await newWorld();
  admin = await givenAdmin(world);
  const club = await givenClub(world);
  await givenMember(world, club, 'owner');
  event = await givenEvent(world, club);
  challenge = await givenChallenge(world, event);
});

const cancel = (code = event.joinCode) => world.call('cancelEvent', { as: admin, params: { code } });
const campaignAt = (more: object = {}) => givenCampaign(world, { eventId: event.id, units: [10], ...more });
const reserve = (campaignId: string) =>
  world.call('reserveReward', { as: newAccount(), params: { campaignId }, body: { claimId: newId() } });

/** Requests that name an exhibition, and what they are answered. */
async function asked(
  { joinCode: code, id }: { readonly joinCode: string; readonly id: string },
  as: AccountId,
) {
  const body = { alias: 'Si Cepat' };
  const steps = { steps: 10, measuredAt: world.now().toISOString() };
  return {
    find: await world.call('findEvent', { as, params: { code } }),
    campaigns: await world.call('listEventCampaigns', { as, params: { code } }),
    display: await world.call('getDisplay', { params: { code } }),
    join: await world.call('joinEvent', { as, params: { code } }),
    enroll: await world.call('enroll', { as, params: { id }, body }),
    steps: await world.call('reportSteps', { as, params: { id }, body: steps }),
  };
}
type Asked = Awaited<ReturnType<typeof asked>>;
const codesOf = (answers: Asked) =>
  Object.fromEntries(
    Object.entries(answers).map(([name, { status, body }]) => [name, `${status} ${body.code}`]),
  );

describe('cancelling an exhibition', () => {
  it('is told to everybody who could see it, and the boards stay', async () => {
    const { accountId } = await givenParticipant(world, challenge, { sharePublicDisplay: true });
    const before = (await world.dump()).filter(({ pk }) => String(pk).startsWith('COMMUNITY#DISPLAY#'));
    const { status, body } = await cancel();
    expect(status).toBe(200);
    const at = world.now().toISOString();
    expect(body).toMatchObject({
      event: { state: 'published', cancelledAt: at, updatedAt: at, version: event.version + 1 },
      openReservations: 0,
    });
    const gone = '404 event_cancelled';
    const of = { joinCode: event.joinCode, id: challenge.id };
    const all = { find: gone, campaigns: gone, display: gone, join: gone, enroll: gone };
    expect(codesOf(await asked(of, accountId))).toEqual({ ...all, steps: gone });
    expect(codesOf(await asked(of, newAccount()))).toEqual({ ...all, steps: '404 not_enrolled' });
    const after = (await world.dump()).filter(({ pk }) => String(pk).startsWith('COMMUNITY#DISPLAY#'));
    expect(after).toEqual(before);
    expectIndexKeys(await world.dump());
    await expectCommunityInvariants(world);
  });

  it('tells others exactly what it told them before', async () => {
    const hidden = await givenEvent(world, await givenClub(world, { visibility: 'private' }));
    const { id } = await givenChallenge(world, hidden);
    const draft = await givenEvent(world, await givenClub(world), { publishedAt: undefined });
    const [stranger, names] = [newAccount(), { joinCode: hidden.joinCode, id }];
    const withoutIds = (answers: Asked) =>
      Object.values(answers).map(({ status, body, headers: { 'x-request-id': _, ...headers } }) => [
        status,
        body,
        headers,
      ]);
    const unknown = withoutIds(await asked({ joinCode: 'no-such-code', id: newId() }, stranger));
    await cancel(hidden.joinCode);
    expect(withoutIds(await asked(names, stranger))).toEqual(unknown);
    await world.call('unpublishEvent', { as: admin, params: { code: event.joinCode } });
    expect((await cancel(draft.joinCode)).body.code).toBe('not_published');
    expect((await cancel()).body.code).toBe('not_published');
  });

  it('is a fact that unpublishing hides, and publishing shows again', async () => {
    await cancel();
    const params = { code: event.joinCode };
    const code = async () => (await world.call('findEvent', { params })).body.code;
    await world.call('unpublishEvent', { as: admin, params });
    expect(await code()).toBe('event_not_found');
    await world.call('publishEvent', { as: admin, params });
    expect(await code()).toBe('event_cancelled');
  });

  it('takes it and its challenges off all lists', async () => {
    const as = newAccount();
    await givenAttendee(world, event, as);
    await givenParticipant(world, challenge, { accountId: as });
    await cancel();
    for (const caller of [{}, { as }]) {
      const { clubs, events, challenges } = (await world.call('listCommunity', caller)).body;
      expect([clubs.length, events, challenges]).toEqual([1, [], []]);
    }
  });

  it('lets people leave it, withdraw, and change their consents', async () => {
    const { accountId: as } = await givenParticipant(world, challenge, { sharePublicDisplay: true });
    await givenAttendee(world, event, as);
    await cancel();
    const params = { id: challenge.id };
    const body = { sharePublicDisplay: false };
    expect((await world.call('changeEnrollment', { as, params, body })).status).toBe(200);
    expect((await world.call('withdrawEnrollment', { as, params })).status).toBe(204);
    expect((await world.call('leaveEvent', { as, params: { code: event.joinCode } })).status).toBe(204);
    expect(
      await world.item(eventMembership.key({ accountId: as, joinCode: event.joinCode })),
    ).toBeUndefined();
    await expectCommunityInvariants(world);
  });

  it('is in the notices of its members once, and of nobody else', async () => {
    const { accountId: as } = await givenParticipant(world, challenge);
    await givenAttendee(world, event, as);
    await cancel();
    const { exhibitions } = (await world.call('listNotices', { as })).body;
    expect(exhibitions).toEqual([
      expect.objectContaining({
        joinCode: event.joinCode,
        at: world.now().toISOString(),
        cancelled: true,
        read: false,
      }),
    ]);
    expect((await world.call('listNotices', { as: newAccount() })).body.exhibitions).toEqual([]);
  });

  it('closes its campaigns, keeps reservations, and says how many there are', async () => {
    const [first, second] = [await campaignAt(), await campaignAt()];
    const elsewhere = await givenCampaign(world);
    await reserve(first.id);
    await reserve(second.id);
    await world.catchUp();
    expect((await cancel()).body.openReservations).toBe(2);
    for (const { id } of [first, second]) expect((await reserve(id)).body.code).toBe('campaign_closed');
    expect((await reserve(elsewhere.id)).status).toBe(201);
    const { claims } = await expectStockInvariants(world);
    expect(claims.map(({ status }) => status)).toEqual(['reserved', 'reserved', 'reserved']);
    const draft = await givenCampaign(world, { eventId: event.id, status: 'draft' });
    const published = await world.call('publishCampaign', { as: admin, params: { campaignId: draft.id } });
    expect(published.body.code).toBe('exhibition_not_public');
  });

  it('is continued by a repeat, which closes the rest', async () => {
    const campaigns = [await campaignAt(), await campaignAt(), await campaignAt()];
    let writes = 0;
    world.setFault(async ({ command, send }) => {
      if (command === 'TransactWrite' && ++writes === 3) throw new Error('the function is gone');
      return send();
    });
    expect((await cancel()).status).toBe(500);
    world.setFault(undefined);
    world.advance(minutes(1));
    expect((await cancel()).body.event.cancelledAt).toBe(later(world.now(), -minutes(1)).toISOString());
    for (const { id } of campaigns) expect((await reserve(id)).body.code).toBe('campaign_closed');
    const before = await world.dump();
    world.setNow(new Date(event.endsAt));
    expect((await cancel()).status).toBe(200);
    expect(await world.dump()).toEqual(before);
    await expectStockInvariants(world);
  });

  it('refuses one that has ended', async () => {
    world.setNow(new Date(event.endsAt));
    expect((await cancel()).body.code).toBe('event_ended');
  });

  it.each([
    ['before', 'while the exhibition is cancelled'],
    ['after', 'when it is cancelled while the challenge is created'],
  ])('also cancels a challenge that is written %s it: %s', async (order) => {
    const create = async () => {
      const { startsAt, endsAt } = event;
      const body = {
        title: 'Lagi',
        summary: 'Satu',
        rules: 'Jalan.',
        startsAt,
        endsAt,
        rewardEligible: true,
      };
      const params = { code: event.joinCode };
      return (await world.call('createChallenge', { as: admin, params, body })).body.id;
    };
    let added = '';
    if (order === 'before') {
      meanwhile(world, async () => {
        added = await create();
      });
      expect((await cancel()).status).toBe(200);
    } else {
      meanwhile(world, cancel);
      added = await create();
    }
    const items = await world.dump();
    const stored = items.find(({ id, sk }) => id === added && sk === 'CHALLENGE');
    expect(stored?.['cancelledAt']).toBe(world.now().toISOString());
  });

  it('by two administrators at once is done once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => cancel()));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ body }) => body.event.version))).toEqual(new Set([event.version + 1]));
  });
});
