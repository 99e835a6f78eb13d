import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { contracts } from '../functions/contracts.ts';
import { type Contract, touchesOf } from '../shared/contract.ts';
import { settings } from '../shared/environment.ts';
import { startLocal } from './local/running.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const endpoints: readonly Contract[] = Object.values(contracts);

describe('the README', () => {
  it.each(endpoints.map(({ operationId, method, path }) => [operationId, `\`${method} ${path}\``]))(
    'has a row for %s',
    (operationId, route) => expect(readme).toContain(`| ${operationId} | ${route} |`),
  );

  it('names every setting and every kind of partition', () => {
    for (const name of Object.keys(settings)) expect(readme).toContain(`\`${name}\``);
    const prefixes = new Set(endpoints.flatMap((one) => Object.keys(touchesOf(one).table ?? {})));
    for (const prefix of prefixes)
      expect(readme).toContain(prefix.endsWith('#') ? `| \`${prefix}<` : `| \`${prefix}\` |`);
  });

  it('gives lines for a tour that work when they are pasted', async () => {
    const [, tour = ''] = /## A five-minute tour\n([\s\S]*?)\n## /.exec(readme) ?? [];
    const lines = [...tour.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block).join('\n');
    const local = await startLocal();
    try {
      const pasted = lines.replace('http://127.0.0.1:3000', local.url);
      const { stdout, stderr } = await promisify(execFile)('bash', ['-e', '-c', pasted]);
      expect(stderr).toBe('');
      const answers = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      const told = answers.map(({ code, status, ...rest }) => code ?? status ?? Object.keys(rest)[0]);
      expect(told).toEqual([
        'practitioner_not_verified',
        'pending',
        'token_used',
        'event',
        'event',
        'reserved',
        'now',
        'expired',
        'reserved',
        'redeemed',
        'draft',
        'workspaceId',
        'workspaceId',
        'pending',
        'account_closed',
      ]);
    } finally {
      await local.stop();
    }
  });
});
