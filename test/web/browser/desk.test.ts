import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { accountOf, CORPORATE_WORKSPACE, type PersonaName } from '../../../local/demo/people.ts';
import { STEP_SECONDS, totp } from '../../../local/user-pool/totp.ts';
import { typedCode } from '../../../web/client/short-codes.ts';
import { fromBase32 } from '../../support/base32.ts';
import { auditLooks } from './accessibility.ts';
import { demoPlatform } from './demo-platform.ts';
import { expectNoErrors, openDesk, personaNamed, signInWithoutPage, tabTo } from './desk-driver.ts';
import { newGift, newWorkspace, reserve } from './gifts-of-merchants.ts';

const demo = demoPlatform();
const LAPTOP = { viewport: { width: 1280, height: 900 } };

describe('the sign-in', () => {
  it('refuses a wrong password, takes spaces around the address, and leaves nothing of a person behind after the sign-out', async () => {
    const desk = await openDesk(demo.browser, demo.local.url, { camera: 'refused' });
    const { page } = desk;
    await page.locator('input[type=email]').fill('hr-admin@sihat.example');
    await page.locator('input[name=password]').fill('wrong');
    await page.locator('button[type=submit]').click();
    await page.getByText('The email address and the password do not match').waitFor();
    await desk.signIn({ ...personaNamed('hr-admin'), mail: ' hr-admin@sihat.example ' });
    await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor();
    await page.locator('table').first().waitFor();
    const kept = () => page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
    expect(await kept()).toContain('refreshToken');
    expect(await kept()).not.toMatch(/accessToken|idToken/);
    await page.reload();
    await page.locator('table').first().waitFor();
    await page.getByText('Menu').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await kept()).toBe('[{},{}]');
    expect(await page.locator('body').innerText()).not.toContain('Teknologi');
    expect(await page.evaluate(async () => (await caches.keys()).length)).toBe(0);
    expect(new URL(page.url()).hash).toBe('');
    expectNoErrors(desk);
  });

  it('locks the pages about people after 15 minutes, and goes on after the password', async () => {
    const desk = await openDesk(demo.browser, demo.local.url, { as: 'hr-admin', clock: true });
    const { page } = desk;
    await page.locator('table').first().waitFor();
    await page.clock.runFor(14.5 * 60_000);
    await page.getByText('This page locks in a minute.').waitFor();
    await page.clock.runFor(60_000);
    await page.getByRole('heading', { name: 'Locked after 15 minutes without use' }).waitFor();
    expect(await page.locator('table').count()).toBe(0);
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toBe('{}');
    await page.locator('input[name=password]').fill('Sihat-2026-demo');
    await page.locator('button[type=submit]').click();
    await page.locator('table').first().waitFor();
  });

  it('never sends the token of the person before', async () => {
    const desk = await openDesk(demo.browser, demo.local.url, { as: 'hr-admin', camera: 'refused' });
    const { page } = desk;
    await page.locator('table').first().waitFor();
    await page.getByText('Menu').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    const senders: string[] = [];
    page.on('request', (request) => {
      const [, payload] = (request.headers()['authorization'] ?? '').split('.');
      if (payload) senders.push(JSON.parse(Buffer.from(payload, 'base64url').toString()).sub);
    });
    await desk.signIn('merchant-staff');
    await desk.result('empty');
    await desk.open('Campaigns');
    await page.getByRole('table', { name: 'Campaigns' }).waitFor();
    expect(new Set(senders)).toEqual(new Set([accountOf('merchant-staff')]));
  });

  it('asks for the code of the authenticator app, refuses a wrong one, and tells an account without a role how to get one', async () => {
    const desk = await openDesk(demo.browser, demo.local.url, { camera: 'refused' });
    const { page } = desk;
    const codeAhead = await withSecondFactor('patient');
    await desk.signIn('patient');
    const code = page.getByLabel('6 digits');
    await code.fill(codeAhead() === '000000' ? '111111' : '000000');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('This code is wrong or no longer valid').waitFor();
    expect(await page.evaluate(() => Object.keys(sessionStorage).join())).not.toContain('refreshToken');
    await code.fill(codeAhead());
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'You do not have a workplace here yet' }).waitFor();
    await page.getByText('Ask the owner or HR admin for an invitation').waitFor();
    await page.getByText('Signed in as patient@sihat.example').waitFor();
    expectNoErrors(desk);
  });

  it('takes a new password with a mailed code when the old one is forgotten, but none with a space before it, and finds a workplace that is new', async () => {
    const desk = await openDesk(demo.browser, demo.local.url, { camera: 'refused' });
    const { page } = desk;
    const person = personaNamed('walker');
    await page.getByRole('button', { name: 'I forgot my password' }).click();
    await page.getByLabel('Email address').fill(person.mail);
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByText(`If ${person.mail} has an account, we have sent it a code.`).waitFor();
    const { mails } = (await demo.local.call('GET', '/local/mails')).body;
    const { code } = mails.find(({ to }: { readonly to: string }) => to === person.mail);
    const newPassword = async (digits: string, password: string) => {
      await page.getByLabel('Code from the email').fill(digits);
      await page.getByLabel('New password').fill(password);
      await page.getByRole('button', { name: 'Save password' }).click();
    };
    await newPassword(code === '000000' ? '111111' : '000000', 'Sihat-2026-other');
    await page.getByText('This code is wrong or too old.').waitFor();
    await newPassword(code, ' Sihat-2026-other');
    await page.getByText('Choose a longer or less simple password.').waitFor();
    await newPassword(code, 'Sihat-2026-other');
    await page.getByText('Password changed. Sign in with the new one.').waitFor();
    expect((await signInWithoutPage(demo.local.url, person)).status).toBe(400);
    await desk.signIn({ ...person, password: 'Sihat-2026-other' });
    await page.getByRole('heading', { name: 'You do not have a workplace here yet' }).waitFor();
    const ownerId = accountOf('walker');
    await newWorkspace(demo, { name: 'Kedai Baharu', workspaceKind: 'merchant', ownerId });
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.locator('header.bar').getByText('Kedai Baharu', { exact: true }).waitFor();
    await desk.result('empty');
    expectNoErrors(desk);
  });

  it('lets a person with several workplaces choose one, and remembers it until the sign-out', async () => {
    const ownerId = accountOf('club-owner');
    await newWorkspace(demo, { name: 'Kedai Amirul', workspaceKind: 'merchant', ownerId });
    await newWorkspace(demo, { name: 'Amirul Sdn Bhd', workspaceKind: 'corporate', ownerId });
    const desk = await openDesk(demo.browser, demo.local.url, { as: 'club-owner', camera: 'refused' });
    const { page } = desk;
    const at = (name: string) => page.locator('header.bar').getByText(name, { exact: true });
    const choice = page.getByRole('heading', { name: 'Choose a workplace' });
    await choice.waitFor();
    await page.getByRole('button', { name: /^Kedai Amirul/ }).click();
    await desk.result('empty');
    await at('Kedai Amirul').waitFor();
    await page.reload();
    await desk.result('empty');
    await page.getByText('Menu').click();
    await page.getByRole('button', { name: 'Other workplaces' }).click();
    await choice.waitFor();
    await page.getByRole('button', { name: /^Amirul Sdn Bhd/ }).click();
    await at('Amirul Sdn Bhd').waitFor();
    await page.getByRole('table', { name: 'Members' }).waitFor();
    await page.getByText('Menu').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate(() => ({ ...sessionStorage }))).toEqual({});
    expectNoErrors(desk);
  });
});

