import { afterAll, beforeAll, expect, it } from 'vitest';
import { userPool } from '../../../local/user-pool/user-pool.ts';
import { claim } from '../../../shared/rewards/items.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { certificate, membership } from '../../../shared/workspaces/items.ts';
import { claimCode } from '../../../web/client/qr-codes.ts';
import { accessMark } from '../../../web/client/short-codes.ts';
import { sharedEmulator } from '../../aws-emulator/emulated-platform.ts';
import { emulatedWorld } from '../../aws-emulator/emulated-world.ts';
import type { Emulator } from '../../aws-emulator/emulator.ts';
import { remember } from '../../aws-emulator/report.ts';
import { givenAdmin } from '../../given/accounts.ts';
import { givenPractitioner } from '../../given/clinical.ts';
import {
  challengeContent,
  eventContent,
  givenChallenge,
  givenClub,
  givenEvent,
  givenParticipant,
} from '../../given/community.ts';
import { givenCampaign, givenClaim, givenDefinition } from '../../given/rewards.ts';
import { givenCertificate, givenEmployee, givenWorkspace } from '../../given/workspaces.ts';
import { newAccount, newId, type World } from '../../support/world.ts';
import { openBrowser } from './browser.ts';
import { describePractitioner, IGNORED_MS, openDesk } from './desk-driver.ts';

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

/** Opens the desk for a person whom the pool of the stage knows. */
async function deskOf(sub: AccountId) {
  const settings = await (await fetch(`${emulator.url}/v1/sign-in-settings`)).json();
  const person = { mail: 'kaunter@example.com', sub, password: 'Sihat-2026-stage' };
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
  await desk.signIn(person);
  return {
    ...desk,
    open: desk.open,
    /** The content security policy of the stage blocked no request, and the page sent requests only to the API and the user pool. */
    expectOwnRequestsOnly() {
      expect(desk.errors).toEqual([]);
      const sent = desk.requests.filter((url) => url.startsWith('http')).map((url) => new URL(url).origin);
      expect(new Set(sent)).toEqual(
        new Set([emulator.url, settings.endpoint].map((url) => new URL(url).origin)),
      );
      expect(emulator.usage.denials).toEqual([]);
    },
  };
}

it('a member of staff signs in at the pool of the stage, hands out a gift and takes it back', async () => {
  const merchant = await givenWorkspace(world, 'merchant');
  const staff = await givenEmployee(world, merchant, { role: 'staff' });
  const made = await givenClaim(world, await givenCampaign(world, { merchantTenantId: merchant.id }), {
    accountId: newAccount(),
  });
  const statusOf = async () => claim.parse((await world.item(claim.key(made))) ?? {}).status;

  const desk = await deskOf(staff.accountId);
  const { page } = desk;
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
  await desk.open('Report');
  await page.locator('article.report table').first().waitFor();
  desk.expectOwnRequestsOnly();
});

it('the owner of a merchant signs in at the pool of the stage, reads the campaigns and the report, and invites staff', async () => {
  const merchant = await givenWorkspace(world, 'merchant');
  const owner = await givenEmployee(world, merchant, { role: 'owner' });
  const { title } = await givenCampaign(world, { merchantTenantId: merchant.id });

  const desk = await deskOf(owner.accountId);
  const { page } = desk;
  await desk.open('Campaigns');
  await page.getByRole('row', { name: new RegExp(`^${title}`) }).waitFor();
  await desk.open('Report');
  await page.locator('article.report table').first().waitFor();
  await desk.open('Invitations');
  await page.getByLabel('Or paste staff numbers').fill('KAUNTER-7');
  await page.getByRole('button', { name: 'Check the rows' }).click();
  await page.getByRole('button', { name: 'Create 1 invitation' }).click();
  await page.getByRole('row', { name: /KAUNTER-7/ }).waitFor();
  desk.expectOwnRequestsOnly();
});

it('an HR admin signs in at the pool of the stage, approves a certificate and removes a member', async () => {
  const company = await givenWorkspace(world);
  const officer = await givenEmployee(world, company, { role: 'hr_admin' });
  const sick = await givenEmployee(world, company);
  const shared = await givenCertificate(world, sick);

  const desk = await deskOf(officer.accountId);
  const { page } = desk;
  await desk.open('Medical certificates');
  await page.locator('.line').click();
  await page.getByRole('button', { name: /^Approve/ }).click();
  await page.getByRole('heading', { name: 'No certificates are waiting' }).waitFor();
  expect(certificate.parse((await world.item(certificate.key(shared))) ?? {}).status).toBe('approved');
  await desk.open('Members');
  await page.getByRole('button', { name: /^Remove: / }).click();
  await page.getByRole('button', { name: 'Remove the member' }).click();
  await expect.poll(() => page.getByRole('button', { name: /^Remove: / }).count()).toBe(0);
  expect(membership.parse((await world.item(membership.key(sick))) ?? {}).endedAt).toBeDefined();
  desk.expectOwnRequestsOnly();
});

