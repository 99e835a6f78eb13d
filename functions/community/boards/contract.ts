import * as z from 'zod/mini';
import { contract } from '../../../shared/contract.ts';
import { DISPLAY_TOP } from '../../../shared/limits.ts';
import { count, pageOf, pageQuery, Timestamp, Uuid } from '../../../shared/resources.ts';
import { challenge_not_found } from '../enrollments/contract.ts';
import { event_not_found, JoinCode } from '../schemas.ts';

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

export const getDisplay = contract({
  operationId: 'getDisplay',
  area: 'community',
  method: 'GET',
  path: '/v1/community/events/{code}/display',
  summary: "An exhibition's public display",
  description: `The top ${DISPLAY_TOP} of each challenge and its number of people, over those alone who consented to the public display. Equal steps share a rank and list the earlier measurement first. Answers 304 to an If-None-Match that names the current ETag.`,
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

export const LeaderboardEntry = z.strictObject({
  rank: z.int().check(z.minimum(1)),
  alias: z.string(),
  steps: count(),
});

export const getLeaderboard = contract({
  operationId: 'getLeaderboard',
  area: 'community',
  method: 'GET',
  path: '/v1/community/challenges/{id}/leaderboard',
  summary: 'Read the leaderboard of a challenge that the caller may see',
  description:
    'Those alone who consented to the leaderboard, and ranks computed over them alone. Equal steps share a rank and list the earlier measurement first.',
  caller: 'account',
  params: z.strictObject({ id: Uuid }),
  query: z.object(pageQuery),
  success: { 200: pageOf('entries', LeaderboardEntry) },
  refusals: { challenge_not_found },
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: {
    table: {
      'COMMUNITY#CHALLENGE#': ['GetItem'],
      'COMMUNITY#EVENT#': ['GetItem'],
      'COMMUNITY#CLUB#': ['BatchGetItem'],
      'COMMUNITY#ACCOUNT#': ['BatchGetItem'],
      'COMMUNITY#LEADERBOARD#': ['Query'],
    },
  },
});
