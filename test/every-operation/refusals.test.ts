import { beforeAll, describe, expect, it } from 'vitest';
import { contracts, type OperationId } from '../../functions/contracts.ts';
import { type Contract, refusalsOf } from '../../shared/contract/contract.ts';
import { BODY_LIMIT } from '../../shared/http/bodies.ts';
import { minutes } from '../../shared/values/clock.ts';

import { refusalScenarios, validCalls } from '../support/all-request-fixtures.ts';
import { throttled, unexpected } from '../support/fault-injection.ts';
import { givenClosedAccount } from '../support/given.ts';
import type { Scenario } from '../support/request-fixtures.ts';
import { newAccount, newWorld, PATIENT, type Sent, type World } from '../support/world.ts';

/** Every refusal of every contract is reached once, and none changes anything. Each operation has its own world. */

const operations = Object.keys(contracts) as OperationId[];

/** Turns a valid request into one that is refused with a common code. Some codes need a fault in the world. */
const commonScenarios: Record<
  string,
  (valid: Sent, contract: Contract, world: World) => Promise<Sent> | Sent
> = {
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
  invalid_cursor: (valid) => ({ ...valid, query: { ...valid.query, cursor: 'forged' } }),
  not_signed_in: ({ as: _, ...valid }) => valid,
  invalid_token: (valid) => ({ ...valid, headers: { authorization: 'Bearer not.a.token' } }),
  fresh_session_required: (valid, _, world) => ({
    ...valid,
    token: { authTime: Math.floor((world.now().getTime() - minutes(15)) / 1000) - 1 },
  }),
  account_closed: async (valid, _, world) => ({ ...valid, as: await givenClosedAccount(world) }),
  not_platform_admin: (valid) => ({ ...valid, as: newAccount() }),
  body_too_large: (valid) => ({ ...valid, body: `"${'x'.repeat(BODY_LIMIT)}"` }),
  unsupported_media_type: (valid) => ({ ...valid, headers: { 'content-type': 'text/plain' } }),
  internal: (valid, _, world) => {
    world.setFault(() => Promise.reject(unexpected()));
    return valid;
  },
  try_again: (valid, _, world) => {
    world.setFault(() => Promise.reject(throttled()));
    return valid;
  },
};

function scenarioOf(operation: OperationId, code: string): Scenario {
  const own = (refusalScenarios[operation] as Record<string, Scenario>)[code];
  if (own) return own;
  const common = commonScenarios[code];
  if (!common) throw new Error(`${operation} can refuse with ${code}, and no test gets it`);
  return async (world) => common(await validCalls[operation](world), contracts[operation], world);
}

describe.each(operations)('%s', (operation) => {
  const contract: Contract = contracts[operation];
  let world: World;
  beforeAll(async () => {
    world = await newWorld({
      policy: { ...PATIENT, backoff: 1 },
      rollsUp: false,
    });
  });

  it('succeeds with a response that matches its contract', async () => {
    const answer = await world.call(operation, await validCalls[operation](world));
    expect(Object.keys(contract.success)).toContain(String(answer.status));
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers['content-type']).toBe(answer.status === 204 ? undefined : 'application/json');
    if (!contract.caching) expect(answer.headers['cache-control']).toMatch(/^(private, )?no-store$/);
  });

  it.each(Object.entries(refusalsOf(contract)))(
    'refuses with %s and changes nothing',
    async (code, [status, message]) => {
      const sent = await scenarioOf(operation, code)(world);
      await world.catchUp();
      const before = await world.dump();
      const answer = await world.call(operation, sent);
      world.setFault(undefined);

      expect({ status: answer.status, code: answer.body.code, message: answer.body.message }).toEqual({
        status,
        code,
        // Only the message about a token depends on the token.
        message: code === 'invalid_token' ? expect.any(String) : message,
      });
      expect(Object.keys(answer.body)).toEqual(
        code === 'invalid_request' ? ['code', 'message', 'issues'] : ['code', 'message'],
      );
      expect(answer.headers['cache-control']).toContain('no-store');
      expect('www-authenticate' in answer.headers).toBe(status === 401);
      expect('retry-after' in answer.headers).toBe(status === 503);
      expect(await world.dump()).toEqual(before);
    },
  );
});
