import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { backfillCommand } from '../../infra/backfill/command.ts';
import { type Backfill, type BackfillOptions, runBackfill } from '../../infra/backfill/run-backfill.ts';
import { projectRoot } from '../../infra/project-root.ts';
import { event } from '../../shared/community/items.ts';
import { actsOn } from '../../shared/runtime/acts.ts';
import type { StoredItem } from '../../shared/table/item.ts';
import { days, later } from '../../shared/values/clock.ts';
import { givenClub, givenEvent } from '../given/community.ts';
import { type Fault, faults, unexpected } from '../support/fault-injection.ts';
import { filesIn } from '../support/tracked-files.ts';
import { newWorld, PATIENT, type World } from '../support/world.ts';
import { eventTimezones } from './backfill-example.ts';

const NAME = 'event-timezones';
const POSITION = { pk: `PLATFORM#BACKFILL#${NAME}`, sk: 'POSITION' };

/** A world with exhibitions of a club, whose items have no time zone. */
async function givenOldEvents(number: number) {
  const world = await newWorld({ rollsUp: false });
  const club = await givenClub(world);
  const events: StoredItem[] = [];
  for (let n = 0; n < number; n++) {
    const { timezone: _, ...old } = event.stored(await givenEvent(world, club));
    await world.put(old);
    events.push(old);
  }
  let fault: Fault | undefined;
  const tables = world.newClient({ policy: PATIENT });
  faults(tables.documents, () => fault);
  return {
    world,
    events,
    setFault: (next: Fault | undefined) => {
      fault = next;
    },
    run: (options: Partial<BackfillOptions> = {}, backfill: Backfill = eventTimezones) =>
      runBackfill(NAME, backfill, { ...world, tables, pageItems: 4, ...options }),
  };
}

const textOf = (file: string): string => readFileSync(join(projectRoot, file), 'utf8');
const keyOf = ({ pk, sk }: StoredItem) => ({ pk: String(pk), sk: String(sk) });
const timezonesOf = (world: World, events: readonly StoredItem[]) =>
  Promise.all(events.map(async (old) => (await world.item(keyOf(old)))?.['timezone']));
const allOf = (events: readonly StoredItem[]) => events.map(() => 'Asia/Kuala_Lumpur');
/** All items except the log of acts. */
const dumped = async (world: World) =>
  (await world.dump()).filter(({ pk }) => !String(pk).startsWith('PLATFORM#ACTS'));

/** Does something before the first write of an item with this key. */
const beforeWriting =
  (item: StoredItem, what: () => Promise<unknown>): Fault =>
  async ({ command, input, send }) => {
    const key = input.TransactItems?.[0]?.Update?.Key;
    if (command === 'TransactWrite' && key?.pk === item['pk']) {
      const once = what;
      what = async () => {};
      await once();
    }
    return send();
  };

