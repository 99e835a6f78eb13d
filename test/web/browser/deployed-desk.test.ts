import { afterAll, beforeAll, expect, it } from 'vitest';
import { userPool } from '../../../local/user-pool/user-pool.ts';
import { claim } from '../../../shared/rewards/items.ts';
import { claimCode } from '../../../web/client/qr-codes.ts';
import { sharedEmulator } from '../../aws-emulator/emulated-platform.ts';
import { emulatedWorld } from '../../aws-emulator/emulated-world.ts';
import type { Emulator } from '../../aws-emulator/emulator.ts';
import { remember } from '../../aws-emulator/report.ts';
import { givenCampaign, givenClaim } from '../../given/rewards.ts';
import { givenEmployee, givenWorkspace } from '../../given/workspaces.ts';
import { newAccount, type World } from '../../support/world.ts';
import { openBrowser } from './browser.ts';
import { IGNORED_MS, openDesk } from './desk-driver.ts';

/**
 * The desk as a stage serves it: its files from the bucket, with the headers and the settings of the synthesized stack. Cognito is not
 * on this machine, so the local user pool answers at its address, with the tokens of the emulated pool.
 */

let emulator: Emulator;
let world: World;
beforeAll(async () => {
  emulator = await sharedEmulator(false);
  world = await emulatedWorld(emulator);
});
afterAll(() => remember(emulator));

it('a member of staff signs in at the pool of the stage, hands out a gift and takes it back', async () => {
  const merchant = await givenWorkspace(world, 'merchant');
  const staff = await givenEmployee(world, merchant, { role: 'staff' });
  const made = await givenClaim(world, await givenCampaign(world, { merchantTenantId: merchant.id }), {
    accountId: newAccount(),
  });
  const statusOf = async () => claim.parse((await world.item(claim.key(made))) ?? {}).status;
  const settings = await (await fetch(`${emulator.url}/v1/sign-in-settings`)).json();
  const person = { mail: 'kaunter@example.com', sub: staff.accountId, password: 'Sihat-2026-stage' };
  const pool = userPool({
    userPoolId: settings.userPoolId,
    clientId: settings.clientId,
    users: [person],
    // Only access tokens tell how somebody signed in; the emulated pool asks its trigger for all.
    issue: (request) => emulator.issuer.sign({ ...request, signIn: request.signIn ?? 'password' }),
    now: world.now,
  });

  const desk = await openDesk(await openBrowser(), emulator.url, {
    camera: 'refused',
    pool: { at: settings.endpoint, answer: pool.answer },
  });
  const { page } = desk;
  await desk.signIn(person);
  await desk.result('empty');
  await desk.enter(claimCode(made.id));
  await desk.handOut();
  await desk.result('given');
  expect(await statusOf()).toBe('redeemed');
  await page.waitForTimeout(IGNORED_MS);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await page.waitForTimeout(IGNORED_MS);
  await page.getByRole('button', { name: 'Yes, I have the gift back' }).click();
  await desk.result('undone');
  expect(await statusOf()).toBe('reserved');
  await page.getByRole('link', { name: 'Report' }).click();
  await page.locator('article.report table').first().waitFor();

  // The content security policy of the stage blocked no request, and the page sent requests only to the API and the user pool.
  expect(desk.errors).toEqual([]);
  const origins = new Set(
    desk.requests.filter((url) => url.startsWith('http')).map((url) => new URL(url).origin),
  );
  expect(origins).toEqual(new Set([new URL(emulator.url).origin, new URL(settings.endpoint).origin]));
  expect(emulator.usage.denials).toEqual([]);
});
