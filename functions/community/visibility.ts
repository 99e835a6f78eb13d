import {
  type Club,
  clubMembership,
  communityOfAccount,
  enrollment,
  eventMembership,
  isShown,
} from '../../shared/items/community.ts';
import type { AccountId } from '../../shared/resources.ts';
import type { Reads } from '../../shared/table/client.ts';

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

const NOTHING: Own = { clubs: new Map(), events: new Map(), enrollments: new Map() };

/** The caller's memberships and enrollments, in one query; a wish to join is no membership. */
export async function findOwn(table: Reads, accountId: AccountId | undefined): Promise<Own> {
  if (!accountId) return NOTHING;
  const items = await table.query({ pk: communityOfAccount(accountId) });
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

/** Whether a caller who has joined these clubs may see a club and what belongs to it. */
export function maySee(club: Club | undefined, own: Pick<Own, 'clubs'> = NOTHING): club is Club {
  return club !== undefined && isShown(club) && (club.visibility === 'public' || own.clubs.has(club.id));
}
