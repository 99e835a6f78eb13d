import { isDeepStrictEqual } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hours, minutes } from '../../../shared/values/clock.ts';
import { violationsIn } from './accessibility.ts';
import { openBrowser, openPage, WALL } from './browser.ts';
import { type Hall, newHall } from './exhibition-hall.ts';

/** The display during an exhibition: twenty rounds in `npm test`, five minutes in `npm run test:long`. */
const LONG = process.env['SIHAT_EXHIBITION_MINUTES'];
const LASTS = LONG ? minutes(Number(LONG)) : 0;
/** The page is compared with the data at least every ten rounds. */
const LOOKS = 2;
const PARTICIPANTS = LONG ? 500 : 40;
const AT_ONCE = 8;

let browser: Browser;
let hall: Hall;
beforeAll(async () => {
  [browser, hall] = await Promise.all([openBrowser(), newHall()]);
});
afterAll(async () => {
  await hall?.town.leave();
});

type Walker = Awaited<ReturnType<Hall['walker']>>;

async function inTurns<T>(all: readonly T[], task: (item: T) => Promise<void>): Promise<void> {
  const left = [...all];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await task(item);
    }),
  );
}

describe('an exhibition', { timeout: LASTS + minutes(5) }, () => {
  it(`of ${PARTICIPANTS} people is displayed correctly from start to end, without an error`, async () => {
    const wall = await openPage(browser, WALL);
    await wall.page.goto(`${hall.town.local.url}/display/${hall.code}`);
    const walkers = new Map<Walker, number>();
    await inTurns(
      Array.from({ length: PARTICIPANTS }, (_, n) => n),
      async (n) => {
        walkers.set(await hall.walker(`Pejalan ${n + 1}`), 1000 + ((n * 7919) % 9000));
      },
    );

    await hall.town.passes(hours(1));
    await inTurns([...walkers], async ([walker, steps]) => void (await walker.walks(steps)));

    const ends = Date.now() + LASTS;
    const people = [...walkers.keys()];
    let looks = 0;
    for (let n = 0; looks < LOOKS || Date.now() < ends; n++) {
      await hall.town.passes(minutes(2));
      // Some people report more steps, and sometimes one withdraws the consent.
      await inTurns(people.slice((n * 5) % people.length).slice(0, 5), async (walker) => {
        const steps = (walkers.get(walker) ?? 0) + 37 * ((n % 11) + 1);
        walkers.set(walker, steps);
        await walker.walks(steps);
      });
      if (n % 20 === 19) await people[n % people.length]?.leavesTheDisplay();
      if (n % 10 !== 9) continue;
      // When the data has not changed for a moment, the page shows the current data.
      const stored = async () => {
        const { body } = await hall.town.visitor.asks('getDisplay', { params: { code: hall.code } });
        const [challenge] = body.challenges;
        return [...(challenge?.top.map(({ alias }) => alias) ?? []), `${challenge?.total} people`];
      };
      const shown = async () => [
        ...(await wall.page.locator('.name').allTextContents()),
        await wall.page.locator('.total').textContent(),
      ];
      await expect
        .poll(async () => ({ page: await shown(), data: await stored() }), { timeout: 60_000 })
        .toSatisfy(({ page, data }) => isDeepStrictEqual(page, data));
      looks += 1;
    }
    expect([wall.errors, wall.failedLoads]).toEqual([[], []]);
    expect(await violationsIn(wall.page)).toEqual([]);
  });
});
