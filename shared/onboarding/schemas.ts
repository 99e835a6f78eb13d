import * as z from 'zod/mini';
import { Timestamp, Uuid, version } from '../values/resources.ts';

/** The answers of an account, as the operations of onboarding and `getAccountData` return them. */
export const OnboardingAnswers = z.strictObject({
  flowId: Uuid,
  version: version(),
  answers: z.array(z.strictObject({ questionId: z.string(), optionIds: z.array(z.string()) })),
  answeredAt: Timestamp,
});
