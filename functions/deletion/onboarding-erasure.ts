import { onboardingAnswers } from '../../shared/onboarding/items.ts';
import type { Reads } from '../../shared/table/table.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import type { ErasureStep } from './erasure-step.ts';

/**
 * Finds the step that erases an account's answers to the onboarding questions.
 * @returns one transaction, or none if there are no answers.
 */
export async function answerErasures(table: Reads, accountId: AccountId): Promise<ErasureStep[]> {
  const key = onboardingAnswers.key({ accountId });
  return (await table.get(key)) ? [{ parts: { answers: { Delete: { Key: key } } } }] : [];
}
