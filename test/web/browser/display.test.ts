import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCode } from '../../../web/client/client.ts';
import type { Display } from '../../../web/display/answer.ts';
import { crowd, display, displays, EMPTY, HALLS, LANGKAH, LONG_TITLE, ZUMBA } from '../displays.ts';
import { openBrowser, openPage, PHONE, soon, WALL, WALL_STANDING, WALL_ULTRAWIDE } from './browser.ts';
import { type Hall, newHall } from './exhibition-hall.ts';
import { scannedPicture } from './scanned-picture.ts';
import { LOADED, openScreen, outside, type ScreenOptions, violations } from './screens.ts';

/** The display page in a real browser: with the real API, and with chosen responses. It polls about every five seconds. */

let browser: Browser;
let hall: Hall;
beforeAll(async () => {
  [browser, hall] = await Promise.all([openBrowser(), newHall()]);
});
afterAll(async () => {
  await hall?.town.leave();
});
type Opened = Awaited<ReturnType<typeof openPage>>;
const open: Opened[] = [];
/** Pages whose requests were made to fail. */
const troubled = new Set<Opened>();

/** A page with the real API. */
async function screen(options = WALL, search = '', code = hall.code) {
  const opened = await openPage(browser, options);
  open.push(opened);
  await opened.page.clock.install();
  await opened.page.goto(`${hall.town.local.url}/display/${code}${search}`);
  return opened;
}

/** A page with chosen responses. */
async function screenOf(answer: Display | 404 | undefined, options: ScreenOptions = {}) {
  const opened = await openScreen(browser, hall.town.local.url, answer, options);
  open.push(opened);
  return opened;
}

/** A phone at about three metres sees a pixel for 1.07 mm of a 55-inch screen, whose shorter side is 685 mm. */
const MILLIMETRES_OF_A_PIXEL = 1.07;
const SHORT_SIDE_MM = 685;

/** Decodes the picture of the whole screen, scaled as a phone sees it. */
/** A hand moves a phone by some centimetres, and the phone reads one of its pictures. */
const MOVEMENTS = [1, 1.03, 0.97];
async function scanned({ page }: { page: Page }, millimetresOfAPixel: number): Promise<string | undefined> {
  const picture = await page.screenshot();
  for (const movement of MOVEMENTS) {
    const read = await scannedPicture(browser, picture, (movement * SHORT_SIDE_MM) / millimetresOfAPixel);
    if (read) return read;
  }
  return undefined;
}

const names = ({ page }: { page: Page }) => page.locator('.name').allTextContents();
const visibleRanks = ({ page }: { page: Page }) =>
  page.locator('.plinth:visible, .rank:visible, .numeral:visible').allTextContents();
const text = ({ page }: { page: Page }) => page.locator('body').innerText();

describe('a state', () => {
  it('changes from upcoming to live at the start, and invites nobody after the end, without a new response', async () => {
    const times = { startsAt: '2026-11-27T07:42:50.000Z', endsAt: '2026-11-27T07:43:06.000Z' };
    const wall = await screenOf(display([LANGKAH], times));
    await wall.shows('.upcoming');
    expect(await text(wall)).toContain('minute');
    await wall.passes(61);
    await wall.page.getByText('Live').waitFor(LOADED);
    // The exhibition ends while its code is large.
    expect(await wall.page.locator('.large-code:visible').count()).toBe(1);
    await wall.passes(8);
    expect(await text(wall)).toContain('Final results by');
    expect(await wall.page.locator('.qr').count()).toBe(0);
  });

  it('shows names without ranks while everybody has 0 steps', async () => {
    const wall = await screenOf(displays['at the start line']);
    await wall.shows('.row');
    expect(await visibleRanks(wall)).toEqual([]);
    expect(await names(wall)).toHaveLength(7);
  });

  it('lets the final podium take turns with ranks 4 to 10', async () => {
    const wall = await screenOf(displays.final);
    await wall.shows('.stage');
    expect(await visibleRanks(wall)).toEqual(['1', '2', '3']);
    const left = await wall.page
      .locator('.step')
      .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().left));
    const [first = 0, second = 0, third = 0] = left;
    expect(second < first && first < third).toBe(true);
    await wall.passes(13);
    expect(await visibleRanks(wall)).toEqual(['4', '5', '5', '7', '8', '9', '10']);
    expect(await outside(wall)).toEqual([]);
    await wall.passes(12);
    expect(await visibleRanks(wall)).toEqual(['1', '2', '3']);
  });

  it('says so for an unknown or malformed code', async () => {
    const wall = await screen(WALL, '', 'tiada-di-sini');
    troubled.add(wall);
    await wall.page.getByText('There is no exhibition with this code.').waitFor(LOADED);
    const none = await screen(WALL, '', '');
    await none.page.getByText('/display/code').waitFor(LOADED);
    expect(none.statuses).toEqual([]);
  });

  it('sleeps outside its hours and wakes when they begin, by the server’s time', async () => {
    const asleep = await screenOf(displays.live, { search: '?hours=17-22' });
    await asleep.shows('.sleeping');
    await asleep.page.getByText('The board opens again at 5.00 pm').waitFor(LOADED);
    expect(await names(asleep)).toEqual([]);
    const awake = await screenOf(displays.live, { search: '?hours=10-22' });
    await awake.shows('.place');
  });
});

