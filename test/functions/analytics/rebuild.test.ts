import { describe, expect, it } from 'vitest';
import { job as checkRollUps } from '../../../functions/analytics/roll-ups/check-roll-ups.ts';
import { job as rebuildRollUps } from '../../../functions/analytics/roll-ups/rebuild-roll-ups.ts';
import { job as rollUp } from '../../../functions/analytics/roll-ups/roll-up.ts';
import { claim } from '../../../shared/rewards/items.ts';
import { readCounters } from '../../../shared/rollups/counters.ts';
import {
  dayRow,
  type Owner,
  ownerName,
  rebuildLock,
  rebuildProgress,
  recordsOf,
  TOTALS_ROW,
} from '../../../shared/rollups/items.ts';
import { workerPolicy } from '../../../shared/runtime/worker-handler.ts';
import { later, minutes, seconds, systemClock } from '../../../shared/values/clock.ts';
import { givenCampaign } from '../../given/rewards.ts';
import { givenWorkspace } from '../../given/workspaces.ts';
import { expectCounters } from '../../support/counter-invariants.ts';
import { unexpected } from '../../support/fault-injection.ts';
import { seeded } from '../../support/interleave.ts';
import { NOON, newAccount, newId, newWorld, PATIENT, type World } from '../../support/world.ts';
import { givenUncounted, recordOf, settleAll } from './counted-club.ts';
import { finishing } from './finishing.ts';

/** The rebuild of counters: what it takes for large owners, and how its runs end and continue. */

/** The rebuild with the time limits and retries that it has on Lambda. */
const onLambda = () => newWorld({ policy: workerPolicy(rebuildRollUps.worker), rollsUp: false });

/** Only the deadline of a run is as on Lambda, so that a busy machine causes no retries. */
const withItsDeadline = () =>
  newWorld({
    policy: { ...PATIENT, deadline: workerPolicy(rebuildRollUps.worker).deadline },
    rollsUp: false,
  });

const rebuild = async (world: World, input: { owner?: Owner; continue?: true } = {}) => {
  const { owner, ...rest } = input;
  const event = { ...rest, ...(owner && { owner: ownerName(owner) }) };
  return (await world.run(rebuildRollUps, event as object)).done ?? {};
};

/** A merchant with one claim in each stock shard of many campaigns. */
async function givenMerchant(world: World, campaigns: number, shards: number): Promise<Owner> {
  const { id } = await givenWorkspace(world, 'merchant');
  for (let n = 0; n < campaigns; n++) {
    const units = Array.from({ length: shards }, () => 10);
    const { id: campaignId } = await givenCampaign(world, { merchantTenantId: id, units });
    const times = { reservedAt: NOON.toISOString(), expiresAt: later(NOON, minutes(10)).toISOString() };
    await world.put(
      ...units.map((_, shard) =>
        claim.stored({
          id: newId(),
          accountId: newAccount(),
          campaignId,
          merchantTenantId: id,
          shard,
          ...times,
          deliveryKind: 'physical_gift',
          status: 'reserved',
        }),
      ),
    );
  }
  return { kind: 'workspace', id };
}

/** Observes the calls of the workers. @returns the largest number of concurrent calls so far. */
function watchConcurrency(world: World): () => number {
  let [current, most] = [0, 0];
  world.setFault(async ({ send }) => {
    most = Math.max(most, ++current);
    return send().finally(() => {
      current -= 1;
    });
  });
  return () => most;
}

/** Lets the time of each run end after a number of calls, while calls are still answered. */
function cutOff(world: World, after: () => number): { readonly calls: () => number } {
  let [calls, isEnding] = [0, false];
  let ended = 0;
  world.setTime({ elapsed: () => systemClock.elapsed() + ended + (isEnding ? seconds(850) : 0) });
  world.setFault(({ send }) => {
    calls += 1;
    isEnding = calls >= after();
    return send();
  });
  return {
    calls: () => {
      if (isEnding) ended += seconds(850);
      isEnding = false;
      const made = calls;
      calls = 0;
      return made;
    },
  };
}

