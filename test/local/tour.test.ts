import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CORPORATE_WORKSPACE, MERCHANT_WORKSPACE, PERSONA_NAMES } from '../../local/demo/people.ts';
import { campaigns } from '../../local/demo/rewards.ts';
import { malaysianDate, startOfDay } from '../../shared/values/calendar.ts';
import { days, hours, later } from '../../shared/values/clock.ts';
import { readCode } from '../../web/client/client.ts';
import { app } from '../../web/client/example/app.ts';
import { demoFolder } from '../support/demo-world.ts';
import { eventually, type Running, startLocal } from '../support/running.ts';
import { readTerminalQrCode } from '../support/terminal-qr-code.ts';

/** Every operation, over HTTP, with real tokens, in the demo world. */

let platform: Running;
beforeAll(async () => {
  platform = await startLocal({ args: ['--data', await demoFolder()] });
});
afterAll(() => platform?.stop());

const claims = (campaign: string) => `/v1/rewards/campaigns/${campaign}/claims`;
const dayIn = (n: number): string => malaysianDate(later(new Date(), days(n)));
const year = `from=${dayIn(-360)}&to=${dayIn(5)}`;
const stockOf = async (campaign: string): Promise<number> => {
  const { body } = await platform.call('GET', '/v1/rewards/campaigns');
  return body.campaigns.find((listed: { id: string }) => listed.id === campaign).availableStock;
};

