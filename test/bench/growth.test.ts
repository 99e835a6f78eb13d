import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WITH_TOOL_TESTS } from '../support/tool-tests.ts';
import { type GrowthOptions, type LargeOptions, measureGrowth, measureLarge } from './growth.ts';
import { openStore, type Store } from './store.ts';

/** The rows of the benchmark with few items and one round each, so that the long runs do not fail at their end. */
const GROWTH: GrowthOptions = { rounds: 1, sizes: [110], expired: [200], weeks: [2, 30] };
const LARGE: LargeOptions = {
  ...{ rounds: 1, claims: [10], certificates: [10] },
  ...{ people: 10, ended: [10, 20] },
};

describe.runIf(WITH_TOOL_TESTS)('the growth of an operation', () => {
  let folder: string;
  let store: Store;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sihat-growth-'));
    store = await openStore(folder);
  });
  afterAll(async () => {
    await store.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('is measured with tables of all sizes', async () => {
    for (const { operation, sizes } of await measureGrowth(store, GROWTH)) {
      expect(sizes.length, operation).toBeGreaterThan(0);
      for (const { rounds, calls, units, time } of sizes)
        expect(Math.min(rounds, calls, units, time), operation).toBeGreaterThan(0);
    }
  });

  it('is measured with the large tables, with the rebuilds of their owners', async () => {
    const { grown, rebuilt } = await measureLarge(store, LARGE);
    expect(grown.map(({ sizes }) => sizes.length)).toEqual([1, 1, 2, 2]);
    expect(rebuilt.map(({ table, owner }) => `${table} ${owner.split(':')[0]}`)).toEqual([
      'merchant-10 workspace',
      'company-10 certificates',
    ]);
    for (const { contributionRecords } of rebuilt) expect(contributionRecords).toBeGreaterThan(0);
  });

  it('continues with the same tables after a restart', async () => {
    const before = store.rebuiltIn('merchant-10', 'workspace');
    await store.stop();
    store = await openStore(folder);
    await measureLarge(store, LARGE);
    expect(store.rebuiltIn('merchant-10', 'workspace')).toEqual(before);
  });
});