describe('a merchant with many stock shards', () => {
  it('is rebuilt under the production time-outs, with few calls in flight', async () => {
    const world = await onLambda();
    const owner = await givenMerchant(world, 30, 10);
    const most = watchConcurrency(world);
    expect(await rebuild(world, { owner })).toMatchObject({ itemsCounted: 600, ownersLeft: 0 });
    expect(most()).toBeLessThanOrEqual(2);
    expect(await readCounters(world.freshTable(), owner)).toMatchObject({
      [TOTALS_ROW]: { freeUnits: 3000 },
      [dayRow('2031-03-14')]: { reserved: 300 },
    });
  });

  it('is checked with few calls in flight, by a part of its lists', { tags: ['calls'] }, async () => {
    const world = await onLambda();
    await givenMerchant(world, 8, 40); // There are so few owners that the check samples all of them.
    const most = watchConcurrency(world);
    world.setTime({ sleep: async () => {} });
    world.setRandom({ chance: seeded(1) });
    const { done } = await world.run(checkRollUps);
    expect(most()).toBeLessThanOrEqual(20);
    expect(done?.['itemsCompared']).toBeLessThan(1_312 / 2); // of 1,312
  });
});

describe('a merchant whose campaign is finished while its campaigns are read', () => {
  it.each(['before', 'after'] as const)('is rebuilt with this campaign: %s the first list', async (when) => {
    const world = await onLambda();
    const { id } = await givenWorkspace(world, 'merchant');
    await givenCampaign(world, { merchantTenantId: id, status: 'closed', units: [6, 4] });
    const owner: Owner = { kind: 'workspace', id };
    const isFinished = finishing(world, when);
    await rebuild(world, { owner });
    expect(isFinished()).toBe(true);
    expect(await readCounters(world.freshTable(), owner)).toMatchObject({ [TOTALS_ROW]: { freeUnits: 10 } });
  });
});

describe('the memory of a rebuild', () => {
  it('holds one page of items: each page is counted before the next one is read', {
    tags: ['calls'],
  }, async () => {
    const world = await withItsDeadline();
    const { owner, count } = await givenUncounted(world, 1100);
    const calls: string[] = [];
    let largest = 0;
    world.setFault(async ({ command, input, send }) => {
      const answer = await send();
      const { Items = [] } = (answer as { output: { Items?: unknown[] } }).output;
      largest = Math.max(largest, Items.length);
      const isMembers = JSON.stringify(input).includes('COMMUNITY#MEMBERS#');
      if (command === 'Query' && isMembers && Items.length > 0) calls.push(`read ${Items.length}`);
      if (command === 'TransactWrite' && JSON.stringify(input).includes('ROLLUP#RECORD')) calls.push('count');
      return answer;
    });
    await rebuild(world, { owner });
    expect(await count()).toBe(1100);
    expect(calls.filter((call, n) => call !== 'count' || calls[n - 1] !== 'count')).toEqual([
      'read 1000',
      'count',
      'read 100',
      'count',
    ]);
    expect(largest).toBeLessThanOrEqual(1000);
  });

  it('needs no writes for items that are counted already', async () => {
    const world = await withItsDeadline();
    const { owner } = await givenUncounted(world, 100);
    await rebuild(world, { owner });
    let records = 0;
    world.setFault(({ command, input, send }) => {
      if (command === 'TransactWrite' && JSON.stringify(input).includes('ROLLUP#RECORD')) records += 1;
      return send();
    });
    expect(await rebuild(world, { owner })).toMatchObject({ itemsCounted: 0, countersCorrected: 0 });
    expect(records).toBe(0);
  });
});

