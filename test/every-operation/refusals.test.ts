import { beforeAll, describe, expect, it } from 'vitest';
import type { contracts, OperationId } from '../../functions/contracts.ts';
import { type Contract, refusalsOf } from '../../shared/contract/contract.ts';
import { BODY_LIMIT } from '../../shared/http/bodies.ts';
import type { Scenario } from '../cast/crowds.ts';
import { throttled, unexpected } from '../support/fault-injection.ts';
import { newWorld, PATIENT, type Sent, type World } from '../support/world.ts';
import { expectRefusal, watchWrites } from './answers.ts';
import { calls, contractOf, operations, validRequest } from './calls.ts';

/**
 * Every refusal of every contract is reached, and none changes anything. The authorization matrix reaches those that depend
 * on the caller.
 */

const fast = { policy: { ...PATIENT, backoff: 1 }, rollsUp: false };

/** Turns a valid request into one that is refused before the function reads anything. */
const beforeReads: Record<string, (valid: Sent, contract: Contract) => Sent> = {
  invalid_request: (valid, { params, query, body }) => {
    if (body) return { ...valid, body: { ...(valid.body as object), unknownKey: 1 } };
    if (query) return { ...valid, query: { limit: '0' } };
    if (params)
      return {
        ...valid,
        params: Object.fromEntries(Object.keys(valid.params ?? {}).map((name) => [name, '!'])),
      };
    throw new Error('nothing to break');
  },
  invalid_token: (valid) => ({ ...valid, headers: { authorization: 'Bearer not.a.token' } }),
  body_too_large: (valid) => ({ ...valid, body: `"${'x'.repeat(BODY_LIMIT)}"` }),
  unsupported_media_type: (valid) => ({ ...valid, headers: { 'content-type': 'text/plain' } }),
};

/** The refusals that the authorization matrix and its tests of sessions and closed accounts reach. */
const byCaller = ['not_signed_in', 'not_platform_admin', 'account_closed', 'fresh_session_required'];

/** What a database does to make an operation fail. */
const failures = { internal: unexpected, try_again: throttled };

let world: World;
beforeAll(async () => {
  world = await newWorld(fast);
});

describe.each(operations)('%s', (operation) => {
  const contract = contractOf(operation);
  const codes = Object.keys(refusalsOf(contract));
  const own = Object.entries<Scenario | undefined>(calls[operation].refusals);

  it('has a test for each of its refusals', () => {
    const reached = [
      ...Object.values(calls[operation].callers),
      ...own.map(([code]) => code),
      ...Object.keys(beforeReads),
      ...Object.keys(failures),
      ...byCaller,
      'invalid_cursor',
    ];
    expect(codes.filter((code) => !reached.includes(code))).toEqual([]);
  });

  it.each(codes.filter((code) => code in beforeReads))(
    'refuses with %s before it reads anything',
    async (code) => {
      const sent = beforeReads[code]?.(await validRequest(world, operation), contract);
      world.lines.length = 0;
      expectRefusal(operation, code, await world.call(operation, sent));
      expect(world.lines.map(({ databaseCalls }) => databaseCalls)).toEqual([0]);
    },
  );

  it.runIf(contract.paged)('refuses with invalid_cursor and writes nothing', async () => {
    const sent = await validRequest(world, operation);
    const hasWritten = watchWrites(world);
    const answer = await world.call(operation, { ...sent, query: { ...sent.query, cursor: 'forged' } });
    world.setFault(undefined);
    expectRefusal(operation, 'invalid_cursor', answer);
    expect(hasWritten()).toBe(false);
  });

  it.runIf(calls[operation].rounds > 0).each(Object.entries(failures))(
    'refuses with %s while the database fails',
    async (code, failure) => {
      const sent = await validRequest(world, operation);
      world.setFault(() => Promise.reject(failure()));
      const answer = await world.call(operation, sent);
      world.setFault(undefined);
      expectRefusal(operation, code, answer);
    },
  );
});

const withScenarios = operations.filter((operation) => Object.keys(calls[operation].refusals).length > 0);

describe.each(withScenarios)('%s', (operation) => {
  let own: World;
  beforeAll(async () => {
    own = await newWorld(fast);
  });

  it.each(Object.entries<Scenario>(scenariosOf(operation)))(
    'refuses with %s and changes nothing',
    async (code, scenario) => {
      const sent = await scenario(own);
      const hasWritten = watchWrites(own);
      const answer = await own.call(operation, sent);
      own.setFault(undefined);
      expectRefusal(operation, code, answer);
      expect(hasWritten()).toBe(false);
    },
  );
});

function scenariosOf(
  operation: OperationId,
): Record<keyof (typeof contracts)[OperationId]['refusals'], Scenario> {
  return calls[operation].refusals;
}
