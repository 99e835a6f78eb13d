import { onboardingAnswers } from '../../../shared/items/onboarding.ts';
import { publicFields } from '../../../shared/public-fields.ts';
import { OnboardingAnswers } from '../../../shared/schemas/onboarding.ts';
import type { Source } from './source.ts';

export const answers = {
  name: 'answers',
  prefix: 'ONBOARDING#ACCOUNT#',
  list: (accountId) => ({ pk: onboardingAnswers.key({ accountId }).pk }),
  present: (items) =>
    items.map((item) => ({
      area: 'onboarding',
      kind: 'onboarding_answers',
      data: publicFields(OnboardingAnswers, onboardingAnswers.parse(item)),
    })),
} as const satisfies Source;
