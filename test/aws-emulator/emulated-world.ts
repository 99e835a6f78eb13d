import { contracts, type OperationId } from '../../functions/contracts.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import type { Job, StreamEvent } from '../../shared/runtime/worker-handler.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import { type Answer, newWorld, type Sent, type World } from '../support/world.ts';
import type { Emulator } from './emulator.ts';

/**
 * A test world with the emulated stack instead of the handlers: calls go over HTTP, workers run by their rules, and faults
 * occur behind the policies. Fixtures are written directly into the table.
 */
export async function emulatedWorld(emulator: Emulator): Promise<World> {
  const { clock, url, issuer, functions, plans, setFault, drain, table } = emulator;
  const world = await newWorld({ on: table });
  const tokenFor = (accountId: AccountId, overrides: Sent['token'] = {}) =>
    issuer.sign({ accountId, ...overrides });

  async function call(operation: OperationId, sent: Sent = {}): Promise<Answer> {
    const { method, path }: Contract = contracts[operation];
    const { as, token, params = {}, query = {}, body, headers = {} } = sent;
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
    const response = await fetch(`${url}${address}?${new URLSearchParams(query)}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(as && { authorization: `Bearer ${await tokenFor(as, token)}` }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status > 499) throw new Error(`${operation}: ${response.status} ${text}`);
    return {
      status: response.status,
      body: text === '' ? undefined : JSON.parse(text),
      headers: Object.fromEntries(response.headers),
      raw: { statusCode: response.status, headers: Object.fromEntries(response.headers), body: text },
    };
  }

  async function run({ worker: { workerId } }: Job, event: Partial<StreamEvent> = {}) {
    const plan = plans.find((candidate) => candidate.function.principal.name === workerId);
    if (plan) await plan.run();
    else await functions.find(({ principal }) => principal.name === workerId)?.invoke(event);
    return { batchItemFailures: [] };
  }

  return {
    ...world,
    now: clock.now,
    advance: (milliseconds) => void clock.advance(milliseconds / 1000),
    tokenFor,
    setFault,
    catchUp: drain,
    call,
    run,
  };
}