describe('certificates', () => {
  it('are approved, and rejected with a reason that the employee reads, with the keyboard alone', async () => {
    const desk = await openDesk(demo.browser, demo.local.url, { as: 'hr-admin', ...LAPTOP });
    const { page } = desk;
    const { keyboard } = page;
    const focused = () =>
      page.evaluate(() => {
        const at = document.activeElement;
        return at?.getAttribute('aria-label') ?? (at?.matches('h1, h2') ? at.textContent : at?.className);
      });
    await page.getByRole('table', { name: 'Members' }).waitFor();
    await tabTo(page, /^Medical certificates/);
    await keyboard.press('Enter');
    const waiting = page.locator('section', { has: page.getByText('Waiting for a decision') });
    await waiting.locator('.certs').waitFor();
    const before = await waiting.locator('.line').count();
    // Nothing can be decided before a line is open.
    expect(await page.getByRole('button', { name: /^(Approve|Reject)/ }).count()).toBe(0);
    await tabTo(page, /ref [0-9A-F]{4}|TM-/);
    await keyboard.press('Enter');
    await tabTo(page, /^Reject …$/);
    await keyboard.press('Enter');
    await keyboard.press('Escape');
    await expect.poll(focused).toBe('line');
    await keyboard.press('Enter');
    await tabTo(page, /^Reject …$/);
    await keyboard.press('Enter');
    await keyboard.type('<b>These days</b> overlap.');
    await tabTo(page, /^Reject the request/);
    await keyboard.press('Enter');
    await expect.poll(() => waiting.locator('.line').count()).toBe(before - 1);
    // The row with the button is gone, so the heading of the list has the focus, and a screen reader hears that it is done.
    await expect.poll(focused).toBe('Waiting for a decision');
    expect(await page.locator('[role=status]').allInnerTexts()).toContain('Done.');
    await tabTo(page, /ref [0-9A-F]{4}|TM-/);
    await keyboard.press('Enter');
    await tabTo(page, /^Approve \d+ days?$/);
    await keyboard.press('Enter');
    await expect
      .poll(() => page.getByRole('heading', { level: 1 }).innerText())
      .toBe(before === 2 ? 'No certificates are waiting' : `${before - 2} certificates are waiting`);
    const { body } = await demo.local.call(
      'GET',
      `/v1/partner/workspaces/${CORPORATE_WORKSPACE}/medical-certificates?limit=100&status=rejected`,
      { as: 'hr-admin' },
    );
    const reasons = body.certificates.map(
      ({ rejectionReason }: { readonly rejectionReason?: string }) => rejectionReason,
    );
    expect(reasons).toContain('<b>These days</b> overlap.');
    expectNoErrors(desk);
  });
});

