import type * as z from 'zod/mini';
import { onboardingFlow, onboardingFlows, type StoredFlow } from '../../shared/onboarding/items.ts';
import { TryAgain } from '../../shared/table/attempts.ts';
import { type PageRequest, readPage } from '../../shared/table/page.ts';
import type { Reads, Table } from '../../shared/table/table.ts';
import { type Presented, publicFields } from '../../shared/values/public-fields.ts';
import { OnboardingDefinition, OnboardingFlow } from './contract.ts';

type Definition = z.infer<typeof OnboardingDefinition>;

/**
 * Creates a draft with version 1 (interface, section 4.2). Only administrators see drafts.
 * @throws {TryAgain} if the new id is already in use.
 */
export async function createDraft(
  table: Table,
  { id, definition }: { readonly id: string; readonly definition: Definition },
  now: Date,
): Promise<z.input<typeof OnboardingFlow>> {
  const at = now.toISOString();
  const draft = {
    id,
    status: 'draft',
    version: 1,
    definition,
    createdAt: at,
    updatedAt: at,
  } as const;
  const existing = await table.putNew(onboardingFlow.stored(draft));
  // An existing item with the same time is this write: `putNew` retried it after a lost response.
  if (existing && onboardingFlow.parse(existing).createdAt !== at) throw new TryAgain('collision');
  return draft;
}

/**
 * Replaces the definition of a draft if the draft still has the given `version`.
 * @returns the flow with `version + 1`, or the reason for the refusal.
 */
export async function changeDraft(
  table: Table,
  {
    id,
    definition,
    version,
  }: { readonly id: string; readonly definition: Definition; readonly version: number },
  at: Date,
): Promise<
  | { readonly kind: 'changed'; readonly flow: z.input<typeof OnboardingFlow> }
  | { readonly kind: 'flow_not_found' | 'not_draft' | 'version_conflict' }
> {
  const updatedAt = at.toISOString();
  const refused = await table.transact({
    flow: {
      Update: {
        Key: onboardingFlow.key({ id }),
        UpdateExpression: 'SET #definition = :definition, version = :next, updatedAt = :now',
        ConditionExpression: '#status = :draft AND version = :version',
        ExpressionAttributeNames: { '#status': 'status', '#definition': 'definition' },
        ExpressionAttributeValues: {
          ':definition': definition,
          ':next': version + 1,
          ':now': updatedAt,
          ':draft': 'draft',
          ':version': version,
        },
      },
    },
  });
  if (refused) {
    const current = onboardingFlow.parseIfAny(refused.flow?.item);
    if (!current) return { kind: 'flow_not_found' };
    return { kind: current.status === 'draft' ? 'version_conflict' : 'not_draft' };
  }
  const changed = onboardingFlow.parse((await table.get(onboardingFlow.key({ id }))) ?? {});
  return { kind: 'changed', flow: { ...presentFlow(changed), definition, version: version + 1, updatedAt } };
}

/** Converts a stored flow to its public form. @throws {z.core.$ZodError} if the stored definition breaks its schema. */
export function presentFlow(flow: StoredFlow): Presented<typeof OnboardingFlow> {
  return {
    ...publicFields(OnboardingFlow, flow),
    definition: OnboardingDefinition.parse(flow.definition),
  };
}

/** Reads one page of all flows, latest first. */
export async function listFlows(table: Reads, page: PageRequest) {
  const range = { ...onboardingFlows, descending: true };
  const { items, ...rest } = await readPage(table, range, page);
  return { flows: items.map((item) => presentFlow(onboardingFlow.parse(item))), ...rest };
}
