import { expect } from 'vitest';
import { endpoint as changeEnrollment } from '../../../functions/community/enrollments/change-enrollment.ts';
import { endpoint as enroll } from '../../../functions/community/enrollments/enroll.ts';
import { endpoint as hideExhibitionAlias } from '../../../functions/community/enrollments/hide-exhibition-alias.ts';
import { folded } from '../../../functions/community/enrollments/look-alikes.ts';
import { job as lookAtHiddenAliases } from '../../../functions/community/enrollments/look-at-hidden-aliases.ts';
import { endpoint as cancelEvent } from '../../../functions/community/events/cancel-event.ts';
import { endpoint as joinEvent } from '../../../functions/community/events/join-event.ts';
import { endpoint as publishCampaign } from '../../../functions/rewards/campaigns/publish-campaign.ts';
import { endpoint as reserveReward } from '../../../functions/rewards/claims/reserve-reward.ts';
import { displayRank, hiddenAlias, leaderboardRank } from '../../../shared/community/boards.ts';
import {
  type Challenge,
  challenge,
  challengeEntry,
  club,
  type Event,
  event,
  pointerTo,
} from '../../../shared/community/items.ts';
import { enrollment, isOnDisplay, isOnLeaderboard, rankOf } from '../../../shared/community/participation.ts';
import { entryOf } from '../../../shared/rewards/campaign-items.ts';
import { campaign } from '../../../shared/rewards/items.ts';
import { days, later, minutes, seconds } from '../../../shared/values/clock.ts';
import { expectStockInvariants } from '../../support/stock-invariants.ts';
import { givenOffer, type Offer } from './fixtures.ts';
import type { Heard, Simulation } from './simulated-world.ts';

/**
 * Two administrators hide and show an alias of an exhibition while people take it, and two minutes later a worker looks again. Then both
 * cancel the exhibition while people join, enroll and reserve, a campaign is published and the alias is hidden. Whatever comes first,
 * the boards show exactly what the last decision allows, and no campaign of the cancelled exhibition stays open.
 */
const PEOPLE = 10;
const RUDE = 'Si Nakal';
const ALIASES = [RUDE, 'SÍ NAKAL', 'Si Baik', 'Si Cepat', 'Si Kuat'];
/** Everything of a part happens within this time. */
const WITHIN = seconds(3);

interface Hall {
  readonly event: Event;
  readonly challenges: readonly Challenge[];
  readonly offer: Offer;
  readonly draftId: string;
}

export async function administrators(world: Simulation): Promise<void> {
  const hall = await givenHall(world);
  await hiding(world, hall);
  await cancelling(world, hall);
}

async function hiding(world: Simulation, { event: of, challenges, offer }: Hall): Promise<void> {
  const { scenario } = world;
  const soon = () => world.sleep(scenario.between(0, WITHIN));
  const person = async (n: number) => {
    const as = world.newAccount();
    const who = `person ${n + 1}`;
    for (const { id } of challenges) {
      await soon();
      const body = { alias: scenario.pick(ALIASES), shareLeaderboard: true, sharePublicDisplay: true };
      expectOneOf(await world.insist(who, enroll, { as, params: { id }, body }), ['alias_taken']);
      await soon();
      const change = { alias: scenario.pick(ALIASES), shareLeaderboard: scenario.chance() < 0.5 };
      const heard = await world.insist(who, changeEnrollment, { as, params: { id }, body: change });
      expectOneOf(heard, ['alias_taken', 'not_enrolled']);
    }
  };
  const administrator = async (n: number) => {
    for (let act = 0; act < 3; act++) {
      await soon();
      const hidden = scenario.chance() < 0.7;
      const heard = await world.insist(`administrator ${n + 1}`, hideExhibitionAlias, {
        as: offer.admins[n] ?? world.newAccount(),
        params: { code: of.joinCode },
        body: { alias: RUDE, hidden },
      });
      expectOneOf(heard, []);
    }
  };
  await world.play(() =>
    Promise.all([
      ...Array.from({ length: PEOPLE }, (_, n) => person(n)),
      ...offer.admins.map((_, n) => administrator(n)),
    ]),
  );
  await world.play(async () => {
    // Nothing is in flight any more, and no clock of an instance is as far behind.
    await world.sleep(minutes(2) + seconds(10));
    await world.runUntilDone('the worker of aliases', lookAtHiddenAliases);
  });
  await expectBoards(world);
}