describe('two certificates over the same days', () => {
  it('say so before one is approved, until the other one is rejected', async () => {
    const submit = async (firstDay: string, lastDay: string) => {
      const body = { workspaceId: CORPORATE_WORKSPACE, firstDay, lastDay };
      const path = '/v1/workspaces/medical-certificates';
      const made = await demo.local.call('POST', path, { as: 'patient', body });
      const { status } = await demo.local.call('POST', `${path}/${made.body.id}/submission`, {
        as: 'patient',
        body: { sharingConsent: true },
      });
      expect([made.status, status]).toEqual([201, 200]);
    };
    await submit('2026-03-02', '2026-03-04');
    await submit('2026-03-04', '2026-03-06');
    await submit('2026-03-07', '2026-03-07');
    const desk = await openDesk(demo.browser, demo.local.url, { as: 'hr-admin', ...LAPTOP });
    const { page } = desk;
    await desk.open('Medical certificates');
    const lineOf = (days: string) => page.locator('.line', { hasText: days });
    const warning = page.getByText('This person has another certificate over the same days');
    await lineOf('4 to 6 March 2026').click();
    await warning.waitFor();
    await page.getByText('2 to 4 March 2026 (Waiting)').waitFor();
    await auditLooks(page, 'certificates over the same days');
    await page.getByRole('button', { name: 'Approve 3 days' }).click();
    await page.getByText('Done.').waitFor({ state: 'attached' });
    await lineOf('2 to 4 March 2026').click();
    await page.getByText('4 to 6 March 2026 (✓ Approved)').waitFor();
    await lineOf('7 March 2026').click();
    await page.getByText('none of this person').waitFor();
    expect(await warning.count()).toBe(0);
    expectNoErrors(desk);
  });
});

