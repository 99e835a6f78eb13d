import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { temporary } from './temporary.ts';

const { folder } = temporary();
/** The duration of the synthesis by the `cdk` of these tests. */
const SYNTHESIS_MS = 200;
const SCRIPT = join(import.meta.dirname, 'synth-unless-fresh.ts');

/** A folder whose `cdk` notes each call, writes the manifest, and can fail. */
async function withCdk() {
  const cwd = await folder();
  const cdk = join(cwd, 'cdk');
  const manifest = join(cwd, 'cdk.out', 'manifest.json');
  const stamp = join(cwd, 'cdk.out', '.complete');
  await mkdir(join(cwd, 'cdk.out'));
  await writeFile(
    cdk,
    '#!/bin/sh\necho "$@" >> calls\necho {} > cdk.out/manifest.json\nsleep 0.2\n[ ! -e fails ]\n',
  );
  await chmod(cdk, 0o755);
  const env = { ...process.env, PATH: `${cwd}${delimiter}${process.env['PATH']}` };
  const calls = async () => (await readFile(join(cwd, 'calls'), 'utf8')).trim().split('\n');
  return {
    cwd,
    manifest,
    stamp,
    /** Runs the command. @returns how often it has called `cdk` so far. */
    async synthesized(): Promise<number> {
      await promisify(execFile)(process.execPath, [SCRIPT], { cwd, env });
      return (await calls()).length;
    },
    calls,
  };
}

it('the stacks are synthesized once while nothing changes', async () => {
  const { synthesized, calls } = await withCdk();
  expect([await synthesized(), await synthesized()]).toEqual([1, 1]);
  expect(await calls()).toEqual(['synth --quiet']);
});

it('the stacks are synthesized again when a source is newer', async () => {
  const { stamp, synthesized } = await withCdk();
  await synthesized();
  await utimes(stamp, new Date(0), new Date(0));
  expect(await synthesized()).toBe(2);
});

it('the stacks are synthesized again when a source changed during the synthesis', async () => {
  const { stamp, synthesized } = await withCdk();
  const begin = Date.now();
  await synthesized();
  const { mtimeMs } = await stat(stamp);
  expect(mtimeMs).toBeGreaterThanOrEqual(begin);
  expect(mtimeMs).toBeLessThan(Date.now() - SYNTHESIS_MS);
});

it('the stacks are synthesized again when another command has replaced them', async () => {
  const { manifest, synthesized } = await withCdk();
  await synthesized();
  const earlier = new Date(Date.now() - 3_600_000);
  await utimes(manifest, earlier, earlier);
  expect(await synthesized()).toBe(2);
});

it('a synthesis that fails is reported, and repeated', async () => {
  const { cwd, synthesized, calls } = await withCdk();
  await writeFile(join(cwd, 'fails'), '');
  for (const _ of [1, 2]) await expect(synthesized()).rejects.toMatchObject({ code: 1 });
  expect(await calls()).toHaveLength(2);
});
