import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { accountOf } from '../../../local/demo/people.ts';
import { claimCode } from '../../../web/client/qr-codes.ts';
import { typedCode } from '../../../web/client/short-codes.ts';
import { auditLooks, wideElements } from './accessibility.ts';
import { demoPlatform } from './demo-platform.ts';
import { type DeskPage, expectNoErrors, IGNORED_MS, openDesk, personaNamed, tabTo } from './desk-driver.ts';
import { type Gift, handedOut, newGift, newWorkspace, reserve, statusOf } from './gifts-of-merchants.ts';

declare global {
  /** How long the page has shown each gift as given, in milliseconds. */
  var givenTimes: number[];
}

const shownCode = (claimId: string): string =>
  typedCode(claimId)
    .toUpperCase()
    .replace(/^(.{4})/, '$1 ');

/** `npm run test:desk` plays 200 codes that are scanned and 200 that are typed, and the other runs ten that are scanned. */
const SCANS = Number(process.env['SIHAT_SCANS'] ?? 10);
const WAYS = (
  [
    ['scanned', 'fake'],
    ['typed', 'refused'],
  ] as const
).slice(0, process.env['SIHAT_SCANS'] ? 2 : 1);

const demo = demoPlatform();

async function atCounter(options: Parameters<typeof openDesk>[2] = {}): Promise<DeskPage> {
  const desk = await openDesk(demo.browser, demo.local.url, { as: 'merchant-staff', ...options });
  await desk.result('empty');
  return desk;
}

/** The codes that are no gift, or that reach the platform with difficulty. They are spread over a run. */
const ODD = ['repeated', 'expired', 'other', 'own', 'offline', 'lost'] as const;
const oddOf = (n: number): (typeof ODD)[number] | undefined => {
  const step = Math.floor(SCANS / 10);
  return n > 0 && n % step === 0 ? ODD[n / step - 2] : undefined;
};

const medianOf = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
const printed: string[] = [];
afterAll(() => {
  if (process.env['SIHAT_SCANS']) process.stdout.write(`${printed.join('\n')}\n`);
});

describe('a run of codes', () => {
  let otherMerchant: Promise<Gift> | undefined;
  const giftOfOther = async () => {
    const own = { name: 'Kedai Lain', workspaceKind: 'merchant', ownerId: randomUUID() } as const;
    return newGift(demo, { ofMerchant: await newWorkspace(demo, own) });
  };

  it.each(WAYS)(
    `of ${SCANS} that are %s hands out one gift for each, and none for a code that was collected, has expired, is of another merchant or one’s own`,
    async (way, camera) => {
      const gift = await newGift(demo);
      const short = await newGift(demo, { reservationTtlSeconds: 20, stockUnits: 1 });
      otherMerchant ??= giftOfOther();
      const other = await otherMerchant;
      const claimOf = {
        expired: () => reserve(demo, short),
        other: () => reserve(demo, other),
        own: () => reserve(demo, gift, accountOf('merchant-staff')),
      };
      const desk = await atCounter({ camera });
      const { page } = desk;
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/redemption')) sent.push(request.postData() ?? '');
      });
      const enter = (claimId: string) =>
        way === 'scanned' ? desk.scan(claimId) : desk.enter(typedCode(claimId));
      const given: string[] = [];
      /** Enters a code, and expects the gift of this code, and of no other, to be ready. */
      const offered = async (claimId: string) => {
        await enter(claimId);
        await desk.result('ready');
        expect(await page.locator('.result .code').innerText()).toBe(shownCode(claimId));
      };

      for (let n = 0; n < SCANS; n++) {
        const odd = oddOf(n);
        if (odd === 'repeated') {
          await enter(given.at(-2) ?? '');
          await desk.result('already');
        } else if (odd === 'expired' || odd === 'other' || odd === 'own') {
          const claimId = await claimOf[odd]();
          if (odd === 'expired') await demo.local.advance(21);
          await enter(claimId);
          await desk.result(odd);
        } else {
          const claimId = await reserve(demo, gift);
          given.push(claimId);
          if (odd === 'offline') {
            await desk.context.setOffline(true);
            await enter(claimId);
            await desk.result('offline');
            await desk.context.setOffline(false);
            await page.waitForTimeout(IGNORED_MS);
            await page.getByRole('button', { name: 'Try again' }).click();
          } else await offered(claimId);
          if (odd === 'lost') await loseAnswers(desk, 2);
          await desk.handOut();
          if (odd === 'lost') await desk.result('unanswered');
          await desk.result('given');
          if (odd === 'lost') await desk.nextVisitor();
        }
      }
      expect(given).toHaveLength(SCANS - 4);
      await expect.poll(() => handedOut(demo, gift)).toBe(given.length);
      expect(await handedOut(demo, short)).toBe(0);
      expect(await handedOut(demo, other)).toBe(0);
      expect(new Set(await Promise.all(given.map((claimId) => statusOf(demo, claimId))))).toEqual(
        new Set(['redeemed']),
      );
      // The desk sent the redemption whose answer was lost three times, with the same id.
      expect(sent).toHaveLength(given.length + 2);
      expect(new Set(sent).size).toBe(given.length);
      expect(desk.errors).toEqual([]);

      const answers = await page.evaluate(() => globalThis.answerTimes);
      expect(answers).toHaveLength(SCANS);
      const empty = await page.evaluate(async () => {
        const times: number[] = [];
        for (let n = 0; n < 9; n++) {
          const since = performance.now();
          await (await fetch('/v1/sign-in-settings', { cache: 'no-store' })).arrayBuffer();
          times.push(performance.now() - since);
        }
        return times;
      });
      printed.push(
        `${SCANS} ${way} codes, ${given.length} gifts: ${medianOf(answers).toFixed(0)} ms from code to answer (median; the slowest ${Math.max(...answers).toFixed(0)} ms), ${medianOf(empty).toFixed(0)} ms for a request that does nothing`,
      );
    },
    60_000 + SCANS * 20_000,
  );

  /** The next redemptions reach the platform, and their answers do not reach the page. */
  async function loseAnswers({ page }: DeskPage, times: number): Promise<void> {
    await page.route(
      '**/redemption',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times },
    );
  }
});

