import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { encode } from 'uqr';
import { expect } from 'vitest';
import { type Persona, type PersonaName, personas } from '../../../local/demo/people.ts';
import { USER_POOL_PATH } from '../../../local/user-pool/local-user-pool.ts';
import type { UserPool } from '../../../local/user-pool/user-pool.ts';
import { claimCode } from '../../../web/client/qr-codes.ts';
import { poolAt, signInBySrp } from '../../support/pool-client.ts';
import { openPage } from './browser.ts';

/** Plays the people of the desk in a real browser, with a camera that shows what a test draws. */

declare global {
  /** Draws rows of modules, `1` for dark, into the picture of the camera; an empty list clears it. */
  var showToCamera: (rows: readonly string[]) => void;
  /** The milliseconds from each code to its answer. */
  var answerTimes: number[];
}

/** Replaces the camera by a canvas, which the page gets as a video. It is small, because every pixel of every frame costs time. */
function fakeCamera(): void {
  const [width, height, module] = [164, 124, 3];
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no canvas.');
  let shown: readonly string[] = [];
  const draw = () => {
    context.fillStyle = '#889';
    context.fillRect(0, 0, width, height);
    const [left, top] = [(width - shown.length * module) >> 1, (height - shown.length * module) >> 1];
    for (const [y, row] of shown.entries()) {
      for (const [x, isDark] of [...row].entries()) {
        context.fillStyle = isDark === '1' ? '#000' : '#fff';
        context.fillRect(left + x * module, top + y * module, module, module);
      }
    }
  };
  globalThis.showToCamera = (rows) => {
    shown = rows;
    draw();
    dispatchEvent(new Event('code'));
  };
  // A canvas sends a frame only when it is drawn, and the first frames precede the page's video.
  setInterval(draw, 250);
  draw();
  navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(5);
}

/** Measures in the page, without the way to the test: from the code in the picture, or from Enter, until its answer is shown. */
function measureAnswers(): void {
  let since: number | undefined;
  globalThis.answerTimes = [];
  const begin = () => {
    since = performance.now();
  };
  addEventListener('code', begin);
  addEventListener('keydown', ({ key }) => key === 'Enter' && begin(), { capture: true });
  new MutationObserver(() => {
    const { result } = document.querySelector<HTMLElement>('.result')?.dataset ?? {};
    if (since === undefined || result === undefined || result === 'looking') return;
    globalThis.answerTimes.push(performance.now() - since);
    since = undefined;
  }).observe(document, { subtree: true, attributeFilter: ['data-result'] });
}

/** The counter ignores presses in the first 400 ms of a result. */
export const IGNORED_MS = 450;

type Login = Readonly<Record<'mail' | 'password', string>>;

export function personaNamed(name: PersonaName): Persona {
  const person = personas.find((persona) => persona.name === name);
  if (!person) throw new Error(`There is no ${name}.`);
  return person;
}

export interface DeskPage extends Awaited<ReturnType<typeof openPage>> {
  readonly signIn: (person: PersonaName | Login) => Promise<void>;
  readonly show: (text: string) => Promise<void>;
  readonly scan: (claimId: string) => Promise<void>;
  /** Types a code, or what a scanner reads, and presses Enter. */
  readonly enter: (text: string) => Promise<void>;
  /** Waits until the counter shows a kind of result. */
  readonly result: (kind: string) => Promise<void>;
  /** Hands out the gift on the screen, as soon as a press counts. */
  readonly handOut: () => Promise<void>;
  /** Opens a part of the workplace. At a counter on a phone, its link is in the menu. */
  readonly open: (name: string) => Promise<void>;
  /** Goes on after a gift whose answer came late. */
  readonly nextVisitor: () => Promise<void>;
}

export async function openDesk(
  browser: Browser,
  url: string,
  options: BrowserContextOptions & {
    readonly camera?: 'fake' | 'refused';
    readonly clock?: true;
    /** A person who has signed in and loads the tab again, because a sign-in costs the page a second of processor time. */
    readonly as?: PersonaName;
    /** A user pool that answers at an address which is not on this machine. */
    readonly pool?: { readonly at: string; readonly answer: UserPool['answer'] };
  } = {},
): Promise<DeskPage> {
  const { camera = 'fake', clock, as, pool, ...context } = options;
  const opened = await openPage(browser, {
    viewport: { width: 390, height: 844 },
    locale: 'en-MY',
    ...context,
  });
  const { page } = opened;
  if (clock) await page.clock.install();
  if (camera === 'fake') await page.addInitScript(fakeCamera);
  await page.addInitScript(measureAnswers);
  if (pool)
    await page.route(pool.at, async (route) => {
      const request = route.request();
      const {
        statusCode,
        headers = {},
        body = '',
      } = await pool.answer({
        headers: request.headers(),
        body: request.postDataBuffer() ?? Buffer.alloc(0),
      });
      const cors = { 'access-control-allow-origin': '*' };
      await route.fulfill({ status: statusCode ?? 200, headers: { ...headers, ...cors }, body });
    });
  const actions = actionsOn(page);
  if (as) await page.addInitScript(keepSignIn, await tabOf(url, personaNamed(as)));
  await page.goto(`${url}/desk`);
  return { ...opened, ...actions };
}

