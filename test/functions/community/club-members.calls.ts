import { clubMembership } from '../../../shared/community/participation.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { callsOf, signedIn, unsigned } from '../../cast/calls.ts';
import type { Scenario } from '../../cast/crowds.ts';
import {
  alone,
  givenPlace,
  hiddenAlias,
  outsider,
  participant,
  type Setting,
  toClub,
} from '../../cast/crowds.ts';
import { field, ofCaller, TEXT } from '../../cast/visibility.ts';
import { givenAdmin, givenClosedAccounts } from '../../given/accounts.ts';
import { givenAttendee, givenClub, givenMember, givenParticipant } from '../../given/community.ts';
import { memberOf } from '../../given/members.ts';
import { newAccount, newId, type World } from '../../support/world.ts';

/** People join a club under names of their own. */
const joining: typeof toClub = (place, name) => ({ ...toClub(place, name), body: { knownAs: name } });

/** The owner of a club names a member whom the club does not have. */
const onStranger: Scenario = async (world) => {
  const club = await givenClub(world, { visibility: 'private' });
  await givenMember(world, club, 'owner');
  return { as: club.ownerId, params: { id: club.id, memberId: newId() } };
};

/** So many accounts wait for their erasure that the list reads those that it names. */
const whileManyClose: Scenario = async (world) => {
  const club = await givenClub(world);
  await givenMember(world, club, 'owner');
  await givenMember(world, club);
  await givenClosedAccounts(world, 200);
  return { as: club.ownerId, params: { id: club.id }, query: { standing: 'member' } };
};

/** The owner of one club acts on different people. */
const byOwner =
  (role: 'member' | 'requested', overrides: Parameters<typeof givenParticipant>[2] = {}): Setting =>
  async (world) => {
    const { club, event, challenge } = await givenPlace(world, 'private');
    return async (accountId, name) => {
      await givenMember(world, club, role, accountId);
      if (role === 'member') {
        await givenAttendee(world, event, accountId);
        const board = { alias: name, shareLeaderboard: true };
        await givenParticipant(world, challenge, { accountId, ...board, ...overrides });
      }
      return { as: club.ownerId, params: { id: club.id, memberId: memberOf(accountId, club.id) } };
    };
  };

const owner = { ...unsigned, others: 'club_not_found', 'club owner': 'ok' } as const;

const withKnownMember: Scenario = async (world) => {
  const club = await givenClub(world);
  await givenMember(world, club, 'owner');
  const params = { id: club.id };
  await world.call('joinClub', { as: newAccount(), params, body: { knownAs: 'Pak Long' } });
  return { as: club.ownerId, params, query: { standing: 'member' } };
};

export const clubMembers = callsOf({
  listClubMembers: {
    circle: 'club',
    readsInTown: ({ clubs }) =>
      clubs.flatMap((id) =>
        ['member', 'requested'].map((standing) => ({ place: id, params: { id }, query: { standing } })),
      ),
    callers: owner,
    request: ({ club: { id } }) => ({ params: { id }, query: { standing: 'requested' } }),
    refusals: {},
    rounds: 3,
    units: 3,
    furtherUses: [whileManyClose, withKnownMember],
  },
  joinClub: {
    callers: signedIn,
    request: ({ club: { id } }) => ({ params: { id }, body: { knownAs: 'Pak Long' } }),
    by: 'other account',
    refusals: { club_not_found: async () => ({ as: newAccount(), params: { id: newId() }, body: {} }) },
    rounds: 2,
    units: 13,
    mistakes: [
      { what: 'an id that is none', params: { id: '1' }, said: 'path.id must be a UUID' },
      { what: 'the template of the path', params: { id: '{id}' }, said: 'path.id must be a UUID' },
      {
        what: 'an empty name instead of none',
        fields: { knownAs: '' },
        said: 'body.knownAs must have at least 1 character',
      },
      {
        what: 'a name of two lines',
        fields: { knownAs: 'Pak\nLong' },
        said: 'body.knownAs must be one line without control characters: character 4 is U+000A',
      },
    ],
    storesTexts: ['COMMUNITY#ACCOUNT#'],
    needsOpenAccount: true,
    crowds: [
      { where: 'a public club', setting: outsider('public', joining), listedIn: ['COMMUNITY#MEMBERS#'] },
      {
        where: 'a private club',
        setting: outsider('private', joining),
        listedIn: ['COMMUNITY#MEMBERS#', 'NOTICE#WAITING#'],
      },
    ],
  },
  approveClubMember: {
    callers: owner,
    request: ({ club: { id }, practitioner }) => ({ params: { id, memberId: memberOf(practitioner, id) } }),
    refusals: { member_not_found: onStranger },
    // Three calls are in flight at first, and the look-up of the member among the requests and the members is two.
    rounds: 3,
    units: 14,
    crowds: [
      {
        where: 'a private club',
        setting: byOwner('requested'),
        meetOn: ["the owner's membership"],
        listedIn: ['COMMUNITY#MEMBERS#'],
      },
    ],
  },
  leaveClub: {
    callers: { ...signedIn, 'club owner': 'owner_stays' },
    request: ({ club: { id } }) => ({ params: { id } }),
    refusals: {},
    rounds: 3,
    units: 20,
    removesFor: ['patient', 'practitioner'],
    crowds: [
      {
        where: 'a private club with all in it',
        setting: participant(toClub),
        listedIn: ['COMMUNITY#MEMBERS#'],
      },
    ],
    furtherUses: [alone(participant(toClub)), alone(participant(toClub, hiddenAlias))],
  },
  removeClubMember: {
    callers: owner,
    request: ({ club: { id }, patient }) => ({ params: { id, memberId: memberOf(patient, id) } }),
    refusals: { member_not_found: onStranger },
    rounds: 4,
    units: 27,
    crowds: [
      {
        where: 'a private club with all in it',
        setting: byOwner('member'),
        listedIn: ['COMMUNITY#MEMBERS#'],
        meetOn: ["the owner's membership"],
      },
    ],
    furtherUses: [alone(byOwner('requested')), alone(byOwner('member', hiddenAlias))],
  },
});

