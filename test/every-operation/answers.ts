import { expect } from 'vitest';
import type { OperationId } from '../../functions/contracts.ts';
import { refusalsOf } from '../../shared/contract/contract.ts';
import type { Fault } from '../support/fault-injection.ts';
import type { Answer, World } from '../support/world.ts';
import { contractOf } from './calls.ts';

/** What every response of an operation has in common. */

/** The response has a declared status, the headers of a success, and no `null`. */
export function expectSuccess(operation: OperationId, { status, headers, raw }: Answer): void {
  const { success, caching } = contractOf(operation);
  expect(Object.keys(success)).toContain(String(status));
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers['content-type']).toBe(status === 204 ? undefined : 'application/json');
  expect(raw.body ?? '').not.toContain('null');
  if (!caching) expect(headers['cache-control']).toMatch(/^(private, )?no-store$/);
}

/** The messages that say more than the contract, about the token or the stock. */
const preciseMessages: Readonly<Record<string, unknown>> = {
  invalid_token: expect.any(String),
  too_few_free: expect.stringMatching(/^Only \d+ units are free\.$/),
};

/** The response is the refusal as the contract declares it: its status, message, fields and headers. */
export function expectRefusal(operation: OperationId, code: string, answer: Answer): void {
  const { status, body, headers } = answer;
  const [declared, message] = refusalsOf(contractOf(operation))[code] ?? [];
  expect({ status, code: body.code, message: body.message }).toEqual({
    status: declared,
    code,
    message: preciseMessages[code] ?? message,
  });
  expect(Object.keys(body)).toEqual(
    code === 'invalid_request' ? ['code', 'message', 'issues'] : ['code', 'message'],
  );
  // A shared cache may keep the 404 of a look-up.
  const isKept = status === 404 && contractOf(operation).caching !== undefined;
  expect(headers['cache-control']).toMatch(isKept ? /s-maxage=5|no-store/ : /no-store/);
  expect('www-authenticate' in headers).toBe(status === 401);
  expect('retry-after' in headers).toBe([429, 503].includes(status));
}

const READS = ['Get', 'BatchGet', 'Query'];
/** A transaction that only checks conditions changes nothing. */
const isWrite: (call: Parameters<Fault>[0]) => boolean = ({ command, input }) =>
  !READS.includes(command) &&
  !input.TransactItems?.every((part: { readonly ConditionCheck?: unknown }) => part.ConditionCheck);

/** Reports whether the database has executed a write since the last question. */
export function watchWrites(world: World): () => boolean {
  let written = false;
  world.setFault(async (call) => {
    const answer = await call.send();
    written ||= isWrite(call);
    return answer;
  });
  return () => {
    const was = written;
    written = false;
    return was;
  };
}