describe('the demo world', () => {
  it('prints one ready line once the platform works', () => {
    expect(platform.output.stdout.match(/^ready .*/gm)).toEqual([`ready ${platform.url}`]);
  });

  it('is served only on this machine', async () => {
    // Every loopback address of Linux is this machine, but the platform listens only on 127.0.0.1.
    await expect(fetch(`http://127.0.0.2:${platform.port}/`)).rejects.toThrow('fetch failed');
  });

  it('lists the demo people, each with a token', async () => {
    const { status, body } = await platform.call('GET', '/local/personas');
    expect(status).toBe(200);
    expect(body.personas.map(({ name }: { name: string }) => name)).toEqual(PERSONA_NAMES);
    for (const persona of body.personas) {
      expect(persona).toMatchObject({ accountId: expect.any(String), description: expect.any(String) });
      expect((await platform.call('GET', '/v1/community', { token: persona.accessToken })).status).toBe(200);
    }
    expect(body.personas.find(({ name }: { name: string }) => name === 'hr-admin').workspaceId).toBe(
      CORPORATE_WORKSPACE,
    );
  });

  it('does not consume a token by GET, HEAD or a link preview', async () => {
    const { token } = (await platform.call('POST', '/v1/clinical/qr-tokens', { as: 'patient' })).body;
    const path = '/v1/clinical/access-requests';
    for (const url of [`${path}?token=${token}`, `${path}/${token}`, `/v1/clinical/qr-tokens/${token}`]) {
      for (const method of ['GET', 'HEAD', 'OPTIONS']) {
        const headers = { 'user-agent': 'WhatsApp/2.23 (link preview)' };
        const answer = await fetch(platform.url + url, { method, headers });
        // an unknown route, or the list of access requests, which requires a token
        expect([401, 404]).toContain(answer.status);
      }
    }
    const exchanged = await platform.call('POST', path, { as: 'practitioner', body: { token } });
    expect(exchanged.status).toBe(201);
  });

  it('shows the published onboarding flow to anyone', async () => {
    const { status, body } = await platform.call('GET', '/v1/onboarding');
    expect([status, body.status, body.version]).toEqual([200, 'published', 4]);
  });

  it('lists public clubs for everyone, private ones for members, and unreviewed ones for nobody', async () => {
    const titles = async (as?: string) =>
      (await platform.call('GET', '/v1/community', as ? { as } : {})).body.clubs.map(
        ({ title }: { title: string }) => title,
      );
    const visitor = await titles();
    expect(visitor).toContain('Kelab Larian Taman Tasik Titiwangsa');
    expect(visitor).not.toContain('Jalan Malam Bangsar');
    expect(await titles('club-owner')).toContain('Jalan Malam Bangsar');
    expect(await titles('patient')).not.toContain('Jalan Malam Bangsar');
    for (const seen of [visitor, await titles('club-owner')])
      expect(seen).not.toContain('Zumba Hujung Minggu Subang');
  });

  it('finds the exhibition by its code, with the memberships of the walker', async () => {
    const { status, body } = await platform.call('GET', '/v1/community/events/kl-wellness-expo', {
      as: 'walker',
    });
    expect(status).toBe(200);
    expect(body.event).toMatchObject({ memberCount: 200, membership: { joinedAt: expect.any(String) } });
    expect(body.challenges[0].enrollment).toMatchObject({ alias: 'Jia Hui Jalan', sharePublicDisplay: true });
    for (const code of ['bangsar-night-walk', 'subang-zumba', 'no-such-code']) {
      expect((await platform.call('GET', `/v1/community/events/${code}`, { as: 'walker' })).status).toBe(404);
    }
    expect(
      (await platform.call('GET', '/v1/community/events/bangsar-night-walk', { as: 'club-owner' })).status,
    ).toBe(200);
  });

  it('displays those who consented, and answers 304 without changes', async () => {
    const path = '/v1/community/events/kl-wellness-expo/display';
    const { status, body, headers } = await platform.call('GET', path);
    expect(status).toBe(200);
    expect(body.challenges[0].top).toHaveLength(10);
    expect(body.challenges[0].total).toBeGreaterThan(100);
    expect(body.challenges[0].total).toBeLessThan(200);
    const again = await platform.call('GET', path, {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    });
    expect(again).toMatchObject({ status: 304, text: '' });
  });

  it('shows an upcoming, a live, an out-of-stock and an ended campaign, and no draft or closed one', async () => {
    const { body } = await platform.call('GET', '/v1/rewards/campaigns', { as: 'walker' });
    const by = new Map(body.campaigns.map((listed: { id: string }) => [listed.id, listed]));
    expect(by.get(campaigns.live)).toMatchObject({ availability: 'available' });
    expect(by.get(campaigns.upcoming)).toMatchObject({ availability: 'upcoming' });
    expect(by.get(campaigns.soldOut)).toMatchObject({
      availability: 'out_of_stock',
      ownClaim: { status: 'reserved' },
    });
    expect(by.get(campaigns.ended)).toMatchObject({ availability: 'ended' });
    expect(by.get(campaigns.verifiedIdentity)).toMatchObject({ claimRestricted: true });
    expect(by.get(campaigns.twentySeconds)).toMatchObject({ reservationTtlSeconds: 20, availableStock: 1 });
    expect(by.size).toBe(6);
  });

  it('reports on both workspaces to the platform admin, after a fresh sign-in with the password', async () => {
    const path = (id: string) => `/v1/platform/workspaces/${id}/analytics?${year}`;
    const corporate = await platform.call('GET', path(CORPORATE_WORKSPACE), { as: 'platform-admin' });
    expect(corporate.status).toBe(200);
    expect(corporate.body.current.activeMembers).toBeGreaterThan(30);
    expect(corporate.body.current.pendingInvitations).toBeGreaterThan(2);
    const merchant = await platform.call('GET', path(MERCHANT_WORKSPACE), { as: 'platform-admin' });
    expect(merchant.body.current).toMatchObject({ activeMembers: 3, availableStock: expect.any(Number) });
    const token = await platform.tokenOf({ persona: 'platform-admin', signIn: 'refresh' });
    const stale = await platform.call('GET', path(CORPORATE_WORKSPACE), { token });
    expect(stale).toMatchObject({ status: 401, body: { code: 'fresh_session_required' } });
  });

  it("totals the workspace's medical certificates only for its HR admin", async () => {
    const path = `/v1/partner/workspaces/${CORPORATE_WORKSPACE}/medical-certificates/totals?${year}`;
    const totals = await platform.call('GET', path, { as: 'hr-admin' });
    expect(totals.status).toBe(200);
    for (const status of ['submitted', 'approved', 'rejected', 'withdrawn']) {
      expect(totals.body.requests[status]).toBeGreaterThan(0);
    }
    expect((await platform.call('GET', path, { as: 'patient' })).body.code).toBe('not_workspace_officer');
    expect((await platform.call('GET', path, { as: 'platform-admin' })).body.code).toBe(
      'workspace_not_found',
    );
  });
});

