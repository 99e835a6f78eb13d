import * as z from 'zod/mini';
import {
  Enrollment,
  event_cancelled,
  event_not_found,
  StepReport,
} from '../../../shared/community/schemas.ts';
import { contract } from '../../../shared/contract/contract.ts';
import {
  FINAL_AFTER_HOURS,
  MAX_STEPS_A_DAY,
  MAX_STEPS_A_MINUTE,
  MINUTES_BETWEEN_FAR_REPORTS,
  SECONDS_BETWEEN_REPORTS,
  written,
} from '../../../shared/values/limits.ts';
import {
  count,
  Nothing,
  pageOf,
  pageQuery,
  Timestamp,
  time,
  Uuid,
} from '../../../shared/values/resources.ts';
import { challengeParams } from '../challenges/contract.ts';
import { eventParams } from '../managed-schemas.ts';
import { Alias } from './aliases.ts';

/** A participant of a step challenge has an alias and two separate consents, both false by default. */

const params = z.strictObject({ id: Uuid });
export const challenge_not_found = [
  404,
  'The challenge does not exist, or the caller may not see it.',
] as const;

const not_enrolled = [404, 'The caller is not enrolled in this challenge.'] as const;
const alias_taken = [
  409,
  'This alias, or one that looks like it, is already taken in this challenge.',
] as const;

export const enroll = contract({
  operationId: 'enroll',
  area: 'community',
  method: 'PUT',
  path: '/v1/community/challenges/{id}/enrollment',
  summary: 'Enroll in a challenge that the caller may see',
  description:
    'Steps count from the time of the enrollment, or from the start of the challenge if that is later. Both consents are false by default, and each change of them is recorded with its time and the version of the notice, which `getAccountData` shows. Repeating an identical enrollment returns 200 with the existing one.',
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
    event_cancelled,
    challenge_ended: [409, 'The challenge has ended.'],
    already_enrolled: [
      409,
      'The caller is already enrolled with another alias or other consents. Change the enrollment instead.',
    ],
    alias_taken,
  },
  settings: ['CONSENT_NOTICE_VERSION'],
  touches: {
    table: {
      'COMMUNITY#CHALLENGE#': ['GetItem'],
      'COMMUNITY#EVENT#': ['GetItem'],
      'COMMUNITY#CLUB#': ['BatchGetItem'],
      'COMMUNITY#ACCOUNT#': ['ConditionCheckItem', 'BatchGetItem', 'PutItem', 'UpdateItem'],
      'COMMUNITY#ALIAS#': ['PutItem'],
      'COMMUNITY#HIDDEN#': ['GetItem'],
      'COMMUNITY#DISPLAY#': ['PutItem'],
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
  summary: "Change the caller's alias or consents in a challenge",
  description:
    'Omitted fields do not change. The display and the leaderboard apply a withdrawn consent to their next response, even after the end of the challenge. Caches may keep the display for a few seconds longer.',
  caller: 'account',
  params,
  body: z
    .strictObject({
      alias: z.optional(Alias),
      shareLeaderboard: z.optional(z.boolean()),
      sharePublicDisplay: z.optional(z.boolean()),
    })
    .check(
      z.refine((changes) => Object.keys(changes).length > 0, { error: 'must have at least one field' }),
      z.meta({ minProperties: 1 }),
    ),
  success: { 200: Enrollment },
  refusals: { not_enrolled, alias_taken },
  settings: ['CONSENT_NOTICE_VERSION'],
  touches: {
    table: {
      'COMMUNITY#CHALLENGE#': ['GetItem'],
      'COMMUNITY#ACCOUNT#': ['BatchGetItem', 'PutItem'],
      'COMMUNITY#ALIAS#': ['PutItem', 'UpdateItem', 'DeleteItem'],
      'COMMUNITY#HIDDEN#': ['GetItem'],
      'COMMUNITY#DISPLAY#': ['PutItem', 'DeleteItem'],
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
    'The enrollment is removed with its steps and alias, and its consents end. Without an enrollment, the call changes nothing.',
  caller: 'account',
  params,
  success: { 204: Nothing },
  refusals: {},
  settings: ['CONSENT_NOTICE_VERSION'],
  touches: {
    table: {
      'COMMUNITY#ACCOUNT#': ['BatchGetItem', 'PutItem', 'DeleteItem'],
      'COMMUNITY#ALIAS#': ['UpdateItem', 'DeleteItem'],
      'COMMUNITY#DISPLAY#': ['DeleteItem'],
      'COMMUNITY#LEADERBOARD#': ['DeleteItem'],
    },
  },
});

export const reportSteps = contract({
  operationId: 'reportSteps',
  area: 'community',
  method: 'PUT',
  path: '/v1/community/challenges/{id}/enrollment/steps',
  summary: "Report the caller's steps in a challenge",
  description: `The latest measurement counts, and of two of the same moment the higher one, so the steps of several devices are never added up. Another report changes nothing, and neither does one within ${SECONDS_BETWEEN_REPORTS} seconds of the last accepted one, until the end; the response shows what is stored. Report again at \`nextReportAt\`: within a minute if the caller could be on the public display, otherwise after up to ${MINUTES_BETWEEN_FAR_REPORTS} minutes. Reports are accepted until ${FINAL_AFTER_HOURS} hours after the end, because some phones sync late.`,
  caller: 'account',
  params,
  body: z.strictObject({ steps: count().check(z.maximum(9_999_999)), measuredAt: time() }),
  success: { 200: StepReport },
  refusals: {
    not_enrolled,
    event_cancelled,
    challenge_final: [
      409,
      `The challenge ended more than ${FINAL_AFTER_HOURS} hours ago, so its result is final.`,
    ],
    measured_in_future: [409, 'measuredAt is more than a minute in the future.'],
    measured_outside: [
      409,
      'measuredAt is more than a minute before countingFrom, or after the end of the challenge.',
    ],
    implausible_steps: [
      409,
      `The steps exceed the limit of ${MAX_STEPS_A_MINUTE} a minute since countingFrom, or of ${written(MAX_STEPS_A_DAY)} for each day or part of a day.`,
    ],
  },
  touches: {
    table: {
      'COMMUNITY#CHALLENGE#': ['GetItem'],
      'COMMUNITY#ACCOUNT#': ['GetItem', 'PutItem'],
      'COMMUNITY#DISPLAY#': ['PutItem', 'DeleteItem'],
      'COMMUNITY#LEADERBOARD#': ['PutItem', 'DeleteItem'],
      'ACCOUNT#': ['ConditionCheckItem'],
    },
  },
});

export const ModeratedAlias = z.strictObject({ alias: z.string(), hidden: z.boolean() });

export const alias_not_found = [404, 'The alias is not used in this challenge.'] as const;

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
      'NOTICE#': ['PutItem'],
      'COMMUNITY#ALIAS#': ['GetItem', 'UpdateItem', 'DeleteItem'],
      'COMMUNITY#ACCOUNT#': ['GetItem', 'PutItem'],
      'COMMUNITY#DISPLAY#': ['PutItem', 'DeleteItem'],
      'COMMUNITY#LEADERBOARD#': ['PutItem', 'DeleteItem'],
    },
  },
});

