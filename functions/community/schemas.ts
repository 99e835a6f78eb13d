import * as z from 'zod/mini';
import { contract } from '../../shared/contract.ts';
import { count, prose, Timestamp, Uuid, url } from '../../shared/resources.ts';

export const JoinCode = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{2,63}$/));

export const CoverImage = z.strictObject({ url: url(), alt: prose(500), source: z.literal('ai_generated') });
const Membership = z.strictObject({ joinedAt: Timestamp });

export const Content = {
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

export const ExhibitionDisplay = z.strictObject({
  event: z.strictObject({ title: z.string(), startsAt: Timestamp, endsAt: Timestamp }),
  challenges: z.array(
    z.strictObject({
      title: z.string(),
      top: z.array(z.strictObject({ alias: z.string(), steps: count(), rank: z.int().check(z.minimum(1)) })),
      total: count(),
    }),
  ),
  updatedAt: Timestamp,
  provisional: z.boolean(),
  rewardEligible: z.boolean(),
});

const atMost100 = <S extends z.ZodMiniType>(element: S) => z.array(element).check(z.maxLength(100));

export const version_conflict = [
  409,
  'It was changed meanwhile: get it again and change its present version.',
] as const;
export const event_not_found = [404, 'There is no such exhibition, or the caller may not see it.'] as const;

export const listCommunity = contract({
  operationId: 'listCommunity',
  area: 'community',
  method: 'GET',
  path: '/v1/community',
  summary: 'List the clubs, exhibitions and challenges that the caller may see',
  description:
    "At most 100 of each: the caller's own first, then live ones by their end, then upcoming ones by start, then ended ones, latest first; clubs by publication, latest first. A private club, with its events and challenges, is seen by its approved members and its owner alone; drafts and unreviewed content by no one. Considered are the 2,000 exhibitions and the 2,000 challenges that end last.",
  caller: 'optional',
  success: {
    200: z.strictObject({
      clubs: atMost100(Club),
      events: atMost100(Event),
      challenges: atMost100(Challenge),
    }),
  },
  refusals: {},
  touches: {
    table: {
      'COMMUNITY#ACCOUNT#': ['Query'],
      'COMMUNITY#CLUB#': ['BatchGetItem'],
      'COMMUNITY#EVENT#': ['BatchGetItem'],
      'COMMUNITY#CHALLENGE#': ['BatchGetItem'],
    },
    gsi1: ['COMMUNITY#LISTED#', 'COMMUNITY#IN-CLUB#'],
  },
});

export const findEvent = contract({
  operationId: 'findEvent',
  area: 'community',
  method: 'GET',
  path: '/v1/community/events/{code}',
  summary: 'Find an exhibition by its enrollment code',
  description:
    "With its challenges, and the caller's own membership and enrollments. One of a private club is found by the club's members alone.",
  caller: 'optional',
  params: z.strictObject({ code: JoinCode }),
  success: { 200: z.strictObject({ event: Event, challenges: z.array(Challenge) }) },
  refusals: { event_not_found },
  touches: {
    table: {
      'COMMUNITY#EVENT#': ['GetItem'],
      'COMMUNITY#CLUB#': ['GetItem'],
      'COMMUNITY#ACCOUNT#': ['Query'],
    },
    gsi2: ['COMMUNITY#IN-EVENT#'],
  },
});

export const getDisplay = contract({
  operationId: 'getDisplay',
  area: 'community',
  method: 'GET',
  path: '/v1/community/events/{code}/display',
  summary: "An exhibition's public display",
  description:
    'The top 10 of each challenge and its number of people, over those alone who consented to the public display. Equal steps share a rank and list the earlier measurement first. Answers 304 to an If-None-Match that names the current ETag.',
  caller: 'nobody',
  caching: 'display',
  params: z.strictObject({ code: JoinCode }),
  success: { 200: ExhibitionDisplay },
  refusals: { event_not_found },
  touches: {
    table: {
      'COMMUNITY#EVENT#': ['GetItem'],
      'COMMUNITY#CLUB#': ['GetItem'],
      'COMMUNITY#DISPLAY#': ['Query'],
    },
    gsi2: ['COMMUNITY#IN-EVENT#'],
  },
});