describe('a backfill', () => {
  it('rewrites every item of the old shape and no other, and is in the log of acts', async () => {
    const { world, events, run } = await givenOldEvents(10);
    const before = await world.dump();
    const { itemsRewritten } = await run();
    expect(itemsRewritten).toBe(10);
    const expected = before.map((item) => eventTimezones.change(item) ?? item);
    expect(await dumped(world)).toEqual(expected);
    for (const item of events) expect(event.parse((await world.item(keyOf(item))) ?? {}).title).toBeTruthy();
    expect(await world.table.query(actsOn(NAME))).toMatchObject([
      { operation: 'backfill', subjects: [NAME] },
    ]);
  });

  it('may run twice: the second run changes nothing', async () => {
    const { world, run } = await givenOldEvents(3);
    await run();
    const done = await dumped(world);
    expect(await run()).toMatchObject({ itemsRewritten: 0 });
    expect(await dumped(world)).toEqual(done);
  });

  it('counts what it would do and writes nothing in a dry run', async () => {
    const { world, run } = await givenOldEvents(3);
    const before = await world.dump();
    expect(await run({ isDryRun: true })).toEqual({ itemsRead: before.length, itemsRewritten: 3 });
    expect(await world.dump()).toEqual(before);
  });

  it.each([1, 4, 7])('continues after an interruption at its write number %i', async (last) => {
    const { world, events, setFault, run } = await givenOldEvents(10);
    const length = (await world.dump()).length;
    let writes = 0;
    setFault(async ({ input, send }) => {
      if (input.TransactItems?.[0]?.Update && ++writes > last) throw unexpected();
      return send();
    });
    await expect(run()).rejects.toThrow();
    const saved = await world.item(POSITION);
    const finished = Number(saved?.['itemsRead'] ?? 0);
    expect(finished % 4).toBe(0);

    let readAgain = 0;
    setFault(async ({ command, send }) => {
      const answer = (await send()) as { readonly output: { readonly Items?: readonly unknown[] } };
      if (command === 'Scan') readAgain += answer.output.Items?.length ?? 0;
      return answer;
    });
    const resumed: unknown[] = [];
    const { itemsRewritten } = await run({ onResume: (progress) => resumed.push(progress.itemsRead) });
    expect(resumed).toEqual(saved ? [finished] : []);
    // The second run meets the acts and the position of the first.
    expect(readAgain).toBeLessThanOrEqual(length + 5 - finished);
    expect(itemsRewritten).toBeGreaterThanOrEqual(10 - last);
    expect(await timezonesOf(world, events)).toEqual(allOf(events));
    expect(await world.item(POSITION)).toBeUndefined();
  });

  it.each([
    ['with --restart', { restarts: true }, 0],
    ['after a week', {}, 7],
  ])('starts at the beginning again %s', async (_, options, daysLater) => {
    const { world, setFault, run } = await givenOldEvents(10);
    setFault(async ({ command, input, send }) => {
      if (command === 'Scan' && input.ExclusiveStartKey) throw unexpected();
      return send();
    });
    await expect(run()).rejects.toThrow();
    expect(Number((await world.item(POSITION))?.['ttl']) * 1000).toBe(later(world.now(), days(7)).getTime());
    setFault(undefined);
    const resumed: unknown[] = [];
    world.advance(days(daysLater));
    const { itemsRead } = await run({ ...options, onResume: (progress) => resumed.push(progress) });
    expect(resumed).toEqual([]);
    expect(itemsRead).toBeGreaterThanOrEqual(12);
  });

  it('keeps a change that happens between its read and its write', async () => {
    const { world, events, setFault, run } = await givenOldEvents(3);
    const [item = {}] = events;
    setFault(beforeWriting(item, () => world.put({ ...item, title: 'Lari Malam' })));
    await run();
    expect(await world.item(keyOf(item))).toEqual({
      ...item,
      title: 'Lari Malam',
      timezone: 'Asia/Kuala_Lumpur',
    });
  });

  it('keeps an attribute that a request adds between its read and its write', async () => {
    const { world, events, setFault, run } = await givenOldEvents(3);
    const [item = {}] = events;
    setFault(
      beforeWriting(item, () => world.put({ ...item, timezone: 'Asia/Singapore', addedByRequest: true })),
    );
    expect(await run()).toMatchObject({ itemsRewritten: 2 });
    expect(await world.item(keyOf(item))).toEqual({
      ...item,
      timezone: 'Asia/Singapore',
      addedByRequest: true,
    });
    const another = await givenOldEvents(1);
    const [other = {}] = another.events;
    another.setFault(beforeWriting(other, () => another.world.put({ ...other, addedByRequest: true })));
    await another.run();
    expect(await another.world.item(keyOf(other))).toEqual({
      ...other,
      addedByRequest: true,
      timezone: 'Asia/Kuala_Lumpur',
    });
  });

  it('does not bring back an item that is deleted between its read and its write', async () => {
    const { world, events, setFault, run } = await givenOldEvents(3);
    const [item = {}] = events;
    setFault(beforeWriting(item, () => world.remove(item)));
    expect(await run()).toMatchObject({ itemsRewritten: 2 });
    expect(await world.item(keyOf(item))).toBeUndefined();
  });

  it('loses no write of 200 concurrent writers, and none of its own', async () => {
    const { world, events, run } = await givenOldEvents(20);
    const visit = (item: StoredItem) =>
      world.freshTable().transact({
        visit: {
          Update: {
            Key: keyOf(item),
            UpdateExpression: 'ADD visits :one',
            ExpressionAttributeValues: { ':one': 1 },
          },
        },
      });
    const writers = Array.from({ length: 10 }, async () => {
      for (const item of events) await visit(item);
    });
    await Promise.all([run(), ...writers]);
    for (const item of events)
      expect(await world.item(keyOf(item))).toEqual({ ...item, visits: 10, timezone: 'Asia/Kuala_Lumpur' });
  });

  it('removes attributes, also ones whose names no expression could contain', async () => {
    const { world, events, run } = await givenOldEvents(1);
    const [item = {}] = events;
    await world.put({ ...item, '2031-03-14': 3 });
    await run(
      {},
      {
        summary: 'Removes the counts of a day',
        change: ({ '2031-03-14': day, ...rest }) => (day === undefined ? undefined : rest),
      },
    );
    expect(await world.item(keyOf(item))).toEqual(item);
  });

  it.each<[rule: string, change: Backfill['change'], message: string]>([
    ['rewrites its own result', (item) => ({ ...item, n: Number(item['n'] ?? 0) + 1 }), 'its own result'],
    ['changes a key', (item) => (item['sk'] === 'EVENT' ? { ...item, sk: 'SHOW' } : undefined), 'the key'],
  ])('that %s writes nothing', async (_, change, message) => {
    const { world, run } = await givenOldEvents(2);
    const before = await world.dump();
    await expect(run({}, { summary: '', change })).rejects.toThrow(message);
    expect(await dumped(world)).toEqual(before);
  });

  it('is the only code that scans', () => {
    const files = ['functions', 'shared', 'infra'].flatMap((folder) => filesIn(folder, /\.ts$/));
    expect(files.filter((file) => textOf(file).includes('ScanCommand'))).toEqual([
      'infra/backfill/run-backfill.ts',
    ]);
  });

  it('is described with the example that these tests run', () => {
    const example = textOf('test/infra/backfill-example.ts');
    const [, shown] = /^```ts\n(.*?)^```/ms.exec(textOf('docs/data-model.md')) ?? [];
    expect(example.endsWith(shown ?? 'nothing')).toBe(true);
  });
});