describe('a board', () => {
  it('shows the leaders of the real API, and polls with the ETag', async () => {
    await hall.walker('Jalan Jauh', 12_345);
    await hall.walker('Kaki Laju', 11_000);
    const wall = await screen();
    await wall.page.getByText('Jalan Jauh').waitFor(LOADED);
    expect(await wall.page.title()).toBe('Ekspo Sihat');
    expect(await wall.page.locator('h1').textContent()).toBe('Sejuta Langkah');
    expect(await wall.page.locator('.code').textContent()).toBe(hall.code);
    expect(await wall.page.locator('.total').textContent()).toBe('2 people');
    expect(await wall.page.locator('.place').allTextContents()).toEqual([
      '1Jalan Jauh steps12,345',
      '2Kaki Laju steps11,000',
    ]);
    await soon(wall.page, () => wall.statuses).toContain(304);
    expect(wall.statuses[0]).toBe(200);
  });

  it('marks a climb and a newcomer for eight seconds, and never a fall', async () => {
    const wall = await screenOf(display([{ ...LANGKAH, top: LANGKAH.top.slice(0, 4) }]));
    await wall.shows('.row');
    const [first, second, third, fourth, fifth] = LANGKAH.top;
    if (!first || !second || !third || !fourth || !fifth) throw new Error('the board has too few people');
    const top = [first, second, { ...fourth, rank: 3 }, { ...third, rank: 4 }, { ...fifth, rank: 5 }];
    wall.answers(display([{ ...LANGKAH, top }]));
    await wall.passes(7);
    const marks = () => wall.page.locator('.mark').allTextContents();
    expect(await marks()).toEqual(['1', 'NEW']);
    expect(await wall.page.locator('.climb').count()).toBe(1);
    await wall.passes(9);
    expect(await marks()).toEqual([]);
  });

  it('shows that two people share a rank, and has bars in proportion to the leader', async () => {
    const wall = await screenOf(displays.live);
    await wall.shows('.row');
    expect(await visibleRanks(wall)).toEqual(['1', '2', '3', '4', '5', '5', '7', '8', '9', '10']);
    expect(await wall.page.locator('.ties-below .name').allTextContents()).toEqual(['Wau Bulan Senja']);
    expect(await wall.page.locator('.ties-above .name').allTextContents()).toEqual(['Nasi Lemak Bukit']);
    const shares = await wall.page
      .locator('.place, .row')
      .evaluateAll((all) =>
        all.map((element) => Number(getComputedStyle(element).getPropertyValue('--share'))),
      );
    expect(shares).toEqual([100, 96.3, 91, 80, 73.9, 73.9, 68.3, 64.4, 59.9, 56.8]);
  });

  it('shows three challenges with their ranks in turn: 1 to 3, 4 to 7, 8 to 10', async () => {
    const wall = await screenOf(displays['live, three challenges']);
    await wall.shows('.many');
    const ofFirst = async () => (await visibleRanks(wall)).join(' ');
    expect(await ofFirst()).toBe('1 2 3 1 1 3 1 2 3');
    await wall.passes(13);
    expect(await ofFirst()).toBe('4 5 5 7 4 4 6 7 4 5 6 7');
    expect(await outside(wall)).toEqual([]);
    await wall.passes(12);
    expect(await ofFirst()).toBe('8 9 10 8 9 10 8 9 10');
    await wall.passes(12);
    expect(await ofFirst()).toBe('1 2 3 1 1 3 1 2 3');
  });

  it('shows five challenges in two turns', async () => {
    const few = [LANGKAH, HALLS, ZUMBA, EMPTY, { ...EMPTY, title: 'Petang' }].map((challenge) => ({
      ...challenge,
      top: challenge.top.slice(0, 3),
    }));
    const wall = await screenOf(display(few));
    await wall.shows('.many');
    const titles = () => wall.page.locator('h2').allTextContents();
    expect(await titles()).toEqual(few.slice(0, 3).map(({ title }) => title));
    await wall.passes(13);
    // Nobody is on the boards of the other two, so they have one invitation.
    expect(await text(wall)).toContain('Kebun Bunga · Petang');
    expect(await text(wall)).toContain('Be the first!');
  });

  it('glides once for each response, and not at all with reduced motion', async () => {
    const glides = async (reducedMotion: 'reduce' | 'no-preference') => {
      const wall = await screenOf(displays.live, { size: { ...WALL, reducedMotion } });
      await wall.shows('.row');
      await wall.page.evaluate(() => {
        const { animate } = Element.prototype;
        Element.prototype.animate = function (...given) {
          document.documentElement.dataset['glides'] = 'yes';
          return animate.apply(this, given);
        };
      });
      const [first, second, ...others] = LANGKAH.top;
      if (!first || !second) throw new Error('the board has too few people');
      const top = [{ ...second, steps: 130_000, rank: 1 }, { ...first, rank: 2 }, ...others];
      wall.answers(display([{ ...LANGKAH, top }]));
      await wall.passes(7);
      await wall.page.getByText('130,000').first().waitFor(LOADED); // the response may arrive later on a busy machine
      return wall.page.evaluate(() => document.documentElement.dataset['glides']);
    };
    expect(await glides('no-preference')).toBe('yes');
    expect(await glides('reduce')).toBeUndefined();
  });

  it('removes an alias with the next response after its consent was withdrawn', async () => {
    const shy = await hall.walker('Segan Juga', 70_000);
    const wall = await screen();
    await wall.page.getByText('Segan Juga').waitFor(LOADED);
    await shy.leavesTheDisplay();
    await soon(wall.page, () => names(wall)).not.toContain('Segan Juga');
    expect(await wall.page.content()).not.toContain('Segan Juga');
  });

  it('shows an alias with markup as plain text', async () => {
    const markup = '<img src=x onerror=a()>';
    await hall.walker(markup, 80_000);
    const wall = await screen();
    await soon(wall.page, () => names(wall)).toContain(markup);
    expect(await wall.page.locator('img').count()).toBe(0);
    // Run from a task of the page, because code that a debugger runs may do more.
    const attempts = await wall.page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const nameOf = (attempt: () => unknown) => {
            try {
              attempt();
              return 'allowed';
            } catch (error) {
              return error instanceof Error ? error.name : '';
            }
          };
          setTimeout(() =>
            resolve([
              nameOf(() => {
                document.body.innerHTML = '<img src=x onerror=alert(1)>';
              }),
              nameOf(() => new Function('return 1')()),
            ]),
          );
        }),
    );
    expect(attempts).toEqual(['TypeError', 'EvalError']);
    wall.errors.splice(0); // the content security policy has reported both attempts
  });
});