describe('the counter', () => {
  it('announces each result in its own region, and has no finding of axe in any of them', async () => {
    const gift = await newGift(demo, { stockUnits: 20 });
    const short = await newGift(demo, { reservationTtlSeconds: 20, stockUnits: 1 });
    const desk = await atCounter({ camera: 'refused' });
    const { page } = desk;
    const scan = (claimId: string) => desk.enter(claimCode(claimId));
    const press = async (name: string | RegExp) => {
      await page.waitForTimeout(IGNORED_MS);
      await page.getByRole('button', { name }).click();
    };
    /** The result is in the region that fits its urgency, and the other region is empty. */
    const says = async (role: 'status' | 'alert', words: RegExp) => {
      const other = role === 'status' ? 'alert' : 'status';
      const textOf = (of: string) => page.locator(`.result > [role=${of}]`).innerText();
      expect((await textOf(role)).replaceAll(/\s+/g, ' ')).toMatch(words);
      expect(await textOf(other)).toBe('');
    };
    const seen = async (kind: string, role: 'status' | 'alert', words: RegExp) => {
      await desk.result(kind);
      await says(role, words);
      await auditLooks(page, kind);
      await desk.result(kind);
    };
    const regions = await page.locator('.result > [role]').elementHandles();

    await page.getByText('There is no camera').waitFor();
    await seen('empty', 'status', /^Ready for the first code/);
    const claimId = await reserve(demo, gift);
    const release = await holdAnswers(page, '**/v1/partner/claims/*');
    await scan(claimId);
    await seen('looking', 'status', /^Looking up/);
    release();
    await seen('ready', 'status', /^Valid Give 1 Botol Air Lipat Reserved .*$/);
    const answer = await holdAnswers(page, '**/redemption');
    await desk.handOut();
    await seen('sending', 'status', /^Valid Give 1 Botol Air Lipat/);
    answer();
    await seen('given', 'status', /^Given .* 1 Botol Air Lipat By you/);
    await scan(claimId);
    await seen(
      'already',
      'alert',
      /^STOP: DO NOT GIVE ALREADY COLLECTED just now, by you .* · 1 Botol Air Lipat · /i,
    );

    const second = await reserve(demo, gift);
    await scan(second);
    await desk.handOut();
    await desk.result('given');
    await press(/^Undo, until/);
    await page.getByRole('button', { name: 'Yes, I have the gift back' }).waitFor();
    await auditLooks(page, 'the question before an undo');
    await press('Yes, I have the gift back');
    await seen('undone', 'status', /^Taken back 1 Botol Air Lipat/);
    expect(await statusOf(demo, second)).toBe('reserved');
    await scan(second);
    await desk.handOut();
    await desk.result('given');
    await demo.local.advance(601);
    await press(/^Undo, until/);
    await press('Yes, I have the gift back');
    await page.getByText('It is too late to undo this.').waitFor();
    await auditLooks(page, 'a late undo');

    const lapsed = await reserve(demo, short);
    await demo.local.advance(21);
    await scan(lapsed);
    await seen('expired', 'alert', /^Do not give Reservation expired at .* 1 Botol Air Lipat · /);
    await scan(await reserve(demo, gift, accountOf('merchant-staff')));
    await seen('own', 'alert', /^Do not give Your own gift .* 1 Botol Air Lipat · /);
    await desk.enter('00000000');
    await seen('other', 'alert', /^Do not give Not a gift from Pasar Segar Sdn Bhd .* 0000 0000$/);
    await desk.enter('https://sihat.my/join/kl-wellness-expo');
    await seen(
      'not_a_code',
      'alert',
      /^Do not give Not a gift from Pasar Segar Sdn Bhd This is not a gift code/,
    );
    // The platform refuses the next typed code only after many wrong ones.
    await page.route('**/claims/11111111', (route) =>
      route.fulfill({ status: 429, json: { code: 'too_many_lookups' } }),
    );
    await desk.enter('11111111');
    await seen('too_many', 'alert', /^Do not give Too many wrong codes/);

    const last = await reserve(demo, gift);
    const unreachable = (path: string) => page.route(path, (route) => route.abort());
    await unreachable('**/v1/partner/claims/*');
    await scan(last);
    await seen('offline', 'alert', /^Sihat does not answer Nothing was handed out/);
    await page.unroute('**/v1/partner/claims/*');
    await press('Try again');
    await unreachable('**/redemption');
    await desk.handOut();
    await seen('unanswered', 'alert', /^No answer yet: keep the gift 1 Botol Air Lipat/);
    await page.unroute('**/redemption');
    await desk.result('given');
    // A screen reader announces only what changes in a region that it knows.
    for (const region of regions) expect(await region.evaluate((element) => element.isConnected)).toBe(true);
    expectNoErrors(desk);
  });

  it('is worked with the keyboard alone, and a scanner’s Enter hands nothing out', async () => {
    const gift = await newGift(demo, { stockUnits: 20 });
    const desk = await atCounter({ camera: 'refused', viewport: { width: 1280, height: 900 } });
    const { page } = desk;
    const { keyboard } = page;
    const focused = () =>
      page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent);
    const claimId = await reserve(demo, gift);
    await expect.poll(focused).toBe('code');
    await keyboard.type(claimCode(claimId));
    await keyboard.press('Enter');
    await desk.result('ready');
    expect(await focused()).toBe('code');
    await page.waitForTimeout(IGNORED_MS);
    await keyboard.press('Enter');
    await page.getByText('A code has 8 characters').waitFor();
    await desk.result('ready');
    await keyboard.press('F9');
    await desk.result('given');
    expect(await statusOf(demo, claimId)).toBe('redeemed');

    await page.waitForTimeout(IGNORED_MS);
    await tabTo(page, /^Undo, until/);
    await keyboard.press('Enter');
    await desk.result('asking');
    await expect.poll(focused).toMatch(/^Yes, I have the gift back/);
    await page.waitForTimeout(IGNORED_MS);
    await tabTo(page, /^Yes, I have/);
    await keyboard.press('Enter');
    await desk.result('undone');
    expect(await statusOf(demo, claimId)).toBe('reserved');
    await expect.poll(focused).toBe('code');

    await keyboard.type(typedCode(claimId));
    await keyboard.press('Enter');
    await desk.result('ready');
    await page.waitForTimeout(IGNORED_MS);
    await tabTo(page, /^Hand out/);
    await keyboard.press('Enter');
    await desk.result('given');
    await expect.poll(focused).toBe('code');
    expectNoErrors(desk);
  });

  it('finds typed codes, also with spaces and small letters, and says what a code looks like', async () => {
    const desk = await atCounter({ camera: 'refused' });
    const claimId = await reserve(demo, await newGift(demo, { stockUnits: 1 }));
    const code = typedCode(claimId);
    await desk.enter('K7QM');
    await desk.page.getByText('A code has 8 characters').waitFor();
    await desk.enter(`${code.slice(0, 4)} ${code.slice(4).toUpperCase()}`);
    await desk.handOut();
    await desk.result('given');
    expect(await statusOf(demo, claimId)).toBe('redeemed');
    expectNoErrors(desk);
  });

  it('keeps the id of a redemption without an answer, also when the page is loaded again, and hands out one gift', async () => {
    const desk = await atCounter({ camera: 'refused' });
    const claimId = await reserve(demo, await newGift(demo, { stockUnits: 1 }));
    let lost = 0;
    const sent = new Set<string>();
    await desk.page.route('**/redemption', async (route) => {
      sent.add(route.request().postData() ?? '');
      if (lost >= 3) return route.continue();
      lost += 1;
      await route.fetch();
      return route.abort();
    });
    await desk.enter(claimCode(claimId));
    await desk.handOut();
    await desk.result('unanswered');
    expect(await desk.page.locator('.result').innerText()).not.toMatch(/Given/);
    expect(await statusOf(demo, claimId)).toBe('redeemed');
    await desk.page.reload();
    await desk.result('given');
    expect(sent.size).toBe(1);
    expect(await desk.page.evaluate(() => localStorage.getItem('sihat-desk-unanswered'))).toBeNull();
    // Fetching in the place of the page is an error for the page.
    expect(lost).toBe(3);
  });

  it('sends a press only once, and not in the first moments of a result', async () => {
    const desk = await atCounter({ camera: 'refused' });
    const claimId = await reserve(demo, await newGift(demo, { stockUnits: 1 }));
    const sent: string[] = [];
    desk.page.on('request', (request) => {
      if (request.url().endsWith('/redemption')) sent.push(request.postData() ?? '');
    });
    // The page presses its own buttons, because the way from the test may take longer than the first moments.
    await desk.page.evaluate(() => {
      const watch = new MutationObserver(() => {
        const button = document.querySelector<HTMLElement>('.button.big');
        if (!button) return;
        watch.disconnect();
        button.click();
        dispatchEvent(new KeyboardEvent('keydown', { key: 'F9' }));
      });
      watch.observe(document.body, { childList: true, subtree: true });
    });
    await desk.enter(claimCode(claimId));
    await desk.result('ready');
    await desk.page.waitForTimeout(IGNORED_MS);
    expect(sent).toEqual([]);
    await desk.page.evaluate(() => {
      for (let n = 0; n < 3; n++) document.querySelector<HTMLElement>('.button.big')?.click();
    });
    await desk.result('given');
    expect(sent).toHaveLength(1);
  });
});

