import { randomUUID } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { campaigns } from '../../../local/demo/rewards.ts';
import { fontFiles } from '../../../web/fonts.ts';
import { startInProcess } from '../../support/running.ts';
import { displays } from '../displays.ts';
import { openBrowser, openPage, PHONE, WALL, WALL_4K, WALL_STANDING, WALL_ULTRAWIDE } from './browser.ts';
import { demoPlatform } from './demo-platform.ts';
import { describePractitioner, openDesk } from './desk-driver.ts';
import { openScreen } from './screens.ts';

/**
 * `npm run screens`: pictures of every state of the display in every language and at every size, in `test-artifacts/screens/`,
 * of the pages that are read at every width in both themes, and the pictures of the documents, in `docs/display/` and `docs/desk/`.
 * `npm test` skips this file.
 */
const WANTED = process.env['SIHAT_SCREENS'] === '1';
const ALL = join('test-artifacts', 'screens');
const DOCUMENTS = join('docs', 'display');
const DESK = join('docs', 'desk');

const SIZES = {
  '1080p': WALL,
  '4k': WALL_4K,
  portrait: WALL_STANDING,
  'ultra-wide': WALL_ULTRAWIDE,
  phone: PHONE,
};
const LANGUAGES = ['en', 'ms', 'zh'] as const;
/** Small enough to commit. The layout is the same as at 1080p. */
const SMALL: BrowserContextOptions = { viewport: { width: 960, height: 540 } };
const SMALL_LAPTOP: BrowserContextOptions = { viewport: { width: 1200, height: 675 } };
const SMALL_PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 } };
const SMALL_STANDING: BrowserContextOptions = { viewport: { width: 660, height: 1174 } };
const SMALL_ULTRAWIDE: BrowserContextOptions = { viewport: { width: 1600, height: 450 } };

type State = keyof typeof displays | 'unknown code' | 'sleeping' | 'offline' | 'waiting';
const STATES: readonly State[] = [
  ...(Object.keys(displays) as (keyof typeof displays)[]),
  ...(['unknown code', 'sleeping', 'offline', 'waiting'] as const),
];
const isResponse = (state: State): state is keyof typeof displays => state in displays;

let browser: Browser;
let local: Awaited<ReturnType<typeof startInProcess>>;
beforeAll(async () => {
  if (!WANTED) return;
  [browser, local] = await Promise.all([openBrowser(), startInProcess()]);
  for (const folder of [ALL, DOCUMENTS, DESK]) await mkdir(folder, { recursive: true });
});
afterAll(async () => {
  await local?.stop();
});

async function picture(path: string, state: State, size: BrowserContextOptions, search: string, turns = 0) {
  const answer = isResponse(state) ? displays[state] : state === 'unknown code' ? 404 : displays.live;
  const hours = state === 'sleeping' ? '&hours=17-22' : '';
  const screen = await openScreen(browser, local.url, answer, { size, search: `?${search}${hours}` });
  await screen.shows('.screen:not(.waiting)');
  if (state === 'offline' || state === 'waiting') {
    screen.answers(undefined);
    await screen.passes(state === 'offline' ? 20 : 70);
  }
  if (turns > 0) await screen.passes(12.5 * turns);
  await screen.page.waitForTimeout(700);
  await screen.page.screenshot({ path });
  await screen.context.close();
}

const fileOf = (...parts: readonly string[]) => `${parts.join('-').replaceAll(/[^a-z0-9]+/g, '-')}.png`;

describe.skipIf(!WANTED)('all pictures', () => {
  it.each(Object.keys(SIZES) as (keyof typeof SIZES)[])('at %s', async (size) => {
    for (const language of LANGUAGES)
      for (const state of STATES)
        await picture(join(ALL, fileOf(state, language, size)), state, SIZES[size], `lang=${language}`);
    expect(STATES.length).toBeGreaterThan(10);
  });
});

