import { describe, expect, it } from 'vitest';
import { smoke } from '../smoke/smoke.ts';
import { startRehearsal } from './rehearsal.ts';

/** The other stages stand as well, the one without an edge too. */

describe.each(['dev', 'production'] as const)('%s', (stage) => {
  it('starts and answers anyone', async () => {
    const rehearsal = await startRehearsal({ stage, runsByItself: false });
    const checks = await smoke({ url: rehearsal.url, only: /anyone|not found|display page/ });
    await rehearsal.stop();
    expect(checks.length).toBeGreaterThan(5);
    expect(checks.filter(({ problem }) => problem !== undefined)).toEqual([]);
    expect(rehearsal.usage.denials).toEqual([]);
  });
});
