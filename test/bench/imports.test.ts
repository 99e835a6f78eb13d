import { expect, it } from 'vitest';
import { bundleOf } from '../../infra/bundles/bundles.ts';
import { builtBundles } from '../support/bundles.ts';
import { WITH_TOOL_TESTS } from '../support/tool-tests.ts';
import { measureImports } from './imports.ts';

it.runIf(WITH_TOOL_TESTS)(
  'bundles are compared with an empty handler, a request without the SDK, and their peers',
  async () => {
    const measured = await measureImports(1, ['getDisplay', 'rollUp']);
    expect(measured.map(({ id, kind }) => [id, kind])).toEqual([
      ['empty handler', 'other'],
      ['one request without the SDK', 'other'],
      ['Hono with all endpoints', 'other'],
      ['Express with all endpoints', 'other'],
      ['getDisplay', 'endpoint'],
      ['rollUp', 'worker'],
    ]);
    for (const { id, elapsed, processor } of measured)
      expect([id, elapsed > 0, processor > 0]).toEqual([id, true, true]);
    const [display] = measured.filter(({ id }) => id === 'getDisplay');
    expect(display).toMatchObject({
      bytes: bundleOf(await builtBundles(), 'getDisplay').bytes,
      peers: { small: expect.any(Number), plain: expect.any(Number), floor: expect.any(Number) },
    });
    await expect(measureImports(1, ['getNothing'])).rejects.toThrow('There is no bundle getNothing.');
  },
);
