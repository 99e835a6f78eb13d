import type * as z from 'zod/mini';
import type { Clock } from '../../shared/clock.ts';
import { onboardingFlow } from '../../shared/items/onboarding.ts';
import { TryAgain } from '../../shared/table/attempts.ts';
import type { Table } from '../../shared/table/client.ts';
import type { OnboardingDefinition, OnboardingFlow } from './contract.ts';

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
