import { enrollment } from '../../../shared/community/participation.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import {
  givenAttendee,
  givenChallenge,
  givenClub,
  givenEvent,
  givenMember,
  givenParticipant,
} from '../../support/given.ts';
import type { RefusalScenarios, Scenario, ValidCalls } from '../../support/request-fixtures.ts';
import { newAccount, newId, type Sent, type World } from '../../support/world.ts';

export const words = { title: 'Kelab Basikal Putrajaya', summary: 'Rides around the lakes at dawn.' };

type ClubWish = Parameters<typeof givenClub>[1];

/** A club with its owner and one person who asks to join. */
async function givenOwnedClub(world: World, wish: ClubWish = {}) {
  const club = await givenClub(world, { visibility: 'private', ...wish });
  await givenMember(world, club, 'owner');
  const { accountId } = await givenMember(world, club, 'requested');
  return { club, asking: accountId };
}

const asOwner =
  (more: (of: { readonly asking: AccountId }) => Partial<Sent> = () => ({}), wish: ClubWish = {}): Scenario =>
  async (world) => {
    const { club, asking } = await givenOwnedClub(world, wish);
    const { params, ...rest } = more({ asking });
    return { as: club.ownerId, params: { id: club.id, ...params }, ...rest };
  };

const asStranger =
  (more: (of: { readonly asking: AccountId }) => Partial<Sent> = () => ({})): Scenario =>
  async (world) => ({ ...(await asOwner(more)(world)), as: newAccount() });

async function givenOpenChallenge(
  world: World,
  wish: Parameters<typeof givenChallenge>[2] = {},
  ofClub: ClubWish = {},
) {
  return givenChallenge(world, await givenEvent(world, await givenClub(world, ofClub)), wish);
}

export const alias = 'Harimau Kota';

const enrolling =
  (
    wish: (world: World) => Parameters<typeof givenChallenge>[2] = () => ({}),
    ofClub: ClubWish = {},
  ): Scenario =>
  async (world) => {
    const { id } = await givenOpenChallenge(world, wish(world), ofClub);
    return {
      as: newAccount(),
      params: { id },
      body: { alias, shareLeaderboard: true, sharePublicDisplay: true },
    };
  };

const enrolled =
  (body?: (world: World) => object, wish: Parameters<typeof givenParticipant>[2] = {}): Scenario =>
  async (world) => {
    const challenge = await givenOpenChallenge(world);
    const own = await givenParticipant(world, challenge, { alias, shareLeaderboard: true, ...wish });
    return { as: own.accountId, params: { id: challenge.id }, ...(body && { body: body(world) }) };
  };

const steps = (world: World) => ({ steps: 4200, measuredAt: world.now().toISOString() });
const before = (world: World, milliseconds: number) =>
  new Date(world.now().getTime() - milliseconds).toISOString();

/** A member of a private club who has joined its event and challenge. */
async function givenBusyMember(world: World) {
  const club = await givenClub(world, { visibility: 'private' });
  await givenMember(world, club, 'owner');
  const { accountId } = await givenMember(world, club);
  const event = await givenEvent(world, club);
  await givenAttendee(world, event, accountId);
  const challenge = await givenChallenge(world, event);
  await givenParticipant(world, challenge, { accountId, shareLeaderboard: true });
  return { club, accountId };
}

export const validCalls = {
  createClub: async () => ({ as: newAccount(), body: { ...words, visibility: 'public' } }),
  updateClub: asOwner(() => ({ body: { ...words, published: true, version: 1 } })),
  listOwnCommunity: async (world) => {
    const { club } = await givenOwnedClub(world);
    await givenChallenge(world, await givenEvent(world, club, { publishedAt: undefined }));
    return { as: club.ownerId };
  },
  joinClub: async (world) => ({ as: newAccount(), params: { id: (await givenClub(world)).id } }),
  leaveClub: async (world) => {
    const { club, accountId } = await givenBusyMember(world);
    return { as: accountId, params: { id: club.id } };
  },
  listClubMembers: asOwner(() => ({ query: { standing: 'requested' } })),
  approveClubMember: asOwner(({ asking }) => ({ params: { accountId: asking } })),
  removeClubMember: async (world) => {
    const { club, accountId } = await givenBusyMember(world);
    return { as: club.ownerId, params: { id: club.id, accountId } };
  },
  joinEvent: async (world) => {
    const { joinCode } = await givenEvent(world, await givenClub(world));
    return { as: newAccount(), params: { code: joinCode } };
  },
  leaveEvent: async (world) => {
    const event = await givenEvent(world, await givenClub(world));
    const { accountId } = await givenAttendee(world, event);
    return { as: accountId, params: { code: event.joinCode } };
  },
  enroll: enrolling(),
  changeEnrollment: enrolled(() => ({ alias: 'Helang Laut', sharePublicDisplay: false })),
  withdrawEnrollment: enrolled(),
  reportSteps: enrolled(steps),
  getLeaderboard: enrolled(),
} satisfies Partial<ValidCalls>;

