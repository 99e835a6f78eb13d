import type * as items from '../../shared/community/items.ts';
import { contentState, isProvisional } from '../../shared/community/items.ts';
import type * as participation from '../../shared/community/participation.ts';
import { presentEnrollment } from '../../shared/community/presenters.ts';
import { type Presented, publicFields } from '../../shared/values/public-fields.ts';
import { ManagedChallenge, ManagedClub, ManagedEvent } from './managed-schemas.ts';
import { Challenge, Club, Event } from './schemas.ts';

/**
 * Presenters convert stored content to the resources of the interface. `own` is the caller's membership or enrollment,
 * if there is one. `at` decides whether the result of a challenge is still provisional.
 */

interface Joined {
  readonly joinedAt: string;
}

/** Converts a club to its public form. */
export function presentClub(club: items.Club, own?: Joined): Presented<typeof Club> {
  return { ...publicFields(Club, club), membership: presentJoined(own) };
}

/** Converts an exhibition to its public form. */
export function presentEvent(event: items.Event, own?: Joined): Presented<typeof Event> {
  return { ...publicFields(Event, event), membership: presentJoined(own) };
}

const presentJoined = (own: Joined | undefined) => own && { joinedAt: own.joinedAt };

/** Converts a challenge to its public form. */
export function presentChallenge(
  challenge: items.Challenge,
  own: participation.Enrollment | undefined,
  at: Date,
): Presented<typeof Challenge> {
  return {
    ...publicFields(Challenge, challenge),
    provisional: isProvisional(challenge, at),
    enrollment: own && presentEnrollment(own, challenge, at),
  };
}

/** Converts a club in any state to the form that its owner and administrators see. */
export function presentManagedClub(club: items.Club): Presented<typeof ManagedClub> {
  return { ...publicFields(ManagedClub, club), state: contentState(club) };
}

/** Converts an exhibition in any state to the form that the owner of its club and administrators see. */
export function presentManagedEvent(event: items.Event): Presented<typeof ManagedEvent> {
  return { ...publicFields(ManagedEvent, event), state: contentState(event) };
}

/** Converts a challenge in any state to the form that the owner of its club and administrators see. */
export function presentManagedChallenge(
  challenge: items.Challenge,
  at: Date,
): Presented<typeof ManagedChallenge> {
  return {
    ...publicFields(ManagedChallenge, challenge),
    state: contentState(challenge),
    provisional: isProvisional(challenge, at),
  };
}
