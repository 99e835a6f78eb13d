import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { job as rollUp } from '../../../functions/analytics/roll-ups/roll-up.ts';
import { job as eraseAccounts } from '../../../functions/deletion/erase-accounts.ts';
import { logEntry } from '../../../shared/clinical/items.ts';
import { readCountedUpTo } from '../../../shared/rollups/counted-up-to.ts';
import { remainingCertificates } from '../../../shared/rollups/items.ts';
import { productionPolicy } from '../../../shared/table/attempts.ts';
import type { StoredItem } from '../../../shared/table/item.ts';
import { minutes, seconds } from '../../../shared/values/clock.ts';
import { certificate, membership } from '../../../shared/workspaces/items.ts';
import { givenFullLife } from '../../given/account-with-everything.ts';
import { givenCertificate, givenEmployee, givenWorkspace, period } from '../../given/workspaces.ts';
import { LONG } from '../../support/seeded-races.ts';
import { newAccount, newId, newWorld, PATIENT, type World } from '../../support/world.ts';

/** Accounts with more items than a request or a run can handle. Each database call takes 8 ms of simulated time. */

const MILLISECONDS_PER_CALL = 8;

/** The time that the calls of a world take, as if none of them overlapped. */
function simulatedTime(world: World) {
  let elapsed = 0;
  world.setTime({ elapsed: () => elapsed, sleep: async () => {} });
  world.setFault(({ send }) => {
    elapsed += MILLISECONDS_PER_CALL;
    return send();
  });
  return () => elapsed;
}

/**
 * Delivers changed items to the roll-up, and what it hands on to itself.
 * @param afterFirst is called after the first run. @returns the most items of one run.
 */
async function deliver(
  world: World,
  before: StoredItem,
  after: StoredItem,
  employee: Parameters<typeof remainingCertificates.key>[0],
  afterFirst = async () => {},
) {
  let most = 0;
  const ApproximateCreationDateTime = world.now().getTime() / 1000;
  const images = { OldImage: marshall(before), NewImage: marshall(after) };
  let Records: object[] = [{ eventName: 'MODIFY', dynamodb: { ...images, ApproximateCreationDateTime } }];
  for (let runs = 0; Records.length > 0; runs++) {
    if (runs === 1) await afterFirst();
    const { done } = await world.run(rollUp, { Records: Records as never });
    most = Math.max(most, done?.['itemsCounted'] ?? 0);
    const rest = await world.item(remainingCertificates.key(employee));
    Records = rest ? [{ eventName: 'MODIFY', dynamodb: { NewImage: marshall(rest) } }] : [];
  }
  return most;
}

describe('an account with many certificates', () => {
  const SIZE = process.env['SIHAT_RUNS'] ? 30_000 : 300;

  it(
    'is closed in the time of a request, counts nowhere from then on, and is erased completely',
    LONG,
    async () => {
      const world = await newWorld({ rollsUp: false });
      await world.ledger.isMade();
      const workspace = await givenWorkspace(world);
      const officer = await givenEmployee(world, workspace, { role: 'hr_admin' });
      const employee = await givenEmployee(world, workspace);
      const { accountId, workspaceId } = employee;
      const submitted = await givenCertificate(world, employee);
      const drafted = await givenCertificate(world, employee, { status: 'draft' });
      const another = await givenCertificate(world, await givenEmployee(world, workspace));
      const all = Array.from({ length: SIZE }, (_, n) => ({
        ...(n % 3 === 0 ? drafted : submitted),
        id: newId(),
      }));
      await world.put(...all.map(certificate.stored));
      const counted = async () => {
        const request = { as: officer.accountId, params: { workspaceId }, query: period };
        return (await world.call('medicalCertificateTotals', request)).body.requests.submitted;
      };
      const joined = (await world.item(membership.key(employee))) ?? {};
      // All are counted, as if each had been submitted one after the other.
      const gone = { ...joined, endedAt: world.now().toISOString() };
      const since = world.now();
      const between = async () => {
        world.advance(seconds(30));
        await settleOne(world, another);
        // Reports say that they have not counted further, although another shard of the stream has.
        expect(await readCountedUpTo(world.freshTable(), world.now())).toBe(since.toISOString());
      };
      expect(await deliver(world, gone, joined, employee, between)).toBeLessThanOrEqual(200);
      await settleOne(world, another);
      expect(await counted()).toBe(1 + all.filter(({ status }) => status === 'submitted').length + 1);

      const production = await newWorld({
        policy: { ...PATIENT, deadline: productionPolicy.deadline },
        on: world,
      });
      simulatedTime(production);
      const { status, body } = await production.call('requestDeletion', { as: accountId });
      expect(status).toBe(201);

      const listed = async () => {
        const request = { as: officer.accountId, params: { workspaceId }, query: { limit: '100' } };
        const { certificates } = (await world.call('listCertificates', request)).body;
        return certificates.filter((shown: { accountId: string }) => shown.accountId === accountId);
      };
      expect(await listed()).toEqual([]);
      const closed = (await world.item(membership.key(employee))) ?? {};
      expect(await deliver(world, joined, closed, employee)).toBeLessThanOrEqual(201);
      expect(await counted()).toBe(1);

      world.advance(minutes(2));
      simulatedTime(world);
      let runs = 0;
      const receipt = () => world.call('checkDeletionReceipt', { body: { receiptToken: body.receiptToken } });
      for (; (await receipt()).body.status === 'pending'; runs++) {
        expect((await world.run(eraseAccounts)).done).toMatchObject({ erasuresFailed: 0 });
      }
      // About 1,400 items in the 35 seconds of a run.
      expect(runs).toBeLessThanOrEqual(Math.ceil(SIZE / 1000) + 1);
      const left = (await world.dump()).filter((item) => JSON.stringify(item).includes(accountId));
      expect([...new Set(left.map(({ pk }) => String(pk).split('#').slice(0, 2).join('#')))].sort()).toEqual([
        `ACCOUNT#${accountId}`,
        `DELETION#REQUEST`,
        'ROLLUP#RECORD',
      ]);
      expect(await counted()).toBe(1);
    },
  );
});

