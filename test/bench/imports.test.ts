import { expect, it } from 'vitest';
import { bundleOf } from '../../infra/bundles/bundles.ts';
import { builtBundles } from '../support/bundles.ts';
import { WITH_TOOL_TESTS } from '../support/tool-tests.ts';
import { newWorld } from '../support/world.ts';
import { measureFirstRequests } from './first-requests.ts';
import { measureImports } from './imports.ts';

it.runIf(WITH_TOOL_TESTS)('bundles are compared with an empty handler and their peers', async () => {
  const measured = await measureImports(1, ['getDisplay', 'rollUp']);
  expect(measured.map(({ id, kind }) => [id, kind])).toEqual([
    ['empty handler', 'other'],
    ['getDisplay', 'endpoint'],
    ['rollUp', 'worker'],
  ]);
  for (const { id, elapsed, processor } of measured)
    expect([id, elapsed > 0, processor > 0]).toEqual([id, true, true]);
  const [display] = measured.filter(({ id }) => id === 'getDisplay');
  expect(display).toMatchObject({
    bytes: bundleOf(await builtBundles(), 'getDisplay').bytes,
    peers: { warm: expect.any(Number), cold: expect.any(Number) },
  });
  await expect(measureImports(1, ['getNothing'])).rejects.toThrow('There is no bundle getNothing.');
});

it.runIf(WITH_TOOL_TESTS)('a first request is compared with the same one without a warm-up', async () => {
  // A world on an existing table writes at once.
  const world = await newWorld({ on: await newWorld() });
  const measured = await measureFirstRequests(world, 1, ['findEvent', 'createAccessRequest']);
  expect(measured.map(({ operation }) => operation)).toEqual([
    'findEvent',
    'findEvent',
    'createAccessRequest',
  ]);
  for (const { own, cold, hono, warmHono, floor } of measured)
    for (const { first, together } of [own, cold, hono, warmHono, floor])
      expect(together).toBeGreaterThan(first);
});
