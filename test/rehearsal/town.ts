import { expect } from 'vitest';
import { speaking } from '../local/running.ts';
import { startRehearsal } from './rehearsal.ts';
import { remember } from './report.ts';

/** The rehearsed stack as the town of a story, in which nobody may be denied what they need. */
export async function rehearsedTown() {
  const rehearsal = await startRehearsal();
  return {
    ...speaking(rehearsal.url),
    async stop(): Promise<void> {
      await rehearsal.stop();
      remember(rehearsal);
      expect(rehearsal.usage.denials).toEqual([]);
    },
  };
}