/** The enrollments with the alias are hidden exactly if it is, and the boards show exactly the others that consented. */
async function expectBoards(world: Simulation): Promise<void> {
  const items = await world.dump();
  const under = (pk: string, sk: string) =>
    items.filter((item) => String(item['pk']).startsWith(pk) && String(item['sk']).startsWith(sk));
  const enrollments = under('COMMUNITY#ACCOUNT#', 'CHALLENGE#').map(enrollment.parse);
  const isHidden = under('COMMUNITY#HIDDEN#', '')
    .map(hiddenAlias.parse)
    .some(({ hiddenAt }) => hiddenAt);
  for (const { foldedAlias, aliasHiddenInEventAt } of enrollments)
    expect(aliasHiddenInEventAt !== undefined).toBe(isHidden && foldedAlias === folded(RUDE));
  const places = (prefix: string) => under(prefix, 'RANK#').map(({ pk, sk }) => `${pk} ${sk}`);
  const expected = (rank: typeof displayRank | typeof leaderboardRank, of: typeof enrollments) =>
    of.map((own) => Object.values(rank.key(rankOf(own))).join(' ')).sort();
  expect(places('COMMUNITY#DISPLAY#').sort()).toEqual(expected(displayRank, enrollments.filter(isOnDisplay)));
  expect(places('COMMUNITY#LEADERBOARD#').sort()).toEqual(
    expected(leaderboardRank, enrollments.filter(isOnLeaderboard)),
  );
  const taken = enrollments.map(({ challengeId, foldedAlias }) => `${challengeId} ${foldedAlias}`);
  expect(new Set(taken).size).toBe(taken.length);
}

