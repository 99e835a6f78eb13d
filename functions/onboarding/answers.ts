import type * as z from 'zod/mini';
import type { Issue } from '../../shared/contract/refusals.ts';
import { accountIsOpen } from '../../shared/identity/account.ts';
import { onboardingAnswers, type StoredAnswers, type StoredFlow } from '../../shared/onboarding/items.ts';
import { OnboardingAnswers } from '../../shared/onboarding/schemas.ts';
import type { Reads, Table } from '../../shared/table/table.ts';
import { type Presented, publicFields } from '../../shared/values/public-fields.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import { OnboardingDefinition, type saveOnboardingAnswers } from './contract.ts';

/**
 * An account has at most one item of answers, which only its own requests read. The published flow is read before the
 * write and is not part of the transaction, because many people answer at the same time. If an administrator archives
 * the flow at that moment, the answers are saved as if they had arrived just before: a published definition never
 * changes, and the answers name their flow and version.
 */
type Given = z.infer<(typeof saveOnboardingAnswers)['body']>;

type SaveOutcome =
  | { readonly kind: 'saved'; readonly answers: StoredAnswers }
  | { readonly kind: 'invalid'; readonly issues: readonly Issue[] }
  | { readonly kind: 'flow_changed' | 'account_closed' };

export async function findAnswers(table: Reads, accountId: AccountId): Promise<StoredAnswers | undefined> {
  return onboardingAnswers.parseIfAny(await table.get(onboardingAnswers.key({ accountId })));
}

/**
 * Replaces the answers of an account. Identical answers keep the time at which they were first given; their versions are
 * not compared, because a published flow keeps its version.
 * @param flow the flow that the answers name, in any state.
 * @returns the stored answers, or the reason for the refusal. `invalid` has the issues, with paths from `body.answers`.
 */
export async function saveAnswers(
  table: Table,
  accountId: AccountId,
  given: Given,
  flow: StoredFlow | undefined,
  at: Date,
): Promise<SaveOutcome> {
  if (flow?.status !== 'published' || flow.version !== given.version) return { kind: 'flow_changed' };
  const issues = mismatches(given.answers, OnboardingDefinition.parse(flow.definition));
  if (issues.length > 0) return { kind: 'invalid', issues };
  const answers = { accountId, ...given, answeredAt: at.toISOString() };
  const refused = await table.transact({
    answers: {
      Put: {
        Item: onboardingAnswers.stored(answers),
        ConditionExpression: 'NOT (flowId = :flow AND answers = :answers)',
        ExpressionAttributeValues: {
          ':flow': given.flowId,
          ':answers': given.answers,
        },
      },
    },
    account: accountIsOpen(accountId),
  });
  if (refused?.account) return { kind: 'account_closed' };
  const identical = onboardingAnswers.parseIfAny(refused?.answers?.item);
  return { kind: 'saved', answers: identical ?? answers };
}

/** Converts stored answers to their public form. */
export function presentAnswers(stored: StoredAnswers): Presented<typeof OnboardingAnswers> {
  return publicFields(OnboardingAnswers, stored);
}

/** Lists what is wrong with answers to a flow. A question without an answer was skipped. */
function mismatches(
  answers: Given['answers'],
  { questions = [] }: z.infer<typeof OnboardingDefinition>,
): Issue[] {
  const issues: Issue[] = [];
  const check = (holds: boolean, path: string, message: string) => {
    if (!holds) issues.push({ path: `body.answers.${path}`, message });
  };
  const isFirst = (ids: readonly string[], n: number) => ids.indexOf(ids[n] ?? '') === n;
  const questionIds = answers.map(({ questionId }) => questionId);
  for (const [n, { questionId, optionIds }] of answers.entries()) {
    const question = questions.find(({ id }) => id === questionId);
    check(isFirst(questionIds, n), `${n}.questionId`, 'must be unique in its list');
    check(question !== undefined, `${n}.questionId`, 'must be a question of the flow');
    if (!question) continue;
    const { options, maxSelections } = question;
    check(
      optionIds.length <= maxSelections,
      `${n}.optionIds`,
      `must not be more than maxSelections, ${maxSelections}`,
    );
    for (const [m, optionId] of optionIds.entries()) {
      const path = `${n}.optionIds.${m}`;
      check(isFirst(optionIds, m), path, 'must be unique in its list');
      check(
        options.some(({ id }) => id === optionId),
        path,
        'must be an option of the question',
      );
    }
  }
  return issues;
}
