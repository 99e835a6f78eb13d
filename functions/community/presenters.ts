import type * as z from 'zod/mini';
import type * as items from '../../shared/items/community.ts';
import { contentState, isProvisional } from '../../shared/items/community.ts';
import type * as participation from '../../shared/items/participation.ts';
import { publicFields } from '../../shared/public-fields.ts';
import { ManagedChallenge, ManagedClub, ManagedEvent } from './managed-schemas.ts';
import { Challenge, Club, Enrollment, Event } from './schemas.ts';

/** Stored content as the interface shows it, with what is the caller's own. */

interface Joined {
  readonly joinedAt: string;
}

export function presentClub(club: items.Club, own?: Joined): z.input<typeof Club> {
  return { ...publicFields(Club, club), membership: presentJoined(own) };
}

export function presentEvent(event: items.Event, own?: Joined): z.input<typeof Event> {
  return { ...publicFields(Event, event), membership: presentJoined(own) };
}

const presentJoined = (own: Joined | undefined) => own && { joinedAt: own.joinedAt };

export function presentChallenge(
  challenge: items.Challenge,
  own: participation.Enrollment | undefined,
  at: Date,
): z.input<typeof Challenge> {
  return {
    ...publicFields(Challenge, challenge),
    provisional: isProvisional(challenge, at),
    enrollment: own && presentEnrollment(own, challenge, at),
  };
}

export function presentEnrollment(
  own: participation.Enrollment,
  challenge: items.Challenge,
  at: Date,
): z.input<typeof Enrollment> {
  return {
    ...publicFields(Enrollment, own),
    provisional: isProvisional(challenge, at),
    rewardEligible: challenge.rewardEligible,
  };
}

/** Content in any state, as its owner and administrators see it. */
export function presentManagedClub(one: items.Club): z.input<typeof ManagedClub> {
  return { ...publicFields(ManagedClub, one), state: contentState(one) };
}

export function presentManagedEvent(one: items.Event): z.input<typeof ManagedEvent> {
  return { ...publicFields(ManagedEvent, one), state: contentState(one) };
}

export function presentManagedChallenge(one: items.Challenge, at: Date): z.input<typeof ManagedChallenge> {
  return {
    ...publicFields(ManagedChallenge, one),
    state: contentState(one),
    provisional: isProvisional(one, at),
  };
}