/** A club with a member, or with a person who asks to join. */
const inClub =
  (
    role: 'requested' | 'member',
    then: (
      world: World,
      of: { readonly id: string; readonly person: AccountId },
    ) => Promise<unknown> = async () => {},
  ) =>
  async (world: World) => {
    const club = await givenClub(world, { visibility: 'private' });
    const person = newAccount();
    const { accountId: member } = await givenMember(world, club);
    await givenMember(world, club, 'owner');
    await world.call('joinClub', { as: person, params: { id: club.id }, body: { knownAs: TEXT } });
    const key = clubMembership.key({ accountId: person, clubId: club.id });
    const { memberId } = clubMembership.parse((await world.item(key)) ?? {});
    if (role === 'member')
      await world.call('approveClubMember', { as: club.ownerId, params: { id: club.id, memberId } });
    await then(world, { id: club.id, person });
    const viewers = {
      ...{ person, owner: club.ownerId, member },
      ...{ stranger: newAccount(), administrator: await givenAdmin(world), nobody: undefined },
    };
    return { viewers, ids: { id: club.id, memberId } };
  };

const seenByOwner = {
  'the request waits': ['owner'],
  'the person is a member': ['owner'],
  'the name was left empty': [],
  'the person has left': [],
  'the club is hidden': ['owner'],
  'the account is closed': [],
} as const;

export const knownAs = field('knownAs')({
  what: 'the name of a member of a club',
  text: TEXT,
  states: {
    'the request waits': inClub('requested'),
    'the person is a member': inClub('member'),
    'the name was left empty': inClub('member', (world, { id, person: as }) =>
      world.call('joinClub', { as, params: { id }, body: {} }),
    ),
    'the person has left': inClub('member', (world, { id, person: as }) =>
      world.call('leaveClub', { as, params: { id } }),
    ),
    'the club is hidden': inClub('member', async (world, { id }) =>
      world.call('unpublishClub', { as: await givenAdmin(world), params: { id } }),
    ),
    'the account is closed': inClub('member', (world, { person: as }) =>
      world.call('requestDeletion', { as }),
    ),
  },
  rows: {
    // The interface's response to the person has no name.
    joinClub: {
      sent: ({ id = '' }) => ({ params: { id }, body: { knownAs: TEXT } }),
      seenBy: {
        'the request waits': [],
        'the person is a member': [],
        'the name was left empty': [],
        'the person has left': [],
        'the club is hidden': [],
        'the account is closed': [],
      },
    },
    listClubMembers: {
      sent: ({ id = '' }, state) => ({
        params: { id },
        query: { standing: state === 'the request waits' ? 'requested' : 'member' },
      }),
      seenBy: seenByOwner,
    },
    approveClubMember: {
      sent: ({ id = '', memberId = '' }) => ({ params: { id, memberId } }),
      seenBy: seenByOwner,
    },
    getAccountData: {
      ...ofCaller,
      seenBy: {
        'the request waits': ['person'],
        'the person is a member': ['person'],
        'the name was left empty': [],
        'the person has left': [],
        'the club is hidden': ['person'],
        'the account is closed': [],
      },
    },
  },
});
