import { afterAll, beforeAll, expect, it } from 'vitest';
import { issueClientCertificate, newAuthority } from '../../infra/origin-certificate/authority.ts';
import { renewOriginCertificate } from '../../infra/origin-certificate/renew.ts';
import { givenAdmin } from '../support/given.ts';
import { NOON, newAccount, type World } from '../support/world.ts';
import { callOrigin, callsOfReceipt, post, RECEIPT } from './edge/callers.ts';
import { type Rehearsal, startRehearsal } from './rehearsal.ts';
import { rehearsedWorld } from './world.ts';

/** How the synthesized stack is reached: through CloudFront and its firewall alone. */

let rehearsal: Rehearsal;
let world: World;
beforeAll(async () => {
  rehearsal = await startRehearsal({ start: NOON, runsByItself: false });
  world = await rehearsedWorld(rehearsal);
});
afterAll(() => rehearsal?.stop());

const REFUSED = /certificate|hang up|ECONNRESET|EPIPE/i;

it('the API refuses a stranger itself, no policy does', async () => {
  expect((await world.call('listWorkspaces', { as: newAccount() })).status).toBe(403);
  expect((await world.call('listWorkspaces', { as: await givenAdmin(world) })).status).toBe(200);
  expect(rehearsal.usage.denials).toEqual([]);
});

it('the edge is the only way in', async () => {
  expect((await fetch(`${rehearsal.gatewayUrl}/v1/onboarding`)).status).toBe(403);
  expect((await fetch(`${rehearsal.url}/v1/onboarding`)).status).toBe(404);
  const page = await fetch(`${rehearsal.url}/display/x`);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html']);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
});

it('the API accepts the certificate of its own authority, the renewed one too, and no other', async () => {
  await expect(callOrigin(rehearsal)).rejects.toThrow(REFUSED);
  const now = new Date();
  const stranger = await issueClientCertificate(
    await newAuthority('Sihat staging origin', now),
    'edge.x.test',
    now,
  );
  await expect(callOrigin(rehearsal, stranger)).rejects.toThrow(REFUSED);

  const { store, imported } = rehearsal.certificates;
  const [presented] = imported.values();
  expect(await callOrigin(rehearsal, presented)).toBe(404);
  // Renewing needs no deployment: the ARN stays, and so does the trust store.
  const renewal = await renewOriginCertificate(store, { name: 'staging', domain: { name: 'x.test' } }, now);
  expect(renewal.trustStoreChanged).toBe(false);
  const [renewed, ...more] = imported.values();
  expect(more).toEqual([]);
  expect(renewed?.certificate).not.toBe(presented?.certificate);
  expect(await callOrigin(rehearsal, renewed)).toBe(404);
  expect((await fetch(`${rehearsal.url}/v1/onboarding`)).status).toBe(404);
});

it('the firewall counts every path by which a function can be reached, and refuses the others', async () => {
  const others = [
    ...[
      `${RECEIPT}%3Fx`,
      `${RECEIPT}%3fx`,
      '/v1/account/deletion%2Freceipt',
      '/%761/account/deletion/receipt',
    ],
    ...['/v1/account/deletion/receip%74', `/v1/account//deletion/receipt`, `/v1/x/..${RECEIPT.slice(3)}`],
    ...[
      `/display/..${RECEIPT}`,
      `/display/%2e%2e${RECEIPT}`,
      `/.${RECEIPT}`,
      '/v1/account/deletion/receipt%00',
    ],
  ];
  for (const path of others) expect([path, await post(rehearsal, path)]).toEqual([path, 400]);
  expect(callsOfReceipt(rehearsal)).toBe(0);

  for (let n = 0; n < 100; n++) expect(await post(rehearsal, RECEIPT)).toBe(404);
  expect(await post(rehearsal, RECEIPT)).toBe(429);
  expect(await post(rehearsal, `${RECEIPT}?x`)).toBe(429);
  expect(callsOfReceipt(rehearsal)).toBe(100);
  // One address at its limit for receipts may still look at displays.
  expect((await fetch(`${rehearsal.url}/v1/onboarding`)).status).toBe(404);
  rehearsal.clock.advance(300);
  expect(await post(rehearsal, RECEIPT)).toBe(404);
});
