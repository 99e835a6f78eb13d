import * as z from 'zod/mini';
import { contract } from '../../../shared/contract.ts';
import { FINAL_AFTER_HOURS, MOST_STEPS_A_DAY, written } from '../../../shared/limits.ts';
import { count, Nothing, Timestamp, Uuid } from '../../../shared/resources.ts';
import { Enrollment } from '../schemas.ts';
import { Alias } from './aliases.ts';

/** Taking part in a step challenge: under an alias, with two consents that are given separately or not at all. */

const params = z.strictObject({ id: Uuid });
export const challenge_not_found = [
  404,
  'There is no such challenge, or the caller may not see it.',
] as const;

const not_enrolled = [404, 'The caller does not take part in this challenge.'] as const;
const alias_taken = [409, 'Someone in this challenge has this alias, or one that looks like it.'] as const;

export const enroll = contract({
  operationId: 'enroll',
  area: 'community',
  method: 'PUT',
  path: '/v1/community/challenges/{id}/enrollment',
  summary: 'Enroll in a challenge that the caller may see',
  description:
    'Steps count from now, or from the start of a challenge that has not begun. Both consents are false unless given. Repeated with the same wish, the answer is 200 with the enrollment.',
  caller: 'account',
  params,
  body: z.strictObject({
    alias: Alias,
    shareLeaderboard: z.optional(z.boolean()),
    sharePublicDisplay: z.optional(z.boolean()),
  }),
  success: { 200: Enrollment, 201: Enrollment },
  refusals: {
    challenge_not_found,
    challenge_ended: [409, 'The challenge is over.'],
    already_enrolled: [
      409,
      'The caller takes part already, with another alias or other consents: change those.',
    ],
    alias_taken,
  },
  touches: {
    table: {
      'COMMUNITY#CHALLENGE#': ['GetItem', 'UpdateItem'],
      'COMMUNITY#EVENT#': ['GetItem', 'ConditionCheckItem'],
      'COMMUNITY#CLUB#': ['BatchGetItem', 'ConditionCheckItem'],
      'COMMUNITY#ACCOUNT#': ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'],
      'COMMUNITY#ALIAS#': ['PutItem'],
      'COMMUNITY#DISPLAY#': ['PutItem', 'UpdateItem'],
      'COMMUNITY#LEADERBOARD#': ['PutItem'],
      'ACCOUNT#': ['ConditionCheckItem'],
    },
  },
});

export const changeEnrollment = contract({
  operationId: 'changeEnrollment',
  area: 'community',
  method: 'PATCH',
  path: '/v1/community/challenges/{id}/enrollment',
  summary: "Change one's alias or consents in a challenge",
  description:
    'What is left out stays. A consent that is withdrawn takes effect with the next answer of the display or the leaderboard, also after the end of the challenge.',
  caller: 'account',
  params,
  body: z
    .strictObject({
      alias: z.optional(Alias),
      shareLeaderboard: z.optional(z.boolean()),
      sharePublicDisplay: z.optional(z.boolean()),
    })
    .check(
      z.refine((wish) => Object.keys(wish).length > 0, { error: 'must change something' }),
      z.meta({ minProperties: 1 }),
    ),
  success: { 200: Enrollment },
  refusals: { not_enrolled, alias_taken },
  touches: {
    table: {
      'COMMUNITY#CHALLENGE#': ['GetItem'],
      'COMMUNITY#ACCOUNT#': ['GetItem', 'PutItem'],
      'COMMUNITY#ALIAS#': ['PutItem', 'UpdateItem', 'DeleteItem'],
      'COMMUNITY#DISPLAY#': ['PutItem', 'UpdateItem', 'DeleteItem'],
      'COMMUNITY#LEADERBOARD#': ['PutItem', 'DeleteItem'],
      'ACCOUNT#': ['ConditionCheckItem'],
    },
  },
});

export const withdrawEnrollment = contract({
  operationId: 'withdrawEnrollment',
  area: 'community',
  method: 'DELETE',
  path: '/v1/community/challenges/{id}/enrollment',
  summary: 'Withdraw from a challenge',
  description:
    'Steps, alias and both consents are removed. Repeated, or without an enrollment, it changes nothing.',
  caller: 'account',
  params,
  success: { 204: Nothing },
  refusals: {},
  touches: {
    table: {
      'COMMUNITY#ACCOUNT#': ['GetItem', 'DeleteItem'],
      'COMMUNITY#CHALLENGE#': ['UpdateItem'],
      'COMMUNITY#ALIAS#': ['UpdateItem', 'DeleteItem'],
      'COMMUNITY#DISPLAY#': ['UpdateItem', 'DeleteItem'],
      'COMMUNITY#LEADERBOARD#': ['DeleteItem'],
    },
  },
});

export const reportSteps = contract({
  operationId: 'reportSteps',
  area: 'community',
  method: 'PUT',
  path: '/v1/community/challenges/{id}/enrollment/steps',
  summary: 'Report how many steps one has taken in a challenge',
  description: `All steps since \`countingFrom\`, as one device counts them at \`measuredAt\`. The newest measurement replaces the one before, whichever device it is of, so several are never added up; an older one changes nothing and the answer is what stands. At most ${written(MOST_STEPS_A_DAY)} steps for each day begun since \`countingFrom\`. Taken until ${FINAL_AFTER_HOURS} hours after the end, for phones that sync late.`,
  caller: 'account',
  params,
  body: z.strictObject({ steps: count().check(z.maximum(9_999_999)), measuredAt: Timestamp }),
  success: { 200: Enrollment },
  refusals: {
    not_enrolled,
    challenge_final: [
      409,
      `The challenge ended more than ${FINAL_AFTER_HOURS} hours ago: its result is final.`,
    ],
    measured_in_future: [409, 'measuredAt lies in the future.'],
    measured_outside: [409, 'measuredAt lies before countingFrom or after the end of the challenge.'],
    implausible_steps: [
      409,
      `More than ${written(MOST_STEPS_A_DAY)} steps for each day begun since countingFrom.`,
    ],
  },
  touches: {
    table: {
      'COMMUNITY#CHALLENGE#': ['GetItem'],
      'COMMUNITY#ACCOUNT#': ['GetItem', 'PutItem'],
      'COMMUNITY#DISPLAY#': ['PutItem', 'UpdateItem', 'DeleteItem'],
      'COMMUNITY#LEADERBOARD#': ['PutItem', 'DeleteItem'],
      'ACCOUNT#': ['ConditionCheckItem'],
    },
  },
});
