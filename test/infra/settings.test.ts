import { expect, it } from 'vitest';
import type { StageConfiguration } from '../../infra/stage.ts';
import { configuration } from '../../infra/stages.ts';

/** The settings in `infra/stages.ts`, which operators change. Everything else is tested with a configuration of the tests. */
const stages = Object.entries<StageConfiguration>(configuration.stages);

it.each(stages)('the stage %s has its own name, and a quota that covers its reservations', (name, stage) => {
  expect(stage.name).toBe(name);
  const { quota = Number.POSITIVE_INFINITY, reserved = {} } = stage.concurrency ?? {};
  const runs = Object.values<number>(reserved).reduce((sum, each) => sum + each, 0);
  // Lambda keeps 100 runs for functions without a reservation.
  expect(runs + 100).toBeLessThanOrEqual(quota);
});

it('the pipeline deploys stages that exist, each with a domain, staging first and production last', () => {
  const { delivered } = configuration;
  for (const stage of delivered) {
    expect(stages.map(([, each]) => each)).toContain(stage);
    expect(stage.domain).toBeDefined();
  }
  expect([delivered[0]?.name, delivered.at(-1)?.name]).toEqual(['staging', 'production']);
});

it('no two stages share a table or an address', () => {
  for (const of of [
    ({ tableName }: StageConfiguration) => tableName,
    ({ domain }: StageConfiguration) => domain?.name,
  ]) {
    const values = stages.map(([, stage]) => of(stage)).filter((value) => value !== undefined);
    expect(new Set(values).size).toBe(values.length);
  }
});
