import { afterAll, beforeAll, expect, it } from 'vitest';
import { issueClientCertificate, newAuthority } from '../../infra/origin-certificate/authority.ts';
import { renewOriginCertificate } from '../../infra/origin-certificate/renew.ts';
import { givenAdmin } from '../given/accounts.ts';
import { NOON, newAccount, type World } from '../support/world.ts';
import { callOrigin, callsOfReceipt, post, RECEIPT } from './edge/callers.ts';
import { emulatedWorld } from './emulated-world.ts';
import { type Emulator, startEmulator } from './emulator.ts';

/** The synthesized stack can be reached only through CloudFront and its firewall. */

let emulator: Emulator;
let world: World;
beforeAll(async () => {
  emulator = await startEmulator({ start: NOON, runsByItself: false });
  world = await emulatedWorld(emulator);
});
afterAll(() => emulator?.stop());

const REFUSED = /certificate|hang up|ECONNRESET|EPIPE/i;

it('the API itself rejects strangers', async () => {
  expect((await world.call('listWorkspaces', { as: newAccount() })).status).toBe(403);
  expect((await world.call('listWorkspaces', { as: await givenAdmin(world) })).status).toBe(200);
  expect(emulator.usage.denials).toEqual([]);
});

it('the edge is the only entry', async () => {
  expect((await fetch(`${emulator.gatewayUrl}/v1/onboarding`)).status).toBe(403);
  expect((await fetch(`${emulator.url}/v1/onboarding`)).status).toBe(404);
  const page = await fetch(`${emulator.url}/display/x`);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html']);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
});

it('the API reference is a static page at the edge, and / leads to it', async () => {
  const reference = await fetch(emulator.url);
  expect([reference.url, reference.status]).toEqual([`${emulator.url}/docs`, 200]);
  expect(await reference.text()).toContain('/docs/assets/documents.js');
  for (const path of ['/docs/', '/docs/rewards.html', '/docs/assets/search.json'])
    expect((await fetch(emulator.url + path)).status).toBe(200);
  const document = await fetch(`${emulator.url}/v1/openapi.json`);
  expect([document.status, document.headers.get('content-type')]).toEqual([200, 'application/json']);
  const { servers } = (await document.json()) as { servers: { url: string }[] };
  expect(servers.map(({ url }) => url)).toEqual(['https://api.sihat.my', 'https://api.staging.sihat.my']);
});

it('the files by which phones open links in an app are JSON at the edge, and no other path has a dot before it', async () => {
  for (const path of ['/.well-known/apple-app-site-association', '/.well-known/assetlinks.json']) {
    const response = await fetch(emulator.url + path, { redirect: 'error' });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
    await response.json();
  }
  for (const path of ['/.well-known/security.txt', '/.well-known/apple-app-site-association.json'])
    expect((await fetch(emulator.url + path)).status).toBe(400);
  const page = await fetch(`${emulator.url}/invitation`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('invitation.js')]);
});

it('the API accepts only certificates of its own authority, including a renewed one', async () => {
  await expect(callOrigin(emulator)).rejects.toThrow(REFUSED);
  const now = new Date();
  const stranger = await issueClientCertificate(
    await newAuthority('Sihat staging origin', now),
    'edge.x.test',
    now,
  );
  await expect(callOrigin(emulator, stranger)).rejects.toThrow(REFUSED);

  const { store, imported } = emulator.certificates;
  const [presented] = imported.values();
  expect(await callOrigin(emulator, presented)).toBe(404);
  // Renewing needs no deployment, because the ARN and the trust store stay.
  const renewal = await renewOriginCertificate(store, { name: 'staging', domain: { name: 'x.test' } }, now);
  expect(renewal.trustStoreChanged).toBe(false);
  const [renewed, ...more] = imported.values();
  expect(more).toEqual([]);
  expect(renewed?.certificate).not.toBe(presented?.certificate);
  expect(await callOrigin(emulator, renewed)).toBe(404);
  expect((await fetch(`${emulator.url}/v1/onboarding`)).status).toBe(404);
});

it('the firewall counts every path that reaches a function, and rejects all others', async () => {
  const others = [
    `${RECEIPT}%3Fx`,
    `${RECEIPT}%3fx`,
    '/v1/account/deletion%2Freceipt',
    '/%761/account/deletion/receipt',
    '/v1/account/deletion/receip%74',
    `/v1/account//deletion/receipt`,
    `/v1/x/..${RECEIPT.slice(3)}`,
    `/display/..${RECEIPT}`,
    `/display/%2e%2e${RECEIPT}`,
    `/.${RECEIPT}`,
    '/v1/account/deletion/receipt%00',
    `${RECEIPT}/`,
    `${RECEIPT}/?x`,
    '/v1/community/events/x/display/',
    '/v1/community/events/x/',
    '/v1/',
  ];
  for (const path of others) expect([path, await post(emulator, path)]).toEqual([path, 400]);
  expect(callsOfReceipt(emulator)).toBe(0);

  for (let n = 0; n < 100; n++) expect(await post(emulator, RECEIPT)).toBe(404);
  expect(await post(emulator, RECEIPT)).toBe(429);
  expect(await post(emulator, `${RECEIPT}?x`)).toBe(429);
  expect(callsOfReceipt(emulator)).toBe(100);
  // An address at its limit for receipts can still read displays.
  expect((await fetch(`${emulator.url}/v1/onboarding`)).status).toBe(404);
  emulator.clock.advance(300);
  expect(await post(emulator, RECEIPT)).toBe(404);
});
