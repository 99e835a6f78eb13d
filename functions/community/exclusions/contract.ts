import * as z from 'zod/mini';
import { contract } from '../../../shared/contract/contract.ts';
import { Nothing, pageOf, pageQuery, reason, Timestamp, Uuid } from '../../../shared/values/resources.ts';
import { challengeParams } from '../challenges/contract.ts';
import { Alias } from '../enrollments/aliases.ts';
import { alias_not_found } from '../enrollments/contract.ts';

export const Exclusion = z.strictObject({ id: Uuid, alias: z.string(), excludedAt: Timestamp });

export const excludeParticipant = contract({
  operationId: 'excludeParticipant',
  area: 'community',
  method: 'POST',
  path: '/v1/platform/community/challenges/{id}/exclusions',
  summary: 'Exclude a participant from the boards and rewards of a challenge',
  description:
    "The participant with this alias disappears from the display and the leaderboard, and `rewardEligible` of the enrollment becomes false. The exclusion remains if the participant chooses another alias, or withdraws and enrolls again. Excluding the same participant again returns 200 with the existing exclusion and changes nothing. The log of administrators' acts keeps the `reason`.",
  caller: 'platform_admin',
  params: challengeParams,
  body: z.strictObject({ alias: Alias, reason: reason() }),
  success: { 200: Exclusion, 201: Exclusion },
  refusals: { alias_not_found },
  touches: {
    table: {
      'COMMUNITY#ALIAS#': ['GetItem'],
      'COMMUNITY#ACCOUNT#': ['BatchGetItem', 'PutItem'],
      'COMMUNITY#DISPLAY#': ['DeleteItem'],
      'COMMUNITY#LEADERBOARD#': ['DeleteItem'],
    },
  },
});

export const listExclusions = contract({
  operationId: 'listExclusions',
  area: 'community',
  method: 'GET',
  path: '/v1/platform/community/challenges/{id}/exclusions',
  summary: 'List who is excluded from a challenge',
  description: 'Sorted by id. A participant is named by the alias at the time of the exclusion.',
  caller: 'platform_admin',
  params: challengeParams,
  query: z.object(pageQuery),
  success: { 200: pageOf('exclusions', Exclusion) },
  refusals: {},
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: { gsi1: ['COMMUNITY#EXCLUDED#'] },
});

export const readmitParticipant = contract({
  operationId: 'readmitParticipant',
  area: 'community',
  method: 'POST',
  path: '/v1/platform/community/challenges/{id}/exclusions/{exclusionId}/readmission',
  summary: 'End the exclusion of a participant',
  description:
    "The enrollment, if there still is one, is shown as its consents say, and is eligible for rewards if the challenge is. The log of administrators' acts keeps the `reason`.",
  caller: 'platform_admin',
  params: z.extend(challengeParams, { exclusionId: Uuid }),
  body: z.strictObject({ reason: reason() }),
  success: { 204: Nothing },
  refusals: { exclusion_not_found: [404, 'The challenge has no such exclusion.'] },
  touches: {
    table: {
      'COMMUNITY#ACCOUNT#': ['ConditionCheckItem', 'GetItem', 'PutItem', 'DeleteItem'],
      'COMMUNITY#DISPLAY#': ['PutItem'],
      'COMMUNITY#LEADERBOARD#': ['PutItem'],
    },
    gsi1: ['COMMUNITY#EXCLUDED#'],
  },
});
