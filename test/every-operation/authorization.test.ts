import { beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '../../functions/contracts.ts';
import { refusalsOf } from '../../shared/contract/contract.ts';
import { onboardingFlow } from '../../shared/onboarding/items.ts';
import { days, minutes } from '../../shared/values/clock.ts';
import { type Cast, newCast, type Principal, principals } from '../cast/cast.ts';
import { slide } from '../given/onboarding.ts';
import { costsOfEngine } from '../support/engine-kind.ts';
import { remembered } from '../support/table-snapshot.ts';
import { newWorld, type Sent, type World } from '../support/world.ts';
import { expectRefusal, expectSuccess, watchWrites } from './answers.ts';
import { calls, contractOf, operations, outcomeOf, validCaller } from './calls.ts';

/**
 * The authorization matrix: every kind of caller sends a request to every operation, on items of the cast. The calls of each
 * resource declare the rows. A cell that is not `ok` is refused with that code and changes nothing. The valid request of each
 * operation stays within its budget of database rounds.
 */

const ok = 'ok';
const unsigned = 'not_signed_in';
const noAdmin = 'not_platform_admin';

let world: World;
let cast: Cast;
let untouched: Awaited<ReturnType<typeof remembered>>;
/** One token for each account. Only the table decides what the account may do. */
const tokens = new Map<Principal, string>();
/** Whether any write was executed since the table was last restored. */
let hasWritten: () => boolean;
/** Whether the last request changed anything. */
let changed = false;
beforeAll(async () => {
  world = await newWorld();
  cast = await newCast(world);
  await largestFlow();
  await world.catchUp(); // The first GET would change the counters.
  untouched = await remembered(world);
  for (const principal of principals) tokens.set(principal, await tokenOf(principal));
  hasWritten = watchWrites(world);
});

/** Makes the published flow as large as a body of 256 KB can be, so that units of all operations are those of a large flow. */
async function largestFlow(): Promise<void> {
  const [stored] = (await world.dump()).filter(
    ({ pk, status }) => String(pk).startsWith('ONBOARDING#FLOW#') && status === 'published',
  );
  const flow = onboardingFlow.parse(stored ?? {});
  const slides = flow.definition['slides'] as readonly unknown[];
  const body = { 'en-MY': 'x'.repeat(5000), 'ms-MY': 'x'.repeat(5000), 'zh-Hans-MY': 'x'.repeat(5000) };
  const large = Array.from({ length: 15 }, (_, n) => ({ ...slide(`large-${n}`), body }));
  await world.put(
    onboardingFlow.stored({ ...flow, definition: { ...flow.definition, slides: [...slides, ...large] } }),
  );
}

async function tokenOf(principal: Principal, overrides?: Sent['token']): Promise<string> {
  const accountId = cast.accounts[principal];
  return accountId === undefined ? '' : `Bearer ${await world.tokenFor(accountId, overrides)}`;
}

const { areCallsExact, areUnitsExact } = costsOfEngine();

/** Sends the cast's request as this principal, and restores the table. */
async function ask(
  operation: OperationId,
  principal: Principal,
  { authorization = tokens.get(principal), now = untouched } = {},
): Promise<string> {
  const answer = await world.call(operation, {
    ...calls[operation].request(cast, principal),
    headers: authorization ? { authorization } : {},
  });
  changed = hasWritten() && (await now.restore());
  if (answer.status < 300) {
    expectSuccess(operation, answer);
    if (principal === validCaller(operation)) {
      const { databaseRounds: rounds, consumedUnits: units } = world.lines.at(-1) ?? {};
      // The settings of sign-ins are the only response that needs no table.
      expect(rounds === 0, `the rounds of ${operation}`).toBe(calls[operation].rounds === 0);
      if (areCallsExact)
        expect(rounds, `the rounds of ${operation}`).toBeLessThanOrEqual(calls[operation].rounds);
      if (areUnitsExact)
        expect(units, `the units of ${operation}`).toBeLessThanOrEqual(calls[operation].units);
    }
    return ok;
  }
  const code: string = answer.body.code;
  expectRefusal(operation, code, answer);
  return changed ? `${code}, and something changed` : code;
}

/** The outcomes of each principal, in order. */
async function inTurn<Name extends string, T>(names: readonly Name[], task: (name: Name) => Promise<T>) {
  const done: [Name, T][] = [];
  for (const name of names) done.push([name, await task(name)]);
  return Object.fromEntries(done);
}

describe('the authorization matrix', () => {
  it.each(operations)('%s', async (operation) => {
    const row = Object.fromEntries(
      principals.map((principal) => [principal, outcomeOf(operation, principal)]),
    );
    expect(await inTurn(principals, (principal) => ask(operation, principal))).toEqual(row);
  });

  const removing = operations.flatMap((operation) => {
    const { removesFor } = calls[operation];
    return removesFor ? [[operation, removesFor] as const] : [];
  });
  it.each(removing)(
    '%s succeeds for every signed-in caller and removes something only for %j, who are members',
    async (operation, takingPart) => {
      const took = await inTurn(principals.slice(1), async (principal) => {
        await ask(operation, principal);
        return changed;
      });
      expect(took).toEqual(
        Object.fromEntries(
          principals.slice(1).map((principal) => [principal, takingPart.includes(principal)]),
        ),
      );
    },
  );

  it.each(operations)('%s: the row matches the caller that the contract declares', (operation) => {
    const contract = contractOf(operation);
    const row = principals.map((principal) => outcomeOf(operation, principal));
    const [nobody, ...accounts] = row;
    const strangers = outcomeOf(operation, 'other account');
    expect(Object.keys(refusalsOf(contract))).toEqual(
      expect.arrayContaining(row.filter((outcome) => outcome !== ok)),
    );
    expect(
      {
        nobody: principals.map(() => ok),
        // A caller without any relation gets the same response as an anonymous one.
        optional: [strangers, ...accounts],
        account: [unsigned, ...accounts.map((outcome) => (outcome === noAdmin ? '' : outcome))],
        platform_admin: [unsigned, ...principals.slice(1, -1).map(() => noAdmin), ok],
      }[contract.caller],
    ).toEqual([nobody, ...accounts]);
  });

  it.each(operations)('%s admits somebody', (operation) => {
    expect(principals.map((principal) => outcomeOf(operation, principal))).toContain(ok);
  });

  const toNobody = operations.filter((operation) => contractOf(operation).caller === 'nobody');
  it.each(toNobody)('%s does not even read the Authorization header', async (operation) => {
    for (const authorization of ['Bearer not.a.token', 'Basic cGF0aWVudA==', 'Bearer']) {
      expect(await ask(operation, 'nobody', { authorization })).toBe(ok);
    }
  });
});

describe('a session that is not fresh', () => {
  const ago = (milliseconds: number) => Math.floor((world.now().getTime() - milliseconds) / 1000);
  const fresh: readonly [string, () => Sent['token']][] = [
    ['a moment old', () => ({})],
    ['exactly 15 minutes old', () => ({ authTime: ago(minutes(15)) })],
    ['a minute ahead, as clocks differ', () => ({ authTime: ago(-minutes(1)) })],
  ];
  const stale: readonly [string, () => Sent['token']][] = [
    ['a second older than 15 minutes', () => ({ authTime: ago(minutes(15)) - 1 })],
    ['more than a minute ahead', () => ({ authTime: ago(-minutes(1)) + 1 })],
    ['of an unknown time', () => ({ authTime: null })],
    ['refreshed', () => ({ signIn: 'refresh' })],
    ['federated', () => ({ signIn: 'federated' })],
    ['begun nobody knows how', () => ({ signIn: null })],
  ];
  const guarded = operations.filter((operation) => calls[operation].freshSession);
  const others = operations.filter((operation) => !guarded.includes(operation));

  it('is refused by operations that cannot be undone, by the logs, by the report of a workspace and by the data of an account', () => {
    expect(operations.filter((operation) => contractOf(operation).session)).toEqual(guarded);
  });

  describe.each(guarded)('%s', (operation) => {
    it.each(fresh)('admits one that is %s', async (_, overrides) => {
      const authorization = await tokenOf('platform admin', overrides());
      expect(await ask(operation, 'platform admin', { authorization })).toBe(ok);
    });

    it.each(stale)('refuses one that is %s, and says how to sign in again', async (_, overrides) => {
      for (const principal of ['platform admin', 'other account'] as const) {
        const { status, body, headers } = await world.call(operation, {
          ...calls[operation].request(cast, principal),
          headers: { authorization: await tokenOf(principal, overrides()) },
        });
        expect([status, body.code]).toEqual([401, 'fresh_session_required']);
        expect(headers['www-authenticate']).toBe(
          'Bearer error="insufficient_user_authentication", max_age="900"',
        );
        expect(hasWritten() && (await untouched.restore())).toBe(false);
      }
    });
  });

  it.each([{ signIn: 'refresh' }, { signIn: null }])(
    'is accepted by all other operations a week after the sign-in: %j',
    async (overrides) => {
      const authorization = await tokenOf('platform admin', { authTime: ago(days(7)), ...overrides });
      expect(
        await inTurn(others, (operation) => ask(operation, 'platform admin', { authorization })),
      ).toEqual(
        Object.fromEntries(others.map((operation) => [operation, outcomeOf(operation, 'platform admin')])),
      );
    },
  );
});

describe('a revoked role has no effect from the next request on, with the same token', () => {
  const losses = operations.flatMap((operation) =>
    (calls[operation].takes ?? []).map((loss) => ({ operation, ...loss })),
  );
  it.each(losses)('$who $what', async ({ operation, who, request, role }) => {
    const { status, body } = await world.call(operation, request(cast));
    expect([status, body?.code]).toEqual([body === undefined ? 204 : 200, undefined]);
    await world.catchUp();
    const now = await remembered(world);
    const afterwards = (other: OperationId) =>
      (role && calls[other].afterLosing?.[role]) ?? outcomeOf(other, 'other account');
    // The matrix shows what the role makes no difference to.
    const lost = operations.filter((other) => afterwards(other) !== outcomeOf(other, who));
    expect(lost.length).toBeGreaterThan(0);
    const found = await inTurn(lost, (other) => ask(other, who, { now }));
    await untouched.restore();
    expect(found).toEqual(Object.fromEntries(lost.map((other) => [other, afterwards(other)])));
  });

  /** The operations of each account whose request is the valid one. */
  const admitting = Map.groupBy(operations, validCaller);
  it.each(principals.filter((who) => who !== 'nobody' && admitting.has(who)))(
    '%s whose account is closed',
    async (who) => {
      const authorization = tokens.get(who) ?? '';
      expect((await world.call('requestDeletion', { headers: { authorization } })).status).toBe(201);
      await world.catchUp();
      const now = await remembered(world);
      const own = admitting.get(who) ?? [];
      const found = await inTurn(own, (operation) => ask(operation, who, { now }));
      await untouched.restore();
      const closed = own.map((operation): [OperationId, string] => [
        operation,
        contractOf(operation).admitsClosedAccounts ? ok : 'account_closed',
      ]);
      expect(found).toEqual(Object.fromEntries(closed));
    },
  );
});
