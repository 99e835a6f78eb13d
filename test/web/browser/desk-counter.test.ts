import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { accountOf } from '../../../local/demo/people.ts';
import { claimCode, typedCode } from '../../../web/client/qr-codes.ts';
import { auditLooks } from './accessibility.ts';
import { type Gift, handedOut, newGift, newWorkspace, reserve, statusOf } from './counter-gifts.ts';
import { demoPlatform } from './demo-platform.ts';
import { type DeskPage, expectNoErrors, IGNORED_MS, openDesk, tabTo } from './desk-driver.ts';

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
        expect(await page.locator('.result .code').innerText()).toBe(
          typedCode(claimId)
            .toUpperCase()
            .replace(/^(.{4})/, '$1 '),
        );
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
          // The platform finds only claims that can still be collected by a typed code.
          await desk.result(odd === 'expired' && way === 'typed' ? 'other' : odd);
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
    await seen('ready', 'status', /^Valid Give 1 Botol Air Lipat Satu hadiah/);
    const answer = await holdAnswers(page, '**/redemption');
    await desk.handOut();
    await seen('sending', 'status', /^Valid Give 1 Botol Air Lipat/);
    answer();
    await seen('given', 'status', /^Given .* 1 Botol Air Lipat By you/);
    await scan(claimId);
    await seen('already', 'alert', /^STOP: DO NOT GIVE ALREADY COLLECTED .*, by you 1 Botol Air Lipat, /i);

    const second = await reserve(demo, gift);
    await scan(second);
    await desk.handOut();
    await desk.result('given');
    await press(/^Undo/);
    await page.getByRole('button', { name: 'Yes, I have the gift back' }).waitFor();
    await auditLooks(page, 'the question before an undo');
    await press('Yes, I have the gift back');
    await seen('undone', 'status', /^Taken back 1 Botol Air Lipat/);
    expect(await statusOf(demo, second)).toBe('reserved');
    await scan(second);
    await desk.handOut();
    await desk.result('given');
    await demo.local.advance(601);
    await press(/^Undo/);
    await press('Yes, I have the gift back');
    await page.getByText('It is too late to undo this.').waitFor();
    await auditLooks(page, 'a late undo');

    const lapsed = await reserve(demo, short);
    await demo.local.advance(21);
    await scan(lapsed);
    await seen('expired', 'alert', /^Do not give Reservation expired at .* 1 Botol Air Lipat, /);
    await scan(await reserve(demo, gift, accountOf('merchant-staff')));
    await seen('own', 'alert', /^Do not give Your own claim .* 1 Botol Air Lipat, /);
    await desk.enter('00000000');
    await seen('other', 'alert', /^Do not give Not a gift of Pasar Segar Sdn Bhd .* 0000 0000$/);
    await desk.enter('https://sihat.my/join/kl-wellness-expo');
    await seen('not_a_code', 'alert', /^Do not give Not a gift of Pasar Segar Sdn Bhd This is not the code/);
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
    await seen('offline', 'alert', /^No connection Nothing was handed out/);
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
    await tabTo(page, /^Undo/);
    await keyboard.press('Enter');
    await expect.poll(focused).toMatch(/^Take back 1 Botol Air Lipat/);
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
    expect(await desk.page.evaluate(() => sessionStorage.getItem('sihat-desk-unanswered'))).toBeNull();
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
  it('of the counter without the reader is at most 60 KB, compressed', async () => {
    const desk = await atCounter({ camera: 'refused' });
    const files = new Set(desk.requests.filter((url) => /\/desk(\/assets\/|$)/.test(url)));
    const sizes = await Promise.all(
      [...files].map(async (url) => {
        const body = Buffer.from(await (await fetch(url)).arrayBuffer());
        return gzipSync(body, { level: 9 }).length;
      }),
    );
    expect(sizes.length).toBeGreaterThan(4);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(60 * 1024);
  });
});
