import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '../../functions/contracts.ts';
import { BODY_LIMIT } from '../../shared/http/bodies.ts';
import { type Cast, newCast, principals } from '../cast/cast.ts';
import { operations as all, calls, contractOf } from '../every-operation/calls.ts';
import { uses } from '../support/iam-guard.ts';
import { noteTriedByTest } from '../support/reliability-report.ts';
import { remembered } from '../support/table-snapshot.ts';
import { newWorld, type Sent, type World } from '../support/world.ts';
import { type Body, bodies, bodySchemaOf } from './body-arbitraries.ts';
import { exchanged, type Heard, openDoors } from './raw-http.ts';

/**
 * No body causes a server error, and an invalid body never reaches the database. Each endpoint gets 30 generated bodies in
 * `npm test` and 10,000 in `npm run test:long`.
 */
const BODIES = Number(process.env['SIHAT_BODIES'] ?? 30);
/** fast-check's seed, so that every run sends the same bodies. A failure also names the path to its smallest body. */
const SEED = Number(process.env['SIHAT_SEED'] ?? 1);
/** A busy machine needs this long. */
const LONG = { timeout: 60_000 + BODIES * 300 };

const operations = all.filter((operation) => contractOf(operation).body);

let world: World;
let doors: Awaited<ReturnType<typeof openDoors>>;
const senders = new Map<OperationId, Awaited<ReturnType<typeof senderOf>>>();

beforeAll(async () => {
  world = await newWorld();
  doors = await openDoors(world);
  const cast = await newCast(world);
  const { restore } = await remembered(world);
  for (const operation of operations) {
    senders.set(operation, await senderOf(operation, cast));
    await restore();
  }
});
afterAll(() => doors?.close());

/** The parameters and the caller with which a body of this operation has an effect. */
async function senderOf(operation: OperationId, cast: Cast) {
  for (const principal of principals.toReversed()) {
    const sent: Sent = calls[operation].request(cast, principal);
    const accountId = cast.accounts[principal];
    const authorization = accountId ? `Bearer ${await world.tokenFor(accountId)}` : '';
    const headers = authorization ? { authorization } : {};
    const { status } = await world.call(operation, { ...sent, headers });
    if (status >= 300) continue;
    const path = contractOf(operation).path.replace(/\{(\w+)\}/g, (_, name) => sent.params?.[name] ?? '');
    return { path, authorization, sample: sent.body as object };
  }
  throw new Error(`nobody may ${operation}`);
}

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');
/** The memory in use, in megabytes, after each thousand bodies. */
const heap: number[] = [];
let sent = 0;

async function send(operation: OperationId, { bytes, headers }: Body): Promise<Heard & { calls: number }> {
  const sender = senders.get(operation);
  const heard = await doors.knock({
    method: contractOf(operation).method,
    path: sender?.path ?? '',
    headers: { authorization: sender?.authorization, 'content-type': 'application/json', ...headers },
    body: bytes,
  });
  const at = world.lines.findIndex(({ requestId }) => requestId === heard.headers['x-request-id']);
  expect(at, 'the request has a log line of its own').toBeGreaterThanOrEqual(0);
  const [line] = world.lines.splice(at, 1);
  sent += 1;
  if (sent % 1_000 === 0) {
    // The records of the tests must not count as memory of the platform.
    uses.length = 0;
    collectGarbage();
    heap.push(process.memoryUsage().heapUsed / 2 ** 20);
  }
  return { ...heard, calls: Number(line?.['databaseCalls']) };
}

/** Whether the contract accepts a body. It knows rules that the document cannot express, such as the order of times. */
function isValid(operation: OperationId, { bytes }: Body): boolean {
  try {
    return contractOf(operation).body?.safeParse(JSON.parse(bytes.toString('utf8'))).success ?? false;
  } catch {
    return false;
  }
}

describe('a body', () => {
  it.concurrent.for(operations)('of %s', LONG, async (operation, { onTestFinished }) => {
    noteTriedByTest(
      {
        what: 'Generated bodies, valid and just not',
        times: `${BODIES} at each of ${operations.length} endpoints`,
        seeds: `${SEED}`,
      },
      onTestFinished,
    );
    const { method, path } = contractOf(operation);
    let taken = 0;
    const sample = senders.get(operation)?.sample ?? {};
    const property = fc.asyncProperty(bodies(bodySchemaOf(method, path), sample), async (body) => {
      const { status, calls, code } = await send(operation, body);
      const met = { status, calls, code };
      expect(status, JSON.stringify(met)).toBeLessThan(500);
      if (body.outside) expect([400, 413, 415]).toContain(status);
      if (body.outside || !isValid(operation, body) || body.bytes.length > BODY_LIMIT) {
        expect(calls, JSON.stringify(met)).toBe(0);
        expect(status).toBeGreaterThanOrEqual(400);
      } else {
        taken += 1;
        expect(calls, JSON.stringify(met)).toBeGreaterThan(0);
      }
    });
    await fc.assert(property, { numRuns: BODIES, seed: SEED });
    expect(taken).toBeGreaterThan(0);
  });

  it.runIf(BODIES >= 1_000)('leaves memory as it was, however many came', () => {
    const middle = (some: readonly number[]) => some.toSorted((a, b) => a - b)[some.length >> 1] ?? 0;
    const tenth = Math.ceil(heap.length / 10);
    const [before, after] = [middle(heap.slice(tenth, 2 * tenth)), middle(heap.slice(-tenth))];
    noteTriedByTest({
      what: 'Memory under generated bodies',
      times: `${sent} bodies: ${before.toFixed(1)} MB in use at first, ${after.toFixed(1)} MB in the end`,
    });
    expect(after - before).toBeLessThan(10);
  });
});

describe('a wrong Content-Length', () => {
  const body = '{"receiptToken":"x"}';
  const head = ['POST /v1/account/deletion/receipt HTTP/1.1', 'host: here', 'content-type: application/json'];
  const answerTo = (headers: readonly string[], bytes: string) =>
    exchanged(doors.url, [...head, ...headers, '', bytes].join('\r\n'));

  it.each([
    ['longer', [`content-length: ${body.length + 10}`]],
    ['negative', ['content-length: -1']],
    ['no number', ['content-length: 2e1']],
    ['said twice', [`content-length: ${body.length}`, 'content-length: 5']],
    ['beside chunks', [`content-length: ${body.length}`, 'transfer-encoding: chunked']],
    ['of a chunk that is cut', ['transfer-encoding: chunked']],
  ])('never results in a request: %s', async (_, headers) => {
    world.lines.length = 0;
    const answer = await answerTo(
      headers,
      headers.includes('transfer-encoding: chunked') ? `ff\r\n${body}` : body,
    );
    expect(answer).toMatch(/^(HTTP\/1\.1 400 |$)/);
    expect(world.lines).toEqual([]);
  });

  it('ends the body: the rest is neither JSON nor a second request', async () => {
    world.lines.length = 0;
    const answer = await answerTo([`content-length: ${body.length - 1}`], body);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(world.lines).toMatchObject([{ code: 'invalid_request', databaseCalls: 0 }]);
  });
});
