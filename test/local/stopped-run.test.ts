import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { removeAbandoned } from '../support/run-folder.ts';
import { descendantsOf, eventually, isGone } from '../support/running.ts';
import { temporary } from '../support/temporary.ts';

const { cleanups, folder: temporaryFolder } = temporary();

/** Starts a test run with its own temporary folder. */
async function startRun(folder: string, env: Readonly<Record<string, string>> = {}) {
  const run = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/local/stopped-run/vitest.config.ts'],
    {
      // The variable of npm is empty. Otherwise the platform would also stop when npm ends.
      env: { ...process.env, npm_lifecycle_event: '', TMPDIR: folder, SIHAT_STOPPED_RUN: folder, ...env },
      stdio: 'ignore',
      // The run has its own process group, so that only the run gets the signals.
      detached: true,
    },
  );
  const ended = new Promise<void>((done) => run.once('exit', () => done()));
  cleanups.push(() => run.kill('SIGKILL'));
  await eventually('the run has started all', () => existsSync(join(folder, 'started')));
  return { run, ended, processes: descendantsOf(run.pid ?? 0) };
}

/** The files that a run has left in its temporary folder. */
function leftIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => name !== 'started');
}

describe('a test run', () => {
  it('that is interrupted leaves nothing', async () => {
    const folder = await temporaryFolder();
    const { run, ended, processes } = await startRun(folder);
    expect(processes.length).toBeGreaterThan(5);
    run.kill('SIGINT');
    await ended;
    await eventually('no process is left', () => processes.every(isGone));
    expect(leftIn(folder)).toEqual([]);
  });

  it('that fails early leaves nothing', async () => {
    const folder = await temporaryFolder();
    const { ended, processes } = await startRun(folder, { SIHAT_FAILS: 'true' });
    await ended;
    await eventually('no process is left', () => processes.every(isGone));
    expect(leftIn(folder)).toEqual([]);
  });

  it('that is killed leaves no process, and a folder that the next run removes', async () => {
    const folder = await temporaryFolder();
    const first = await startRun(folder);
    const folderOfFirst = readFileSync(join(folder, 'started'), 'utf8');
    expect(existsSync(folderOfFirst)).toBe(true);
    first.run.kill('SIGKILL');
    await eventually('no process is left', () => first.processes.every(isGone));

    await rm(join(folder, 'started'));
    const second = await startRun(folder);
    expect(existsSync(folderOfFirst)).toBe(false);
    second.run.kill('SIGINT');
    await second.ended;
    await eventually('no process is left', () => second.processes.every(isGone));
    removeAbandoned(folder);
    expect(leftIn(folder)).toEqual([]);
  });
});
