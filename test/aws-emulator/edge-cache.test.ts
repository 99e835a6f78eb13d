import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stages } from '../../infra/stages.ts';
import { seconds } from '../../shared/values/clock.ts';
import { givenClub, givenEvent, givenMember } from '../given/community.ts';
import { givenFlow } from '../given/onboarding.ts';
import { unexpected } from '../support/fault-injection.ts';
import { newAccount, type World } from '../support/world.ts';
import { sharedEmulator } from './emulated-platform.ts';
import { emulatedWorld } from './emulated-world.ts';
import type { Emulator } from './emulator.ts';

/** With the policies of the synthesized distribution, CloudFront caches only what is for anybody. */

let emulator: Emulator;
let world: World;
beforeAll(async () => {
  emulator = await sharedEmulator(false);
  world = await emulatedWorld(emulator);
  await givenEvent(world, await givenClub(world), { joinCode: LOOKED_UP });
});
beforeEach(() => {
  world.setFault(undefined);
  world.advance(seconds(10)); // The responses of earlier tests are no longer fresh.
});

const [ORIGIN = ''] = stages.staging.allowedOrigins;
const LOOKED_UP = 'ekspo-tepi-laut';
const PATHS = {
  listCommunity: '/v1/community',
  listCampaigns: '/v1/rewards/campaigns',
  findEvent: `/v1/community/events/${LOOKED_UP}`,
  listEventCampaigns: `/v1/community/events/${LOOKED_UP}/campaigns`,
} as const;

async function ask(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') {
  const response = await fetch(emulator.url + path, { method, headers });
  const cached = response.headers.get('x-cache')?.startsWith('Hit') ?? false;
  return { status: response.status, headers: response.headers, text: await response.text(), cached };
}
const signedIn = async (account = newAccount()) => ({
  authorization: `Bearer ${await world.tokenFor(account)}`,
});
const callsOf = (name: string) =>
  emulator.functions.find(({ principal }) => principal.name === name)?.calls() ?? 0;