describe('a screen reader', () => {
  it('knows each board by the name of its challenge', async () => {
    const wall = await screenOf(displays['live, three challenges']);
    await wall.shows('.many');
    for (const { title } of [LANGKAH, HALLS, ZUMBA])
      expect(await wall.page.getByRole('region', { name: title }).count()).toBe(1);
    await wall.turnsTo(displays.final, '.stage');
    expect(await wall.page.getByRole('list', { name: LANGKAH.title }).count()).toBe(1);
  });

  it('hears politely who the first three are after a change, and no name after its withdrawal', async () => {
    const wall = await screenOf(displays.live);
    await wall.shows('.row');
    const announced = () => wall.page.locator('.announcement').textContent();
    expect(await wall.page.locator('.announcement').getAttribute('role')).toBe('status');
    await wall.passes(8);
    expect(await announced()).toBe('');
    const [first, second, third, ...others] = LANGKAH.top;
    if (!first || !second || !third) throw new Error('the board has too few people');
    const top = [{ ...second, rank: 1, steps: 130_000 }, { ...first, rank: 2 }, third, ...others];
    wall.answers(display([{ ...LANGKAH, top }]));
    await wall.passes(7);
    expect(await wall.page.content()).toContain(
      '10,000 Langkah, top three: 1 小老虎快走, 2 Teh Tarik Laju, 3 Geng Jalan Pagi Bukit Kiara KL',
    );
    wall.answers(display([{ ...LANGKAH, top: top.slice(1).map((place, n) => ({ ...place, rank: n + 1 })) }]));
    await wall.passes(7);
    expect(await announced()).toBe('');
    expect(await wall.page.content()).not.toContain('小老虎快走');
  });
});

