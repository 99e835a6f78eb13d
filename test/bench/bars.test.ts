import { describe, expect, it } from 'vitest';
import { barsOf, type Results } from './bars.ts';
import type { Grown } from './growth.ts';
import { median } from './statistics.ts';

const imported = (
  id: string,
  kind: Results['imports'][number]['kind'],
  processor: number,
  bytes: number,
) => ({
  id,
  kind,
  processor,
  bytes,
  time: processor,
});
const grown = (
  operation: Grown['operation'],
  counted: string,
  many: { units: number; time: number },
): Grown => ({
  operation,
  counted,
  sizes: [
    { items: 100, calls: 4, units: 5, time: 2 },
    { items: 100_000, calls: 4, ...many },
  ],
});
const results = (more: Partial<Results> = {}): Results => ({
  imports: [
    imported('Hono', 'peer', 100, 700_000),
    imported('Express', 'peer', 200, 1_500_000),
    imported('getDisplay', 'endpoint', 38, 252_000),
    imported('rollUp', 'worker', 30, 270_000),
  ],
  warm: [{ operation: 'getDisplay', own: 1.1, hono: 1 }],
  reservations: { oneShard: 15, twentyShards: 15, outOfStock: 40 },
  growth: [grown('getDisplay', 'participants', { units: 5, time: 3 })],
  ...more,
});
const broken = (more: Partial<Results>) =>
  barsOf(results(more)).flatMap(({ what, holds }) => (holds ? [] : [what]));

describe('the bars of the benchmark', () => {
  it('hold at their limits', () => {
    expect(broken({})).toEqual([]);
  });

  it('compare the slowest endpoint with both peers, and the largest bundle of each kind', () => {
    const { imports } = results();
    const added = [imported('enroll', 'endpoint', 60, 252_001), imported('sweep', 'worker', 60, 270_001)];
    expect(broken({ imports: [...imports, ...added] })).toEqual([
      'import of the slowest endpoint, processor time',
      'import of the slowest endpoint, processor time',
      'largest endpoint',
      'largest worker',
    ]);
  });

  it('allow a board 1 ms more or 1.2 times the time, and no further unit', () => {
    const board = (units: number, time: number) => [grown('findEvent', 'participants', { units, time })];
    expect(broken({ growth: board(5, 3.01) })).toHaveLength(1);
    expect(broken({ growth: board(6, 3) })).toHaveLength(1);
  });

  it('allow a large report 60 units and 1.3 times the time', () => {
    const report = (units: number, time: number) => [grown('workspaceAnalytics', 'claims', { units, time })];
    expect(broken({ large: report(60, 2.6) })).toEqual([]);
    expect(broken({ large: report(61, 2.61) })).toHaveLength(2);
  });
});

describe('the median', () => {
  it('is the middle value, or the mean of the middle two', () => {
    expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5]);
    expect(() => median([])).toThrow('nothing was measured');
  });
});
