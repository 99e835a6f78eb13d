import { type Club, club, event, isShown, shown } from '../../shared/items/community.ts';
import {
  clubMembership,
  communityOfAccount,
  enrollment,
  eventMembership,
} from '../../shared/items/participation.ts';
import type { AccountId } from '../../shared/resources.ts';
import type { Part, Reads } from '../../shared/table/table.ts';

/**
 * What a caller has joined, and what follows for what they may see: published and reviewed content of public clubs,
 * and that of private clubs for their approved members and owners.
 */
export interface Own {
  readonly clubs: ReadonlyMap<string, ReturnType<typeof clubMembership.parse>>;
  /** By join code. */
  readonly events: ReadonlyMap<string, ReturnType<typeof eventMembership.parse>>;
  readonly enrollments: ReadonlyMap<string, ReturnType<typeof enrollment.parse>>;
}

const NOTHING_OWN: Own = { clubs: new Map(), events: new Map(), enrollments: new Map() };

/** The caller's memberships and enrollments, in one query; a wish to join is no membership. */
export async function findOwn(table: Reads, accountId: AccountId | undefined): Promise<Own> {
  if (!accountId) return NOTHING_OWN;
  const items = await table.query(communityOfAccount(accountId));
  const under = (prefix: string) => items.filter(({ sk }) => String(sk).startsWith(prefix));
  const clubs = under('CLUB#').map(clubMembership.parse);
  return {
    clubs: new Map(clubs.filter(({ role }) => role !== 'requested').map((one) => [one.clubId, one])),
    events: new Map(
      under('EVENT#')
        .map(eventMembership.parse)
        .map((one) => [one.joinCode, one]),
    ),
    enrollments: new Map(
      under('CHALLENGE#')
        .map(enrollment.parse)
        .map((one) => [one.challengeId, one]),
    ),
  };
}

/** True when a caller who has joined these clubs may see a club and its content. */
export function maySee(club: Club | undefined, own: Pick<Own, 'clubs'> = NOTHING_OWN): club is Club {
  return club !== undefined && isShown(club) && (club.visibility === 'public' || own.clubs.has(club.id));
}

/** No club and no exhibition has these names: what looks for them finds nothing, at the cost of finding something. */
export const NOTHING = { clubId: '00000000-0000-0000-0000-000000000000', joinCode: '-' } as const;

/**
 * The club of an exhibition that is shown, if the caller may see into it. Without an exhibition it looks as well, so
 * that a hidden one takes no longer to deny than an unknown one.
 */
export async function findVisibleClub(
  table: Reads,
  { clubId }: { readonly clubId: string } = NOTHING,
  accountId: AccountId,
): Promise<Club | undefined> {
  const items = await table.getAll([club.key({ id: clubId }), clubMembership.key({ accountId, clubId })]);
  const one = club.parseIfAny(items.find(({ sk }) => sk === 'CLUB'));
  const own = clubMembership.parseIfAny(items.find(({ sk }) => sk !== 'CLUB'));
  const clubs = new Map(own && own.role !== 'requested' ? [[clubId, own]] : []);
  return maySee(one, { clubs }) ? one : undefined;
}

/** The club of a challenge that is shown, if its exhibition is shown and the caller may see into it. Looks likewise. */
export async function findVisibleClubOf(
  table: Reads,
  { joinCode, clubId }: { readonly joinCode: string; readonly clubId: string } = NOTHING,
  accountId: AccountId,
): Promise<Club | undefined> {
  const [found, one] = await Promise.all([
    table.get(event.key({ joinCode })),
    findVisibleClub(table, { clubId }, accountId),
  ]);
  return found && isShown(event.parse(found)) ? one : undefined;
}

/**
 * The parts of a transaction that refuse when a club is not shown any more, or not to this account. They count what a
 * member joins in a private club: whoever leaves it at the same time looks again at what there is to leave.
 */
export function clubAdmits({ id: clubId, visibility }: Club, accountId: AccountId): Record<string, Part> {
  return {
    club: shown(club.key({ id: clubId })),
    ...(visibility === 'private' && {
      clubMember: {
        Update: {
          Key: clubMembership.key({ accountId, clubId }),
          UpdateExpression: 'SET entries = if_not_exists(entries, :none) + :one',
          ConditionExpression: '#role IN (:owner, :member)',
          ExpressionAttributeNames: { '#role': 'role' },
          ExpressionAttributeValues: { ':owner': 'owner', ':member': 'member', ':none': 0, ':one': 1 },
        },
      },
    }),
  };
}
