import { randomUUID } from 'node:crypto';
import { CORPORATE_WORKSPACE, personas } from '../../local/demo/people.ts';
import { typedCode } from '../../web/client/short-codes.ts';
import { startInProcess } from '../support/running.ts';
import { newGift, reserve } from '../web/browser/gifts-of-merchants.ts';
import { crowd, display, NOW } from '../web/displays.ts';
import { type OldPage, openOldBrowser } from './old-browser.ts';

/**
 * npm run test:old-browsers: the pages in browsers that screens and phones still have. Below the floor a page says that the browser
 * is too old.
 */
const FLOOR = 87;
const VERSIONS = [83, 88, 92, 103, 110];
const CODE = 'kl-wellness-expo';

const local = await startInProcess({ empty: false });
const { mail, password } = personas.find(({ name }) => name === 'merchant-staff') ?? {
  mail: '',
  password: '',
};
let passed = 0;
let failed = 0;

/** Types into a field as a person does: the page hears of it. */
const typed = (selector: string, text: string) => `(() => {
  const field = document.querySelector(${JSON.stringify(selector)});
  field.value = ${JSON.stringify(text)};
  field.dispatchEvent(new Event('input', { bubbles: true }));
})()`;
const pressed = (selector: string) => `document.querySelector(${JSON.stringify(selector)}).click()`;
const says = (text: string) => `document.body.innerText.includes(${JSON.stringify(text)})`;

const PAGES: Readonly<Record<string, (page: OldPage) => Promise<void>>> = {
  async 'the display shows its board'(page) {
    await page.goto(`${local.url}/display/${CODE}`);
    await page.until("document.querySelectorAll('main .name').length > 0");
    await page.until(says('KL Wellness Expo'));
    // The title of a challenge is above its board.
    await page.until(`[...document.querySelectorAll('.board')].every((board) => {
      const [title, place] = ['.topic', '.place'].map((part) => board.querySelector(part)?.getBoundingClientRect());
      return !title || !place || title.bottom <= place.top + 1;
    })`);
  },
  async 'three columns of long Tamil names are whole'(page) {
    const names = ['தமிழ்ச்செல்வி முருகன் குழு', 'கிருஷ்ணமூர்த்தி ஜூஜூ', 'செந்தில்'];
    const long = crowd((n) => `${names[n % names.length]} ${n}`);
    await page.goto(`${local.url}/display/${CODE}`);
    await page.until("document.querySelectorAll('main .name').length > 0");
    await page.value(
      `globalThis.fetch = async () => new Response(${JSON.stringify(
        JSON.stringify(display([long, long, long])),
      )}, { headers: { date: '${NOW.toUTCString()}' } }), undefined`,
    );
    await page.until(says('தமிழ்ச்செல்வி'));
    // Each name is in its lane, and each lane is above the join panel.
    await page.until(`(() => {
      const boxOf = (element) => element.getBoundingClientRect();
      const panel = boxOf(document.querySelector('.join-panel'));
      const lanes = [...document.querySelectorAll('.place, .row')].filter((lane) => boxOf(lane).height > 0);
      return lanes.length > 0 && lanes.every((lane) =>
        boxOf(lane.querySelector('.name')).bottom <= boxOf(lane).bottom && boxOf(lane).bottom <= panel.top + 1);
    })()`);
  },
  async 'the join page shows the exhibition and its code'(page) {
    await page.goto(`${local.url}/join/${CODE}?lang=en`);
    await page.until(says('KL Wellness Expo'));
    await page.until(says(CODE));
  },
  async 'the page of an invitation shows who invites'(page) {
    const { body } = await local.call('POST', `/v1/partner/workspaces/${CORPORATE_WORKSPACE}/invitations`, {
      as: 'hr-admin',
      body: { invitationId: randomUUID(), role: 'member' },
    });
    await page.goto(`${local.url}/invitation?lang=en#${body.invitationToken}`);
    await page.until(says('Teknologi Maju Sdn Bhd invites you'));
    await page.until(says(body.invitationToken));
  },
  async 'the desk signs in and hands out a gift'(page) {
    const claimId = await reserve({ local } as never, await newGift({ local } as never));
    await page.goto(`${local.url}/desk`);
    await page.until("document.querySelector('input[type=email]')");
    await page.value(typed('input[type=email]', mail));
    await page.value(typed('input[name=password]', password));
    await page.value(pressed('button[type=submit]'));
    await page.until("document.querySelector('[data-result=empty]')");
    await page.value(typed('#code', typedCode(claimId)));
    await page.value(pressed('form.typed button'));
    await page.until("document.querySelector('[data-result=ready]')");
    await new Promise((done) => setTimeout(done, 500));
    await page.value(pressed('.button.big'));
    await page.until("document.querySelector('[data-result=given]')");
  },
};

async function check(version: number, name: string, task: (page: OldPage) => Promise<void>): Promise<void> {
  const browser = await openOldBrowser(version);
  const { page } = browser;
  try {
    await task(page);
    if (page.errors.length > 0) throw new Error(page.errors.join('\n'));
    passed += 1;
    console.log(`passed  Chromium ${version}: ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  Chromium ${version}: ${name}\n${error}`);
  } finally {
    await browser.stop();
  }
}

try {
  for (const version of VERSIONS)
    if (version >= FLOOR) for (const [name, task] of Object.entries(PAGES)) await check(version, name, task);
    else
      for (const path of [`/display/${CODE}`, `/join/${CODE}`, '/invitation', '/desk'])
        await check(version, `${path} says that it is too old`, async (page) => {
          await page.goto(local.url + path);
          await page.until(says(`Chromium ${version}`));
          await page.until(says(`${FLOOR}`));
          if (path.includes(CODE)) await page.until(says(CODE));
        });
} finally {
  await local.stop();
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