describe('tokens', () => {
  const ask = (token: string) => platform.call('POST', '/v1/clinical/qr-tokens', { token });

  it('are verified: expired tokens, other clients and ID tokens are refused', async () => {
    for (const overrides of [{ expiresIn: -5 }, { clientId: 'someone-else' }, { tokenUse: 'id' }]) {
      const token = await platform.tokenOf({ persona: 'patient', ...overrides });
      expect(await ask(token)).toMatchObject({ status: 401, body: { code: 'invalid_token' } });
    }
    const good = await platform.tokenOf({ persona: 'patient' });
    const [head, payload, signature = ''] = good.split('.');
    const forged = `${head}.${payload}.${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`;
    expect((await ask(forged)).status).toBe(401);
    expect((await ask(good)).status).toBe(201);
  });

  it.each([
    ['nobody', {}],
    ['two at once', { persona: 'patient', accountId: randomUUID() }],
    ['a stranger', { persona: 'mayor' }],
    ['an unknown key', { persona: 'patient', scope: 'all' }],
    ['a wrong type', { persona: 'patient', expiresIn: '60' }],
    ['no object', []],
  ])('are not issued for %s', async (_, body) => {
    const { status, body: answer } = await platform.call('POST', '/local/tokens', { body });
    expect(status).toBe(400);
    expect(answer.issues[0].message).toEqual(expect.any(String));
  });

  it('are refused with the list of personas', async () => {
    const { body } = await platform.call('POST', '/local/tokens', { body: { persona: 'mayor' } });
    expect(body.issues).toEqual([
      { path: 'body.persona', message: `must be one of: ${PERSONA_NAMES.join(', ')}` },
    ]);
  });
});

describe('the example app of the client package', () => {
  it('has about 160 lines, as the documents say', () => {
    const app = readFileSync(new URL('../../web/client/example/app.ts', import.meta.url), 'utf8');
    expect(app.trim().split('\n').length).toBeLessThanOrEqual(165);
  });

  it('asks a visitor for each consent, takes the visitor to a gift, and a patient to a decision about a doctor', async () => {
    const shown: string[] = [];
    const tokens = new Set<string>();
    /** A doctor scans each clinical code as soon as it is on the screen. */
    const show = (text: string) => {
      shown.push(text);
      const code = readCode(readTerminalQrCode(text) ?? '');
      if (code?.kind !== 'clinical_token') return;
      tokens.add(code.token);
      const request = { as: 'practitioner', body: { token: code.token } };
      void platform.call('POST', '/v1/clinical/access-requests', request);
    };
    const told = (count: number) => shown.slice(-count);
    /** What the visitor enters, or a function that checks the screen first. */
    const entered: (string | (() => string))[] = [
      ...[' club-owner@sihat.example ', 'not the password'],
      () => {
        expect(told(1)).toEqual(['Incorrect username or password.']);
        return ' club-owner@sihat.example ';
      },
      ...['Sihat-2026-demo', 'scan', 'https://example.com/'],
      () => {
        expect(told(1)).toEqual(['This is not a code of the platform.']);
        return 'scan';
      },
      `${platform.url}/join/kl-wellness-expo`,
      'Amirul Berjalan',
      () => {
        expect(told(1)[0]).toMatch(/^Both are voluntary, .* \(privacy notice \S+\)\.$/);
        return 'no';
      },
      ...['yes', 'gift'],
      () => {
        const [code, words] = told(2);
        expect(readCode(readTerminalQrCode(code ?? '') ?? '')?.kind).toBe('claim');
        expect(words).toMatch(/: collect it before 20/);
        return 'records';
      },
      'yes',
      () => {
        expect(told(1)[0]).toMatch(/: approved\.$/);
        return 'out';
      },
    ];
    const ask = async () => {
      const next = entered.shift();
      return typeof next === 'function' ? next() : String(next);
    };
    const signIn = (await platform.call('GET', '/local/user-pool')).body;
    await app({ baseUrl: platform.url, signIn }, { show, ask });
    expect([entered, tokens.size, told(1)]).toEqual([[], 1, ['Signed out.']]);
    const { body } = await platform.call('GET', '/v1/community/events/kl-wellness-expo', {
      as: 'club-owner',
    });
    const { enrollment } = body.challenges[0];
    // Each consent is what the visitor answered.
    expect(enrollment).toMatchObject({
      alias: 'Amirul Berjalan',
      shareLeaderboard: false,
      sharePublicDisplay: true,
    });
  });
});

