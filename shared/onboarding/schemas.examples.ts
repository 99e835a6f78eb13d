import { FLOW_ID } from '../values/ids.examples.ts';
import { meaningsOf } from '../values/meanings.ts';
import { OnboardingAnswers } from './schemas.ts';

export const meanings = [
  meaningsOf(OnboardingAnswers, {
    flowId: 'The flow whose questions are answered',
    version: 'The version of the flow that the answers belong to',
    answers: {
      meaning: 'One entry for each answered question; skipped questions are omitted',
      properties: {
        questionId: 'The id of the question within the flow',
        optionIds: 'The ids of the chosen options, at most `maxSelections` of the question',
      },
    },
    answeredAt: 'When these answers were saved',
  }),
];

export const givenAnswers = {
  flowId: FLOW_ID,
  version: 3,
  answers: [{ questionId: 'goal', optionIds: ['walk'] }],
};
export const onboardingAnswers = { ...givenAnswers, answeredAt: '2026-03-05T11:42:30.118Z' };