export const hideExhibitionAlias = contract({
  operationId: 'hideExhibitionAlias',
  area: 'community',
  method: 'PUT',
  path: '/v1/platform/community/events/{code}/aliases',
  summary: 'Hide an alias in all challenges of an exhibition, or show it again',
  description:
    'Nobody can take this alias, or one that looks like it, from now on. Participants who have it disappear from the boards until they choose another alias or an administrator shows it again. Requests that are in flight may still take it for two minutes. It is independent of `moderateAlias`: the boards show an alias that neither hides. Repeating the call continues after an interruption.',
  caller: 'platform_admin',
  params: eventParams,
  body: z.strictObject({ alias: Alias, hidden: z.boolean() }),
  success: { 200: ModeratedAlias },
  refusals: { event_not_found },
  touches: {
    table: {
      'NOTICE#': ['PutItem'],
      'COMMUNITY#ACCOUNT#': ['GetItem', 'PutItem'],
      'COMMUNITY#ALIAS#': ['GetItem'],
      'COMMUNITY#DISPLAY#': ['PutItem', 'DeleteItem'],
      'COMMUNITY#EVENT#': ['GetItem'],
      'COMMUNITY#HIDDEN#': ['GetItem', 'PutItem', 'ConditionCheckItem'],
      'COMMUNITY#LEADERBOARD#': ['PutItem', 'DeleteItem'],
    },
  },
});

export const HiddenAlias = z.strictObject({ alias: z.string(), hiddenAt: Timestamp });

export const listHiddenAliases = contract({
  operationId: 'listHiddenAliases',
  area: 'community',
  method: 'GET',
  path: '/v1/platform/community/events/{code}/aliases',
  summary: 'List the aliases that are hidden in an exhibition',
  description:
    'Aliases that `moderateAlias` hides in one challenge are not listed. A page can have fewer aliases than its `limit`.',
  caller: 'platform_admin',
  params: eventParams,
  query: z.object(pageQuery),
  success: { 200: pageOf('aliases', HiddenAlias) },
  refusals: {},
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: { table: { 'COMMUNITY#HIDDEN#': ['Query'] } },
});
