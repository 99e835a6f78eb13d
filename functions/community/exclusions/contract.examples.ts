import type { ExamplesOf } from '../../../shared/contract/examples.ts';
import { CHALLENGE_ID, CURSOR, EXCLUSION_ID } from '../../../shared/values/ids.examples.ts';
import { meaningsOf, parametersOf } from '../../../shared/values/meanings.ts';
import { nextCursor, page } from '../../../shared/values/resources.examples.ts';
import type * as contract from './contract.ts';
import { Exclusion, excludeParticipant, listExclusions, readmitParticipant } from './contract.ts';

export const meanings = [
  meaningsOf(Exclusion, {
    id: 'The id of the exclusion',
    alias: 'The alias of the participant at the time of the exclusion',
    excludedAt: 'When the participant was excluded',
  }),
  meaningsOf(excludeParticipant.body, {
    alias: 'The alias of the participant, or one that looks like it',
    reason: "Why the participant is excluded, for the log of administrators' acts, without names of people",
  }),
  parametersOf(listExclusions.query, page),
  meaningsOf(listExclusions.success[200], {
    exclusions: 'The exclusions of this page, by their id',
    nextCursor,
  }),
  parametersOf(readmitParticipant.params, {
    id: { meaning: 'The id of the challenge', example: CHALLENGE_ID },
    exclusionId: { meaning: 'The id of the exclusion', example: EXCLUSION_ID },
  }),
  meaningsOf(readmitParticipant.body, {
    reason: "Why the exclusion ends, for the log of administrators' acts, without names of people",
  }),
];

const exclusion = { id: EXCLUSION_ID, alias: 'Si Kilat', excludedAt: '2026-03-07T06:02:11.904Z' };

export const examples = {
  excludeParticipant: {
    body: { alias: exclusion.alias, reason: 'Reported 90,000 steps from a shaking machine' },
    success: { 200: exclusion, 201: exclusion },
  },
  listExclusions: { success: { 200: { exclusions: [exclusion], nextCursor: CURSOR } } },
  readmitParticipant: {
    body: { reason: 'The participant sent a photo of the treadmill' },
    success: { 204: undefined },
  },
} satisfies ExamplesOf<typeof contract>;
