import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { days } from '../../shared/values/clock.ts';
import { seeded } from '../support/interleave.ts';
import { noteTriedByTest } from '../support/reliability-report.ts';
import { LONG, RUNS } from '../support/seeded-races.ts';
import { newAccount, newWorld, type World } from '../support/world.ts';
import { openDoors } from './raw-http.ts';

/** Receipts that are not valid. No response reveals the reason, however many are tried. */

let world: World;
let doors: Awaited<ReturnType<typeof openDoors>>;
beforeAll(async () => {
  world = await newWorld();
  doors = await openDoors(world);
});
afterAll(() => doors?.close());

/** 60 pairs in `npm test`, 1,000 in `npm run test:long`, which also reports their times. The times depend on the machine. */
const PAIRS = RUNS < 1_000 ? 60 : 1_000;

const path = '/v1/account/deletion/receipt';
const headers = { 'content-type': 'application/json' };

/** A response without the parts that differ in every request, with its cost and its duration. */
async function check(receiptToken: string) {
  world.lines.length = 0;
  const began = performance.now();
  const answer = await doors.knock({ method: 'POST', path, headers, body: JSON.stringify({ receiptToken }) });
  const took = performance.now() - began;
  const { 'x-request-id': _, date: __, ...others } = answer.headers;
  const { databaseCalls, databaseRounds, consumedUnits } = world.lines[0] ?? {};
  const cost = { databaseCalls, databaseRounds, consumedUnits };
  return { answer: { ...answer, headers: others }, cost, took };
}

/** Receipts that are no longer valid, by reason. */
async function givenReceipts() {
  const receiptOf = async (as = newAccount()) =>
    String((await world.call('requestDeletion', { as })).body.receiptToken);
  const expired = await Promise.all(Array.from({ length: 20 }, () => receiptOf()));
  world.advance(days(180));
  const replaced: string[] = [];
  for (let n = 0; n < 20; n++) {
    const account = newAccount();
    replaced.push(await receiptOf(account));
    await receiptOf(account);
  }
  return { expired, replaced, valid: await receiptOf() };
}

/** The 95 % confidence interval of the median of these differences, by order statistics. */
function medianInterval(
  differences: readonly number[],
): readonly [low: number, median: number, high: number] {
  const sorted = differences.toSorted((a, b) => a - b);
  const half = 0.98 * Math.sqrt(sorted.length);
  const at = (place: number) => sorted[Math.max(0, Math.min(sorted.length - 1, Math.round(place)))] ?? 0;
  const middle = (sorted.length - 1) / 2;
  return [at(middle - half), at(middle), at(middle + half)];
}

describe('an invalid receipt', () => {
  it('is like one that never was: in bytes, headers and reads, and as far as can be told in time', {
    ...LONG,
    tags: ['calls', 'units'],
  }, async () => {
    const { expired, replaced, valid } = await givenReceipts();
    const random = seeded(3);
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const unknown = () => Array.from({ length: 43 }, () => letters[Math.floor(random() * 64)]).join('');
    const malformed = [
      '',
      ' ',
      'x',
      '../..',
      '\u0000',
      '\ud800',
      'é',
      unknown().slice(0, -1),
      `${unknown()}=`,
      'x'.repeat(5_000),
    ];
    const kinds = { expired, replaced, malformed };
    const known = await check(unknown());
    expect([known.answer.status, known.answer.code]).toEqual([404, 'receipt_not_found']);
    expect(known.cost).toEqual({ databaseCalls: 1, databaseRounds: 1, consumedUnits: 1 });
    expect(await check(valid)).toMatchObject({ answer: { status: 200 }, cost: known.cost });

    const differences: Record<keyof typeof kinds, number[]> = { expired: [], replaced: [], malformed: [] };
    const unknowns: number[] = [];
    for (let n = 0; n < PAIRS; n++) {
      const kind = (['expired', 'replaced', 'malformed'] as const)[n % 3] ?? 'expired';
      const some = kinds[kind];
      const other = some[Math.floor(random() * some.length)] ?? '';
      // Each kind comes first equally often, so that warm-up and drift affect both.
      const tried = random() < 0.5 ? [unknown(), other] : [other, unknown()];
      const [first, second] = [await check(tried[0] ?? ''), await check(tried[1] ?? '')];
      expect(first.answer).toEqual(known.answer);
      expect(second.answer).toEqual(known.answer);
      expect([first.cost, second.cost]).toEqual([known.cost, known.cost]);
      const [ofUnknown, ofOther] = tried[1] === other ? [first, second] : [second, first];
      unknowns.push(ofUnknown.took);
      differences[kind].push(ofOther.took - ofUnknown.took);
    }
    const [, usual] = medianInterval(unknowns);
    for (const [kind, found] of Object.entries(differences)) {
      const [low, median, high] = medianInterval(found).map((time) => ((100 * time) / usual).toFixed(1));
      noteTriedByTest({
        what: `Receipts, ${kind} against unknown`,
        times: `${found.length} pairs: equal in bytes, headers and reads; the median ${median} % slower, 95 %: ${low} to ${high} %`,
      });
    }
  });
});
