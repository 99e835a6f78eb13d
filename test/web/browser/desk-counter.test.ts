import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { accountOf } from '../../../local/demo/people.ts';
import { claimCode, typedCode } from '../../../web/client/qr-codes.ts';
import { type Gift, handedOut, newGift, newWorkspace, reserve, statusOf } from './counter-gifts.ts';
import { demoPlatform } from './demo-platform.ts';
import { type DeskPage, expectNoErrors, IGNORED_MS, openDesk } from './desk-driver.ts';

/** `npm run test:desk` plays 200 codes. */
const SCANS = Number(process.env['SIHAT_SCANS'] ?? 10);

const demo = demoPlatform();

async function atCounter(options: Parameters<typeof openDesk>[2] = {}): Promise<DeskPage> {
  const desk = await openDesk(demo.browser, demo.local.url, options);
  await desk.signIn('merchant-staff');
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

  it.each([
    ['scanned', 'fake'],
    ['typed', 'refused'],
  ] as const)(
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
      expect(await handedOut(demo, gift)).toBe(given.length);
      expect(await handedOut(demo, short)).toBe(0);
      expect(await handedOut(demo, other)).toBe(0);
      expect(new Set(await Promise.all(given.map((claimId) => statusOf(demo, claimId))))).toEqual(
        new Set(['redeemed']),
      );
      // The lost answer was asked for three times, with one id.
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
