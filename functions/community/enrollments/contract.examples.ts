import { enrollment } from '../../../shared/community/schemas.examples.ts';
import type { ExamplesOf } from '../../../shared/contract/examples.ts';
import { CHALLENGE_ID, CURSOR } from '../../../shared/values/ids.examples.ts';
import { MAX_STEPS_A_DAY, MAX_STEPS_A_MINUTE, written } from '../../../shared/values/limits.ts';
import { meaningsOf, parametersOf } from '../../../shared/values/meanings.ts';
import { nextCursor, page } from '../../../shared/values/resources.examples.ts';
import type * as contract from './contract.ts';
import {
  changeEnrollment,
  enroll,
  HiddenAlias,
  hideExhibitionAlias,
  listHiddenAliases,
  ModeratedAlias,
  moderateAlias,
  reportSteps,
} from './contract.ts';

const consents = {
  shareLeaderboard: 'Whether the caller agrees to be shown to the other participants',
  sharePublicDisplay: 'Whether the caller agrees to be shown on the public display',
};

export const meanings = [
  parametersOf(enroll.params, { id: { meaning: 'The id of the challenge', example: CHALLENGE_ID } }),
  meaningsOf(enroll.body, {
    alias: 'The name that others see, unique in the challenge, such as Siti Berjalan',
    ...consents,
  }),
  meaningsOf(changeEnrollment.body, {
    alias: 'The new name that others see, unique in the challenge',
    ...consents,
  }),
  meaningsOf(reportSteps.body, {
    steps: `The total since \`countingFrom\` that one device measured: at most ${MAX_STEPS_A_MINUTE} a minute since then, and ${written(MAX_STEPS_A_DAY)} for each day or part of one`,
    measuredAt:
      'Until when the steps were counted: at most a minute in the future. If it is before `countingFrom`, that counts',
  }),
  meaningsOf(ModeratedAlias, {
    alias: 'The alias that was hidden or shown again',
    hidden: 'Whether the alias is now hidden from both boards',
  }),
  meaningsOf(moderateAlias.body, {
    alias: 'The alias of the participant, or one that looks like it',
    hidden: 'Whether to hide the alias from both boards',
  }),
  meaningsOf(hideExhibitionAlias.body, {
    alias: 'The alias, or one that looks like it',
    hidden: 'Whether to hide the alias in the whole exhibition',
  }),
  meaningsOf(HiddenAlias, {
    alias: 'The alias, as the administrator wrote it',
    hiddenAt: 'When an administrator hid it',
  }),
  parametersOf(listHiddenAliases.query, page),
  meaningsOf(listHiddenAliases.success[200], { aliases: 'The hidden aliases of this page', nextCursor }),
];

const moderated = { alias: enrollment.alias, hidden: true };

export const examples = {
  enroll: {
    body: { alias: enrollment.alias, shareLeaderboard: true, sharePublicDisplay: false },
    success: { 200: enrollment, 201: { ...enrollment, steps: 0, measuredAt: undefined } },
  },
  changeEnrollment: {
    body: { alias: 'Hang Lari', shareLeaderboard: true, sharePublicDisplay: true },
    success: { 200: { ...enrollment, alias: 'Hang Lari', sharePublicDisplay: true } },
  },
  withdrawEnrollment: { success: { 204: undefined } },
  reportSteps: {
    body: { steps: enrollment.steps, measuredAt: enrollment.measuredAt },
    success: { 200: { ...enrollment, nextReportAt: '2026-03-07T05:44:10.000Z' } },
  },
  moderateAlias: { body: moderated, success: { 200: moderated } },
  hideExhibitionAlias: { body: moderated, success: { 200: moderated } },
  listHiddenAliases: {
    success: {
      200: { aliases: [{ alias: 'Si Nakal', hiddenAt: '2026-03-07T06:00:00.000Z' }], nextCursor: CURSOR },
    },
  },
} satisfies ExamplesOf<typeof contract>;
