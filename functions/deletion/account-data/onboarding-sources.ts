import * as z from 'zod/mini';
import { onboardingAnswers, onboardingFlow, type StoredAnswers } from '../../../shared/onboarding/items.ts';
import { OnboardingAnswers, Question } from '../../../shared/onboarding/schemas.ts';
import type { Reads } from '../../../shared/table/table.ts';
import { publicFields } from '../../../shared/values/public-fields.ts';
import type { Present, Source } from './source.ts';

const Asked = z.object({ questions: z.optional(z.array(Question)) });

/**
 * Reads the questions of the flow that somebody answered, in any state. A definition that was published never changes, and a large
 * one costs 64 units to read consistently, so the first read may lag.
 */
async function readAsked(table: Reads, { flowId: id, version }: StoredAnswers) {
  const key = onboardingFlow.key({ id });
  const seen = onboardingFlow.parseIfAny(await table.get(key, { consistent: false }));
  const flow = seen?.version === version ? seen : onboardingFlow.parse((await table.get(key)) ?? {});
  const { questions = [] } = Asked.parse(flow.definition);
  return new Map(questions.map((question) => [question.id, question]));
}

/** Adds to each answer what the person read: the question and its options. */
const withQuestions: Present = async (items, { table }) =>
  Promise.all(
    items.map(async (item) => {
      const given = onboardingAnswers.parse(item);
      const asked = await readAsked(table, given);
      const answers = given.answers.map((answer) => ({
        ...answer,
        question: asked.get(answer.questionId) ?? Question.parse({}),
      }));
      return {
        area: 'onboarding' as const,
        kind: 'onboarding_answers' as const,
        data: { ...publicFields(OnboardingAnswers, given), answers },
      };
    }),
  );

export const answers = {
  name: 'answers',
  prefix: 'ONBOARDING#ACCOUNT#',
  list: (accountId) => ({ pk: onboardingAnswers.key({ accountId }).pk }),
  present: { ANSWERS: withQuestions },
} as const satisfies Source;