describe('the clock', () => {
  it.each([
    {},
    { advanceSeconds: -1 },
    { advanceSeconds: '5' },
    { advanceSeconds: 1e12 },
    { advanceSeconds: 1, more: 1 },
  ])('does not move for %j', async (body) => {
    const before = (await platform.advance(0)).body.now;
    expect((await platform.call('POST', '/local/clock', { body })).status).toBe(400);
    expect(Date.parse((await platform.advance(0)).body.now) - Date.parse(before)).toBeLessThan(5_000);
  });

  it('lets a reservation of 20 seconds expire, and another person reserve the unit immediately', async () => {
    const reserve = (as: string) =>
      platform.call('POST', claims(campaigns.twentySeconds), { as, body: { claimId: randomUUID() } });
    expect((await reserve('patient')).status).toBe(201);
    expect(await reserve('walker')).toMatchObject({ status: 409, body: { code: 'out_of_stock' } });
    expect((await platform.advance(21)).status).toBe(200);
    expect(await reserve('walker')).toMatchObject({ status: 201, body: { status: 'reserved' } });
    expect(await reserve('patient')).toMatchObject({ status: 200, body: { status: 'expired' } });
    await eventually('no unit is shown', async () => (await stockOf(campaigns.twentySeconds)) === 0);
  });

  it('makes the sweep release the expired unit in the background', async () => {
    const released = () =>
      platform
        .logged()
        .reduce(
          (sum, line) => sum + (typeof line['unitsReleased'] === 'number' ? line['unitsReleased'] : 0),
          0,
        );
    const before = released();
    await platform.advance(90);
    await eventually('a unit is released', () => released() > before);
    await eventually('a unit is shown', async () => (await stockOf(campaigns.twentySeconds)) === 1);
  });

  it('sends what is due when it is moved, and the landing page shows the lock screen', async () => {
    const body = { platform: 'android', token: randomUUID(), language: 'en-MY' };
    expect((await platform.call('PUT', '/v1/account/devices', { as: 'patient', body })).status).toBe(200);
    const { token } = (await platform.call('POST', '/v1/clinical/qr-tokens', { as: 'patient' })).body;
    const path = '/v1/clinical/access-requests';
    expect((await platform.call('POST', path, { as: 'practitioner', body: { token } })).status).toBe(201);
    await platform.advance(60);
    const page = async () => (await fetch(platform.url)).text();
    await eventually('the phone is told', async () => (await page()).includes('Somebody asks for access'));
    expect(await page()).toContain(`android <code>${body.token.slice(0, 12)}</code>`);
  });

  it('lets a token expire when it is moved, and a new one is valid', async () => {
    const old = await platform.tokenOf({ persona: 'walker' });
    await platform.advance(3601);
    expect((await platform.call('GET', '/v1/community', { token: old })).status).toBe(401);
    expect((await platform.call('GET', '/v1/community', { as: 'walker' })).status).toBe(200);
  });

  it('sends the daily mails when it is moved past 8 am, and the landing page shows them', async () => {
    const now = new Date((await platform.advance(0)).body.now);
    const eight = later(startOfDay(malaysianDate(now)), hours(8));
    await platform.advance(((later(eight, days(1)).getTime() - now.getTime()) / 1000) % 86_400);
    await eventually('the mails are due', () => platform.logged().some((line) => line['mailsDue']));
    await platform.advance(60);
    const page = async () => (await fetch(platform.url)).text();
    await eventually('the officer gets a mail', async () =>
      /hr-admin@sihat\.example<\/code> <b>Sihat: (1 request waits|\d+ requests wait) for you/.test(
        await page(),
      ),
    );
  });
});

describe('the log', () => {
  it('goes to stderr as JSON lines without personal data', () => {
    const lines = platform.logged().filter((line) => line['operation']);
    expect(lines.length).toBeGreaterThan(20);
    expect(platform.output.stderr).not.toMatch(/eyJ|Jia Hui|demo-receipt/);
    expect(platform.output.stdout).not.toContain('"operation"');
  });
});
