import * as z from 'zod/mini';
import { event_cancelled, event_not_found, JoinCode } from '../../../shared/community/schemas.ts';
import { contract } from '../../../shared/contract/contract.ts';
import { DISPLAY_TOP } from '../../../shared/values/limits.ts';
import { count, pageOf, pageQuery, Timestamp, Uuid } from '../../../shared/values/resources.ts';
import { challenge_not_found } from '../enrollments/contract.ts';

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
  summary: 'Get the public display of an exhibition',
  description: `Returns the top ${DISPLAY_TOP} and the number of participants of each challenge. Both include only participants who consented to the public display. Participants with equal steps share a rank, and the earlier measurement comes first. If \`If-None-Match\` has the current ETag, the response is 304.`,
  caller: 'nobody',
  caching: 'display',
  params: z.strictObject({ code: JoinCode }),
  success: { 200: ExhibitionDisplay },
  refusals: { event_not_found, event_cancelled },
  touches: {
    table: {
      'COMMUNITY#EVENT#': ['GetItem'],
      'COMMUNITY#CLUB#': ['GetItem'],
      'COMMUNITY#CHALLENGE#': ['BatchGetItem'],
      'COMMUNITY#DISPLAY#': ['Query'],
    },
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
  summary: 'Get the leaderboard of a challenge that the caller may see',
  description:
    'The list and its ranks include only participants who consented to the leaderboard. Participants with equal steps share a rank, and the earlier measurement comes first.',
  caller: 'account',
  params: z.strictObject({ id: Uuid }),
  query: z.object(pageQuery),
  success: { 200: pageOf('entries', LeaderboardEntry) },
  refusals: { challenge_not_found },
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: {
    table: {
      'COMMUNITY#CHALLENGE#': ['BatchGetItem'],
      'COMMUNITY#EVENT#': ['GetItem'],
      'COMMUNITY#CLUB#': ['BatchGetItem'],
      'COMMUNITY#ACCOUNT#': ['BatchGetItem'],
      'COMMUNITY#LEADERBOARD#': ['Query'],
    },
  },
});