export const refusalScenarios = {
  createClub: {
    too_many_clubs: async (world) => {
      const as = newAccount();
      const body = { ...words, visibility: 'private' };
      for (let n = 0; n < 20; n++) await world.call('createClub', { as, body });
      return { as, body };
    },
  },
  updateClub: {
    club_not_found: asStranger(() => ({ body: { ...words, published: true, version: 1 } })),
    version_conflict: asOwner(() => ({ body: { ...words, published: true, version: 2 } })),
  },
  listOwnCommunity: {},
  joinClub: { club_not_found: async () => ({ as: newAccount(), params: { id: newId() } }) },
  leaveClub: { owner_stays: asOwner() },
  listClubMembers: { club_not_found: asStranger(() => ({ query: { standing: 'member' } })) },
  approveClubMember: {
    club_not_found: asStranger(({ asking }) => ({ params: { accountId: asking } })),
    member_not_found: asOwner(() => ({ params: { accountId: newAccount() } })),
  },
  removeClubMember: {
    club_not_found: asStranger(({ asking }) => ({ params: { accountId: asking } })),
    member_not_found: asOwner(() => ({ params: { accountId: newAccount() } })),
    owner_stays: async (world) => {
      const { as, params } = await asOwner()(world);
      return { as, params: { ...params, accountId: as ?? '' } };
    },
  },
  joinEvent: {
    event_not_found: async () => ({ as: newAccount(), params: { code: 'no-such-code' } }),
    event_ended: async (world) => {
      const endsAt = world.now().toISOString();
      const { joinCode } = await givenEvent(world, await givenClub(world), { endsAt });
      return { as: newAccount(), params: { code: joinCode } };
    },
  },
  leaveEvent: {},
  enroll: {
    challenge_not_found: enrolling(() => ({ publishedAt: undefined })),
    challenge_ended: enrolling((world) => ({ endsAt: world.now().toISOString() })),
    already_enrolled: enrolled(() => ({ alias: 'Helang Laut' })),
    alias_taken: async (world) => {
      const challenge = await givenOpenChallenge(world);
      await givenParticipant(world, challenge, { alias: 'Ali 10' });
      return { as: newAccount(), params: { id: challenge.id }, body: { alias: 'ALI-lO' } };
    },
  },
  changeEnrollment: {
    not_enrolled: async (world) => {
      const { id } = await givenOpenChallenge(world);
      return { as: newAccount(), params: { id }, body: { sharePublicDisplay: false } };
    },
    alias_taken: async (world) => {
      const challenge = await givenOpenChallenge(world);
      await givenParticipant(world, challenge, { alias: 'Ali 10' });
      const { accountId } = await givenParticipant(world, challenge, { alias });
      return { as: accountId, params: { id: challenge.id }, body: { alias: 'Ali lO' } };
    },
  },
  withdrawEnrollment: {},
  reportSteps: {
    not_enrolled: async (world) => {
      const { id } = await givenOpenChallenge(world);
      return { as: newAccount(), params: { id }, body: steps(world) };
    },
    challenge_final: enrolled((world) => ({ steps: 1, measuredAt: before(world, 60_000) }), {
      endsAt: '2031-03-13T04:00:00.000Z',
    }),
    measured_in_future: enrolled((world) => ({ steps: 1, measuredAt: before(world, -60_001) })),
    measured_outside: enrolled((world) => ({ steps: 1, measuredAt: before(world, 1) }), {
      countingFrom: '2031-03-14T04:00:00.000Z',
    }),
    implausible_steps: enrolled((world) => ({ ...steps(world), steps: 100_001 })),
  },
  getLeaderboard: {
    challenge_not_found: async (world) => {
      const { id } = await givenOpenChallenge(world, {}, { visibility: 'private' });
      return { as: newAccount(), params: { id } };
    },
  },
} satisfies Partial<RefusalScenarios>;

/** The key of a stored enrollment. */
export const enrollmentOf = (accountId: AccountId, challengeId: string) =>
  enrollment.key({ accountId, challengeId });
