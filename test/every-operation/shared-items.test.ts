import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../functions/contracts.ts';
import type { Key } from '../../shared/table/item.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import {
  givenAttendee,
  givenChallenge,
  givenClub,
  givenEvent,
  givenMember,
  givenParticipant,
} from '../given/community.ts';
import { answersTo, givenFlow } from '../given/onboarding.ts';
import { givenCampaign } from '../given/rewards.ts';
import { givenCertificate, givenEmployee, givenInvitation, givenWorkspace } from '../given/workspaces.ts';
import { newAccount, newId, newWorld, type Sent, type World } from '../support/world.ts';

/**
 * A person's request writes and checks only that person's items, items that it creates, and one stock shard. So people
 * who do the same thing at the same time never wait for each other, however many they are. Two people meet on an item
 * only where they compete for one thing, or where both are acted on by the same owner.
 */
const MEETINGS = {
  "the owner's membership": 'COMMUNITY#ACCOUNT# CLUB',
  'an alias': 'COMMUNITY#ALIAS# ALIAS',
  'an invitation': 'WORKSPACE#INVITATION# INVITATION',
  "a stock shard's counters": 'REWARDS#STOCK# COUNTERS',
} as const;

/** Two requests of different people in the same place. */
type Setting = (world: World) => Promise<(as: AccountId, name: string) => Promise<Sent>>;

interface Row {
  readonly operation: OperationId;
  readonly where: string;
  readonly setting: Setting;
  readonly meetOn?: readonly (keyof typeof MEETINGS)[];
  /** The refusal that the second person gets because the first one was faster. */
  readonly secondGets?: string;
}

type Place = Awaited<ReturnType<typeof givenPlace>>;

async function givenPlace(world: World, visibility: 'public' | 'private') {
  const club = await givenClub(world, { visibility });
  await givenMember(world, club, 'owner');
  const event = await givenEvent(world, club);
  return { club, event, challenge: await givenChallenge(world, event) };
}

/** Adds the other fields of a request to `as`. */
type More = (place: Place, name: string) => Omit<Sent, 'as'>;

const toClub: More = ({ club }) => ({ params: { id: club.id } });
const toEvent: More = ({ event }) => ({ params: { code: event.joinCode } });
const toChallenge =
  (body?: (name: string) => object): More =>
  ({ challenge }, name) => ({ params: { id: challenge.id }, ...(body && { body: body(name) }) });

const outside =
  (visibility: 'public' | 'private', more: More): Setting =>
  async (world) => {
    const place = await givenPlace(world, visibility);
    return async (as, name) => ({ as, ...more(place, name) });
  };

const member =
  (more: More): Setting =>
  async (world) => {
    const place = await givenPlace(world, 'private');
    return async (accountId, name) => {
      await givenMember(world, place.club, 'member', accountId);
      return { as: accountId, ...more(place, name) };
    };
  };

/** Members of a private club who have joined its exhibition and its challenge and are on both boards. */
const participant =
  (more: More, overrides: Parameters<typeof givenParticipant>[2] = {}): Setting =>
  async (world) => {
    const place = await givenPlace(world, 'private');
    return async (accountId, name) => {
      await givenMember(world, place.club, 'member', accountId);
      await givenAttendee(world, place.event, accountId);
      const board = { alias: `${name} Lama`, steps: 900, shareLeaderboard: true };
      await givenParticipant(world, place.challenge, { accountId, ...board, ...overrides });
      return { as: accountId, ...more(place, name) };
    };
  };

/** The owner of one club acts on different people. */
const byOwner =
  (role: 'member' | 'requested'): Setting =>
  async (world) => {
    const { club, event, challenge } = await givenPlace(world, 'private');
    return async (accountId, name) => {
      await givenMember(world, club, role, accountId);
      if (role === 'member') {
        await givenAttendee(world, event, accountId);
        await givenParticipant(world, challenge, { accountId, alias: name, shareLeaderboard: true });
      }
      return { as: club.ownerId, params: { id: club.id, accountId } };
    };
  };

const hidden = { aliasHiddenAt: '2031-03-14T03:00:00.000Z' };
const twoDays = { firstDay: '2031-03-10', lastDay: '2031-03-11' };
const onBoards = { shareLeaderboard: true, sharePublicDisplay: true };
const fewerSteps = () => ({ steps: 300, measuredAt: '2031-03-14T04:00:00.000Z' });

const employee =
  (more: (accountId: AccountId, workspaceId: string, world: World) => Promise<Omit<Sent, 'as'>>): Setting =>
  async (world) => {
    const workspace = await givenWorkspace(world);
    return async (as) => {
      await givenEmployee(world, workspace, { accountId: as });
      return { as, ...(await more(as, workspace.id, world)) };
    };
  };

const certificate = (status: 'draft' | 'submitted', body?: object): Setting =>
  employee(async (accountId, workspaceId, world) => {
    const { id } = await givenCertificate(world, { accountId, workspaceId }, { status });
    return { params: { certificateId: id }, ...(body && { body }) };
  });

