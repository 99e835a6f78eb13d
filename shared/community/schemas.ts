import * as z from 'zod/mini';
import { JOIN_CODE } from '../values/limits.ts';
import { count, Timestamp, Uuid } from '../values/resources.ts';

/** What operations of several areas return: memberships and enrollments, and how exhibitions are named. */

/** What an account is in a club: its owner, a member, or somebody who has asked the owner of a private club to join. */
export const ClubStanding = z.enum(['owner', 'member', 'requested']);
export type ClubStanding = z.infer<typeof ClubStanding>;

/** The caller's own membership in a club. */
export const ClubMembership = z.strictObject({
  clubId: Uuid,
  status: ClubStanding,
  /** Omitted until the owner approves the request. */
  joinedAt: z.optional(Timestamp),
  requestedAt: z.optional(Timestamp),
  /** A name for the owner of the club. Only `getAccountData` shows it to the account. */
  knownAs: z.optional(z.string()),
});

export const Enrollment = z.strictObject({
  participantId: Uuid,
  alias: z.string(),
  joinedAt: Timestamp,
  countingFrom: Timestamp,
  shareLeaderboard: z.boolean(),
  sharePublicDisplay: z.boolean(),
  steps: count(),
  measuredAt: z.optional(Timestamp),
  provisional: z.boolean(),
  rewardEligible: z.boolean(),
});

export const StepReport = z.strictObject({
  ...Enrollment.shape,
  nextReportAt: Timestamp,
});

export const JoinCode = z.string().check(
  z.regex(JOIN_CODE, {
    error:
      'must have 3 to 64 lower-case letters, digits and hyphens, and must not begin with a hyphen, such as kl-expo-2026',
  }),
);

/** Only for those who could see the exhibition before. */
export const event_cancelled = [404, 'The exhibition was cancelled.'] as const;

export const event_not_found = [404, 'The exhibition does not exist, or the caller may not see it.'] as const;
