import { expect, it } from 'vitest';
import type { OperationId } from '../../functions/contracts.ts';
import type { World } from '../support/world.ts';
import type {} from './calls.ts';
import type { Scenario } from './crowds.ts';

/** Runs more scenarios of a refusal, and checks that none of them changes anything. */
export function refusesToo(
  operation: OperationId,
  further: readonly { readonly refusal: string; readonly because: string; readonly scenario: Scenario }[],
  world: () => World,
): void {
  it.each(further)(
    'refuses with $refusal when $because, and changes nothing',
    async ({ refusal, scenario }) => {
      const sent = await scenario(world());
      const before = await world().dump();
      expect((await world().call(operation, sent)).body.code).toBe(refusal);
      expect(await world().dump()).toEqual(before);
    },
  );
}