describe('members', () => {
  it('with the same staff number are told apart by what each of them sees in the app, and a search says what it searched', async () => {
    const desk = await openDesk(demo.browser, demo.local.url, { as: 'hr-admin' });
    const { page } = desk;
    const twins = page.locator('tr.same');
    await page.getByText(/^TM-8 is the number of 2 members$/).waitFor();
    expect(await twins.count()).toBe(2);
    const marks = await twins.locator('.tag').allInnerTexts();
    expect(new Set(marks).size).toBe(2);
    for (const mark of marks) expect(mark).toMatch(/^ref [0-9A-F]{4}$/);
    expect(
      await twins
        .first()
        .getByRole('button', { name: /^Remove/ })
        .getAttribute('aria-label'),
    ).toBe(`Remove: TM-8, ${marks[0]}`);
    await auditLooks(page, 'members with the same staff number');
    // The member reads the same characters on the phone.
    const own = await demo.local.call('GET', '/v1/workspaces', { as: 'patient' });
    const [{ memberCode }] = own.body.workspaces;
    await page.getByRole('button', { name: /^Same number 2$/ }).click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(2);
    await page.getByRole('button', { name: /^All \d+$/ }).click();
    await page.locator('#find').fill(memberCode.slice(0, 4));
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    expect(await page.locator('tbody tr').innerText()).toContain(
      `ref ${memberCode.slice(0, 4).toUpperCase()}`,
    );
    await page.locator('#find').fill('TM-99999');
    await page.getByText('Nobody was found: no staff number contains “TM-99999”').waitFor();
    await auditLooks(page, 'a search without a hit');
    expectNoErrors(desk);
  });

  it('are found by their staff number and removed with the keyboard alone, and an HR admin changes no roles', async () => {
    const desk = await openDesk(demo.browser, demo.local.url, { as: 'hr-admin', ...LAPTOP });
    const { page } = desk;
    const { keyboard } = page;
    const table = page.getByRole('table', { name: 'Members' });
    await table.waitFor();
    expect(await page.getByRole('button', { name: /^Change role/ }).count()).toBe(0);
    await tabTo(page, /^Find a staff number/);
    await keyboard.type('no such number');
    await expect.poll(() => table.count()).toBe(0);
    await keyboard.press('ControlOrMeta+A');
    await keyboard.press('Delete');
    const removal = table.getByRole('button', { name: /^Remove/ }).first();
    const name = (await removal.getAttribute('aria-label')) ?? '';
    await tabTo(page, /^Remove: /);
    await keyboard.press('Enter');
    await tabTo(page, /^Remove the member$/);
    await keyboard.press('Enter');
    await expect.poll(() => table.getByRole('button', { name, exact: true }).count()).toBe(0);

    // A part that was not loaded yet, while there is no connection.
    await page.route('**/desk/assets/**', (route) => route.abort());
    await desk.open('Invitations');
    await page.getByText('Sihat does not answer').waitFor();
    await page.unroute('**/desk/assets/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Invite people' }).waitFor();
    expectNoErrors(desk);
  });
});

describe('the owner of a merchant', () => {
  it('hands out a gift, sees it in the campaigns and the report, and invites staff with the keyboard alone', async () => {
    const gift = await newGift(demo, { stockUnits: 7 });
    const claimId = await reserve(demo, gift);
    const desk = await openDesk(demo.browser, demo.local.url, {
      as: 'merchant-owner',
      camera: 'refused',
      ...LAPTOP,
    });
    const { page } = desk;
    const { keyboard } = page;
    const { open } = desk;
    await desk.enter(typedCode(claimId));
    await desk.handOut();
    await desk.result('given');
    await open('Campaigns');
    const row = page.getByRole('table', { name: 'Campaigns' }).getByRole('row', { name: /^Botol Air Lipat/ });
    const left = async () => {
      await page.reload(); // The numbers follow the counter a moment later.
      return (await row.innerText()).split(/\s+/).slice(-4);
    };
    await expect.poll(left).toEqual(['1', '0', '6', '7']);
    await open('Report');
    await page.locator('article.report table').first().waitFor();
    expect(await page.locator('article.report').innerText()).toContain('Botol Air Lipat');
    await tabTo(page, /^Invitations$/);
    await keyboard.press('Enter');
    await tabTo(page, /^Or paste staff numbers/);
    await keyboard.type('KAUNTER-7');
    await tabTo(page, /^Check the rows$/);
    await keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Invite people');
    await tabTo(page, /^Create 1 invitation$/);
    await keyboard.press('Enter');
    await tabTo(page, /^Download 1 link /);
    const [file] = await Promise.all([page.waitForEvent('download'), keyboard.press('Enter')]);
    expect(await text(await file.createReadStream())).toMatch(/^\uFEFF?reference,.*\r\nKAUNTER-7,http/);
    const existing = page.getByRole('table', { name: 'Invitations' });
    await existing.getByRole('row', { name: /KAUNTER-7/ }).waitFor();
    await open('Members');
    await page.getByRole('table', { name: 'Members' }).waitFor();
    expect(await page.getByRole('button', { name: /^Remove/ }).count()).toBeGreaterThan(0);
    expectNoErrors(desk);
  });
});

