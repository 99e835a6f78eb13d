import type * as z from 'zod/mini';
import type { Clock } from '../../shared/clock.ts';
import { onboardingFlow, onboardingFlows, type StoredFlow } from '../../shared/items/onboarding.ts';
import { publicFields } from '../../shared/public-fields.ts';
import { TryAgain } from '../../shared/table/attempts.ts';
import { type OpenedPage, readPage } from '../../shared/table/page.ts';
import type { Reads, Table } from '../../shared/table/table.ts';
import { OnboardingDefinition, OnboardingFlow } from './contract.ts';

type Definition = z.infer<typeof OnboardingDefinition>;

/** A flow begins as a draft of version 1; a draft changes nothing for anyone but administrators. */
export async function createDraft(
  table: Table,
  definition: z.infer<typeof OnboardingDefinition>,
  { now, newId }: Clock,
): Promise<z.input<typeof OnboardingFlow>> {
  const at = now().toISOString();
  const draft = {
    id: newId(),
    status: 'draft',
    version: 1,
    definition,
    createdAt: at,
    updatedAt: at,
  } as const;
  const there = await table.putNew(onboardingFlow.stored(draft));
  // The id is new, so what is there can only be this very write, repeated after its answer was lost.
  if (there && onboardingFlow.parse(there).createdAt !== at) throw new TryAgain('collision');
  return draft;
}

/** Changes a draft that is still as it was read: `version` in, `version + 1` out. */
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
    const there = onboardingFlow.parseIfAny(refused.flow?.item);
    if (!there) return { kind: 'flow_not_found' };
    return { kind: there.status === 'draft' ? 'version_conflict' : 'not_draft' };
  }
  const changed = onboardingFlow.parse((await table.get(onboardingFlow.key({ id }))) ?? {});
  return { kind: 'changed', flow: { ...presentFlow(changed), definition, version: version + 1, updatedAt } };
}

/** A flow as it is answered; its definition was parsed when it was stored. */
export function presentFlow(flow: StoredFlow): z.input<typeof OnboardingFlow> {
  return {
    ...publicFields(OnboardingFlow, flow),
    definition: OnboardingDefinition.parse(flow.definition),
  };
}

/** A page of all flows, latest first. */
export async function listFlows(table: Reads, page: OpenedPage) {
  const range = { ...onboardingFlows, descending: true };
  const { items, ...rest } = await readPage(table, range, page);
  return { flows: items.map((item) => presentFlow(onboardingFlow.parse(item))), ...rest };
}
