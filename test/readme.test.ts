import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contracts } from '../functions/contracts.ts';
import manifest from '../package.json' with { type: 'json' };
import { type Contract, touchesOf } from '../shared/contract.ts';
import { settings } from '../shared/environment.ts';
import { pasted } from './local/pasted.ts';
import { eventually, type Running, startLocal } from './local/running.ts';

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

  it('and the document beside it name no script that there is not', () => {
    const reliability = readFileSync(new URL('../docs/reliability.md', import.meta.url), 'utf8');
    const named = [readme, reliability].flatMap((text) => [...text.matchAll(/npm run (?:-\S+ )*([\w:-]+)/g)]);
    expect(named.length).toBeGreaterThan(20);
    for (const [, name = ''] of named) expect(Object.keys(manifest.scripts)).toContain(name);
  });

  describe('and the banner', () => {
    const [, tour = ''] = /## A five-minute tour\n([\s\S]*?)\n## /.exec(readme) ?? [];
    const here = 'http://127.0.0.1:3000';
    let local: Running;
    beforeAll(async () => {
      local = await startLocal();
      await eventually('all is shown', () => local.output.stdout.includes('Ctrl-C'));
    });
    afterAll(() => local?.stop());

    /** What pasted lines print. */
    async function printed(lines: string, options: Parameters<typeof pasted>[1] = {}) {
      const { stdout, stderr } = await pasted(lines.replace(here, local.url), options);
      const answers = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      const told = answers.map(({ code, status, ...rest }) => code ?? status ?? Object.keys(rest)[0]);
      return { told, answers, stderr };
    }
    const bannerLines = () =>
      local.output.stdout
        .split('\n')
        .filter((line) => line.startsWith('  '))
        .join('\n');
    const ofBanner = ['event', 'clubs', 'reserved', 'workspaceId', 'personas'];

    it('give lines that work when they are pasted, those of the one after those of the other', async () => {
      expect(await printed(bannerLines())).toMatchObject({ told: ofBanner, stderr: '' });

      const lines = [...tour.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block).join('\n');
      const { told, answers, stderr } = await printed(lines);
      expect(told).toEqual([
        ...['practitioner_not_verified', 'token_used'],
        ...['access_not_approved', 'approved', 'id', 'entries', 'revoked', 'access_not_approved'],
        ...['event', 'event'],
        ...['reserved', 'now', 'expired', 'reserved', 'redeemed'],
        ...['draft', 'workspaceId', 'workspaceId'],
        ...['pending', 'account_closed', 'now', 'completed'],
      ]);
      expect(stderr).toBe('The account was erased, and its sign-in with it.\n');
      const log = answers.find(({ entries }) => entries)?.entries;
      expect(log).toMatchObject([{ action: 'record_added', practitionerName: 'Dr Lim Wei Han' }]);
      const [report, totals] = answers.filter(({ workspaceId }) => workspaceId);
      expect(report.daily.some((day: object) => Object.values(day).some((n) => Number(n) > 0))).toBe(true);
      expect(totals.requests.approved).toBeGreaterThan(0);

      // Once more as on a machine without curl, where the tour, too, is walked with a stand-in.
      const withoutCurl = { hasCurl: false };
      expect(await printed(bannerLines(), withoutCurl)).toMatchObject({ told: ofBanner, stderr: '' });
      const { personas } = (await local.call('GET', '/local/personas')).body;
      for (const { name, accessToken, erased } of personas)
        expect([typeof accessToken, erased]).toEqual(
          name === 'club-owner' ? ['undefined', true] : ['string', undefined],
        );
    });

    it('name the page for a wall', async () => {
      const [page = ''] = /http:\S+\/display\/[\w-]+\?lang=ms/.exec(tour) ?? [];
      const response = await fetch(page.replace(here, local.url));
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        'text/html; charset=utf-8',
      ]);
    });
  });
});
