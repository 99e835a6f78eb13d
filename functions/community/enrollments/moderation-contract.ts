import * as z from 'zod/mini';
import { contract } from '../../../shared/contract.ts';
import { Nothing, pageOf, pageQuery, reason, Timestamp, Uuid } from '../../../shared/resources.ts';
import { challengeParams } from '../challenges/contract.ts';
import { Alias } from './aliases.ts';

export const ModeratedAlias = z.strictObject({ alias: z.string(), hidden: z.boolean() });

const alias_not_found = [404, 'The alias is not used in this challenge.'] as const;

export const moderateAlias = contract({
  operationId: 'moderateAlias',
  area: 'community',
  method: 'PUT',
  path: '/v1/platform/community/challenges/{id}/aliases',
  summary: 'Hide an alias from the boards of a challenge, or show it again',
  description:
    'A participant with this alias, or with one that looks like it, disappears from the display and the leaderboard until the participant chooses another alias or an administrator shows this one again. Nobody can take a hidden alias. The response does not reveal whose alias it is.',
  caller: 'platform_admin',
  params: challengeParams,
  body: z.strictObject({ alias: Alias, hidden: z.boolean() }),
  success: { 200: ModeratedAlias },
  refusals: { alias_not_found },
  touches: {
    table: {
      'COMMUNITY#ALIAS#': ['GetItem', 'UpdateItem', 'DeleteItem'],
      'COMMUNITY#ACCOUNT#': ['GetItem', 'PutItem'],
      'COMMUNITY#DISPLAY#': ['PutItem', 'DeleteItem'],
      'COMMUNITY#LEADERBOARD#': ['PutItem', 'DeleteItem'],
    },
  },
});

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
  act: { creates: { prefix: 'COMMUNITY#ACCOUNT#', name: 'id' }, keepsReason: true },
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
  act: { on: ['exclusionId', 'id'], keepsReason: true },
  touches: {
    table: {
      'COMMUNITY#ACCOUNT#': ['ConditionCheckItem', 'GetItem', 'PutItem', 'DeleteItem'],
      'COMMUNITY#DISPLAY#': ['PutItem'],
      'COMMUNITY#LEADERBOARD#': ['PutItem'],
    },
    gsi1: ['COMMUNITY#EXCLUDED#'],
  },
});
