import type * as z from 'zod/mini';
import { finalAt } from '../../../shared/community/items.ts';
import { communityOfAccount, enrollment, eventMembership } from '../../../shared/community/participation.ts';
import { beginningWith, type Key } from '../../../shared/table/item.ts';
import type { Reads } from '../../../shared/table/table.ts';
import { days, later } from '../../../shared/values/clock.ts';
import { NOTICE_DAYS } from '../../../shared/values/limits.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import type { ExhibitionNews } from './contract.ts';
import { exhibitionKeys, type Find, visibleExhibition } from './shown.ts';

/**
 * What concerns everybody in an exhibition is stored with the exhibition, once. It is compared with when a person joined, and the end
 * of a challenge with the clock.
 */
const MAX_JOINED = 100;

interface Joined {
  readonly accountId: AccountId;
  readonly joinCode: string;
  readonly clubId: string;
  readonly joinedAt: string;
  /** A challenge in which the account is enrolled, with the time at which its result is final. */
  readonly challenge?: { readonly id: string; readonly finalAt: string };
  readonly keys: readonly Key[];
}

/** Reads the exhibitions that an account joined, and the challenges in which it enrolled: those of the latest 100. */
export async function readJoined(table: Reads, accountId: AccountId): Promise<Joined[]> {
  const all = communityOfAccount(accountId);
  const [enrolled, attended] = await Promise.all(
    (['CHALLENGE#', 'EVENT#'] as const).map((head) => table.query({ ...all, ...beginningWith(head) })),
  );
  const joined = [
    ...(attended ?? []).map(eventMembership.parse),
    ...(enrolled ?? []).map(enrollment.parse).map((each) => ({
      ...each,
      challenge: { id: each.challengeId, finalAt: finalAt(each).toISOString() },
    })),
  ];
  return joined
    .sort((a, b) => (a.joinedAt < b.joinedAt ? 1 : -1))
    .slice(0, MAX_JOINED)
    .map((each) => ({ ...each, keys: exhibitionKeys(each) }));
}

type News = z.input<typeof ExhibitionNews>;

/** What is new in exhibitions that an account may see now, the latest first. @param readAt the time of the latest notice that was read */
export function newsOf(joined: readonly Joined[], readAt: string | undefined, find: Find, at: Date): News[] {
  const [now, earliest] = [at.toISOString(), later(at, -days(NOTICE_DAYS)).toISOString()];
  const news = joined.flatMap((each): Omit<News, 'read'>[] => {
    const found = visibleExhibition(each, find);
    if (!found) return [];
    const { joinCode, title, startsAt, endsAt, timezone, venue, changes = {} } = found;
    const shown = { joinCode, title, startsAt, endsAt, timezone, venue };
    if (found.cancelledAt) return [{ ...shown, at: found.cancelledAt, cancelled: true }];
    if (each.challenge) {
      const { id, finalAt: final } = each.challenge;
      return final <= now ? [{ ...shown, at: final, finalChallengeId: id }] : [];
    }
    const changed = (['startsAt', 'endsAt', 'venue'] as const).filter(
      (field) => (changes[field] ?? '') > each.joinedAt,
    );
    const latest = changed
      .map((field) => changes[field] ?? '')
      .sort()
      .at(-1);
    return latest ? [{ ...shown, at: latest, changed }] : [];
  });
  const isFirst = (each: (typeof news)[number], n: number) =>
    !each.cancelled || news.findIndex(({ joinCode }) => joinCode === each.joinCode) === n;
  return news
    .filter(isFirst)
    .filter((each) => each.at >= earliest)
    .sort((a, b) => (a.at < b.at ? 1 : -1))
    .map((each) => ({ ...each, read: readAt !== undefined && each.at <= readAt }));
}
