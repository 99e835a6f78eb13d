import { administrators, callsOf, signedIn, unsigned } from '../../cast/calls.ts';
import type { Scenario } from '../../cast/crowds.ts';
import { givenAdmin, givenClosedAccount } from '../../given/accounts.ts';
import { clubContent, givenChallenge, givenClub, givenEvent, givenMember } from '../../given/community.ts';
import { newAccount, newId } from '../../support/world.ts';

const onClub =
  (body: object): Scenario =>
  async (world) => {
    const club = await givenClub(world);
    await givenMember(world, club, 'owner');
    return { as: await givenAdmin(world), params: { id: club.id }, body };
  };

const onNoClub =
  (body?: object): Scenario =>
  async (world) => ({ as: await givenAdmin(world), params: { id: newId() }, ...(body && { body }) });

/** A club with an exhibition and a challenge, which are told when it is shown or hidden. */
const onClubWithExhibition =
  (overrides: Parameters<typeof givenClub>[1], body?: object): Scenario =>
  async (world) => {
    const club = await givenClub(world, overrides);
    await givenChallenge(world, await givenEvent(world, club));
    return { as: await givenAdmin(world), params: { id: club.id }, ...(body && { body }) };
  };

const STALE = 9;
const change = { ...clubContent, version: 1 };
const ownChange = { ...change, published: true };

export const clubs = callsOf({
  createClub: {
    callers: signedIn,
    request: () => ({ body: { ...clubContent, visibility: 'public' } }),
    refusals: {
      too_many_clubs: async (world) => {
        const sent = { as: newAccount(), body: { ...clubContent, visibility: 'private' } };
        for (let n = 0; n < 20; n++) await world.call('createClub', sent);
        return sent;
      },
    },
    rounds: 2,
    units: 13,
    refusesKnownIds: true,
    storesTexts: ['COMMUNITY#CLUB#'],
    needsOpenAccount: true,
  },
  updateClub: {
    callers: { ...unsigned, others: 'club_not_found', 'club owner': 'ok' },
    request: ({ club: { id } }) => ({ params: { id }, body: ownChange }),
    refusals: {
      version_conflict: async (world) => {
        const club = await givenClub(world);
        await givenMember(world, club, 'owner');
        return { as: club.ownerId, params: { id: club.id }, body: { ...ownChange, version: STALE } };
      },
    },
    rounds: 2,
    units: 6,
    storesTexts: ['COMMUNITY#CLUB#'],
  },
  createPlatformClub: {
    callers: administrators,
    request: ({ someone: ownerId }) => ({ body: { ...clubContent, visibility: 'private', ownerId } }),
    refusals: {
      owner_account_closed: async (world) => ({
        as: await givenAdmin(world),
        body: { ...clubContent, visibility: 'public', ownerId: await givenClosedAccount(world) },
      }),
    },
    rounds: 2,
    units: 18,
    refusesKnownIds: true,
    mistakes: [
      {
        what: 'a picture that is not on the web',
        fields: { coverImage: { url: 'file:///cover.png', alt: 'A park', source: 'ai_generated' } },
        said: 'body.coverImage.url must be a web address (http or https)',
      },
    ],
    subjects: ['new id', 'ownerId'],
    storesTexts: ['COMMUNITY#CLUB#'],
  },
  listPlatformClubs: {
    callers: administrators,
    request: () => ({ query: { state: 'unreviewed' } }),
    refusals: {},
    rounds: 2,
    units: 2,
  },
  getPlatformClub: {
    callers: administrators,
    request: ({ club: { id } }) => ({ params: { id } }),
    refusals: { club_not_found: onNoClub() },
    rounds: 1,
    units: 2,
  },
  updatePlatformClub: {
    callers: administrators,
    request: ({ club: { id } }) => ({ params: { id }, body: change }),
    refusals: {
      club_not_found: onNoClub(change),
      version_conflict: onClub({ ...change, version: STALE }),
    },
    rounds: 2,
    units: 10,
    storesTexts: ['COMMUNITY#CLUB#'],
  },
  reviewClub: {
    callers: administrators,
    request: ({ draftClub: { id } }) => ({
      params: { id },
      body: { decision: 'rejected', reason: 'Sila baiki', version: 1 },
    }),
    refusals: {
      club_not_found: onNoClub({ decision: 'rejected', version: 1 }),
      version_conflict: onClub({ decision: 'rejected', version: STALE }),
    },
    rounds: 4, // It also tells the exhibitions of the club.
    units: 12,
    furtherUses: [onClubWithExhibition({ reviewedAt: undefined }, { decision: 'approved', version: 1 })],
    storesTexts: ['COMMUNITY#CLUB#'],
  },
  publishClub: {
    callers: administrators,
    request: ({ draftClub: { id } }) => ({ params: { id } }),
    refusals: { club_not_found: onNoClub() },
    rounds: 4, // It also tells the exhibitions of the club.
    units: 12,
    furtherUses: [onClubWithExhibition({ publishedAt: undefined })],
  },
  unpublishClub: {
    callers: administrators,
    request: ({ club: { id } }) => ({ params: { id } }),
    refusals: { club_not_found: onNoClub() },
    rounds: 4, // It also tells the exhibitions of the club.
    units: 12,
    furtherUses: [onClubWithExhibition({})],
  },
  assignClubOwner: {
    callers: administrators,
    request: ({ club: { id }, someone: accountId }) => ({ params: { id }, body: { accountId } }),
    refusals: {
      club_not_found: onNoClub({ accountId: newAccount() }),
      owner_account_closed: async (world) => onClub({ accountId: await givenClosedAccount(world) })(world),
    },
    rounds: 4,
    units: 23,
    takes: [
      {
        who: 'club owner',
        what: 'in whose place another is named',
        request: ({ secondAdmin: as, club: { id } }) => ({ as, params: { id }, body: { accountId: as } }),
        role: 'club', // The former owner stays a member.
      },
    ],
    subjects: ['id', 'accountId'],
  },
});
