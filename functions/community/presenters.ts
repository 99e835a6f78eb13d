import type * as z from 'zod/mini';
import type * as items from '../../shared/items/community.ts';
import { contentState, isProvisional } from '../../shared/items/community.ts';
import type * as participation from '../../shared/items/participation.ts';
import type { ManagedChallenge, ManagedClub, ManagedEvent } from './managed-schemas.ts';
import type { Challenge, Club, Enrollment, Event } from './schemas.ts';

/** Stored content as the interface shows it, with what is the caller's own. */

interface Joined {
  readonly joinedAt: string;
}

export function presentClub(club: items.Club, own?: Joined): z.input<typeof Club> {
  const { id, title, summary, coverImage, memberCount } = club;
  return { id, title, summary, coverImage, memberCount, membership: own && { joinedAt: own.joinedAt } };
}

export function presentEvent(event: items.Event, own?: Joined): z.input<typeof Event> {
  const { visibility: _, state: __, publishedAt: ___, ...shown } = presentManagedEvent(event);
  const { version: ____, createdAt: _____, updatedAt: ______, ...content } = shown;
  return { ...content, membership: own && { joinedAt: own.joinedAt } };
}

export function presentChallenge(
  challenge: items.Challenge,
  own: participation.Enrollment | undefined,
  at: Date,
): z.input<typeof Challenge> {
  const { visibility: _, state: __, publishedAt: ___, ...shown } = presentManagedChallenge(challenge, at);
  const { version: ____, createdAt: _____, updatedAt: ______, joinCode: _______, ...content } = shown;
  return { ...content, enrollment: own && presentEnrollment(own, challenge, at) };
}

export function presentEnrollment(
  own: participation.Enrollment,
  challenge: items.Challenge,
  at: Date,
): z.input<typeof Enrollment> {
  const { participantId, alias, joinedAt, countingFrom, shareLeaderboard, sharePublicDisplay } = own;
  return {
    participantId,
    alias,
    joinedAt,
    countingFrom,
    shareLeaderboard,
    sharePublicDisplay,
    steps: own.steps,
    measuredAt: own.measuredAt,
    provisional: isProvisional(challenge, at),
    rewardEligible: challenge.rewardEligible,
  };
}

/** Content as those see it who look after it, in any state. */
export function presentManagedClub(one: items.Club): z.input<typeof ManagedClub> {
  return { ...one, state: contentState(one) };
}

export function presentManagedEvent(one: items.Event): z.input<typeof ManagedEvent> {
  const { challengeCount: _, reviewedAt: __, ...shown } = one;
  return { ...shown, state: contentState(one) };
}

export function presentManagedChallenge(one: items.Challenge, at: Date): z.input<typeof ManagedChallenge> {
  const { reviewedAt: _, ...shown } = one;
  return { ...shown, state: contentState(one), provisional: isProvisional(one, at) };
}
