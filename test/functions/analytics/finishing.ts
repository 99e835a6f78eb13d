import { job as checkStock } from '../../../functions/rewards/stock/check-stock.ts';
import type { World } from '../../support/world.ts';

/**
 * Finishes the closed campaigns before or after the next read of a list of campaigns, while a request is running.
 * @returns whether that has happened
 */
export function finishing(world: World, when: 'before' | 'after'): () => boolean {
  let isFinished = false;
  world.setFault(async ({ command, input, send }) => {
    const isList = command === 'Query' && /REWARDS#(STOCKED|SETTLED)/.test(JSON.stringify(input));
    if (!isList || isFinished) return send();
    isFinished = true;
    if (when === 'before') await world.run(checkStock);
    const answer = await send();
    if (when === 'after') await world.run(checkStock);
    return answer;
  });
  return () => isFinished;
}
