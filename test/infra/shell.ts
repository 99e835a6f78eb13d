import { expect } from 'vitest';
import { administer, type Shell } from '../../infra/admin/program.ts';
import { tableClient } from '../../shared/table/client.ts';
import { systemClock } from '../../shared/values/clock.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import type { Running } from '../support/running.ts';

/** Runs commands of administrators in this process, because a process of its own takes long to start. */
export function shellOf(platform: () => Pick<Running, 'url'>, admin: AccountId) {
  async function ask(args: readonly string[], environment: Shell['environment'] = {}) {
    const printed = { stdout: '', stderr: '' };
    const code = await administer(['--api', platform().url, ...args], {
      // Logins of the person who runs the tests are none of theirs.
      environment: { XDG_CONFIG_HOME: '/nonexistent', ...environment },
      write: (text) => {
        printed.stdout += text;
      },
      writeError: (text) => {
        printed.stderr += text;
      },
    });
    return { code, ...printed };
  }
  const asAdmin = (...args: string[]) => ask(['--as', admin, ...args]);
  /** The output of a command that succeeds. */
  async function done(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await asAdmin(...args);
    expect([code, stderr]).toEqual([0, '']);
    return stdout;
  }
  return {
    ask,
    run: (...args: string[]) => ask(args),
    asAdmin,
    done,
    json: async (...args: string[]) => JSON.parse(await done('--json', ...args)),
    async refusal(...args: string[]): Promise<string> {
      const { code, stdout, stderr } = await asAdmin(...args);
      expect([code, stdout]).toEqual([1, '']);
      return stderr;
    },
  };
}

/** A client of the table of a local platform. */
export async function tablesOf(local: Pick<Running, 'call'>) {
  const { endpoint, region, tableName } = (await local.call('GET', '/local/table')).body;
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return tableClient({ tableName, clock: systemClock, connection: { endpoint, region, credentials } });
}