describe('the lock of a rebuild', () => {
  /** Does something after each page of records that is read for the sums. */
  const afterEachPageOfSums = (world: World, owner: Owner, what: () => Promise<void>) =>
    world.setFault(async ({ command, input, send }) => {
      const answer = await send();
      const isOfSums = command === 'Query' && input.Limit === 2000;
      const { ':pk': pk } = input.ExpressionAttributeValues ?? {};
      if (isOfSums && recordsOf(owner).some((list) => list.pk === pk)) await what();
      return answer;
    });

  async function givenWrongCounter(world: World, size = 20) {
    const club = await givenUncounted(world, size);
    await settleAll(world, club.members);
    await club.setCount(7);
    return club;
  }

  it('is renewed while the sums take longer than its life', async () => {
    const world = await withItsDeadline();
    const { owner, newMember, count } = await givenWrongCounter(world, 20);
    const joined = newMember();
    await world.put(joined);
    const refused: string[] = [];
    afterEachPageOfSums(world, owner, async () => {
      world.advance(minutes(3));
      await settleAll(world, [joined]).catch(({ message }) => refused.push(message));
    });
    await rebuild(world, { owner });
    // Each list of records has a page.
    expect(refused).toEqual(recordsOf(owner).map(() => 'conflict'));
    world.setFault(undefined);
    await settleAll(world, [joined]);
    expect(await count()).toBe(21);
    await expectCounters({ dump: world.dump, freshTable: world.freshTable });
  });

  it.each([
    ['has expired', minutes(5)],
    ['may have expired by another clock', minutes(4)],
  ])('corrects nothing after it %s', async (_, pause) => {
    const world = await withItsDeadline();
    const { owner, count } = await givenWrongCounter(world);
    afterEachPageOfSums(world, owner, async () => world.advance(pause));
    await expect(rebuild(world, { owner })).rejects.toThrow('lost its lock');
    expect(await count()).toBe(7);
    expect(await world.item(rebuildLock.key({ owner }))).toBeUndefined();
  });

  it.each([
    ['belongs to another rebuild', { holder: 'another' }],
    ['has expired', { lockedUntil: NOON.toISOString() }],
  ])('refuses the correction when it %s', async (_, changed) => {
    const world = await withItsDeadline();
    const { owner, count } = await givenWrongCounter(world);
    world.setFault(async ({ command, input, send }) => {
      if (command === 'TransactWrite' && JSON.stringify(input).includes('memberCount')) {
        await world.put({ ...(await world.item(rebuildLock.key({ owner }))), ...changed });
      }
      return send();
    });
    await expect(rebuild(world, { owner })).rejects.toThrow('lost its lock');
    expect(await count()).toBe(7);
  });

  it('is not taken while another rebuild holds it', async () => {
    const world = await withItsDeadline();
    const { owner, count } = await givenWrongCounter(world);
    const lockedUntil = later(world.now(), minutes(5)).toISOString();
    const other = rebuildLock.stored({ owner, holder: newId(), lockedUntil });
    await world.put(other);
    await expect(rebuild(world, { owner })).rejects.toThrow('another rebuild');
    expect(await count()).toBe(7);
    expect(await world.item(rebuildLock.key({ owner }))).toEqual(other);
    world.advance(minutes(5));
    await rebuild(world, { owner });
    expect(await count()).toBe(20);
  });

  it('is left alone when another rebuild has taken it', async () => {
    const world = await withItsDeadline();
    const { owner, count } = await givenWrongCounter(world);
    const lockedUntil = later(world.now(), minutes(60)).toISOString();
    const other = rebuildLock.stored({ owner, holder: newId(), lockedUntil });
    afterEachPageOfSums(world, owner, async () => {
      world.advance(minutes(3));
      await world.put(other);
    });
    await expect(rebuild(world, { owner })).rejects.toThrow('lost its lock');
    expect(await count()).toBe(7);
    expect(await world.item(rebuildLock.key({ owner }))).toMatchObject({ holder: other['holder'] });
  });
});

describe('a run that nears its time limit', () => {
  it('ends after the page, and the next run continues with the next page', async () => {
    const world = await withItsDeadline();
    const { owner, count } = await givenUncounted(world, 1100);
    const { calls } = cutOff(world, () => 20);
    const runs = [];
    for (let input = {}; ; input = { continue: true }) {
      const { itemsCounted = 0, ownersLeft = 0 } = await rebuild(world, { owner, ...input });
      runs.push([itemsCounted, ownersLeft]);
      calls();
      if (ownersLeft === 0) break;
      if (runs.length === 2) world.setFault(undefined);
    }
    expect(runs).toEqual([
      [1000, 1],
      [100, 1],
      [0, 0],
    ]);
    expect(await count()).toBe(1100);
    await expectCounters({ dump: world.dump, freshTable: world.freshTable });
    expect(await world.item(rebuildProgress.key({ scope: ownerName(owner) }))).toBeUndefined();
  });

  it('releases the lock, and the next run adds up the records again', { tags: ['calls'] }, async () => {
    const world = await withItsDeadline();
    const { owner, members, count, setCount } = await givenUncounted(world, 50);
    await settleAll(world, members);
    await setCount(7);
    const { calls } = cutOff(world, () => Number.POSITIVE_INFINITY);
    await rebuild(world, { owner });
    const all = calls();
    expect(await count()).toBe(50);
    await setCount(7);
    const cut = cutOff(world, () => all - 8); // After the last page and before the end of the sums.
    expect(await rebuild(world, { owner })).toMatchObject({ ownersLeft: 1 });
    cut.calls();
    world.setFault(undefined);
    expect(await count()).toBe(7);
    expect(await world.item(rebuildLock.key({ owner }))).toBeUndefined();
    expect(await rebuild(world, { owner, continue: true })).toMatchObject({ ownersLeft: 0 });
    expect(await count()).toBe(50);
  });

  it('fails if it has not advanced, because the next run would end at the same place', async () => {
    const world = await withItsDeadline();
    const { owner, members } = await givenUncounted(world, 50);
    await settleAll(world, members);
    const { calls } = cutOff(world, () => 1);
    expect(await rebuild(world, { owner })).toMatchObject({ ownersLeft: 1 });
    calls();
    await expect(rebuild(world, { owner, continue: true })).rejects.toMatchObject({ name: 'OutOfTime' });
  });

  it('starts from the beginning, unless it is told to continue', async () => {
    const world = await withItsDeadline();
    const { owner, members, count } = await givenUncounted(world, 1100);
    const { calls } = cutOff(world, () => 20);
    await rebuild(world, { owner });
    calls();
    world.setFault(undefined);
    // The stream loses a change of an item that the first run has counted.
    const [first = { pk: '' }] = recordsOf(owner);
    const [gone] = await world.freshTable().query({ ...first, limit: 1 });
    const item = members.find((member) => gone?.['sk'] === `${member['pk']}|${member['sk']}`);
    await world.remove(item ?? {});
    await rebuild(world, { owner });
    expect(await count()).toBe(1099);
  });

  it('reports in the last run that an owner failed in an earlier one', async () => {
    const world = await withItsDeadline();
    const clubs = [
      await givenUncounted(world, 2),
      await givenUncounted(world, 2),
      await givenUncounted(world, 2),
    ];
    const [first, , last] = clubs.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const lockedUntil = later(world.now(), minutes(5)).toISOString();
    const owner = first?.owner ?? { kind: 'club', id: '' };
    await world.put(rebuildLock.stored({ owner, holder: newId(), lockedUntil }));
    const { calls } = cutOff(world, () => 25);
    const done = await rebuild(world);
    expect(done).toMatchObject({ ownersFailed: 1 });
    expect(done['ownersLeft']).toBeGreaterThan(0);
    calls();
    world.setFault(undefined);
    await expect(rebuild(world, { continue: true })).rejects.toThrow('1 owners failed');
    expect(await last?.count()).toBe(2);
    // The next run begins with the failed owner.
    world.advance(minutes(5));
    await rebuild(world, { continue: true });
    expect(await first?.count()).toBe(2);
  });
});