/** `npm run test:desk` plays 30 visitors in a queue, and the other runs four. */
const QUEUE = process.env['SIHAT_SCANS'] ? 30 : 4;

describe('a queue', () => {
  it(`of ${QUEUE} visitors, each with the next code in view at the press, misses nobody, and shows each gift for two seconds`, async () => {
    const gift = await newGift(demo);
    const desk = await atCounter();
    const claims = await Promise.all(Array.from({ length: QUEUE }, () => reserve(demo, gift)));
    await desk.page.evaluate(() => {
      globalThis.givenTimes = [];
      let since = 0;
      new MutationObserver(() => {
        const { result } = document.querySelector<HTMLElement>('.result')?.dataset ?? {};
        if (result === 'given') since ||= performance.now();
        else if (since > 0) {
          globalThis.givenTimes.push(performance.now() - since);
          since = 0;
        }
      }).observe(document, { subtree: true, attributeFilter: ['data-result'] });
    });
    await desk.scan(claims[0] ?? '');
    for (const [n, claimId] of claims.entries()) {
      await desk.result('ready');
      expect(await desk.page.locator('.result .code').innerText()).toBe(shownCode(claimId));
      const next = claims[n + 1];
      if (next !== undefined) await desk.scan(next);
      await desk.handOut();
      await desk.result('given');
      expect(await desk.page.locator('.result .spoken .code').innerText()).toBe(shownCode(claimId));
    }
    await expect.poll(() => handedOut(demo, gift)).toBe(QUEUE);
    // The page waits two seconds, and draws each result a little later. How long the answers take depends on the machine.
    const times = await desk.page.evaluate(() => globalThis.givenTimes);
    expect(times).toHaveLength(QUEUE - 1);
    for (const time of times) expect(time).toBeGreaterThanOrEqual(1_900);
    expectNoErrors(desk);
  });

  it('gives a claim once while a poster and the claim are in view by turns, in either order', async () => {
    const gift = await newGift(demo);
    for (const isPosterFirst of [true, false]) {
      const desk = await atCounter();
      const claimId = await reserve(demo, gift);
      const sent: string[] = [];
      desk.page.on('request', (request) => {
        if (/\/v1\/partner\/claims\//.test(request.url())) sent.push(new URL(request.url()).pathname);
      });
      const poster = () => desk.show('https://sihat.my/join/kl-wellness-expo');
      const claim = () => desk.scan(claimId);
      const turns = isPosterFirst ? [poster, claim] : [claim, poster];
      const until = async (kind: string) => {
        for (;;)
          for (const turn of turns) {
            await turn();
            await desk.page.waitForTimeout(300);
            if ((await desk.page.locator('.result').getAttribute('data-result')) === kind) return;
          }
      };
      await until('ready');
      await desk.handOut();
      await desk.result('given');
      const seen = new Set<string | null>();
      for (let n = 0; n < 12; n++) {
        await turns[n % 2]?.();
        await desk.page.waitForTimeout(300);
        seen.add(await desk.page.locator('.result').getAttribute('data-result'));
      }
      expect([isPosterFirst, ...seen]).toEqual([isPosterFirst, 'given']);
      expect(sent.filter((path) => path.endsWith('/redemption'))).toHaveLength(1);
      expect(sent).toHaveLength(2);
      expectNoErrors(desk);
      await desk.context.close();
    }
  });
});

describe('undo', () => {
  it('is possible after a reload, in the list of the last gifts and after a rescan, and for a colleague', async () => {
    const gift = await newGift(demo);
    const desk = await atCounter({ camera: 'refused' });
    const claims = [await reserve(demo, gift), await reserve(demo, gift), await reserve(demo, gift)];
    for (const claimId of claims) {
      await desk.enter(claimCode(claimId));
      await desk.handOut();
      await desk.result('given');
    }
    await desk.page.reload();
    await desk.result('empty');
    const [first = '', second = '', third = ''] = claims;
    const answer = async (of: Page, name: string) => {
      await of.waitForTimeout(IGNORED_MS);
      await of.getByRole('button', { name }).click();
    };
    expect(await desk.page.locator('.last li').count()).toBe(3);
    await auditLooks(desk.page, 'the last gifts');
    await desk.page.getByRole('button', { name: new RegExp(`^Undo: .*${shownCode(first)}`) }).click();
    await desk.result('asking');
    await auditLooks(desk.page, 'asking');
    await answer(desk.page, 'No, it stays given');
    await desk.result('empty');
    await answer(desk.page, `Undo: Botol Air Lipat, ${shownCode(first)}`);
    await answer(desk.page, 'Yes, I have the gift back');
    await desk.result('undone');
    expect(await statusOf(demo, first)).toBe('reserved');
    await desk.enter(claimCode(second));
    await desk.result('already');
    await answer(desk.page, 'Undo, until');
    await answer(desk.page, 'Yes, I have the gift back');
    await desk.result('undone');
    const colleague = await openDesk(demo.browser, demo.local.url, {
      as: 'merchant-owner',
      camera: 'refused',
    });
    await colleague.page.goto(`${demo.local.url}/desk#handout`);
    await colleague.enter(typedCode(third));
    await colleague.result('already');
    expect(await colleague.page.locator('.result').innerText()).toMatch(/by a colleague/);
    await answer(colleague.page, 'Undo, until');
    await answer(colleague.page, 'Yes, I have the gift back');
    await colleague.result('undone');
    expect(await statusOf(demo, third)).toBe('reserved');
    expectNoErrors(desk);
  });
});

describe('what a counter outlives', () => {
  it('is a dead battery: the redemption without an answer is asked again in a new tab, and the gift stays shown until a tap', async () => {
    const desk = await atCounter({ camera: 'refused' });
    const claimId = await reserve(demo, await newGift(demo, { stockUnits: 1 }));
    await desk.context.route('**/redemption', (route) => route.abort());
    await desk.enter(claimCode(claimId));
    await desk.handOut();
    await desk.result('unanswered');
    expect(await desk.page.locator('.result').innerText()).toContain(shownCode(claimId));
    const kept = await desk.page.evaluate(() => localStorage.getItem('sihat-desk-unanswered') ?? '');
    expect(kept).toContain(claimId);
    expect(kept).not.toContain('Botol');
    await desk.page.close();
    await desk.context.unroute('**/redemption');
    const page = await desk.context.newPage();
    await page.goto(`${demo.local.url}/desk`);
    const { mail, password } = personaNamed('merchant-staff');
    await page.locator('input[type=email]').fill(mail);
    await page.locator('input[name=password]').fill(password);
    await page.locator('button[type=submit]').click();
    await page.locator('[data-result=given]').waitFor();
    expect(await statusOf(demo, claimId)).toBe('redeemed');
    expect(await page.evaluate(() => localStorage.getItem('sihat-desk-unanswered'))).toBeNull();
    await page.waitForTimeout(2_500);
    await page.getByRole('button', { name: 'Next visitor' }).click();
    await page.locator('[data-result=empty]').waitFor();
  });

  it('is an account that the visitor closes before the answer, and a role that ends in mid-shift', async () => {
    const gift = await newGift(demo, { stockUnits: 5 });
    const desk = await atCounter({ camera: 'refused' });
    const claimId = await reserve(demo, gift);
    await desk.page.route('**/redemption', (route) =>
      route.fulfill({ status: 404, json: { code: 'claim_not_found', message: 'gone' } }),
    );
    await desk.enter(claimCode(claimId));
    await desk.handOut();
    await desk.result('gone');
    expect(await desk.page.locator('.result').innerText()).toMatch(/If you handed it out, it counts/);
    await auditLooks(desk.page, 'gone');
    await desk.page.route('**/v1/account', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), workspaces: [] } });
    });
    await desk.enter('00000000');
    await desk.result('removed');
    expect(await desk.page.locator('.result').innerText()).toMatch(/You no longer work at Pasar Segar/);
    await auditLooks(desk.page, 'removed');
    await desk.page.getByRole('button', { name: 'Other workplaces' }).click();
    await desk.page.getByRole('heading', { name: 'You do not have a workplace here yet' }).waitFor();
  });

  it('is not six hours away, which ask for the password, and neither is an idle counter for a page about people', async () => {
    const desk = await openDesk(demo.browser, demo.local.url, {
      as: 'merchant-owner',
      camera: 'refused',
      clock: true,
    });
    await desk.page.goto(`${demo.local.url}/desk#handout`);
    await desk.result('empty');
    await desk.page.clock.fastForward('20:00');
    await desk.result('empty');
    await desk.open('Members');
    await desk.page.getByRole('heading', { name: 'Locked after 15 minutes without use' }).waitFor();

    const away = await atCounter({ camera: 'refused', clock: true });
    const sixHours = new Date(Date.now() + 6 * 3_600_000);
    await away.page.clock.setSystemTime(sixHours);
    await away.page.reload();
    await away.page.clock.setSystemTime(sixHours);
    await away.page.getByRole('heading', { name: 'Your sign-in has ended' }).waitFor();
    expect(await away.page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toBe('{}');
  });
});