async function settleOne(world: World, stored: Parameters<typeof certificate.stored>[0]) {
  const dynamodb = {
    NewImage: marshall(certificate.stored(stored), { removeUndefinedValues: true }),
    ApproximateCreationDateTime: world.now().getTime() / 1000,
  };
  await world.run(rollUp, { Records: [{ eventName: 'INSERT', dynamodb }] });
}

describe('the erasure', () => {
  it('erases 30 accounts at once: 500 full accounts take less than ten minutes', async () => {
    const world = await newWorld();
    const accounts = Array.from({ length: 10 }, newAccount);
    for (const account of accounts) {
      await givenFullLife(world, account);
      await world.call('requestDeletion', { as: account });
    }
    world.advance(minutes(2));
    await world.catchUp();
    const inFlight = new Set<object>();
    let most = 0;
    let calls = 0;
    let slept = 0;
    world.setTime({
      sleep: async (milliseconds) => {
        slept += milliseconds;
      },
    });
    world.setFault(async (call) => {
      calls += 1;
      inFlight.add(call);
      most = Math.max(most, inFlight.size);
      return call.send().finally(() => inFlight.delete(call));
    });
    expect((await world.run(eraseAccounts)).done).toMatchObject({ accountsErased: 10, erasuresFailed: 0 });
    expect(most).toBe(10);
    // Indexes may lag, so the erasure waits before it looks again whether anything is left.
    expect(slept).toBeGreaterThan(0);
    // Ten lanes run at the same time, 35 seconds of each minute.
    const secondsOfAnAccount = (calls * MILLISECONDS_PER_CALL + slept) / accounts.length / 1000;
    const inTenMinutes = (10 * 35 * 10) / secondsOfAnAccount;
    expect(inTenMinutes).toBeGreaterThan(500);
  });

  it('holds at most a page of an account in memory, however long its log is', async () => {
    const world = await newWorld();
    const account = newAccount();
    const life = await givenFullLife(world, account);
    const [entry] = (await world.dump()).filter(({ pk }) => String(pk).startsWith('CLINICAL#LOG#'));
    expect(life).toBeDefined();
    const some = logEntry.parse(entry ?? {});
    await world.put(
      ...Array.from({ length: 600 }, () => logEntry.stored({ ...some, patientId: account, id: newId() })),
    );
    await world.call('requestDeletion', { as: account });
    world.advance(minutes(2));
    let most = 0;
    let transactions = 0;
    world.setTime({ sleep: async () => {} });
    world.setFault(async ({ command, send }) => {
      const answer = (await send()) as { readonly output?: { readonly Items?: readonly unknown[] } };
      most = Math.max(most, answer.output?.Items?.length ?? 0);
      transactions += command === 'TransactWrite' ? 1 : 0;
      return answer as never;
    });
    expect((await world.run(eraseAccounts)).done).toMatchObject({ accountsErased: 1 });
    expect(most).toBeLessThanOrEqual(500);
    // 100 entries are written together.
    expect(transactions).toBeLessThan(80);
  });
});