describe.skipIf(!WANTED)('the pictures of the display in the documents', () => {
  it.each([
    ['live', 'live', SMALL, 'lang=en', 0],
    ['three-challenges', 'live, three challenges', SMALL, 'lang=en', 1],
    ['upcoming', 'upcoming', SMALL, 'lang=ms', 0],
    ['announced', 'announced', SMALL, 'lang=zh', 0],
    ['start-line', 'at the start line', SMALL, 'lang=en', 0],
    ['ended', 'ended, provisional', SMALL, 'lang=ms', 0],
    ['final', 'final', SMALL, 'lang=en', 0],
    ['offline', 'offline', SMALL, 'lang=ms', 0],
    ['light', 'live', SMALL, 'lang=en&theme=light&logo=sihat', 0],
    ['portrait', 'live', SMALL_STANDING, 'lang=zh', 0],
    ['ultra-wide', 'live, two challenges', SMALL_ULTRAWIDE, 'lang=en', 0],
    ['large-code', 'live', SMALL, 'lang=ms', 5],
    ['nobody', 'nobody yet', SMALL, 'lang=zh', 0],
  ] as const)('%s', async (name, state, size, search, turns) => {
    await picture(join(DOCUMENTS, `${name}.png`), state, size, search, turns);
  });
});

describe.skipIf(!WANTED)('the pictures of the desk in the documents', () => {
  const demo = demoPlatform();
  const takePicture = async ({ page }: Awaited<ReturnType<typeof openDesk>>, name: string) => {
    await page.waitForTimeout(700);
    await page.screenshot({ path: join(DESK, `${name}.png`) });
  };

  /** A visitor's code is scanned, and the counter shows what to give. */
  async function scannedAt(size: BrowserContextOptions) {
    const desk = await openDesk(demo.browser, demo.local.url, size);
    await desk.signIn('merchant-staff');
    await desk.result('empty');
    const claimId = randomUUID();
    await demo.local.call('POST', `/v1/rewards/campaigns/${campaigns.live}/claims`, {
      token: await demo.local.tokenOf({ accountId: randomUUID() }),
      body: { claimId },
    });
    await desk.scan(claimId);
    await desk.result('ready');
    return { desk, claimId };
  }

  it('the counter on a laptop', async () => {
    const { desk } = await scannedAt(SMALL_LAPTOP);
    await takePicture(desk, 'counter');
  });

  it('the counter on a phone', async () => {
    const { desk, claimId } = await scannedAt(SMALL_PHONE);
    await takePicture(desk, 'ready');
    await desk.page.getByRole('button', { name: /Hand out/ }).click();
    await desk.result('given');
    await takePicture(desk, 'given');
    await desk.page.evaluate(() => globalThis.showToCamera([]));
    await desk.page.waitForTimeout(2_500); // the counter reads the same code again when it was out of the frame for 2 s
    await desk.scan(claimId);
    await desk.result('already');
    await takePicture(desk, 'already');
  });

  it.each([
    ['certificates', 'hr-admin'],
    ['campaigns', 'merchant-staff'],
  ] as const)('%s', async (tab, person) => {
    const desk = await openDesk(demo.browser, demo.local.url, SMALL);
    await desk.signIn(person);
    await desk.page.locator(`nav a[href="#${tab}"]`).click();
    await desk.page.locator('main :is(table, .certs)').first().waitFor();
    if (tab === 'certificates') await desk.page.locator('.line').first().click();
    await takePicture(desk, tab);
  });

  it('the page of a practitioner', async () => {
    const path = '/v1/clinical/access-requests';
    /** A patient whose code the practitioner has scanned. @returns the token of the patient, and the id of the request */
    const asked = async (decision?: 'approval' | 'denial') => {
      const token = await demo.local.tokenOf({ accountId: randomUUID() });
      const { body: code } = await demo.local.call('POST', '/v1/clinical/qr-tokens', { token });
      const sent = { as: 'practitioner', body: { token: code.token } };
      const { body: request } = await demo.local.call('POST', path, sent);
      if (decision) await demo.local.call('POST', `${path}/${request.id}/${decision}`, { token });
      return request.id as string;
    };
    await asked('denial');
    const id = await asked('approval');
    await asked('approval');
    await asked();
    for (const [title, body] of [
      ['Annual check', 'HbA1c 5.9 %. BMI 27.1. Advised 150 minutes of walking a week.'],
      [
        'Blood pressure follow-up',
        '128/82 at rest, seated, left arm. Continue amlodipine 5 mg in the morning.',
      ],
    ])
      await demo.local.call('POST', `${path}/${id}/records`, { as: 'practitioner', body: { title, body } });
    for (const [size, names] of [
      [{ viewport: { width: 390, height: 844 } }, ['clinic-today', 'clinic-patient']],
      [SMALL_LAPTOP, [undefined, 'clinic-laptop']],
    ] as const) {
      const desk = await openDesk(demo.browser, demo.local.url, { ...size, as: 'practitioner' });
      const { page } = desk;
      const row = page.locator('.visit').last();
      await row.waitFor();
      if (names[0]) await takePicture(desk, names[0]);
      await row.click();
      await page.getByRole('button', { name: 'Load the notes' }).click();
      await page.getByRole('heading', { name: '2 notes' }).waitFor();
      await takePicture(desk, names[1]);
    }
  });

  /** The fonts of the wall, for aliases in scripts for which not every machine has a font. */
  async function wallFonts(): Promise<string> {
    const { css } = await fontFiles('/display/assets/');
    const families = css.replaceAll(/font-family:(SC|Tamil)/g, 'font-family:"Noto Sans $1"');
    return families.replaceAll('url(', 'url(/display/assets/');
  }

  it('the pages of administrators', async () => {
    const look = { ...SMALL_LAPTOP, bypassCSP: true, as: 'platform-admin' } as const;
    const desk = await openDesk(demo.browser, demo.local.url, look);
    const { page } = desk;
    await page.addStyleTag({ content: await wallFonts() });
    await page.locator('table.halls').waitFor();
    await takePicture(desk, 'halls');
    await page.locator('.live-card', { hasText: 'kl-wellness-expo' }).click();
    await page.locator('.who').nth(1).click();
    await takePicture(desk, 'hall');
    await desk.open('Gifts');
    await page.locator('table.stocks').waitFor();
    await takePicture(desk, 'gifts');
    await page.getByRole('link', { name: /^Waiting/ }).click();
    await page.getByRole('button', { name: 'Verify a practitioner …' }).click();
    await describePractitioner(page, randomUUID());
    await page.evaluate(() => scrollTo(0, 0));
    await takePicture(desk, 'verify');
  });
});

