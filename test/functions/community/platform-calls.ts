import {
  givenAdmin,
  givenChallenge,
  givenClosedAccount,
  givenClub,
  givenEvent,
  givenExclusion,
  givenMember,
  givenParticipant,
} from '../../support/given.ts';
import type { RefusalScenarios, Scenario, ValidCalls } from '../../support/request-fixtures.ts';
import { newAccount, newId, type Sent, type World } from '../../support/world.ts';
import { words } from './member-calls.ts';

const draft = { publishedAt: undefined };

const times = { startsAt: '2031-03-15T00:00:00.000Z', endsAt: '2031-03-16T00:00:00.000Z' };
export const eventWords = {
  title: 'Pesta Jalan Kaki',
  summary: 'Two days on foot.',
  ...times,
  venue: 'Padang Merdeka',
  expectedAttendees: 400,
};
export const challengeWords = {
  title: 'Seribu Tangga',
  summary: 'A thousand stairs.',
  ...times,
  rules: 'Counted by one phone.',
  rewardEligible: true,
};

/** A challenge that ends a millisecond after its exhibition. */
const tooLong = { ...challengeWords, endsAt: '2031-03-16T00:00:00.001Z' };

type Wish = Record<string, unknown>;

const onClub =
  (body?: object, wish: Wish = {}): Scenario =>
  async (world) => {
    const club = await givenClub(world, wish);
    await givenMember(world, club, 'owner');
    return { as: await givenAdmin(world), params: { id: club.id }, ...(body && { body }) };
  };
const onEvent =
  (body?: object, wish: Wish = {}): Scenario =>
  async (world) => {
    const event = await givenEvent(world, await givenClub(world), { endsAt: times.endsAt, ...wish });
    await givenChallenge(world, event, draft);
    return { as: await givenAdmin(world), params: { code: event.joinCode }, ...(body && { body }) };
  };
const onChallenge =
  (body?: object, wish: Wish = {}): Scenario =>
  async (world) => {
    const event = await givenEvent(world, await givenClub(world), { endsAt: times.endsAt });
    const { id } = await givenChallenge(world, event, wish);
    return { as: await givenAdmin(world), params: { id }, ...(body && { body }) };
  };
/** The exhibition ends a day earlier, with its challenge. */
const shortening: Scenario = async (world) => {
  const event = await givenEvent(world, await givenClub(world), { endsAt: '2031-03-17T00:00:00.000Z' });
  await givenChallenge(world, event, { ...draft, endsAt: times.endsAt });
  const body = { ...eventWords, version: 1 };
  return { as: await givenAdmin(world), params: { code: event.joinCode }, body };
};
const onNothing =
  (sent: Sent): Scenario =>
  async (world: World) => ({ as: await givenAdmin(world), ...sent });

const noId = () => ({ params: { id: newId() } });
const noCode = { params: { code: 'no-such-code' } };

const moderation =
  (alias: string, wish: object): Scenario =>
  async (world) => {
    const challenge = await givenChallenge(world, await givenEvent(world, await givenClub(world)));
    await givenParticipant(world, challenge, { alias: 'Si Nakal', shareLeaderboard: true, steps: 12 });
    return { as: await givenAdmin(world), params: { id: challenge.id }, body: { alias, ...wish } };
  };
const hidden = { hidden: true };
const cheated = { reason: 'Reported from a treadmill.' };

const onExclusion =
  (exclusionId?: string): Scenario =>
  async (world) => {
    const challenge = await givenChallenge(world, await givenEvent(world, await givenClub(world)));
    const { id } = await givenExclusion(world, challenge);
    return {
      as: await givenAdmin(world),
      params: { id: challenge.id, exclusionId: exclusionId ?? id },
      body: { reason: 'A mistake.' },
    };
  };

