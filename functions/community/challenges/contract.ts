import * as z from 'zod/mini';
import { event_not_found } from '../../../shared/community/schemas.ts';
import { contract } from '../../../shared/contract/contract.ts';
import { MAX_CHALLENGES } from '../../../shared/values/limits.ts';
import { prose, Uuid, version } from '../../../shared/values/resources.ts';
import {
  ContentInput,
  challenge_not_found,
  endsAfterItStarts,
  eventParams,
  ManagedChallenge,
  Timed,
} from '../managed-schemas.ts';
import { version_conflict } from '../schemas.ts';

const ends_after_exhibition = [409, 'The challenge must not end after its exhibition.'] as const;

const ChallengeInput = { ...ContentInput, ...Timed, rules: prose(5000, 1), rewardEligible: z.boolean() };

export const createChallenge = contract({
  operationId: 'createChallenge',
  area: 'community',
  method: 'POST',
  path: '/v1/platform/community/events/{code}/challenges',
  summary: 'Create a step challenge of an exhibition as a draft',
  description: `An exhibition can have at most ${MAX_CHALLENGES} challenges. A challenge ends with its exhibition at the latest.`,
  caller: 'platform_admin',
  params: eventParams,
  body: z.strictObject(ChallengeInput).check(endsAfterItStarts()),
  success: { 201: ManagedChallenge },
  refusals: {
    event_not_found,
    too_many_challenges: [409, `An exhibition can have at most ${MAX_CHALLENGES} challenges.`],
    ends_after_exhibition,
  },
  touches: {
    table: { 'COMMUNITY#EVENT#': ['GetItem', 'UpdateItem'], 'COMMUNITY#CHALLENGE#': ['PutItem'] },
  },
});

export const challengeParams = z.strictObject({ id: Uuid });

export const updateChallenge = contract({
  operationId: 'updateChallenge',
  area: 'community',
  method: 'PUT',
  path: '/v1/platform/community/challenges/{id}',
  summary: 'Change a challenge',
  description:
    'The state of the challenge does not change. Its times are fixed from its first publication on. Omitted optional fields are removed.',
  caller: 'platform_admin',
  params: challengeParams,
  body: z.strictObject({ ...ChallengeInput, version: version() }).check(endsAfterItStarts()),
  success: { 200: ManagedChallenge },
  refusals: {
    challenge_not_found,
    version_conflict,
    times_fixed: [409, 'The times cannot change, because the challenge has been published.'],
    ends_after_exhibition,
  },
  touches: {
    table: { 'COMMUNITY#CHALLENGE#': ['GetItem', 'UpdateItem'], 'COMMUNITY#EVENT#': ['ConditionCheckItem'] },
  },
});

const challengePublication = {
  area: 'community',
  path: '/v1/platform/community/challenges/{id}/publication',
  caller: 'platform_admin',
  params: challengeParams,
  success: { 200: ManagedChallenge },
  refusals: { challenge_not_found },
  touches: {
    table: { 'COMMUNITY#CHALLENGE#': ['GetItem', 'UpdateItem'], 'COMMUNITY#EVENT#': ['UpdateItem'] },
  },
} as const;

export const publishChallenge = contract({
  ...challengePublication,
  operationId: 'publishChallenge',
  method: 'POST',
  summary: 'Publish a challenge',
  description:
    'Others see the challenge only if they can also see its exhibition. The first publication fixes the times of the challenge, and for how many visitors its boards are prepared: as many as its exhibition expects then. Repeating the call changes nothing.',
  touches: {
    table: {
      'COMMUNITY#CHALLENGE#': ['GetItem', 'UpdateItem'],
      'COMMUNITY#EVENT#': ['GetItem', 'UpdateItem'],
    },
  },
});

export const unpublishChallenge = contract({
  ...challengePublication,
  operationId: 'unpublishChallenge',
  method: 'DELETE',
  summary: 'Unpublish a challenge',
  description:
    'The challenge is also removed from the display. Enrollments are kept. Repeating the call changes nothing.',
});
