import { onboardingAnswers } from '../../shared/onboarding/items.ts';
import type { ByHead } from '../../shared/table/item.ts';
import type { Reads } from '../../shared/table/table.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import type { ErasureStep } from './erasure-step.ts';

/**
 * Finds the step that erases an account's answers to the onboarding questions.
 * @returns one transaction, or none if there are no answers.
 */
export async function answerErasures(table: Reads, accountId: AccountId): Promise<ErasureStep[]> {
  const found = Object.values(keys).map(async (keyOf): Promise<ErasureStep[]> => {
    const key = keyOf({ accountId });
    return (await table.get(key)) ? [{ parts: { answers: { Delete: { Key: key } } } }] : [];
  });
  return (await Promise.all(found)).flat();
}

const keys: ByHead<'ONBOARDING#ACCOUNT#', typeof onboardingAnswers.key> = {
  ANSWERS: onboardingAnswers.key,
};