/** What people read beside the display and the desk. The top of each page is enough. */
const READ = {
  landing: '/',
  guide: '/guide/docs/administration.md',
  reference: '/docs/rewards.html',
  refusals: '/docs/refusals.html',
  join: '/join/kl-wellness-expo',
  'join-unknown': '/join/kl-welness-expo',
} as const;
const TOP = 2_600;

describe.skipIf(!WANTED)('the pages that are read', () => {
  const demo = demoPlatform();

  it.each([360, 390, 768, 1280, 1920])('at %i pixels, light and dark', async (width) => {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const [name, address] of Object.entries(READ)) {
        const { page, context } = await openPage(demo.browser, {
          viewport: { width, height: 900 },
          colorScheme,
        });
        await page.goto(demo.local.url + address);
        await page.waitForLoadState('networkidle');
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        const clip = { x: 0, y: 0, width, height: Math.min(TOP, height) };
        const path = join(ALL, fileOf('page', name, String(width), colorScheme));
        await page.screenshot({ path, fullPage: true, clip });
        await context.close();
      }
  });
});

/** The pictures of the README, from those of the documents. */
const FAMILY = [
  ['display/live.png', 'The wall of an exhibition'],
  ['desk/counter.png', 'The counter'],
  ['desk/clinic-laptop.png', 'The clinic'],
  ['desk/hall.png', 'A live hall, for administrators'],
] as const;

it.skipIf(!WANTED)('the picture of the README', async () => {
  const figures = await Promise.all(
    FAMILY.map(async ([file, caption]) => {
      const picture = (await readFile(join('docs', file))).toString('base64');
      return `<figure><img src="data:image/png;base64,${picture}" alt=""><figcaption>${caption}</figcaption></figure>`;
    }),
  );
  const { page, context } = await openPage(browser, { viewport: { width: 1200, height: 780 } });
  await page.setContent(`<!doctype html><style>
    ${await readFile(join('web', 'family.css'), 'utf8')}
    main { display: grid; grid-template-columns: 1fr 1fr; gap: 20px 24px; padding: 24px 24px 12px; background: var(--cloth); height: 780px }
    figure { margin: 0 } img { display: block; width: 100%; height: 322px; object-fit: cover; object-position: top; border-radius: 6px }
    figcaption { padding-top: 6px; color: var(--cloth-text); font-weight: 600 }
  </style><main>${figures.join('')}</main>`);
  await page.screenshot({ path: join('docs', 'family.png') });
  await context.close();
});