describe('a rebuild that is stopped again and again', () => {
  it.each(['time', 'failures'] as const)('by %s is exact, while people join and leave', async (by) => {
    const world = await withItsDeadline();
    const clubs = await Promise.all([5, 90, 1, 60, 40].map((size) => givenUncounted(world, size)));
    const merchant = await givenMerchant(world, 3, 3);
    const waiting: ReturnType<typeof recordOf>[] = [];
    const present = clubs.flatMap(({ members }) => members);
    for (const { setCount } of clubs.slice(0, 2)) await setCount(1000);
    await settleAll(world, present.slice(0, 120));

    /** One person joins and one leaves; the stream delivers the changes late, and again after a failure. */
    const move = async (n: number) => {
      const joined = clubs[n % clubs.length]?.newMember() ?? {};
      await world.put(joined);
      present.push(joined);
      waiting.push(recordOf(undefined, joined));
      const [left] = present.splice((n * 37) % present.length, 1);
      await world.remove(left ?? {});
      waiting.push(recordOf(left, undefined));
    };
    const deliver = async () => {
      const records = waiting.slice(0, 3);
      const isDelivered = await world.run(rollUp, { Records: records }).then(
        () => true,
        () => false,
      );
      if (isDelivered) waiting.splice(0, records.length);
    };

    let [moves, calls, isMoving, isEnding, before] = [0, 0, false, false, 0];
    world.setTime({ elapsed: () => systemClock.elapsed() + before + (isEnding ? seconds(850) : 0) });
    let runs = 0;
    for (let left = 1; left > 0; runs++) {
      const most = 20 + 3 * runs;
      world.setFault(async ({ send }) => {
        if (isMoving) return send();
        calls += 1;
        if (calls > most && by === 'failures') throw unexpected();
        isEnding = calls > most;
        if (calls % 5 === 0) {
          isMoving = true;
          await move(moves++);
          await deliver();
          isMoving = false;
        }
        return send();
      });
      const run = rebuild(world, runs > 0 ? { continue: true } : {});
      left = (await run.catch(() => ({ ownersLeft: 1 })))['ownersLeft'] ?? 0;
      world.setFault(undefined);
      if (isEnding) before += seconds(850);
      [calls, isEnding] = [0, false];
      world.advance(minutes(5)); // A failed run leaves its lock.
    }
    expect(runs).toBeGreaterThan(3);
    expect(moves).toBeGreaterThan(10);
    while (waiting.length > 0) await deliver();
    await expectCounters({ dump: world.dump, freshTable: world.freshTable });
    expect(await readCounters(world.freshTable(), merchant)).toMatchObject({
      [TOTALS_ROW]: { freeUnits: 90 },
    });
  });
});