const rows: readonly Row[] = [
  { operation: 'joinClub', where: 'a public club', setting: outside('public', toClub) },
  { operation: 'joinClub', where: 'a private club', setting: outside('private', toClub) },
  { operation: 'leaveClub', where: 'a private club with all in it', setting: participant(toClub) },
  {
    operation: 'approveClubMember',
    where: 'a private club',
    setting: byOwner('requested'),
    meetOn: ["the owner's membership"],
  },
  {
    operation: 'removeClubMember',
    where: 'a private club with all in it',
    setting: byOwner('member'),
    meetOn: ["the owner's membership"],
  },
  { operation: 'joinEvent', where: 'a public club', setting: outside('public', toEvent) },
  { operation: 'joinEvent', where: 'a private club', setting: member(toEvent) },
  { operation: 'leaveEvent', where: 'a private club', setting: participant(toEvent) },
  {
    operation: 'enroll',
    where: 'a public club',
    setting: outside(
      'public',
      toChallenge((alias) => ({ alias, ...onBoards })),
    ),
  },
  {
    operation: 'enroll',
    where: 'a private club',
    setting: member(toChallenge((alias) => ({ alias, ...onBoards }))),
  },
  {
    operation: 'enroll',
    where: 'a challenge, both with the same alias',
    setting: outside(
      'public',
      toChallenge(() => ({ alias: 'Sama', ...onBoards })),
    ),
    meetOn: ['an alias'],
    secondGets: 'alias_taken',
  },
  {
    operation: 'changeEnrollment',
    where: 'a challenge, to another alias',
    setting: participant(toChallenge((alias) => ({ alias }))),
  },
  {
    operation: 'changeEnrollment',
    where: 'a challenge, without consents',
    setting: participant(toChallenge(() => ({ shareLeaderboard: false, sharePublicDisplay: false }))),
  },
  { operation: 'withdrawEnrollment', where: 'a challenge', setting: participant(toChallenge()) },
  {
    operation: 'withdrawEnrollment',
    where: 'a challenge, with a hidden alias',
    setting: participant(toChallenge(), hidden),
  },
  {
    operation: 'reportSteps',
    where: 'a challenge, fewer than before',
    setting: participant(toChallenge(fewerSteps)),
  },
  {
    operation: 'acceptInvitation',
    where: 'one workspace',
    setting: async (world) => {
      const workspace = await givenWorkspace(world);
      return async (as) => {
        const { token } = await givenInvitation(world, workspace);
        return { as, body: { invitationToken: token } };
      };
    },
  },
  {
    operation: 'acceptInvitation',
    where: 'one workspace, both with the same invitation',
    setting: async (world) => {
      const { token } = await givenInvitation(world, await givenWorkspace(world));
      return async (as) => ({ as, body: { invitationToken: token } });
    },
    meetOn: ['an invitation'],
    secondGets: 'invitation_used',
  },
  {
    operation: 'leaveWorkspace',
    where: 'one workspace',
    setting: employee(async (_, workspaceId) => ({ params: { workspaceId } })),
  },
  {
    operation: 'createCertificate',
    where: 'one workspace',
    setting: employee(async (_, workspaceId) => ({ body: { workspaceId, ...twoDays } })),
  },
  { operation: 'updateCertificate', where: 'one workspace', setting: certificate('draft', twoDays) },
  {
    operation: 'submitCertificate',
    where: 'one workspace',
    setting: certificate('draft', { sharingConsent: true }),
  },
  {
    operation: 'changeSharing',
    where: 'one workspace',
    setting: certificate('submitted', { sharingConsent: false }),
  },
  { operation: 'withdrawCertificate', where: 'one workspace', setting: certificate('submitted') },
  {
    operation: 'saveOnboardingAnswers',
    where: 'the published flow',
    setting: async (world) => {
      const body = answersTo(await givenFlow(world, { status: 'published' }));
      return async (as) => ({ as, body });
    },
  },
  {
    operation: 'requestDeletion',
    where: 'a private club with all in it',
    setting: participant(() => ({})),
  },
  {
    operation: 'reserveReward',
    where: 'a campaign of one shard',
    setting: async (world) => {
      const { id: campaignId } = await givenCampaign(world);
      return async (as) => ({ as, params: { campaignId }, body: { claimId: newId() } });
    },
    meetOn: ["a stock shard's counters"],
  },
];

const title = ({ operation, where, meetOn }: Row): string =>
  `${operation} in ${where}: ${meetOn ? `meet only on ${meetOn.join(' and ')}` : 'have no item in common'}`;

describe('two people who do the same thing', () => {
  it.each(rows.map((row) => [title(row), row] as const))('%s', async (_, row) => {
    const world = await newWorld();
    const request = await row.setting(world);
    const first = await keysOf(world, row.operation, await request(newAccount(), 'Ali'));
    const second = await keysOf(world, row.operation, await request(newAccount(), 'Mei'));
    expect([first.code, second.code]).toEqual([undefined, row.secondGets]);
    for (const { keys } of [first, second]) expect(keys.size).toBeGreaterThan(0);
    const common = [...first.keys].flatMap(([key, kind]) => (second.keys.has(key) ? [kind] : []));
    expect(common.sort()).toEqual((row.meetOn ?? []).map((name) => MEETINGS[name]).sort());
  });
});

/** Sends a request and collects the key and the kind of each item that it tries to write or checks in a write. */
async function keysOf(world: World, operation: OperationId, sent: Sent) {
  const keys = new Map<string, string>();
  world.setFault(async ({ command, input, send }) => {
    const parts: object[] = input.TransactItems ?? (command === 'Put' ? [{ Put: input }] : []);
    for (const { Item, Key = Item } of parts.flatMap((part) => Object.values(part))) {
      keys.set(`${Key.pk}\n${Key.sk}`, kindOf(Key));
    }
    return send();
  });
  const { body } = await world.call(operation, sent);
  world.setFault(undefined);
  return { keys, code: body?.code };
}

/** The fixed words of a key, such as `COMMUNITY#ACCOUNT# CLUB`. */
const kindOf = ({ pk, sk }: Key): string => `${/^([A-Z-]+#)+/.exec(pk)?.[0]} ${/^[A-Z-]+/.exec(sk)?.[0]}`;
