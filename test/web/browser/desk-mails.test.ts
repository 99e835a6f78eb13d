import { expect, it } from 'vitest';
import type { PersonaName } from '../../../local/demo/people.ts';
import { auditLooks } from './accessibility.ts';
import { demoPlatform } from './demo-platform.ts';
import { expectNoErrors, openDesk, personaNamed, signInWithoutPage } from './desk-driver.ts';

/** The switch of mails, to which each mail links. */

const demo = demoPlatform();
const SETTINGS = '/v1/account/notices/settings';

async function settingsOf(name: PersonaName) {
  const { body } = await signInWithoutPage(demo.local.url, personaNamed(name));
  const headers = { authorization: `Bearer ${body.AuthenticationResult.AccessToken}` };
  return {
    get: async () => (await fetch(demo.local.url + SETTINGS, { headers })).json(),
    put: (settings: object) =>
      fetch(demo.local.url + SETTINGS, {
        method: 'PUT',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(settings),
      }),
  };
}

it('turns the mails off and on, in a chosen language, and keeps which kinds are not pushed', async () => {
  const settings = await settingsOf('hr-admin');
  await settings.put({ mail: true, notPushed: ['gift_handed_out'] });
  const desk = await openDesk(demo.browser, demo.local.url, { as: 'hr-admin', camera: 'refused' });
  const { page } = desk;
  await page.getByText('Menu').click();
  await page.getByRole('link', { name: 'Emails' }).click();
  await page.getByRole('heading', { name: 'Emails', level: 1 }).waitFor();
  expect(new URL(page.url()).hash).toBe('#mails');
  const wanted = page.getByLabel('Send me these emails');
  const language = page.getByLabel('Language of the emails');
  expect([await wanted.isChecked(), await language.inputValue()]).toEqual([true, '']);
  await auditLooks(page, 'the switch of mails');
  await wanted.uncheck();
  await language.selectOption('中文');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved').waitFor();
  expect(await settings.get()).toEqual({
    mail: false,
    language: 'zh-Hans-MY',
    notPushed: ['gift_handed_out'],
  });
  await page.reload();
  await wanted.waitFor();
  expect([await wanted.isChecked(), await language.inputValue()]).toEqual([false, 'zh-Hans-MY']);
  await wanted.check();
  await language.selectOption('All three languages');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved').waitFor();
  expect(await settings.get()).toEqual({ mail: true, notPushed: ['gift_handed_out'] });
  await page.getByRole('button', { name: 'Back to the desk' }).click();
  await page.locator('table').first().waitFor();
  expectNoErrors(desk);
});

it('is there for the owner of a club, who has no workplace, right after the sign-in', async () => {
  const desk = await openDesk(demo.browser, demo.local.url, { camera: 'refused' });
  const { page } = desk;
  await page.goto(`${demo.local.url}/desk#mails`);
  await desk.signIn('club-owner');
  await page.getByLabel('Send me these emails').waitFor();
  await page.getByRole('button', { name: 'Back to the desk' }).click();
  await page.getByRole('link', { name: 'Emails' }).click();
  await page.getByLabel('Send me these emails').waitFor();
  expectNoErrors(desk);
});

it('says that nothing was saved if there is no answer', async () => {
  const desk = await openDesk(demo.browser, demo.local.url, { as: 'hr-admin', camera: 'refused' });
  const { page } = desk;
  await page.goto(`${demo.local.url}/desk#mails`);
  await page.getByLabel('Send me these emails').uncheck();
  await page.route(`**${SETTINGS}`, (route) => route.abort());
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Sihat does not answer').waitFor();
  expect(await page.getByText('Saved').count()).toBe(0);
  expect(await (await settingsOf('hr-admin')).get()).toMatchObject({ mail: true });
});
