import * as z from 'zod/mini';
import { summary, Timestamp, title, Uuid, version } from '../../shared/resources.ts';
import { Challenge, Club, CoverImage, Event, JoinCode } from './schemas.ts';

/** What owners and administrators see and write of clubs, exhibitions and challenges, in any state. */

export const Timed = { startsAt: Timestamp, endsAt: Timestamp };
interface Times {
  readonly startsAt: string;
  readonly endsAt: string;
}

/** The check that content ends after it starts. */
export const endsAfterItStarts = () =>
  z.refine<Times>(({ startsAt, endsAt }) => endsAt > startsAt, {
    path: ['endsAt'],
    error: 'must come after startsAt',
  });
export const eventParams = z.strictObject({ code: JoinCode });
export const challenge_not_found = [404, 'There is no such challenge.'] as const;
const Managed = {
  visibility: z.enum(['public', 'private']),
  state: z.enum(['draft', 'unreviewed', 'rejected', 'published']),
  version: version(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  publishedAt: z.optional(Timestamp),
};

/** A club as its owner and administrators see it. */
export const ManagedClub = z.extend(z.omit(Club, { membership: true }), {
  ...Managed,
  ownerId: z.optional(Uuid),
  social: z.boolean(),
  reviewedAt: z.optional(Timestamp),
  rejectedAt: z.optional(Timestamp),
  rejectionReason: z.optional(z.string()),
});

export const ManagedEvent = z.extend(z.omit(Event, { membership: true }), Managed);
export const ManagedChallenge = z.extend(z.omit(Challenge, { enrollment: true }), {
  ...Managed,
  joinCode: JoinCode,
});

/** What an owner or an administrator writes of each kind of content. */
export const ContentInput = { title: title(), summary: summary(), coverImage: z.optional(CoverImage) };
