import { describe, expect, it } from 'vitest';
import { barsOf } from './bars.ts';
import { chartsOf } from './charts.ts';
import type { Grown } from './growth.ts';
import type { Imported } from './imports.ts';
import { reportOf } from './report.ts';
import type { Measurements, Results, Section } from './results.ts';
import { median } from './statistics.ts';

const imported = (
  id: string,
  kind: Imported['kind'],
  processor: number,
  bytes: number,
  peers?: Imported['peers'],
): Imported => ({ id, kind, processor, bytes, elapsed: processor, ...(peers && { peers }) });

const grown = (
  operation: Grown['operation'],
  counted: string,
  many: { units: number; time: number },
  more: Partial<Grown> = {},
): Grown => ({
  operation,
  counted,
  sizes: [
    { items: 100, rounds: 2, calls: 4, units: 5, time: 2 },
    { items: 100_000, rounds: 2, calls: 4, ...many },
  ],
  ...more,
});

const firstRequests = (first: number): Measurements['firstRequests'][number] => ({
  operation: 'getDisplay',
  isUnknown: true,
  own: { import: 55, first, together: 55 + first },
  cold: { import: 50, first: 100, together: 150 },
  warmHono: { import: 60, first: 40, together: 100 },
  hono: { import: 50, first: 100, together: 150 },
  floor: { import: 20, first: 10, together: 30 },
});

const measurements: Measurements = {
  imports: [
    imported('empty handler', 'other', 1, 0),
    imported('getDisplay', 'endpoint', 63, 252_000, { warm: 60, cold: 40 }),
    imported('rollUp', 'worker', 30, 270_000),
  ],
  firstRequests: [firstRequests(40)],
  warm: [
    {
      operation: 'getDisplay',
      processor: { own: 0.85, hono: 0.9, plainHono: 1 },
      elapsed: { own: 1.1, hono: 1 },
    },
  ],
  crowds: {
    counting: [{ shards: 24, latency: 10, recordsASecond: 1370, unitsARecord: 4.95 }],
    erasing: [{ latency: 10, hours: 2 }],
    reporting: [{ reportsASecond: 300, narrow: 0.2, wide: 0 }],
    arriving: { requests: 41_700, refused: 5764 },
  },
  kept: { keeping: { processor: 5, units: 10 }, reading: { processor: 10, units: 20 } },
  reservations: { oneShard: 15, twentyShards: 15, outOfStock: 40 },
  operations: [{ operation: 'getDisplay', on: 'growth', rounds: 4, calls: 4, readUnits: 3.5, writeUnits: 0 }],
  growth: [grown('getDisplay', 'participants', { units: 5, time: 2.4 })],
  large: {
    grown: [grown('workspaceAnalytics', 'claims', { units: 60, time: 2.6 }, { bounded: 60, steady: true })],
    rebuilt: [{ table: 'merchant-1000', owner: 'workspace:1', contributionRecords: 1_000, seconds: 2 }],
  },
};
const run = { at: '2031-03-14T04:00:00.000Z', node: '24.21.0', cores: 2 };
const results = (more: Partial<Measurements> = {}) =>
  Object.fromEntries(
    Object.entries({ ...measurements, ...more }).map(([section, value]) => [section, { run, value }]),
  ) as Required<Results>;
const broken = (more: Partial<Measurements>) =>
  barsOf(results(more)).flatMap(({ what, holds }) => (holds ? [] : [what]));

describe('the bars of the benchmark', () => {
  it('hold at their limits', () => {
    expect(broken({})).toEqual([]);
  });

  it('compare each endpoint with its peer, and the largest bundles', () => {
    const { imports } = measurements;
    const added = [
      imported('enroll', 'endpoint', 64, 252_001, { warm: 60, cold: 40 }),
      imported('sweep', 'worker', 60, 270_001),
    ];
    expect(broken({ imports: [...imports, ...added] })).toEqual([
      'import of every endpoint, processor time; the worst is enroll',
      'largest endpoint',
      'largest worker',
    ]);
  });

  it('compare the first request with that of a function without a warm-up', () => {
    expect(broken({ firstRequests: [firstRequests(40), firstRequests(41)] })).toEqual([
      'first request of a cold function, getDisplay without a result, processor time',
      'import and first request, processor time; the worst is getDisplay',
    ]);
  });

  it('limit the roll-up of a crowd, its erasure and its refused requests', () => {
    const crowds = (recordsASecond: number, unitsARecord: number, hours: number, refused: number) => ({
      ...measurements.crowds,
      counting: [{ shards: 24, latency: 10, recordsASecond, unitsARecord }],
      erasing: [{ latency: 10, hours }],
      arriving: { requests: 41_700, refused },
    });
    expect(broken({ crowds: crowds(1367, 5, 2.1, 5765) })).toHaveLength(4);
    expect(broken({ crowds: crowds(1371, 4.9, 1.9, 5763) })).toEqual([]);
  });

  it('allow a board 1.2 times the time and no further unit, and expired claims 1.2 times the time', () => {
    const board = (units: number, time: number) => [grown('findEvent', 'participants', { units, time })];
    expect(broken({ growth: board(5, 2.41) })).toHaveLength(1);
    expect(broken({ growth: board(6, 2.4) })).toHaveLength(1);
    const expired = (time: number) => [grown('listCampaigns', 'expired claims', { units: 5, time })];
    expect(broken({ growth: expired(2.4) })).toEqual([]);
    expect(broken({ growth: expired(2.41) })).toHaveLength(1);
  });

  it('allow a bounded response the units of its bound', () => {
    const list = (units: number) => [grown('findEvent', 'records', { units, time: 9 }, { bounded: 60 })];
    expect(broken({ growth: list(60) })).toEqual([]);
    expect(broken({ growth: list(60.5) })).toHaveLength(1);
  });

  it('allow a large report 60 units and 1.3 times the time', () => {
    const report = (units: number, time: number) => ({
      grown: [grown('workspaceAnalytics', 'claims', { units, time }, { bounded: 60, steady: true })],
      rebuilt: [],
    });
    expect(broken({ large: report(61, 2.61) })).toHaveLength(2);
  });
});

describe('the page of the benchmark', () => {
  it('has a section for everything that was measured, and says which run measured it', () => {
    const page = reportOf(results());
    expect(page.match(/^## .*$/gm)).toEqual([
      '## Bars',
      '## Import',
      '## First request',
      '## Warm request',
      '## Crowds',
      '## Every operation',
      '## Growth',
      '## Large tables',
    ]);
    expect(page.match(/^Measured on 2031-03-14 with Node.js 24.21.0 on 2 cores/gm)).toHaveLength(7);
    expect(page).not.toContain('NaN');
    expect(page).not.toContain('undefined');
    expect(chartsOf(results())).toContain('getDisplay (100,000)');
  });

  it.each(Object.keys(measurements) as Section[])('says that %s was not measured', (section) => {
    const { [section]: _, ...others } = results();
    expect(reportOf(others)).not.toContain('undefined');
    expect(chartsOf(others)).toContain('<svg');
  });
});

describe('the median', () => {
  it('is the middle value, or the mean of the middle two', () => {
    expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5]);
    expect(() => median([])).toThrow('nothing was measured');
  });
});
