import type { Part, Reads } from '../table/table.ts';
import type { AccountId } from '../values/resources.ts';
import { type Club, club, event, isShown, wasShown } from './items.ts';
import { clubMembership, communityOfAccount, enrollment, eventMembership } from './participation.ts';

/**
 * Everyone sees the published and reviewed content of public clubs. Only the owner and approved members see a private
 * club and its content (interface, section 4.3). Every read checks this. A request that writes also reads the content
 * first, but its write does not check it again: a person who joins during an unpublication may succeed, but sees
 * nothing.
 */

/** What the caller has joined. */
export interface Own {
  readonly clubs: ReadonlyMap<string, ReturnType<typeof clubMembership.parse>>;
  /** By join code. */
  readonly events: ReadonlyMap<string, ReturnType<typeof eventMembership.parse>>;
  readonly enrollments: ReadonlyMap<string, ReturnType<typeof enrollment.parse>>;
}

const NOTHING_OWN: Own = { clubs: new Map(), events: new Map(), enrollments: new Map() };

/** Reads the caller's memberships and enrollments in one query. Pending requests to join are left out. */
export async function findOwn(table: Reads, accountId: AccountId | undefined): Promise<Own> {
  if (!accountId) return NOTHING_OWN;
  const items = await table.query(communityOfAccount(accountId));
  const under = (prefix: string) => items.filter(({ sk }) => String(sk).startsWith(prefix));
  const clubs = under('CLUB#').map(clubMembership.parse);
  return {
    clubs: new Map(
      clubs.filter(({ role }) => role !== 'requested').map((membership) => [membership.clubId, membership]),
    ),
    events: new Map(
      under('EVENT#')
        .map(eventMembership.parse)
        .map((membership) => [membership.joinCode, membership]),
    ),
    enrollments: new Map(
      under('CHALLENGE#')
        .map(enrollment.parse)
        .map((enrolled) => [enrolled.challengeId, enrolled]),
    ),
  };
}

/** Checks whether a caller may see a club and its content. @param own omitted for a signed-out caller. */
export function maySee(club: Club | undefined, own: Pick<Own, 'clubs'> = NOTHING_OWN): club is Club {
  return club !== undefined && isShown(club) && (club.visibility === 'public' || own.clubs.has(club.id));
}

interface ReadIfVisible<Content, T> {
  /** True if the caller probably sees the content. Then both reads are made together; otherwise one after the other. */
  readonly isLikely: boolean | undefined;
  /** Reads what decides whether the caller sees the content. It also reads for content that does not exist. */
  readonly isVisible: () => Promise<boolean>;
  readonly read: (content: Content) => Promise<T>;
}

/**
 * Reads what the caller may see of content. What was hidden before is read only once it is known to be visible, so denying it
 * costs as much as denying unknown content.
 * @param content omitted if it is unknown or not published.
 * @returns `undefined` if the caller may not see it.
 */
export async function readIfVisible<Content, T>(
  content: Content | undefined,
  { isLikely, isVisible, read }: ReadIfVisible<Content, T>,
): Promise<T | undefined> {
  if (content && isLikely) {
    const [visible, found] = await Promise.all([isVisible(), read(content)]);
    return visible ? found : undefined;
  }
  const visible = await isVisible();
  return content && visible ? read(content) : undefined;
}

/**
 * Keys that never exist. Reading them costs as much as reading existing items, so timing does not reveal hidden
 * content.
 */
export const NOTHING = { clubId: '00000000-0000-0000-0000-000000000000', joinCode: '-' } as const;

/**
 * Finds the club of an exhibition if the caller may see it. The reads also happen without an exhibition, so timing does
 * not distinguish a hidden exhibition from an unknown one.
 * @param exhibition omitted if it is unknown or not published.
 * @param accountId omitted for a signed-out caller.
 */
export async function findVisibleClub(
  table: Reads,
  { clubId }: { readonly clubId: string } = NOTHING,
  accountId: AccountId | undefined,
): Promise<Club | undefined> {
  const items = await table.getAll([
    club.key({ id: clubId }),
    ...(accountId ? [clubMembership.key({ accountId, clubId })] : []),
  ]);
  const found = club.parseIfAny(items.find(({ sk }) => sk === 'CLUB'));
  const own = clubMembership.parseIfAny(items.find(({ sk }) => sk !== 'CLUB'));
  const clubs = new Map(own && own.role !== 'requested' ? [[clubId, own]] : []);
  return maySee(found, { clubs }) ? found : undefined;
}

/**
 * Finds the club of a challenge if its exhibition is published, even if it was cancelled, and the caller may see the club. The reads also happen
 * without a challenge, for the same reason as in `findVisibleClub`.
 * @param challenge omitted if it is unknown or not published.
 */
export async function findVisibleClubOf(
  table: Reads,
  { joinCode, clubId }: { readonly joinCode: string; readonly clubId: string } = NOTHING,
  accountId: AccountId,
): Promise<Club | undefined> {
  const [found, visibleClub] = await Promise.all([
    table.get(event.key({ joinCode })),
    findVisibleClub(table, { clubId }, accountId),
  ]);
  return found && wasShown(event.parse(found)) ? visibleClub : undefined;
}

/**
 * Transaction parts that fail unless the account is still a member, if the club is private. They also count what the
 * member has joined, so a concurrent departure fails and reads again what it has to leave.
 */
export function clubAdmits({ id: clubId, visibility }: Club, accountId: AccountId): Record<string, Part> {
  if (visibility === 'public') return {};
  return {
    clubMember: {
      Update: {
        Key: clubMembership.key({ accountId, clubId }),
        UpdateExpression: 'SET entries = if_not_exists(entries, :none) + :one',
        ConditionExpression: '#role IN (:owner, :member)',
        ExpressionAttributeNames: { '#role': 'role' },
        ExpressionAttributeValues: { ':owner': 'owner', ':member': 'member', ':none': 0, ':one': 1 },
      },
    },
  };
}
