import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { projectRoot } from '../../infra/project-root.ts';
import { startDemo } from '../support/demo-world.ts';

/** How long a command of administrators takes to start. */

/** The processor time of a shell command and its children in seconds, which other work on the machine hardly changes. */
async function processorTime(
  command: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<number> {
  // The tests have a compile cache of their own, which a person's shell has not.
  const { NODE_COMPILE_CACHE: _, ...env } = { ...process.env, ...settings };
  const script = `set -o pipefail; ${command} | grep -q 'campaign'; echo $?; times`;
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: projectRoot, env });
  const [status, , children = ''] = stdout.split('\n');
  expect([command, status]).toEqual([command, '0']);
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
}

it('campaigns takes at most 3 times the processor time of an empty npm run', async () => {
  const local = await startDemo();
  try {
    const campaigns = () =>
      processorTime('npm run -s admin -- --as platform-admin campaigns', { SIHAT_API: local.url });
    await campaigns(); // fills the compile cache, as the first command after an update does
    const times: { readonly empty: number; readonly command: number }[] = [];
    for (let n = 0; n < 5; n++) {
      times.push({ empty: await processorTime('(npm run; echo campaign)'), command: await campaigns() });
    }
    const least = (name: 'empty' | 'command') => Math.min(...times.map((time) => time[name]));
    expect(least('command') / least('empty')).toBeLessThanOrEqual(3);
  } finally {
    await local.stop();
  }
});