describe('every view', () => {
  it.each([
    ['merchant-owner', ['campaigns', 'report']],
    ['hr-admin', ['members', 'invitations', 'certificates']],
  ] as const)('of %s has no finding of axe, and fits', async (as, tabs) => {
    const desk = await openDesk(demo.browser, demo.local.url, { as, camera: 'refused' });
    const { page } = desk;
    // At a counter on a phone, the tabs are in the menu.
    await page.locator('nav.tabs').waitFor({ state: 'attached' });
    for (const tab of tabs) {
      await page.locator(`nav a[href="#${tab}"]`).dispatchEvent('click');
      await page.locator(`a[href="#${tab}"][aria-current=page]`).waitFor();
      await page
        .locator(tab === 'report' ? 'article.report table' : 'main :is(table, .certs)')
        .first()
        .waitFor();
      await auditLooks(page, tab);
    }
    expectNoErrors(desk);
  });

  it.each([
    ['merchant-staff', '.handout'],
    ['practitioner', '.clinic'],
    ['hr-admin', 'main.page:has(table)'],
  ] as const)('of %s begins and ends with the bar at 1,920 px', async (as, view) => {
    const viewport = { width: 1920, height: 1080 };
    const { page } = await openDesk(demo.browser, demo.local.url, { as, camera: 'refused', viewport });
    const edges = (selector: string) =>
      page.locator(selector).evaluate((element) => {
        const { left, right } = element.getBoundingClientRect();
        return { left, right, padding: Number.parseFloat(getComputedStyle(element).paddingLeft) };
      });
    const work = await edges(view);
    const bar = await edges('.bar');
    // The content of the bar lies within its padding; a view has its own of 32 px.
    const inner = bar.padding - 32;
    expect([work.left, work.right]).toEqual([bar.left + inner, bar.right - inner]);
  });

  it('has its landmark at each moment, also while parts and words are loaded', async () => {
    const desk = await openDesk(demo.browser, demo.local.url, { camera: 'refused' });
    const { page } = desk;
    await page.locator('main').waitFor();
    await page.evaluate(() => {
      const withoutMain: string[] = [];
      new MutationObserver(() => {
        if (!document.querySelector('main')) withoutMain.push(document.body.innerText);
      }).observe(document.body, { childList: true, subtree: true });
      Object.assign(window, { withoutMain });
    });
    await desk.signIn(personaNamed('hr-admin'));
    await page.locator('main table').first().waitFor();
    await desk.open('Medical certificates');
    await page.locator('main .certs').first().waitFor();
    await page.getByText('Menu').click();
    await page.getByRole('link', { name: 'Emails' }).click();
    await page.getByRole('heading', { level: 1, name: /emails/i }).waitFor();
    expect(await page.evaluate(() => Reflect.get(window, 'withoutMain'))).toEqual([]);
  });

  it('underlines only the open tab and frames each verdict in forced colours', async () => {
    const { page } = await openDesk(demo.browser, demo.local.url, {
      as: 'merchant-owner',
      camera: 'refused',
    });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ forcedColors: 'active' });
    await page.locator('.result').waitFor();
    const colours = await page.locator('nav.tabs a').evaluateAll((all) =>
      all.map((tab) => ({
        isOpen: tab.hasAttribute('aria-current'),
        isDrawn:
          getComputedStyle(tab).borderBottomColor !==
          getComputedStyle(document.documentElement).backgroundColor,
      })),
    );
    expect(colours.length).toBeGreaterThan(2);
    for (const { isOpen, isDrawn } of colours) expect(isDrawn).toBe(isOpen);
    expect(await page.locator('.result').evaluate((element) => getComputedStyle(element).borderWidth)).toBe(
      '3px',
    );
  });

  it('of the sign-in has no finding of axe, and fits', async () => {
    const { page } = await openDesk(demo.browser, demo.local.url, { camera: 'refused' });
    await page.locator('input[type=email]').waitFor();
    await auditLooks(page, 'sign-in');
    await page.locator('form button.plain').click();
    await page.getByRole('heading', { name: 'A new password' }).waitFor();
    await auditLooks(page, 'a forgotten password');
  });
});

/** Sets up an authenticator app for a demo person. @returns the code that is valid next, because one is valid only once */
async function withSecondFactor(name: PersonaName): Promise<() => string> {
  const { ask, body: signedIn } = await signInWithoutPage(demo.local.url, personaNamed(name));
  const { AccessToken } = signedIn.AuthenticationResult;
  const { body: app } = await ask('AssociateSoftwareToken', { AccessToken });
  const codeIn = (steps: number) =>
    totp(fromBase32(app.SecretCode), Date.now() / 1000 + steps * STEP_SECONDS);
  await ask('VerifySoftwareToken', { AccessToken, UserCode: codeIn(0) });
  const { status } = await ask('SetUserMFAPreference', {
    AccessToken,
    SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
  });
  expect(status).toBe(200);
  return () => codeIn(1);
}
