import type { IndexPrefix } from '../../shared/contract/table-definition.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import {
  givenAttendee,
  givenChallenge,
  givenClub,
  givenEvent,
  givenMember,
  givenParticipant,
} from '../given/community.ts';
import { givenEmployee, givenWorkspace } from '../given/workspaces.ts';
import { newAccount, type Sent, type World } from '../support/world.ts';

/** Prepares a world and returns the request to send there. */
export type Scenario = (world: World) => Promise<Sent>;

/** Settings in which many people send requests to the same operation at the same time. */

/** The items on which two people may meet, with the fixed words of their keys. */
export const MEETINGS = {
  "the owner's membership": 'COMMUNITY#ACCOUNT# CLUB',
  "the membership of an invitation's creator": 'WORKSPACE#ACCOUNT# MEMBER',
  'an alias': 'COMMUNITY#ALIAS# ALIAS',
  'an invitation': 'WORKSPACE#INVITATION# INVITATION',
  "a stock shard's counters": 'REWARDS#STOCK# SHARD',
} as const;

/** The lists of indexes that are not spread although many people may write to one of them at the same time, and why not. */
export const SHARED_LISTS = {
  'COMMUNITY#MEMBERS#': 'a hall is entered 167 times a second, and each entry rewrites one membership',
  'WORKSPACE#MEMBERS#': 'a company invites its people in batches, and they join over days',
  'WORKSPACE#INVITATIONS#': 'as many people accept the invitations of a workspace as join it',
  'WORKSPACE#CERTIFICATES#': 'few people of one company are sick in the same second',
  'REWARDS#OF-SHARD#': 'people who reserve a unit of one shard write its counters, too',
  'NOTICE#WAITING#':
    'the owner of a club is told of each person once a day, at the rate at which people join',
  'ACCOUNT#CLOSING': 'deletions of all accounts together are far below the rate of a partition',
  'DELETION#PENDING': 'deletions of all accounts together are far below the rate of a partition',
} as const satisfies { readonly [Prefix in IndexPrefix]?: string };

/** Prepares a place, and returns the request of a further person there. */
export type Setting = (world: World) => Promise<(as: AccountId, name: string) => Promise<Sent>>;

/** Two people who do the same thing in the same place. */
export interface Crowd<Refusal extends string = string> {
  readonly where: string;
  readonly setting: Setting;
  /** The items that the requests have in common; by default, none. */
  readonly meetOn?: readonly (keyof typeof MEETINGS)[];
  /** The lists of indexes that both requests write to; by default, none. */
  readonly listedIn?: readonly (keyof typeof SHARED_LISTS)[];
  /** The refusal that the second person gets because the first one was faster. */
  readonly secondGets?: Refusal;
}

/** The request of one person in a setting. */
export const alone =
  (setting: Setting): Scenario =>
  async (world) =>
    (await setting(world))(newAccount(), 'Ali');

type Place = Awaited<ReturnType<typeof givenPlace>>;

export async function givenPlace(world: World, visibility: 'public' | 'private') {
  const club = await givenClub(world, { visibility });
  await givenMember(world, club, 'owner');
  const event = await givenEvent(world, club);
  return { club, event, challenge: await givenChallenge(world, event) };
}

/** Adds the other fields of a request to `as`. */
export type More = (place: Place, name: string) => Omit<Sent, 'as'>;

export const toClub: More = ({ club }) => ({ params: { id: club.id } });

/** Leaves a participant out of both boards. */
export const hiddenAlias = { aliasHiddenAt: '2031-03-14T03:00:00.000Z' };

/** People who are not in the club. */
export const outsider =
  (visibility: 'public' | 'private', more: More): Setting =>
  async (world) => {
    const place = await givenPlace(world, visibility);
    return async (as, name) => ({ as, ...more(place, name) });
  };

/** Members of a private club. */
export const member =
  (more: More): Setting =>
  async (world) => {
    const place = await givenPlace(world, 'private');
    return async (accountId, name) => {
      await givenMember(world, place.club, 'member', accountId);
      return { as: accountId, ...more(place, name) };
    };
  };

/** Members of a private club who have joined its exhibition and its challenge and are on both boards. */
export const participant =
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

/** Employees of one company. */
export const coworker =
  (more: (accountId: AccountId, workspaceId: string, world: World) => Promise<Omit<Sent, 'as'>>): Setting =>
  async (world) => {
    const workspace = await givenWorkspace(world);
    return async (as) => {
      await givenEmployee(world, workspace, { accountId: as });
      return { as, ...(await more(as, workspace.id, world)) };
    };
  };