/** Signs in at the pool of a local platform as an app does, without a page. */
export async function signInWithoutPage(url: string, { mail, password }: Login) {
  const { userPoolId, clientId } = await (await fetch(url + USER_POOL_PATH)).json();
  const ask = poolAt({ endpoint: url + USER_POOL_PATH, clientId });
  return { ask, clientId, ...(await signInBySrp(ask, { userPoolId, mail, password })) };
}

/** What the desk keeps in the tab of a person. */
async function tabOf(url: string, person: Login): Promise<Readonly<Record<string, string>>> {
  const { clientId, body } = await signInWithoutPage(url, person);
  const prefix = `CognitoIdentityServiceProvider.${clientId}`;
  return {
    [`${prefix}.LastAuthUser`]: person.mail,
    [`${prefix}.${person.mail}.refreshToken`]: body.AuthenticationResult.RefreshToken,
    'sihat-desk-use': JSON.stringify({ at: Date.now(), wasLeft: false }),
  };
}

/** Only the first load finds it, because what a test does afterwards counts. A tab keeps its name when it is loaded again. */
function keepSignIn(tab: Readonly<Record<string, string>>): void {
  if (window.name === 'opened') return;
  window.name = 'opened';
  Object.assign(sessionStorage, tab);
}

/** Presses Tab until an element with this text or name has the focus. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: at } = document;
      const { labels } = at as Partial<HTMLInputElement>;
      return at?.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? at?.textContent ?? '';
    });
  for (let n = 0; n < 60; n++) {
    await page.keyboard.press('Tab');
    if (name.test(await focused())) return;
  }
  throw new Error(`Tab does not reach ${name}`);
}

function actionsOn(page: Page) {
  const show = async (text: string) => {
    const { data } = encode(text, { ecc: 'M', border: 4 });
    const rows = data.map((row) => row.map((dark) => (dark ? '1' : '0')).join(''));
    await page.evaluate((drawn) => globalThis.showToCamera(drawn), rows);
  };
  return {
    show,
    scan: (claimId: string) => show(claimCode(claimId)),
    async enter(text: string) {
      await page.locator('#code').fill(text);
      await page.locator('#code').press('Enter');
    },
    async signIn(who: PersonaName | Login) {
      const person = typeof who === 'string' ? personaNamed(who) : who;
      await page.locator('input[type=email]').fill(person.mail);
      await page.locator('input[name=password]').fill(person.password);
      await page.locator('button[type=submit]').click();
    },
    async result(kind: string) {
      await page.locator(`.result[data-result=${kind}]`).waitFor();
    },
    async handOut() {
      await page.locator('.result[data-result=ready]').waitFor();
      await page.waitForTimeout(IGNORED_MS);
      await page.locator('.button.big').click();
    },
    async open(name: string) {
      await page.locator('.tabs').waitFor({ state: 'attached' });
      const link = page.locator('.tabs').getByRole('link', { name, exact: true });
      if (!(await link.isVisible())) await page.locator('.menu summary').click();
      await page.getByRole('link', { name, exact: true }).click();
    },
    async nextVisitor() {
      await page.waitForTimeout(IGNORED_MS);
      await page.getByRole('button', { name: 'Next visitor' }).click();
    },
  };
}

/** Finds an account that was never verified, in the form on the page, and describes the practitioner. */
export async function describePractitioner(
  page: Page,
  accountId: string,
  { validUntil }: { readonly validUntil?: string } = {},
): Promise<void> {
  const account = page.getByLabel('Account id of the practitioner');
  await account.fill(accountId);
  await account.press('Enter');
  await page.getByText(`Account that ends with ${accountId.slice(-4).toUpperCase()}.`).waitFor();
  await page.getByText('It was never verified.').waitFor();
  await page.getByLabel('Name, as registered').fill('Siti Aminah binti Rahman');
  await page.getByLabel('Registration number').fill('61544');
  await page.getByLabel('Specialty').fill('Family medicine');
  await page.getByLabel('Works at').fill('Klinik Kita, Shah Alam');
  if (validUntil) await page.getByLabel('Valid until the end of').fill(validUntil);
}

/** Every script of the desk, and nothing else, runs without an error. */
export const expectNoErrors = ({ errors }: Pick<DeskPage, 'errors'>): void => expect(errors).toEqual([]);
