import type * as z from 'zod/mini';
import type * as items from '../../shared/items/community.ts';
import { isProvisional } from '../../shared/items/community.ts';
import type { Challenge, Club, Event } from './contract.ts';

/** Stored content as the interface shows it, with what is the caller's own. */

interface Joined {
  readonly joinedAt: string;
}

export function presentClub(club: items.Club, own?: Joined): z.input<typeof Club> {
  const { id, title, summary, coverImage, memberCount } = club;
  return { id, title, summary, coverImage, memberCount, membership: own && { joinedAt: own.joinedAt } };
}

export function presentEvent(event: items.Event, own?: Joined): z.input<typeof Event> {
  const { visibility: _, publishedAt: __, reviewedAt: ___, updatedAt: ____, ...shown } = event;
  return { ...shown, membership: own && { joinedAt: own.joinedAt } };
}

export function presentChallenge(
  challenge: items.Challenge,
  own: items.Enrollment | undefined,
  at: Date,
): z.input<typeof Challenge> {
  const {
    visibility: _,
    publishedAt: __,
    reviewedAt: ___,
    updatedAt: ____,
    joinCode: _____,
    ...shown
  } = challenge;
  const standing = { provisional: isProvisional(challenge, at), rewardEligible: challenge.rewardEligible };
  return { ...shown, ...standing, enrollment: own && presentEnrollment(own, standing) };
}

function presentEnrollment(
  { accountId: _, challengeId: __, joinCode: ___, clubId: ____, ...shown }: items.Enrollment,
  standing: { readonly provisional: boolean; readonly rewardEligible: boolean },
) {
  return { ...shown, ...standing };
}