async function cancelling(world: Simulation, hall: Hall): Promise<void> {
  const { scenario } = world;
  const { event: of, challenges, offer, draftId } = hall;
  const soon = () => world.sleep(scenario.between(0, WITHIN));
  const params = { code: of.joinCode };
  const [admin, other] = offer.admins;
  const visitor = async (n: number) => {
    const as = world.newAccount();
    const who = `visitor ${n + 1}`;
    const body = { alias: `Pelawat ${n + 1}`, sharePublicDisplay: true };
    await soon();
    expectOneOf(await world.insist(who, joinEvent, { as, params }), ['event_cancelled']);
    const id = scenario.pick(challenges).id;
    expectOneOf(await world.insist(who, enroll, { as, params: { id }, body }), ['event_cancelled']);
    const claim = { as, params: { campaignId: offer.campaign.id }, body: { claimId: scenario.uuid() } };
    expectOneOf(await world.insist(who, reserveReward, claim), ['campaign_closed', 'out_of_stock']);
  };
  const cancels = async (n: number) => {
    await soon();
    const as = offer.admins[n] ?? world.newAccount();
    const heard = await world.insist(`administrator ${n + 1}`, cancelEvent, { as, params });
    expectOneOf(heard, []);
    return heard;
  };
  await world.play(() =>
    Promise.all([
      ...Array.from({ length: PEOPLE }, (_, n) => visitor(n)),
      ...offer.admins.map((_, n) => cancels(n)),
      soon().then(async () => {
        const publish = { as: admin ?? world.newAccount(), params: { campaignId: draftId } };
        const heard = await world.insist('an administrator publishing', publishCampaign, publish);
        expectOneOf(heard, ['exhibition_not_public', 'not_draft']);
      }),
      soon().then(async () => {
        const hide = { as: other ?? world.newAccount(), params, body: { alias: RUDE, hidden: true } };
        expectOneOf(await world.insist('an administrator hiding', hideExhibitionAlias, hide), []);
      }),
    ]),
  );
  // A publication that was in flight cannot come later, so a repeat leaves nothing open.
  const late = await world.play(async () => {
    await world.sleep(minutes(2) + seconds(10));
    await cancels(0);
    await world.runUntilDone('the worker of aliases', lookAtHiddenAliases);
    const as = world.newAccount();
    return [
      await world.insist('a late visitor', joinEvent, { as, params }),
      await world.insist('a late visitor', enroll, {
        as,
        params: { id: challenges[0]?.id ?? '' },
        body: { alias: 'Lewat' },
      }),
      await world.insist('a late visitor', reserveReward, {
        as,
        params: { campaignId: offer.campaign.id },
        body: { claimId: scenario.uuid() },
      }),
    ];
  });
  expect(late.map(({ code }) => code)).toEqual(['event_cancelled', 'event_cancelled', 'campaign_closed']);
  await expectStockInvariants(world);
  await expectBoards(world);
  const items = await world.dump();
  const campaigns = items.filter(({ sk }) => sk === 'CAMPAIGN').map(campaign.parse);
  expect(campaigns.map(({ status }) => status)).not.toContain('published');
  const cancelled = items.filter(({ sk }) => sk === 'EVENT' || sk === 'CHALLENGE');
  for (const { cancelledAt, gsi1pk } of cancelled)
    expect([typeof cancelledAt, gsi1pk]).toEqual(['string', undefined]);
}

/** The request was answered, and with success or one of these refusals. */
function expectOneOf({ kind, code }: Heard, refusals: readonly string[]): void {
  expect(['ok', ...refusals]).toContain(kind === 'ok' ? 'ok' : code);
}

/** A public exhibition with two challenges, a campaign that is open, and one that is a draft. */
async function givenHall(world: Simulation): Promise<Hall> {
  const { uuid } = world.scenario;
  const before = later(world.now(), -days(1)).toISOString();
  const after = later(world.now(), days(7)).toISOString();
  const offer = await givenOffer(world, { units: [3, 2] });
  const [clubId, eventId, joinCode] = [uuid(), offer.campaign.eventId, 'ekspo-sihat'];
  const content = {
    summary: '',
    memberCount: 0,
    visibility: 'public' as const,
    version: 1,
    ...{ createdAt: before, updatedAt: before, publishedAt: before, reviewedAt: before },
  };
  const timed = { clubId, startsAt: before, endsAt: after, hasStarted: true, parentsShown: true };
  const challenges = ['Satu', 'Dua'].map(
    (title): Challenge => ({
      ...content,
      ...timed,
      ...{ id: uuid(), eventId, joinCode, title, metric: 'steps', rules: 'Jalan.', rewardEligible: true },
      ...{ firstPublishedAt: before, boardPartitions: 1 },
    }),
  );
  const held: Event = {
    ...content,
    ...timed,
    ...{ id: eventId, joinCode, title: 'Ekspo', venue: 'Dewan', timezone: 'Asia/Kuala_Lumpur' },
    expectedAttendees: 500,
    challenges: Object.fromEntries(challenges.map((each) => [each.id, challengeEntry(each)])),
  };
  const { publishedAt: _, ...terms } = offer.campaign;
  const draft = { ...terms, id: uuid(), status: 'draft' as const };
  await world.put(
    club.stored({ ...content, id: clubId, title: 'Kelab', social: false }),
    event.stored(held),
    pointerTo(held),
    ...challenges.map(challenge.stored),
    campaign.stored(draft),
    entryOf(draft),
  );
  return { event: held, challenges, offer, draftId: draft.id };
}
