import { FLOW_ID } from '../values/ids.examples.ts';
import type { FlowLanguage } from '../values/languages.ts';
import { meaningsOf } from '../values/meanings.ts';
import { OnboardingAnswers, Question, QuestionOption } from './schemas.ts';

const texts: Readonly<Record<FlowLanguage, string>> = {
  'en-MY': 'The text in English',
  'ms-MY': 'The text in Malay',
  'zh-Hans-MY': 'The text in Chinese, in simplified characters',
};
/** A text that has each of the platform's languages. */
export const localized = (meaning: string) => ({ meaning, properties: texts });

export const answersMeanings = {
  flowId: 'The flow whose questions are answered',
  version: 'The version of the flow that the answers belong to',
  answeredAt: 'When these answers were saved',
};

export const meanings = [
  meaningsOf(QuestionOption, {
    id: 'The id of the option within the question, chosen by the author',
    label: localized('The text of the option'),
  }),
  meaningsOf(Question, {
    id: 'The id of the question within the flow, chosen by the author',
    prompt: localized('The text of the question'),
    kind: 'How many options a person may choose: `single` means one',
    options: 'The options of the question',
    maxSelections: 'The maximum number of options that a person may choose',
  }),
  meaningsOf(OnboardingAnswers, {
    ...answersMeanings,
    answers: {
      meaning: 'One entry for each answered question; skipped questions are omitted',
      properties: {
        questionId: 'The id of the question within the flow',
        optionIds: 'The ids of the chosen options, at most `maxSelections` of the question',
      },
    },
  }),
];

export const question = {
  id: 'goal',
  prompt: {
    'en-MY': 'What would you like to do?',
    'ms-MY': 'Apakah yang anda ingin lakukan?',
    'zh-Hans-MY': '您想做什么？',
  },
  kind: 'single' as const,
  options: [
    {
      id: 'walk',
      label: { 'en-MY': 'Walk more', 'ms-MY': 'Lebih banyak berjalan', 'zh-Hans-MY': '多走路' },
    },
    { id: 'meet', label: { 'en-MY': 'Meet people', 'ms-MY': 'Berkenalan', 'zh-Hans-MY': '认识朋友' } },
  ],
  maxSelections: 1,
};

export const givenAnswers = {
  flowId: FLOW_ID,
  version: 3,
  answers: [{ questionId: 'goal', optionIds: ['walk'] }],
};
export const onboardingAnswers = { ...givenAnswers, answeredAt: '2026-03-05T11:42:30.118Z' };