describe.each(Object.entries(PATHS))('%s', (operation, path) => {
  it('is computed once in five seconds for callers without a token', async () => {
    const before = callsOf(operation);
    expect(await ask(path)).toMatchObject({ status: 200, cached: false });
    world.advance(seconds(4));
    const copy = await ask(path);
    expect(copy).toMatchObject({ status: 200, cached: true });
    expect([copy.headers.get('age'), copy.headers.get('vary')]).toEqual(['4', 'Authorization']);
    expect(callsOf(operation)).toBe(before + 1);
    world.advance(seconds(1));
    expect(await ask(path)).toMatchObject({ status: 200, cached: false });
    expect(callsOf(operation)).toBe(before + 2);
  });

  it('is never stored for somebody who signed in, not even for the same person', async () => {
    const [first, second] = [await signedIn(), await signedIn()];
    const before = callsOf(operation);
    for (const headers of [first, first, second, {}, first]) {
      expect(await ask(path, headers)).toMatchObject({ status: 200, cached: false });
    }
    expect(callsOf(operation)).toBe(before + 5);
  });

  it('is neither split nor filled by queries and cookies', async () => {
    const before = callsOf(operation);
    await ask(`${path}?utm_source=a`, { cookie: 'a=b' });
    for (const [query, headers] of [
      ['', {}],
      ['?utm_source=b', {}],
      ['?', { cookie: 'c=d' }],
      ['?limit=1&limit=2', { 'user-agent': 'another', 'accept-language': 'ms', 'accept-encoding': 'br' }],
    ] as const) {
      expect(await ask(path + query, headers)).toMatchObject({ status: 200, cached: true });
    }
    expect(callsOf(operation)).toBe(before + 1);
  });

  it('reaches a browser with CORS headers after a phone app filled the cache, and the other way round', async () => {
    const corsOf = ({ headers, cached }: Awaited<ReturnType<typeof ask>>) => [
      cached,
      headers.get('access-control-allow-origin'),
    ];
    expect(corsOf(await ask(path))).toEqual([false, null]);
    expect(corsOf(await ask(path, { origin: ORIGIN }))).toEqual([true, ORIGIN]);
    expect(corsOf(await ask(path, { origin: 'https://elsewhere.example' }))).toEqual([true, null]);
    world.advance(seconds(5));
    expect(corsOf(await ask(path, { origin: ORIGIN }))).toEqual([false, ORIGIN]);
    expect(corsOf(await ask(path))).toEqual([true, null]);
  });

  it('lets browsers send a token, whatever is cached', async () => {
    await ask(path);
    const { status, headers, cached } = await ask(
      path,
      {
        origin: ORIGIN,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
      'OPTIONS',
    );
    expect([status, cached]).toEqual([204, false]);
    expect(headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(headers.get('access-control-allow-headers')).toContain('authorization');
  });

  it('is not cached when it fails, and no expired copy is served instead', async () => {
    const fails = () =>
      world.setFault(async () => {
        throw unexpected();
      });
    await ask(path);
    world.advance(seconds(5));
    fails();
    for (let n = 0; n < 2; n++) expect(await ask(path)).toMatchObject({ status: 500, cached: false });
    world.setFault(undefined);
    expect(await ask(path)).toMatchObject({ status: 200, cached: false });
    // A fresh copy does not need the origin.
    fails();
    expect(await ask(path)).toMatchObject({ status: 200, cached: true });
    expect(await ask(path, { authorization: 'Bearer dead' })).toMatchObject({ status: 401, cached: false });
    expect(await ask(path, { authorization: 'Bearer dead' })).toMatchObject({ status: 401, cached: false });
  });
});

describe('the list of a member', () => {
  it('never reaches anyone else, and nobody else’s list reaches the member', async () => {
    const club = await givenClub(world, { visibility: 'private', title: 'Kelab Rahsia' });
    const member = await signedIn((await givenMember(world, club)).accountId);
    const stranger = await signedIn();
    const seenBy = async (headers: Readonly<Record<string, string>>) =>
      (await ask(PATHS.listCommunity, headers)).text.includes('Kelab Rahsia');
    for (const order of [
      [{}, member, stranger],
      [member, {}, stranger],
      [stranger, member, {}],
    ]) {
      world.advance(seconds(5));
      // One after the other, and then all at once, because CloudFront merges simultaneous requests with one key.
      for (const headers of order) expect(await seenBy(headers)).toBe(headers === member);
      world.advance(seconds(5));
      expect(await Promise.all(order.map(seenBy))).toEqual(order.map((headers) => headers === member));
    }
  });
});

describe('the display', () => {
  it('is cached for five seconds for everyone, with a token or without', async () => {
    const { joinCode } = await givenEvent(world, await givenClub(world));
    const path = `/v1/community/events/${joinCode}/display`;
    const before = callsOf('getDisplay');
    expect(await ask(path)).toMatchObject({ status: 200, cached: false });
    expect(await ask(`${path}?x=1`, await signedIn())).toMatchObject({ status: 200, cached: true });
    expect(await ask(path, { origin: ORIGIN })).toMatchObject({ status: 200, cached: true });
    expect(callsOf('getDisplay')).toBe(before + 1);
    world.advance(seconds(5));
    expect(await ask(path)).toMatchObject({ status: 200, cached: false });
  });
});

describe('an unknown code', () => {
  it.each([
    ['getDisplay', '/v1/community/events/no-such-code/display'],
    ['findEvent', '/v1/community/events/no-such-code'],
    ['listEventCampaigns', '/v1/community/events/no-such-code/campaigns'],
  ])('is looked up by %s once in five seconds', async (operation, path) => {
    const before = callsOf(operation);
    expect(await ask(path)).toMatchObject({ status: 404, cached: false });
    expect(await ask(path)).toMatchObject({ status: 404, cached: true });
    expect(callsOf(operation)).toBe(before + 1);
    world.advance(seconds(5));
    expect(await ask(path)).toMatchObject({ status: 404, cached: false });
  });

  it('is looked up each time for somebody who signed in', async () => {
    const headers = await signedIn();
    const path = '/v1/community/events/no-such-code';
    for (let n = 0; n < 2; n++)
      expect(await ask(path, headers)).toMatchObject({ status: 404, cached: false });
  });
});

describe('the published flow', () => {
  it('is read once in five seconds, whatever token is sent', async () => {
    await givenFlow(world, { status: 'published', publishedAt: world.now().toISOString() });
    const before = callsOf('currentOnboarding');
    expect(await ask('/v1/onboarding')).toMatchObject({ status: 200, cached: false });
    for (const headers of [{ authorization: 'Bearer random-1' }, { authorization: 'Bearer random-2' }, {}])
      expect(await ask('/v1/onboarding', headers)).toMatchObject({ status: 200, cached: true });
    expect(callsOf('currentOnboarding')).toBe(before + 1);
  });
});

describe('every other operation', () => {
  it('is not cached', async () => {
    for (let n = 0; n < 2; n++) {
      expect(await ask('/v1/clinical/records', await signedIn())).toMatchObject({ cached: false });
    }
  });
});
