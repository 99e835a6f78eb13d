import * as z from 'zod/mini';
import { ContentState } from '../../shared/community/items.ts';
import { JoinCode } from '../../shared/community/schemas.ts';
import { AccountId, summary, Timestamp, time, title, version } from '../../shared/values/resources.ts';
import { Challenge, Club, CoverImage, Event } from './schemas.ts';

/** Clubs, exhibitions and challenges in any state, as owners and administrators read and write them. */

export const Timed = { startsAt: time(), endsAt: time() };
interface Times {
  readonly startsAt: string;
  readonly endsAt: string;
}

/** Checks that `endsAt` is after `startsAt`. */
export const endsAfterItStarts = () =>
  z.refine<Times>(({ startsAt, endsAt }) => endsAt > startsAt, {
    path: ['endsAt'],
    error: 'must be after startsAt',
  });
export const eventParams = z.strictObject({ code: JoinCode });
export const challenge_not_found = [404, 'The challenge does not exist.'] as const;
const Managed = {
  visibility: z.enum(['public', 'private']),
  state: ContentState,
  version: version(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  publishedAt: z.optional(Timestamp),
};

/** A club in any state, with the result of its review. */
export const ManagedClub = z.extend(z.omit(Club, { membership: true }), {
  ...Managed,
  ownerId: z.optional(AccountId),
  social: z.boolean(),
  reviewedAt: z.optional(Timestamp),
  rejectedAt: z.optional(Timestamp),
  rejectionReason: z.optional(z.string()),
});

export const ManagedEvent = z.extend(z.omit(Event, { membership: true }), {
  ...Managed,
  cancelledAt: z.optional(Timestamp),
});
export const ManagedChallenge = z.extend(z.omit(Challenge, { enrollment: true }), {
  ...Managed,
  joinCode: JoinCode,
});

/** The input that clubs, exhibitions and challenges have in common. */
export const ContentInput = { title: title(), summary: summary(), coverImage: z.optional(CoverImage) };