it('a practitioner signs in at the pool of the stage, scans a code, reads, adds a note, and marks it after the end', async () => {
  const practitioner = await givenPractitioner(world, { verificationValidUntil: '2032-01-01T00:00:00.000Z' });
  const patient = newAccount();

  const desk = await deskOf(practitioner);
  const { page } = desk;
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  await press('Scan a patient’s code');
  const { body: code } = await world.call('issueQrToken', { as: patient });
  await desk.enter(code.token);
  await page.getByRole('heading', { name: 'Compare the four characters' }).waitFor();
  const { body } = await world.call('listAccessRequests', { as: patient, query: { as: 'patient' } });
  const [{ id }] = body.accessRequests;
  expect(await page.locator('.giant .mark').getAttribute('aria-label')).toBe([...accessMark(id)].join(' '));
  await world.call('approveAccessRequest', { as: patient, params: { id } });
  await press('Load the notes');
  await page.getByRole('heading', { name: '0 notes' }).waitFor();
  await press(/^Add a note to/);
  await page.getByLabel('Title').fill('Consultation');
  await page.getByLabel('Note', { exact: true }).fill('Well.');
  await press(/^Add the note to/);
  await page.getByText(/^The note was added to/).waitFor();
  await world.call('revokeAccessRequest', { as: patient, params: { id } });
  await page.getByRole('heading', { name: 'The access was ended' }).waitFor();
  await press('Back to Today');
  await press('Notes that you added in the last 7 days');
  await press('Entered in error?');
  await page.getByLabel('Why the note is wrong, without names').fill('Wrong patient.');
  await press('Mark as entered in error');
  await page.getByText('Marked as entered in error.').waitFor();
  const { body: records } = await world.call('listOwnRecords', { as: patient });
  expect(records.records).toMatchObject([{ body: 'Well.', enteredInError: { reason: 'Wrong patient.' } }]);
  desk.expectOwnRequestsOnly();
});

it('an administrator signs in at the pool of the stage, publishes, hides an alias, takes gifts off, verifies and cancels', async () => {
  const admin = await givenAdmin(world);
  const club = await givenClub(world);
  const live = await givenEvent(world, club, { title: 'Ekspo Langsung' });
  const steps = await givenChallenge(world, live);
  await givenParticipant(world, steps, { alias: 'Nama Buruk', sharePublicDisplay: true });
  const merchant = await givenWorkspace(world, 'merchant');
  const joinCode = `ekspo-${newId().slice(0, 8)}`;
  const asAdmin = { as: admin };
  const { body: draft } = await world.call('createEvent', {
    ...asAdmin,
    body: { ...eventContent, clubId: club.id, joinCode, title: 'Ekspo Baharu' },
  });
  await world.call('createChallenge', { ...asAdmin, params: { code: joinCode }, body: challengeContent });
  const { body: gift } = await world.call('createCampaign', {
    ...asAdmin,
    body: {
      ...(await givenDefinition(world)),
      ...{ merchantTenantId: merchant.id, eventId: draft.id, title: 'Tuala Sukan' },
    },
  });

  const desk = await deskOf(admin);
  const { page } = desk;
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  const done = (text: string) => page.locator('.done-line', { hasText: text }).waitFor();
  await press('Publish …: Ekspo Baharu');
  await press('Publish 1 exhibition, 1 challenge, 1 gift');
  await done('Ekspo Baharu is published with 1 challenge and 1 gift');
  const { body: shown } = await world.call('listEventCampaigns', { params: { code: joinCode } });
  expect(shown.campaigns).toMatchObject([{ id: gift.id }]);

  await page.getByRole('link', { name: 'Open: Ekspo Langsung' }).click();
  await page.locator('.who', { hasText: 'Nama Buruk' }).click();
  await press('Hide this alias');
  await done('“Nama Buruk” is hidden');
  const board = async () => (await world.call('getDisplay', { params: { code: live.joinCode } })).body;
  await expect.poll(async () => (await board()).challenges[0].top, { timeout: 20_000 }).toEqual([]);

  // The stock in the list follows the stream.
  await world.catchUp();
  await desk.open('Gifts');
  await press('Take 20 off: Tuala Sukan');
  await done('20 taken off as miscounted');
  const { body: stocked } = await world.call('getPlatformCampaign', {
    ...asAdmin,
    params: { campaignId: gift.id },
  });
  expect(stocked.stock).toMatchObject({ free: 25, withdrawn: 20 });

  const practitioner = newAccount();
  await page.getByRole('link', { name: /^Waiting/ }).click();
  await press('Verify a practitioner …');
  await describePractitioner(page, practitioner, { validUntil: '2032-12-31' });
  await press('Verify Siti Aminah binti Rahman');
  await done('Siti Aminah binti Rahman is verified');
  const { body: verified } = await world.call('getVerification', {
    ...asAdmin,
    params: { accountId: practitioner },
  });
  expect(verified).toMatchObject({ licenseNumber: '61544', organization: 'Klinik Kita, Shah Alam' });

  await desk.open('Halls');
  await page.getByRole('link', { name: 'Open: Ekspo Baharu' }).click();
  await press('Cancel the exhibition …');
  await page.waitForTimeout(IGNORED_MS);
  await press('Cancel Ekspo Baharu for good');
  await done('Ekspo Baharu is cancelled');
  expect((await world.call('findEvent', { params: { code: joinCode } })).body.code).toBe('event_cancelled');
  desk.expectOwnRequestsOnly();
});
