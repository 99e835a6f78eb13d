import * as z from 'zod/mini';
import { indexList, kind, partition } from '../table/item.ts';
import { AccountId, Timestamp, Uuid } from '../values/resources.ts';

/**
 * ONBOARDING#FLOW#<flowId> | FLOW    an onboarding flow; its definition is stored unchanged
 *   gsi1 ONBOARDING#FLOWS | <createdAt>#<flowId>
 * ONBOARDING#CURRENT | CURRENT       names the published flow; missing while none is published
 * ONBOARDING#ACCOUNT#<accountId> | ANSWERS    the latest answers of an account, and the flow that they answer
 */
export const onboardingFlows = indexList('gsi1', 'ONBOARDING#FLOWS');

export const FlowStatus = z.enum(['draft', 'published', 'archived']);

export const onboardingFlow = kind({
  prefix: 'ONBOARDING#FLOW#',
  shape: z.object({
    id: Uuid,
    status: FlowStatus,
    version: z.int().check(z.minimum(1)),
    definition: z.record(z.string(), z.unknown()),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    publishedAt: z.optional(Timestamp),
  }),
  key: ({ id }: { id: string }) => ({ pk: partition('ONBOARDING#FLOW#', id), sk: 'FLOW' }),
  indexes: ({ id, createdAt }) => ({
    gsi1: { ...onboardingFlows, sk: `${createdAt}#${id}` },
  }),
});
export type StoredFlow = ReturnType<typeof onboardingFlow.parse>;

export const currentFlow = kind({
  prefix: 'ONBOARDING#CURRENT',
  shape: z.object({ flowId: Uuid }),
  key: (_: object) => ({ pk: partition('ONBOARDING#CURRENT'), sk: 'CURRENT' }),
});

export const onboardingAnswers = kind({
  prefix: 'ONBOARDING#ACCOUNT#',
  shape: z.object({
    accountId: AccountId,
    flowId: Uuid,
    version: z.int().check(z.minimum(1)),
    /** One entry for each answered question, in the order in which they were sent. */
    answers: z.array(z.object({ questionId: z.string(), optionIds: z.array(z.string()) })),
    answeredAt: Timestamp,
  }),
  key: ({ accountId }: { accountId: AccountId }) => ({
    pk: partition('ONBOARDING#ACCOUNT#', accountId),
    sk: 'ANSWERS',
  }),
});
export type StoredAnswers = ReturnType<typeof onboardingAnswers.parse>;
