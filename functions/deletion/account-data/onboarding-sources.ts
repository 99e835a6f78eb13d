import { onboardingAnswers } from '../../../shared/onboarding/items.ts';
import { OnboardingAnswers } from '../../../shared/onboarding/schemas.ts';
import { publicFields } from '../../../shared/values/public-fields.ts';
import type { Source } from './source.ts';

export const answers = {
  name: 'answers',
  prefix: 'ONBOARDING#ACCOUNT#',
  list: (accountId) => ({ pk: onboardingAnswers.key({ accountId }).pk }),
  present: {
    ANSWERS: (items) =>
      items.map((item) => ({
        area: 'onboarding',
        kind: 'onboarding_answers',
        data: publicFields(OnboardingAnswers, onboardingAnswers.parse(item)),
      })),
  },
} as const satisfies Source;