describe('without a connection', () => {
  it('the last results stay with their age, become blank after a minute, and come back', async () => {
    const wall = await screenOf(displays.live);
    troubled.add(wall);
    await wall.shows('.row');
    wall.answers(undefined);
    await wall.passes(20);
    expect(await text(wall)).toMatch(/No connection\s+Results from \d\d? seconds ago/);
    expect(await names(wall)).toContain('Teh Tarik Laju');
    expect(await outside(wall)).toEqual([]);
    await wall.passes(48);
    expect(await text(wall)).toContain('Waiting for the results…');
    expect(await wall.page.content()).not.toContain('Teh Tarik Laju');
    // The title and the code have no personal data, so people can still join.
    expect(await text(wall)).toContain('KL Wellness Expo');
    expect(await text(wall)).toContain('kl-wellness-expo');
    expect(await scanned(wall, MILLIMETRES_OF_A_PIXEL)).toContain('/join/kl-wellness-expo');
    expect(await outside(wall)).toEqual([]);
    wall.answers(displays.live);
    await wall.passes(36);
    expect(await names(wall)).toContain('Teh Tarik Laju');
    expect(await text(wall)).not.toContain('No connection');
  });

  it('the title and the code leave with an exhibition that is gone or over', async () => {
    const wall = await screenOf(displays.live);
    troubled.add(wall);
    await wall.shows('.row');
    wall.answers(404);
    await wall.passes(9);
    expect(await text(wall)).toContain('There is no exhibition with this code.');
    expect(await wall.page.locator('.qr').count()).toBe(0);
    wall.answers(display([LANGKAH], { endsAt: '2026-11-27T07:43:20.000Z' }));
    await wall.passes(9);
    expect(await names(wall)).toContain('Teh Tarik Laju');
    wall.answers(undefined);
    await wall.passes(66);
    expect(await text(wall)).toContain('Waiting for the results…');
    expect(await text(wall)).not.toContain('kl-wellness-expo');
  });
});

