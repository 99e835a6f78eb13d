import type { ExamplesOf } from '../../../shared/contract/examples.ts';
import { CHALLENGE_ID } from '../../../shared/values/ids.examples.ts';
import { meaningsOf, parametersOf } from '../../../shared/values/meanings.ts';
import {
  baseVersion,
  inputMeanings,
  managedChallenge,
  unpublishedChallenge,
} from '../managed-schemas.examples.ts';
import { challengeTimes } from '../schemas.examples.ts';
import type * as contract from './contract.ts';
import { challengeParams, createChallenge, updateChallenge } from './contract.ts';

const challengeInput = {
  ...inputMeanings,
  ...challengeTimes,
  rules: 'The rules, as plain text of several lines',
  rewardEligible: 'Whether the results count for rewards',
};

export const meanings = [
  meaningsOf(createChallenge.body, challengeInput),
  parametersOf(challengeParams, { id: { meaning: 'The id of the challenge', example: CHALLENGE_ID } }),
  meaningsOf(updateChallenge.body, { ...challengeInput, version: baseVersion }),
];

const { title, summary, startsAt, endsAt, rules, rewardEligible } = managedChallenge;
const input = { title, summary, startsAt, endsAt, rules, rewardEligible };

export const examples = {
  createChallenge: {
    body: input,
    success: { 201: { ...unpublishedChallenge, version: 1, memberCount: 0 } },
  },
  updateChallenge: { body: { ...input, version: 1 }, success: { 200: managedChallenge } },
  publishChallenge: { success: { 200: managedChallenge } },
  unpublishChallenge: { success: { 200: unpublishedChallenge } },
} satisfies ExamplesOf<typeof contract>;