export const validCalls = {
  createPlatformClub: async (world) => ({
    as: await givenAdmin(world),
    body: { ...words, visibility: 'private', ownerId: newAccount() },
  }),
  listPlatformClubs: async (world) => ({
    ...(await onClub(undefined, { reviewedAt: undefined })(world)),
    query: { state: 'unreviewed' },
  }),
  getPlatformClub: onClub(),
  updatePlatformClub: onClub({ ...words, version: 1 }),
  reviewClub: onClub({ decision: 'approved', version: 1 }, { reviewedAt: undefined }),
  publishClub: onClub(undefined, draft),
  unpublishClub: onClub(),
  assignClubOwner: onClub({ accountId: newAccount() }),
  createEvent: async (world) => ({
    as: await givenAdmin(world),
    body: { clubId: (await givenClub(world)).id, joinCode: `pesta-${newId()}`, ...eventWords },
  }),
  listPlatformEvents: async (world) => {
    const club = await givenClub(world);
    await givenEvent(world, club, draft);
    return { as: await givenAdmin(world), params: { id: club.id } };
  },
  getPlatformEvent: onEvent(),
  updateEvent: shortening,
  publishEvent: onEvent(undefined, draft),
  unpublishEvent: onEvent(),
  createChallenge: onEvent(challengeWords),
  updateChallenge: onChallenge({ ...challengeWords, version: 1 }, { ...draft, endsAt: times.startsAt }),
  publishChallenge: onChallenge(undefined, draft),
  unpublishChallenge: onChallenge(),
  moderateAlias: moderation('SI NAKAL', hidden),
  excludeParticipant: moderation('SI NAKAL', cheated),
  listExclusions: onChallenge(),
  readmitParticipant: onExclusion(),
} satisfies Partial<ValidCalls>;

const stale = 9;

export const refusalScenarios = {
  createPlatformClub: {
    owner_account_closed: async (world) => ({
      as: await givenAdmin(world),
      body: { ...words, visibility: 'public', ownerId: await givenClosedAccount(world) },
    }),
  },
  listPlatformClubs: {},
  getPlatformClub: { club_not_found: onNothing(noId()) },
  updatePlatformClub: {
    club_not_found: onNothing({ ...noId(), body: { ...words, version: 1 } }),
    version_conflict: onClub({ ...words, version: stale }),
  },
  reviewClub: {
    club_not_found: onNothing({ ...noId(), body: { decision: 'rejected', version: 1 } }),
    version_conflict: onClub({ decision: 'rejected', version: stale }),
  },
  publishClub: { club_not_found: onNothing(noId()) },
  unpublishClub: { club_not_found: onNothing(noId()) },
  assignClubOwner: {
    club_not_found: onNothing({ ...noId(), body: { accountId: newAccount() } }),
    owner_account_closed: async (world) => ({
      ...(await onClub()(world)),
      body: { accountId: await givenClosedAccount(world) },
    }),
  },
  createEvent: {
    unknown_club: onNothing({ body: { clubId: newId(), joinCode: 'pesta-sihat', ...eventWords } }),
    code_taken: async (world) => {
      const { clubId, joinCode } = await givenEvent(world, await givenClub(world));
      return { as: await givenAdmin(world), body: { clubId, joinCode, ...eventWords } };
    },
  },
  listPlatformEvents: {},
  getPlatformEvent: { event_not_found: onNothing(noCode) },
  updateEvent: {
    event_not_found: onNothing({ ...noCode, body: { ...eventWords, version: 1 } }),
    version_conflict: onEvent({ ...eventWords, version: stale }),
    challenge_ends_later: onEvent({ ...eventWords, endsAt: '2031-03-15T23:59:59.999Z', version: 1 }),
  },
  publishEvent: { event_not_found: onNothing(noCode) },
  unpublishEvent: { event_not_found: onNothing(noCode) },
  createChallenge: {
    event_not_found: onNothing({ ...noCode, body: challengeWords }),
    too_many_challenges: onEvent(challengeWords, { challengeCount: 50 }),
    ends_after_exhibition: onEvent(tooLong),
  },
  updateChallenge: {
    challenge_not_found: onNothing({ ...noId(), body: { ...challengeWords, version: 1 } }),
    version_conflict: onChallenge({ ...challengeWords, version: stale }),
    times_fixed: onChallenge({ ...challengeWords, version: 1 }),
    ends_after_exhibition: onChallenge({ ...tooLong, version: 1 }, draft),
  },
  publishChallenge: { challenge_not_found: onNothing(noId()) },
  unpublishChallenge: { challenge_not_found: onNothing(noId()) },
  moderateAlias: { alias_not_found: moderation('Si Baik', hidden) },
  excludeParticipant: { alias_not_found: moderation('Si Baik', cheated) },
  listExclusions: {},
  readmitParticipant: { exclusion_not_found: onExclusion(newId()) },
} satisfies Partial<RefusalScenarios>;
