import { expect } from 'vitest';
import { aliasHolder, displayCount, displayRank, leaderboardRank } from '../../shared/community/boards.ts';
import { challenge, club, event } from '../../shared/community/items.ts';
import {
  clubMembership,
  type Enrollment,
  enrollment,
  enrollmentConsents,
  exclusion,
  rankOf,
} from '../../shared/community/participation.ts';
import { accountStanding } from '../../shared/identity/account.ts';
import type { StoredItem } from '../../shared/table/item.ts';
import { isGiven } from '../../shared/values/consents.ts';
import type { World } from './world.ts';

/**
 * The invariants of the community: each board shows exactly the participants who consent to it and are neither hidden nor
 * excluded, an enrollment is excluded exactly while its account has an exclusion, the last recorded change of a consent says what
 * holds, every rolled-up counter equals the number of its members, and every alias has one holder.
 */
export async function expectCommunityInvariants(
  world: Pick<World, 'dump'> & Partial<Pick<World, 'catchUp'>>,
): Promise<readonly Enrollment[]> {
  await world.catchUp?.();
  const items = await world.dump();
  const under = (pk: string, sk: string) =>
    items.filter((item) => String(item['pk']).startsWith(pk) && String(item['sk']).startsWith(sk));
  const own = 'COMMUNITY#ACCOUNT#';
  const enrollments = under(own, 'CHALLENGE#').map(enrollment.parse);
  const attendances = under(own, 'EVENT#');
  const memberships = under(own, 'CLUB#').map(clubMembership.parse);

  const exclusions = under(own, 'EXCLUSION#').map(exclusion.parse);
  const timeOf = (of: Enrollment) =>
    exclusions.find(
      (excluded) => excluded.accountId === of.accountId && excluded.challengeId === of.challengeId,
    )?.excludedAt;
  expect(enrollments.map(({ excludedAt }) => excludedAt)).toEqual(enrollments.map(timeOf));
  const shown = enrollments.filter(
    (enrolled) =>
      enrolled.aliasHiddenAt === undefined &&
      enrolled.aliasHiddenInEventAt === undefined &&
      timeOf(enrolled) === undefined,
  );
  const onDisplay = expectBoards(items, shown);
  for (const { challengeId, total } of under('COMMUNITY#DISPLAY#', 'COUNT').map(displayCount.parse)) {
    expect(total).toBe(onDisplay.filter((enrolled) => enrolled.challengeId === challengeId).length);
  }
  const held = under('COMMUNITY#ALIAS#', '').map(aliasHolder.parse);
  expect(held.filter(({ accountId, hiddenAt }) => !accountId && !hiddenAt)).toEqual([]);
  expect(held.filter(({ accountId }) => accountId)).toEqual(
    enrollments
      .map(({ challengeId, foldedAlias: folded, accountId, aliasHiddenAt: hiddenAt }) => ({
        challengeId,
        folded,
        accountId,
        ...(hiddenAt && { hiddenAt }),
      }))
      .sort((a, b) => (key(aliasHolder.key(a)) < key(aliasHolder.key(b)) ? -1 : 1)),
  );
  const standings = under('ACCOUNT#', 'STANDING').map(accountStanding.parse);
  const closed = new Set(standings.flatMap(({ accountId, closedAt }) => (closedAt ? [accountId] : [])));
  for (const record of under(own, 'CONSENTS#').map(enrollmentConsents.parse)) {
    // Closing an account takes it off the boards at once, and its erasure deletes the records.
    if (closed.has(record.accountId)) continue;
    const holds = enrollments.find(
      ({ accountId, challengeId }) => accountId === record.accountId && challengeId === record.challengeId,
    );
    expect([record.shareLeaderboard, record.sharePublicDisplay].map(isGiven)).toEqual([
      holds?.shareLeaderboard ?? false,
      holds?.sharePublicDisplay ?? false,
    ]);
  }
  for (const { id, memberCount } of under('COMMUNITY#CHALLENGE#', '').map(challenge.parse)) {
    expect(memberCount).toBe(enrollments.filter(({ challengeId }) => challengeId === id).length);
  }
  for (const { joinCode, memberCount } of under('COMMUNITY#EVENT#', 'EVENT').map(event.parse)) {
    expect(memberCount).toBe(attendances.filter((item) => item['joinCode'] === joinCode).length);
  }
  for (const { id, memberCount, ownerId } of under('COMMUNITY#CLUB#', 'CLUB').map(club.parse)) {
    const members = memberships.filter(({ clubId, role }) => clubId === id && role !== 'requested');
    expect(memberCount).toBe(members.length);
    expect(members.filter(({ role }) => role === 'owner').map(({ accountId }) => accountId)).toEqual(
      ownerId ? [ownerId] : [],
    );
  }
  return enrollments;
}

/**
 * Each board holds exactly the ranks of those who consent to it, in the partitions that their enrollments state.
 * @param shown the enrollments that are neither hidden nor excluded. @returns those on the display
 */
export function expectBoards(items: readonly StoredItem[], shown: readonly Enrollment[]): Enrollment[] {
  const placesOf = (all: readonly Enrollment[], rank: typeof displayRank | typeof leaderboardRank) =>
    all.map((enrolled) => ({ ...rank.key(rankOf(enrolled)), alias: enrolled.alias })).sort(byKey);
  const places = (prefix: string) =>
    items
      .filter((item) => String(item['pk']).startsWith(prefix) && String(item['sk']).startsWith('RANK#'))
      .map((item) => ({
        pk: String(item['pk']),
        sk: String(item['sk']),
        alias: displayRank.parse(item).alias,
      }))
      .sort(byKey);
  const onDisplay = shown.filter(({ sharePublicDisplay }) => sharePublicDisplay);
  expect(places('COMMUNITY#DISPLAY#')).toEqual(placesOf(onDisplay, displayRank));
  const onLeaderboard = shown.filter(({ shareLeaderboard }) => shareLeaderboard);
  expect(places('COMMUNITY#LEADERBOARD#')).toEqual(placesOf(onLeaderboard, leaderboardRank));
  return onDisplay;
}

const key = ({ pk, sk }: { pk: string; sk: string }) => `${pk}\n${sk}`;
const byKey = (a: { pk: string; sk: string }, b: { pk: string; sk: string }) => (key(a) < key(b) ? -1 : 1);