describe('npm run backfill', () => {
  async function commandIn(world: World) {
    const lines: string[] = [];
    const run = async (...args: string[]) => {
      await world.flush();
      await backfillCommand({
        backfills: { [NAME]: eventTimezones },
        clock: world.clock,
        writeLine: (line) => lines.push(line),
        table: world,
      })
        .configureOutput({ writeErr: (text) => lines.push(text.trim()) })
        .parseAsync(args, { from: 'user' });
    };
    return { lines, run };
  }

  it('shows what it does and how far it is', async () => {
    const { world, events } = await givenOldEvents(2);
    const { lines, run } = await commandIn(world);
    await run('staging', NAME, '--dry-run');
    await run('staging', NAME);
    expect(lines).toEqual([
      `Gives every exhibition a time zone, in the table ${world.tableName}.`,
      expect.stringMatching(/^Finished: \d+ items read, 2 to rewrite\.$/),
      `Gives every exhibition a time zone, in the table ${world.tableName}.`,
      expect.stringMatching(/^Finished: \d+ items read, 2 rewritten\.$/),
    ]);
    expect(await timezonesOf(world, events)).toEqual(allOf(events));
  });

  it.each([
    [['nowhere', NAME], 'Unknown stage nowhere.'],
    [['staging', 'nothing'], `Unknown backfill nothing. Known: ${NAME}.`],
  ])('refuses %j', async (args, message) => {
    const { lines, run } = await commandIn(await newWorld());
    await expect(run(...args)).rejects.toThrow();
    expect(lines).toEqual([message]);
  });
});
