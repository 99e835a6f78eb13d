import type * as z from 'zod/mini';
import { type Presented, publicFields } from '../values/public-fields.ts';
import { type Challenge, isProvisional } from './items.ts';
import type * as participation from './participation.ts';
import { type ClubMembership, Enrollment } from './schemas.ts';

/** Converts a membership to the form that its account sees. */
export function presentClubMembership(own: participation.ClubMembership): z.input<typeof ClubMembership> {
  return { clubId: own.clubId, ...presentClubStanding(own) };
}

/** Converts the role in a membership. A pending request has no time of joining yet. */
export const presentClubStanding = ({ role, joinedAt }: participation.ClubMembership) => ({
  status: role,
  ...(role === 'requested' ? { requestedAt: joinedAt } : { joinedAt }),
});

/** Converts an enrollment to the form that its participant sees. `at` decides whether its result is provisional. */
export function presentEnrollment(
  own: participation.Enrollment,
  challenge: Pick<Challenge, 'endsAt' | 'rewardEligible'>,
  at: Date,
): Presented<typeof Enrollment> {
  return {
    ...publicFields(Enrollment, own),
    provisional: isProvisional(challenge, at),
    rewardEligible: challenge.rewardEligible && own.excludedAt === undefined,
  };
}
