import { beforeAll, describe, expect, it } from 'vitest';
import { job as eraseAccounts } from '../../../functions/deletion/erase-accounts.ts';
import { deletionRequest } from '../../../shared/deletion/items.ts';
import { work } from '../../../shared/runtime/worker-handler.ts';
import { tableClient } from '../../../shared/table/client.ts';
import { malaysianDate } from '../../../shared/values/calendar.ts';
import { minutes } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { givenFullLife } from '../../given/account-with-everything.ts';
import { expectCommunityInvariants } from '../../support/community-invariants.ts';
import { faults, unexpected } from '../../support/fault-injection.ts';
import { noteTriedByTest } from '../../support/reliability-report.ts';
import { LONG, RUNS } from '../../support/seeded-races.ts';
import { remembered } from '../../support/table-snapshot.ts';
import { newAccount, newWorld, PATIENT, type World } from '../../support/world.ts';

/**
 * An erasure that stops at each of its awaits in turn: before a call to the database or the user pool, or after the call
 * without a response. The next run completes it, and the remaining items are always the same.
 * `npm test` tries every ninth await and all of the last ones; `npm run test:long` tries every await.
 */
const STRIDE = RUNS < 1_000 ? 9 : 1;
/** The last awaits, in which the sign-in is removed and the request is completed. */
const LAST = 5;

let world: World;
const account: AccountId = newAccount();
let start: Awaited<ReturnType<typeof remembered>>;
beforeAll(async () => {
  world = await newWorld();
  await givenFullLife(world, account);
  await world.call('requestDeletion', { as: account });
  world.advance(minutes(2));
  start = await remembered(world);
});

/** The accounts whose sign-in was removed. */
type Removed = Set<AccountId>;

/** Runs the worker with a gate at every await. A stopped run never continues. */
async function erase(
  removed: Removed,
  gate: (call: () => Promise<unknown>) => Promise<unknown>,
): Promise<void> {
  const tables = tableClient({
    ...world,
    ledgerName: world.ledger.name,
    clock: world.clock,
    policy: PATIENT,
  });
  faults(
    tables.documents,
    () =>
      ({ send }) =>
        gate(send),
  );
  const handle = work(eraseAccounts, {
    tables,
    clock: { ...world.clock, sleep: async () => {} },
    writeLine: () => {},
    metricsNamespace: 'Sihat',
    signIns: { remove: async (of) => void (await gate(async () => removed.add(of))) },
    ledger: world.ledger,
  });
  await handle({}).finally(tables.close);
}

describe('an erasure that is stopped', () => {
  it.each([
    ['before', false],
    ['after', true],
  ])('%s any of its awaits is completed by the next run with the same result', LONG, async (when, made) => {
    await start.restore();
    let awaits = 0;
    const outside: Removed = new Set();
    await erase(outside, (call) => {
      awaits += 1;
      return call();
    });
    const whole = await world.dump();
    expect(awaits).toBeGreaterThan(30);
    expect([...outside]).toEqual([account]);
    expect(await world.ledger.erasedOn(malaysianDate(world.now()))).toMatchObject([{ accountId: account }]);
    let stops = 0;
    noteTriedByTest({
      what: `An erasure stopped ${when} an await`,
      times: () => `${stops} stops at ${awaits} awaits`,
    });

    const all = Array.from({ length: awaits }, (_, n) => n + 1);
    for (const at of all.filter((n) => n % STRIDE === 1 % STRIDE || n > awaits - LAST)) {
      await start.restore();
      let n = 0;
      const found: Removed = new Set();
      const stopped = erase(found, async (call) => {
        n += 1;
        if (n < at) return call();
        if (n === at && made) await call();
        throw unexpected();
      });
      // Losing only the last response is no failure.
      await stopped.catch(() => {});
      await erase(found, (call) => call());
      expect(await world.dump(), `stopped at await ${at} of ${awaits}`).toEqual(whole);
      expect(found, `stopped at await ${at} of ${awaits}`).toEqual(outside);
      stops += 1;
    }
    expect((await world.item(deletionRequest.key({ accountId: account })))?.['status']).toBe('completed');
    await expectCommunityInvariants(world);
  });
});