it('typed codes are read as they are meant: dashes, full-width characters, O for 0 and l for 1', async () => {
  const desk = await atCounter({ camera: 'refused' });
  const gift = await newGift(demo, { stockUnits: 5 });
  const claimId = await reserve(demo, gift);
  const code = typedCode(claimId).toUpperCase();
  const full = [...code]
    .map((character) => String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0))
    .join('');
  for (const text of [
    `${code.slice(0, 4)}–${code.slice(4)}`,
    full,
    code.replaceAll('0', 'O').replaceAll('1', 'l'),
  ]) {
    await desk.enter(text);
    await desk.result('ready');
    await desk.page.waitForTimeout(IGNORED_MS);
  }
  expectNoErrors(desk);
});

/** Keeps the page waiting for the answers to some requests. @returns what lets them, and all later ones, go on */
async function holdAnswers(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

describe('the weight', () => {
  it.each([
    ['en-MY', 'en'],
    ['ms-MY', 'ms'],
    ['zh-Hans', 'zh'],
  ])('of the counter in %s without the reader is at most 64 KB, compressed', async (locale, words) => {
    const desk = await atCounter({ camera: 'refused', locale });
    const files = new Set(desk.requests.filter((url) => /\/desk(\/assets\/|$)/.test(url)));
    const sizes = await Promise.all(
      [...files].map(async (url) => {
        const body = Buffer.from(await (await fetch(url)).arrayBuffer());
        return gzipSync(body, { level: 9 }).length;
      }),
    );
    expect([...files].join()).toContain(`/desk/assets/${words}-`);
    expect(sizes.length).toBeGreaterThan(4);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(64 * 1024);
  });
});

/** A small phone, a phone on its side, and a laptop at twice its size. */
const SMALL = [
  { width: 320, height: 568 },
  { width: 360, height: 640 },
  { width: 740, height: 360 },
  { width: 640, height: 400 },
] as const;

describe('a small screen', () => {
  it.each(SMALL)(
    'of $width × $height shows the gift and the button at once, and a long word makes it no wider',
    async (size) => {
      const gift = await newGift(demo, { stockUnits: 5 });
      const word = 'Botol'.repeat(18);
      const desk = await atCounter({ viewport: size });
      const { page } = desk;
      /** Whether nothing covers the corners of the beginning of an element. */
      const isSeen = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((element) => {
            const range = document.createRange();
            range.selectNodeContents(element);
            const [box] = range.getClientRects();
            if (!box) return false;
            const corners = [box.top + 2, box.bottom - 2].map((y) =>
              document.elementFromPoint(box.left + 2, y),
            );
            return corners.every((found) => found !== null && element.contains(found));
          });
      const claimId = await reserve(demo, gift);
      await desk.scan(claimId);
      await desk.result('ready');
      expect([await isSeen('.result h2'), await isSeen('.button.big')]).toEqual([true, true]);
      await desk.handOut();
      await desk.result('given');
      expect(await isSeen('.result h2')).toBe(true);
      await page.route('**/v1/partner/claims/*', async (route) => {
        const response = await route.fetch();
        const json = await response.json();
        await route.fulfill({
          response,
          json: { ...json, campaign: { ...json.campaign, title: word, rules: word } },
        });
      });
      await desk.scan(await reserve(demo, gift));
      await desk.result('ready');
      await page.getByText('Rules of this gift').click();
      expect(await wideElements(page, size.width)).toEqual([]);
      expect(await isSeen('.button.big')).toBe(true);
    },
  );

  it('has a strip for the camera that is as high in every language, and hides no word', {
    timeout: 120_000,
  }, async () => {
    const gift = await newGift(demo, { stockUnits: 20 });
    const heights = new Map<string, number>();
    for (const locale of ['en-MY', 'ms-MY', 'zh-Hans-MY']) {
      const desk = await atCounter({ locale, viewport: { width: 390, height: 844 } });
      const { page } = desk;
      /** The texts that are wider or higher than their place. */
      const cut = () =>
        page.locator('.result *:not(svg, svg *), .eye *').evaluateAll((all) =>
          all
            .filter((element) => getComputedStyle(element).overflow === 'hidden')
            .filter(
              ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
                scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1,
            )
            .map(({ outerHTML }) => outerHTML.slice(0, 100)),
        );
      await desk.scan(await reserve(demo, gift));
      await desk.result('ready');
      const strip = await page.locator('.eye.strip').boundingBox();
      heights.set(locale, Math.round(strip?.height ?? 0));
      for (const width of [320, 360]) {
        await page.setViewportSize({ width, height: 640 });
        expect([locale, width, await cut(), await wideElements(page, width)]).toEqual([
          locale,
          width,
          [],
          [],
        ]);
      }
      await desk.handOut();
      await desk.result('given');
      expect([locale, await cut(), await wideElements(page, 360)]).toEqual([locale, [], []]);
    }
    expect(heights.get('en-MY')).toBeGreaterThan(40);
    expect(new Set(heights.values()).size).toBe(1);
  });
});
