import { beforeEach, expect, it } from 'vitest';
import { advanceCountedUpTo, readCountedUpTo, stateBehind } from '../../shared/rollups/counted-up-to.ts';
import type { Table } from '../../shared/table/table.ts';
import { later, seconds } from '../../shared/values/clock.ts';
import { newWorld, type World } from '../support/world.ts';

let world: World;
let start: Date;
beforeEach(async () => {
  world = await newWorld({ rollsUp: false });
  start = world.now();
});
const after = (n: number) => later(start, seconds(n));
const behind = (upTo: number, at: number) => stateBehind(world.freshTable(), after(upTo), after(at));
/** Seconds after the start. */
async function readAt(at: number): Promise<number | undefined> {
  const time = await readCountedUpTo(world.freshTable(), after(at));
  return time === undefined ? undefined : (Date.parse(time) - start.getTime()) / 1000;
}

it('the earliest statement of a late shard holds for a minute after the latest one', async () => {
  await behind(0, 0);
  await behind(5, 30);
  expect([await readAt(59), await readAt(89), await readAt(91)]).toEqual([0, 0, undefined]);
  await behind(7, 95);
  expect(await readAt(96)).toBe(7);
});

it('a delayed statement does not shorten an earlier one', async () => {
  await behind(0, 30);
  await behind(5, 0);
  expect(await readAt(80)).toBe(0);
});

it('an earlier time replaces a later one at once', async () => {
  await behind(5, 0);
  await behind(0, 10);
  expect(await readAt(11)).toBe(0);
});

it('the time up to which a batch is counted never goes back, also with concurrent batches', async () => {
  await advanceCountedUpTo(world.freshTable(), after(20));
  const table = world.freshTable();
  const racing: Table = {
    ...table,
    async transact(parts) {
      // Another batch states a later time between the read and the write.
      await advanceCountedUpTo(world.freshTable(), after(60));
      return table.transact(parts);
    },
  };
  await advanceCountedUpTo(racing, after(40));
  expect(await readAt(60)).toBe(50);
});
