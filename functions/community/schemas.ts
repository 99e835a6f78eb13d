import * as z from 'zod/mini';
import { Enrollment, JoinCode } from '../../shared/community/schemas.ts';
import { count, prose, Timestamp, Uuid, url } from '../../shared/values/resources.ts';

export const CoverImage = z.strictObject({ url: url(), alt: prose(500), source: z.literal('ai_generated') });
const Membership = z.strictObject({ joinedAt: Timestamp });

const Content = {
  id: Uuid,
  title: z.string(),
  summary: z.string(),
  coverImage: z.optional(CoverImage),
  memberCount: count(),
};

export const Club = z.strictObject({ ...Content, membership: z.optional(Membership) });

export const Event = z.strictObject({
  ...Content,
  clubId: Uuid,
  startsAt: Timestamp,
  endsAt: Timestamp,
  timezone: z.string(),
  venue: z.string(),
  joinCode: JoinCode,
  expectedAttendees: count(),
  membership: z.optional(Membership),
});

export const Challenge = z.strictObject({
  ...Content,
  eventId: Uuid,
  clubId: Uuid,
  startsAt: Timestamp,
  endsAt: Timestamp,
  metric: z.literal('steps'),
  rules: z.string(),
  provisional: z.boolean(),
  rewardEligible: z.boolean(),
  enrollment: z.optional(Enrollment),
});

export const version_conflict = [
  409,
  'The content has been changed since. Read it again and send its current version.',
] as const;
