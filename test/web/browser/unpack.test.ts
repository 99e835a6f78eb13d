import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { browserToLaunch } from './unpack.ts';

/** Unpacking with a package that contains a script instead of a browser. */

const NAME = `chromium-${manifest.devDependencies['@sparticuz/chromium']}`;
const machine = { platform: 'linux', arch: 'x64' } as const;
/** An unused process id. */
const NOBODY = 2 ** 22 + 1;

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sihat-test-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function packageWith(script: string) {
  const { promise: slow, resolve: goOn } = Promise.withResolvers<void>();
  let times = 0;
  return {
    times: () => times,
    goOn,
    async unpack(into: string) {
      times += 1;
      await slow;
      await writeFile(join(into, 'chromium'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    },
  };
}

describe('the browser of the tests', () => {
  it('is unpacked once, and kept', async () => {
    const folder = await newFolder();
    const { unpack, goOn, times } = packageWith('exit 0');
    goOn();
    for (let n = 0; n < 2; n++) {
      const { executablePath, env } = await browserToLaunch({ folder, machine, unpack });
      expect(executablePath).toBe(join(folder, NAME, 'chromium'));
      expect(env).toEqual({ FONTCONFIG_FILE: join(folder, NAME, 'fonts.conf') });
    }
    expect(times()).toBe(1);
  });

  it('is complete for two concurrent runs', async () => {
    const folder = await newFolder();
    const [packageA, packageB] = [packageWith('exit 0'), packageWith('exit 0')];
    const both = [packageA, packageB].map(({ unpack }) => browserToLaunch({ folder, machine, unpack }));
    while (packageA.times() + packageB.times() < 2) await new Promise(setImmediate);
    expect(await readdir(folder)).not.toContain(NAME);
    packageA.goOn();
    packageB.goOn();
    const [first, second] = await Promise.all(both);
    expect(first).toEqual(second);
    expect(await readdir(folder)).toEqual([NAME]);
  });

  it('includes shared libraries for a machine without them', async () => {
    const folder = await newFolder();
    const { unpack, goOn } = packageWith('test -n "$LD_LIBRARY_PATH"');
    goOn();
    const { env } = await browserToLaunch({ folder, machine, unpack });
    expect(env['LD_LIBRARY_PATH']).toBe(join(folder, NAME, 'al2023', 'lib'));
  });

  it('leaves nothing when unpacking fails, and the next run removes the files of a killed one', async () => {
    const folder = await newFolder();
    await mkdir(join(folder, `${NAME}.part-${NOBODY}-x`));
    await mkdir(join(folder, `${NAME}.part-${process.pid}-x`));
    const unpack = () => Promise.reject(new Error('no space is left'));
    await expect(browserToLaunch({ folder, machine, unpack })).rejects.toThrow('no space is left');
    expect(await readdir(folder)).toEqual([`${NAME}.part-${process.pid}-x`]);
  });
});
