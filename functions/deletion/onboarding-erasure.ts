import { onboardingAnswers } from '../../shared/onboarding/items.ts';
import type { ByHead } from '../../shared/table/item.ts';
import type { Erasures } from './erasure-step.ts';

/** Finds the step that erases an account's answers to the onboarding questions, if there are any. */
export const answerErasures: Erasures = async function* (table, accountId) {
  for (const keyOf of Object.values(keys)) {
    const key = keyOf({ accountId });
    if (await table.get(key)) yield [{ parts: { answers: { Delete: { Key: key } } } }];
  }
};

const keys: ByHead<'ONBOARDING#ACCOUNT#', typeof onboardingAnswers.key> = {
  ANSWERS: onboardingAnswers.key,
};
