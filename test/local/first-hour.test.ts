import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { networkAddresses } from '../../local/http/network-addresses.ts';
import { readable } from '../../local/readable-log.ts';
import { welcome } from '../../local/welcome.ts';
import { descendantsOf, eventually, isGone, speaking } from '../support/running.ts';
import { temporary } from '../support/temporary.ts';

/** What a developer meets in the first hour with the platform. */

const { folder, start } = temporary();

describe('npm start', () => {
  it('prints four links, which lead to pages, and with --host those for phones and a warning', async () => {
    const local = await start({ args: ['--host'] });
    await eventually('everything is printed', () => local.output.stdout.includes('Ctrl-C'));
    const [, ...lines] = local.output.stdout.trim().split('\n');
    const links = lines.flatMap((line) => /(http:\S+)$/.exec(line)?.[1] ?? []);
    expect(links.map((link) => link.replace(local.url, ''))).toEqual([
      '/',
      '/docs/',
      '/display/kl-wellness-expo',
      '/guide/',
      ...networkAddresses().map((address) => `http://${address}:${local.port}/`),
    ]);
    for (const link of links) {
      const { origin } = new URL(link);
      const { status, headers } = await fetch(link, { headers: { origin } });
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(headers.get('access-control-allow-origin')).toBe(origin);
    }
    // Every loopback address of Linux is this machine.
    const { status } = await fetch(`http://127.0.0.2:${local.port}/v1/community`);
    expect(status).toBe(200);

    const printed = { url: local.url, world: 'demo', administrator: undefined } as const;
    expect(welcome({ ...printed, networkUrls: undefined }).split('\n').length).toBeLessThan(10);
    const warning = /^Everyone in the network can /m;
    expect(local.output.stdout.match(warning) !== null).toBe(networkAddresses().length > 0);
    expect(welcome({ ...printed, networkUrls: ['http://192.0.2.7:3000'] })).toMatch(warning);
    expect(welcome({ ...printed, networkUrls: [] })).toContain('no IPv4 address in a network');
  });

  it('knows the IPv4 addresses of the machine in its networks', () => {
    const other = { netmask: '', mac: '', cidr: null };
    const of = (address: string, internal: boolean) => ({
      ...other,
      family: 'IPv4' as const,
      address,
      internal,
    });
    const sixth = { ...other, family: 'IPv6' as const, address: 'fd00::2', internal: false, scopeid: 0 };
    const interfaces = {
      lo: [of('127.0.0.1', true)],
      wlan0: [of('192.0.2.7', false), sixth],
      none: undefined,
    };
    expect(networkAddresses(interfaces)).toEqual(['192.0.2.7']);
  });
});

describe('a log line at a terminal', () => {
  const line = (more: object) => readable(JSON.stringify({ level: 'info', duration: 4.6, ...more }));

  it('names the route, the status, the time and the operation', () => {
    expect(line({ operation: 'issueQrToken', status: 201 })).toBe(
      'POST /v1/clinical/qr-tokens 201 5 ms issueQrToken',
    );
    expect(line({ operation: 'joinClub', status: 404, code: 'club_not_found' })).toBe(
      'PUT /v1/community/clubs/{id}/membership 404 5 ms joinClub club_not_found',
    );
  });

  it('shows where an unexpected error happened', () => {
    const failure = { name: 'TypeError', at: ['at enroll (enroll.ts:1:1)'] };
    expect(line({ level: 'error', operation: 'enroll', status: 500, code: 'internal', failure })).toMatch(
      /500 5 ms enroll internal\n {2}TypeError\n {2}at enroll/,
    );
  });

  it('leaves out runs of workers without problems', () => {
    expect(line({ worker: 'sweepLapsedLeases' })).toBeUndefined();
    expect(line({ level: 'error', worker: 'sweepLapsedLeases', failures: 1 })).toContain('sweepLapsedLeases');
  });
});

describe('npm run dev', () => {
  it('restarts the functions when a source changes, on the same engine with the same data', async () => {
    const sources = await folder();
    const local = await start({ args: ['--empty', '--watch', sources] }, 'local/dev.ts');
    const readyTimes = () => local.output.stdout.split(/^ready /m).length - 1;
    const urlNow = () =>
      local.output.stdout
        .match(/^ready (\S+)$/gm)
        ?.at(-1)
        ?.slice('ready '.length) ?? '';
    const accountId = randomUUID();
    const club = { title: 'Kelab Baharu', summary: '', visibility: 'public' };
    const token = await local.tokenOf({ accountId });
    const made = await local.call('POST', '/v1/community/clubs', { token, body: club });
    expect(made.status).toBe(201);
    const processes = descendantsOf(local.pid);

    await writeFile(join(sources, 'changed.ts'), '');
    await eventually('the platform has started again', () => readyTimes() === 2);
    const again = speaking(urlNow());
    const { body } = await again.call('GET', '/v1/community/own', {
      token: await again.tokenOf({ accountId }),
    });
    expect(body.clubs).toMatchObject([{ id: made.body.id }]);
    expect(processes.filter((pid) => !isGone(pid)).length).toBeGreaterThan(0);

    expect(await local.stop('SIGINT')).toMatchObject({ code: expect.any(Number) });
    await eventually('no process is left', () => processes.every(isGone));
  });
});