describe('the QR code', () => {
  const JOIN = 'kl-wellness-expo';

  /** Expects a phone at three metres to read the code. */
  async function expectReadable(wall: Awaited<ReturnType<typeof screenOf>>, { viewport }: typeof WALL) {
    // Measured before the slow decoding.
    const symbol = await heightOfCode(wall);
    const address = (await scanned(wall, MILLIMETRES_OF_A_PIXEL)) ?? '';
    expect(address).toBe(`${hall.town.local.url}/join/${JOIN}`);
    expect(readCode(address)).toEqual({ kind: 'exhibition', code: JOIN });
    const { width = 0, height = 0 } = viewport ?? {};
    expect((symbol / Math.min(width, height)) * SHORT_SIDE_MM).toBeGreaterThanOrEqual(220);
  }

  const heightOfCode = ({ page }: { page: Page }) =>
    page.evaluate(() => document.querySelector('.qr path')?.getBoundingClientRect().height ?? 0);

  it.each([
    [WALL, '?lang=zh', ['upcoming', 'nobody yet', 'announced', 'at the start line', 'live, two challenges']],
    [WALL_STANDING, '?theme=light&lang=ms', ['upcoming', 'nobody yet', 'at the start line']],
    [WALL_ULTRAWIDE, '', ['live', 'live, two challenges']],
  ] as const)('is read from three metres, within a minute: %j %s %j', async (size, search, states) => {
    const wall = await screenOf(displays[states[0]], { size, search });
    await wall.shows('.qr');
    for (const state of states) {
      if (state !== states[0]) await wall.turnsTo(displays[state]);
      const hasTurn = ['at', 'live'].some((start) => state.startsWith(start)) && size !== WALL_ULTRAWIDE;
      if (hasTurn) await becomes(wall, 1);
      expect(await outside(wall)).toEqual([]);
      await expectReadable(wall, size);
    }
  });

  const isLarge = ({ page }: { page: Page }) => page.locator('.large-code:visible').count();
  /**
   * @param notFor the seconds for which it stays as it is
   * @returns the time of the page, exact to two seconds, when the code becomes large, or small again, at most 70 seconds later
   */
  async function becomes(wall: Awaited<ReturnType<typeof screenOf>>, count: number, notFor = 0) {
    if (notFor > 0) {
      await wall.passes(notFor);
      expect(await isLarge(wall)).not.toBe(count);
    }
    for (let seconds = notFor; (await isLarge(wall)) !== count; seconds += 2) {
      expect(seconds).toBeLessThan(70);
      await wall.passes(2);
    }
    return wall.page.evaluate(() => Date.now());
  }

  it.each([
    ['live', WALL, '?theme=light&lang=ms', 98],
    ['live', WALL_STANDING, '?lang=zh', 170],
    ['live, three challenges', WALL, '?lang=ms', undefined],
  ] as const)(
    'is large for 12 seconds a minute: the podium stays, and the other ranks wait: %s %j %s',
    async (state, size, search, millimetres) => {
      const wall = await screenOf(displays[state], { size, search });
      await wall.shows('.row, .place');
      // Between these times, a phone nearby reads it.
      if (millimetres !== undefined) {
        expect(await scanned(wall, MILLIMETRES_OF_A_PIXEL / 2)).toContain(`/join/${JOIN}`);
        expect(((await heightOfCode(wall)) / 1080) * SHORT_SIDE_MM).toBeGreaterThanOrEqual(millimetres);
      }
      const podium = () =>
        wall.page.evaluate(() =>
          [...document.querySelectorAll('.place')]
            .filter((place) => place.checkVisibility({ visibilityProperty: true }))
            .map((place) => {
              const { left, top, width, height } = place.getBoundingClientRect();
              const screen = document.querySelector('.screen')?.getBoundingClientRect();
              const from = [left - (screen?.left ?? 0), top - (screen?.top ?? 0)];
              return [
                place.querySelector('.name')?.textContent,
                ...[...from, width, height].map(Math.round),
              ].join();
            }),
        );
      const before = await podium();
      const from = await becomes(wall, 1);
      const during = await podium();
      // The code takes the place of the last of three columns.
      expect(during).toEqual(before.slice(0, during.length));
      expect(during).toHaveLength(state === 'live' ? 3 : 6);
      expect(await wall.page.locator('.rank:visible').count()).toBe(0);
      expect(await outside(wall)).toEqual([]);
      await expectReadable(wall, size);
      const seconds = (moment: number) => Math.round((moment - from) / 1000);
      expect(Math.abs(seconds(await becomes(wall, 0, 7)) - 12)).toBeLessThan(5);
      expect(await visibleRanks(wall)).not.toEqual([]);
      expect(Math.abs(seconds(await becomes(wall, 1, 36)) - 60)).toBeLessThan(5);
    },
  );
});

