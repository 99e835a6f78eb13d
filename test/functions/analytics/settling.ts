import { job as checkStock } from '../../../functions/rewards/stock/check-stock.ts';
import type { World } from '../../support/world.ts';

/**
 * Settles the closed campaigns before or after the next read of a list of campaigns, while a request is running.
 * @returns whether that has happened
 */
export function settling(world: World, when: 'before' | 'after'): () => boolean {
  let isSettled = false;
  world.setFault(async ({ command, input, send }) => {
    const isList = command === 'Query' && /REWARDS#(STOCKED|SETTLED)/.test(JSON.stringify(input));
    if (!isList || isSettled) return send();
    isSettled = true;
    if (when === 'before') await world.run(checkStock);
    const answer = await send();
    if (when === 'after') await world.run(checkStock);
    return answer;
  });
  return () => isSettled;
}
