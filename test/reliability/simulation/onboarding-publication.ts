import { expect } from 'vitest';
import { endpoint as publishOnboardingFlow } from '../../../functions/onboarding/publish-onboarding-flow.ts';
import { accountStanding } from '../../../shared/identity/account.ts';
import { currentFlow, onboardingFlow } from '../../../shared/onboarding/items.ts';
import { definition } from '../../given/onboarding.ts';
import type { Simulation } from './simulated-world.ts';

/** Administrators publish flows concurrently, some the same one: each is published once, and one remains published. */
export async function flows(world: Simulation, drafts = 4): Promise<void> {
  const accountId = world.newAccount();
  const at = world.now().toISOString();
  const ids = Array.from({ length: drafts }, world.scenario.uuid);
  await world.put(
    accountStanding.stored({ accountId, platformAdmin: true }),
    ...ids.map((id) =>
      onboardingFlow.stored({
        id,
        status: 'draft',
        version: 1,
        definition: definition(),
        createdAt: at,
        updatedAt: at,
      }),
    ),
  );
  const heard = await world.play(() =>
    Promise.all(
      [...ids, ...ids].map(async (id, n) => {
        await world.sleep(world.scenario.between(0, 500));
        const { code } = await world.insist(`administrator ${n + 1}`, publishOnboardingFlow, {
          as: accountId,
          params: { id },
        });
        return { id, code };
      }),
    ),
  );
  // If the response of a publication was lost, its retry gets `not_draft`.
  for (const { code } of heard) expect(code).toMatch(/^(|not_draft)$/);
  for (const id of ids) expect(heard.filter((of) => of.id === id && of.code === '').length).toBeLessThan(2);

  const items = await world.dump();
  const statuses = items.filter(({ sk }) => sk === 'FLOW').map((item) => onboardingFlow.parse(item));
  expect(statuses.map(({ status }) => status).sort()).toEqual([
    ...Array<string>(drafts - 1).fill('archived'),
    'published',
  ]);
  const { flowId } = currentFlow.parse(items.find(({ sk }) => sk === 'CURRENT') ?? {});
  expect(statuses.find(({ status }) => status === 'published')?.id).toBe(flowId);
}