describe('the settings', () => {
  it('are named for ten seconds where the page does not understand them', async () => {
    const wall = await screenOf(displays.live, { search: '?theme=Light&hours=10:00-22:00&lang=ms' });
    await wall.shows('.row');
    expect(await text(wall)).toContain('Tetapan tidak difahami: theme=Light, hours=10:00-22:00');
    expect(await violations(wall)).toEqual([]);
    await wall.passes(11);
    expect(await text(wall)).not.toContain('Tetapan tidak difahami');
  });

  it.each(['KL-Wellness-Expo', 'kl-wellness-expo/', 'KL-WELLNESS-EXPO/'])(
    'may follow a code in capitals or with a slash at the end: %s',
    async (code) => {
      const wall = await screenOf(displays.live, { code, search: '?theme=light' });
      await wall.shows('.row');
      expect(await wall.page.locator('.code').textContent()).toBe('kl-wellness-expo');
      const asked = wall.requests.filter((url) => url.includes('/v1/'));
      expect(new Set(asked.map((url) => new URL(url).pathname))).toEqual(
        new Set(['/v1/community/events/kl-wellness-expo/display']),
      );
      const strict = await fetch(
        `${hall.town.local.url}/v1/community/events/${hall.code.toUpperCase()}/display`,
      );
      expect(strict.status).not.toBe(200);
    },
  );

  it.each([
    ['en', 'en-MY', ['Provisional result', 'people', 'steps'], []],
    [
      'ms',
      'ms-MY',
      ['Keputusan sementara', 'orang', 'langkah', 'Sedang berlangsung'],
      [
        ['announced', 'Cabaran langkah akan diumumkan tidak lama lagi'],
        ['ended, provisional', 'Keputusan muktamad diumumkan selewat-lewatnya esok, 3.00 petang'],
      ],
    ],
    [
      'zh',
      'zh-Hans-MY',
      ['暂定成绩', '人', '步数'],
      [
        ['upcoming', '已报名 Bukit Bendera'],
        ['live, three challenges', '暂定成绩，下午3:41'],
        ['ended, provisional', '最终成绩最迟明天下午3:00公布'],
        ['final', '123,456 步'],
      ],
    ],
  ] as const)('show the page in %s', async (lang, language, words, states) => {
    const wall = await screenOf(displays.live, { search: `?lang=${lang}` });
    await wall.shows('.row');
    expect(await wall.page.locator('html').getAttribute('lang')).toBe(language);
    const says = async () => (await text(wall)).replaceAll(/\s+/g, ' ');
    for (const word of words) expect(await says()).toContain(word);
    expect(await outside(wall)).toEqual([]);
    for (const [state, said] of states) {
      await wall.turnsTo(displays[state]);
      // Several challenges take turns.
      for (let n = 0; n < 10 && !(await says()).includes(said); n++) await wall.passes(4);
      expect(await says()).toContain(said);
      expect(await outside(wall)).toEqual([]);
    }
    await wall.turnsTo(displays.live);
    expect(await violations(wall)).toEqual([]);
  });

  it('rotate the languages every 20 seconds', async () => {
    const wall = await screenOf(displays.live, { search: '?lang=auto' });
    await wall.shows('.row');
    const language = () => wall.page.locator('html').getAttribute('lang');
    for (const expected of ['en-MY', 'ms-MY', 'zh-Hans-MY', 'en-MY']) {
      // The page draws a moment after its clock has moved.
      await expect.poll(language, { timeout: 60_000 }).toBe(expected);
      await wall.passes(20);
    }
  });

  it('show a logo, and none for an unknown name', async () => {
    const known = await screenOf(displays.live, { search: '?logo=sihat' });
    await known.shows('.row');
    const width = await known.page
      .locator('.logo')
      .evaluate((element) => (element instanceof HTMLImageElement ? element.naturalWidth : 0));
    expect(width).toBeGreaterThan(0);
    expect(await outside(known)).toEqual([]);
    const unknown = await screenOf(displays.live, { search: '?logo=nobody' });
    await unknown.shows('.row');
    expect(await text(unknown)).toContain('Setting not understood: logo=nobody');
    expect(await unknown.page.locator('img').count()).toBe(0);
  });
});

describe('every size', () => {
  it.each([
    ['1080p', WALL],
    ['portrait', WALL_STANDING],
    ['ultra-wide', WALL_ULTRAWIDE],
  ])('shows long names completely at %s, in turns', async (_, size) => {
    const crowds = [
      crowd((n) => `Abdul Rahman Sulaiman bin Ali${n}`),
      crowd((n) => `${'W'.repeat(29)}${n}`),
    ].map((challenge) => display([challenge], { title: LONG_TITLE }));
    const [first] = crowds;
    const wall = await screenOf(first, { size });
    await wall.shows('.place');
    for (const shown of crowds) {
      if (shown !== first) await wall.turnsTo(shown);
      const seen = new Set<string>();
      // The last turn is the one in which the first ranks are back. In some turns the code is large.
      for (let turn = 0, isLast = false; turn < 12 && !isLast; turn++) {
        isLast = seen.size === 10;
        if (turn > 0) await wall.passes(12);
        expect(await outside(wall)).toEqual([]);
        for (const rank of await visibleRanks(wall)) seen.add(rank);
      }
      expect([...seen].map(Number).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    }
  });

  it('fits a phone without horizontal scrolling', async () => {
    const phone = await screenOf(displays['live, three challenges'], { size: PHONE });
    await phone.shows('.row');
    const { scrollWidth, clientWidth } = await phone.page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return { scrollWidth, clientWidth };
    });
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    expect(await visibleRanks(phone)).toHaveLength(30);
    // A phone cannot scan its own screen.
    const link = phone.page.getByRole('link', { name: 'kl-wellness-expo' });
    expect(await link.getAttribute('href')).toBe(`${hall.town.local.url}/join/kl-wellness-expo`);
    expect(await violations(phone)).toEqual([]);
  });
});

describe('all pages of these tests', () => {
  it('sent requests only to this server, and had no script errors', () => {
    expect(open.length).toBeGreaterThan(10);
    const { origin } = new URL(hall.town.local.url);
    for (const opened of open) {
      const { requests, errors, failedLoads } = opened;
      for (const url of requests)
        expect(url.startsWith('data:') || new URL(url).origin === origin).toBe(true);
      expect(errors).toEqual([]);
      if (!troubled.has(opened)) expect(failedLoads).toEqual([]);
    }
  });
});
