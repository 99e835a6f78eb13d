import { isDeepStrictEqual } from 'node:util';
import { isClosedResponse } from '../../infra/closing/closed-response.ts';
import { type Operation, operations } from './document.ts';

/**
 * A black-box test with requests that anyone can send: whether the platform is reachable and complete, and rejects what it
 * must reject. It writes nothing, so it can run against production.
 */
export interface SmokeOptions {
  /** The address of the API or of the distribution in front of it. */
  readonly url: string;
  /** An access token, with which the test also reads as its owner. */
  readonly token?: string | undefined;
  /** Runs only checks whose name matches. */
  readonly only?: RegExp | undefined;
  /** Called after each check. */
  readonly report?: (check: Check) => void;
}

export interface Check {
  readonly name: string;
  /** The problem in one line; absent on success. */
  readonly problem?: string;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const LONGEST_WAIT = 30_000;
const TRIES = 4;
const AT_ONCE = 4;
/** An unknown event, receipt or path. */
const UNKNOWN = 'smoke-test-of-nothing';
const TOO_LARGE = 300 * 1024;
/** Headers that differ between equal responses. */
const VOLATILE = /^(date|age|via|x-request-id|apigw-requestid|x-amz-.*|x-cache|connection|keep-alive)$/;

export async function smoke({
  url,
  token,
  only,
  report = () => {},
}: SmokeOptions): Promise<readonly Check[]> {
  const base = url.replace(/\/$/, '');
  const all = operations();
  const checks: Check[] = [];

  async function check(name: string, ask: () => Promise<string | undefined>): Promise<void> {
    if (only && !only.test(name)) return;
    const problem = await ask().catch((error: unknown) => {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      return cause instanceof Error ? cause.message : String(cause);
    });
    const done = problem === undefined ? { name } : { name, problem };
    checks.push(done);
    report(done);
  }
  const send = (method: string, path: string, sent: Sent = {}) => patiently(base + path, method, sent);
  const find = (id: string): Operation => {
    const found = all.find((operation) => operation.id === id);
    if (!found) throw new Error(`openapi.json has no operation ${id}`);
    return found;
  };

  const publicLists = all.filter(
    ({ method, caller, hasParameters, needsQuery }) =>
      method === 'GET' && caller !== 'required' && !hasParameters && !needsQuery,
  );
  for (const operation of publicLists) {
    await check(`${operation.id} answers anyone`, async () =>
      asDeclared(operation, await send('GET', operation.path)),
    );
  }
  for (const id of ['getDisplay', 'findEvent', 'listEventCampaigns']) {
    await check(`${id} of an unknown code is not found`, async () => {
      const path = find(id).path.replace(/events\/[^/]+/, `events/${UNKNOWN}`);
      return expected(await send('GET', path), 404, 'event_not_found');
    });
  }

  const receipt = find('checkDeletionReceipt');
  const post = (body: string, type = 'application/json') =>
    send(receipt.method, receipt.path, { body, headers: { 'content-type': type } });
  await check('an unknown receipt is not found, in the same words each time', async () => {
    const body = JSON.stringify({ receiptToken: UNKNOWN });
    const [first, second] = [await post(body), await post(JSON.stringify({ receiptToken: `${UNKNOWN}2` }))];
    const wrong = expected(first, 404, 'receipt_not_found');
    if (wrong) return wrong;
    return isDeepStrictEqual(whatCounts(first), whatCounts(second))
      ? undefined
      : 'two unknown receipts are answered differently';
  });
  await check('an unknown invitation is not found', async () => {
    const { method, path } = find('previewInvitation');
    const body = JSON.stringify({ invitationToken: UNKNOWN });
    const headers = { 'content-type': 'application/json' };
    return expected(await send(method, path, { body, headers }), 404, 'invitation_unknown');
  });
  await check('a body that is too large is refused', async () =>
    expected(await post(JSON.stringify({ receiptToken: 'x'.repeat(TOO_LARGE) })), 413, 'body_too_large'),
  );
  await check('a body that is no JSON is refused', async () =>
    expected(
      await post('receiptToken=x', 'application/x-www-form-urlencoded'),
      415,
      'unsupported_media_type',
    ),
  );
  await check('an unknown path is not found', async () => expected(await send('GET', `/v1/${UNKNOWN}`), 404));
  await check('answers carry security headers', async () => {
    const { headers } = await send('GET', publicLists[0]?.path ?? '/');
    const missing = ['strict-transport-security', 'x-content-type-options', 'x-request-id'].filter(
      (name) => !headers.has(name),
    );
    return missing.length > 0 ? `${missing.join(', ')} missing` : undefined;
  });
  await check('the display page, if it is here, comes with a strict policy', async () => {
    const page = await send('GET', `/display/${UNKNOWN}`);
    if (page.status === 404) return undefined; // without an edge there is no page
    if (page.status !== 200 || !page.text.includes('<html')) return described(page);
    const policy = page.headers.get('content-security-policy') ?? '';
    return policy.includes("default-src 'none'") ? undefined : 'its Content-Security-Policy is not strict';
  });

  const closed = all.filter(({ caller }) => caller === 'required');
  await inTurns(closed, (operation) =>
    check(`${operation.id} asks who is there`, async () => {
      const answer = await send(operation.method, operation.path, bodyOf(operation));
      if (!answer.headers.has('www-authenticate')) return `${described(answer)}, without WWW-Authenticate`;
      return expected(answer, 401, 'not_signed_in');
    }),
  );
  await check('a token of nobody is refused', async () => {
    const [operation] = closed;
    if (!operation) return 'no operation asks for a token';
    const headers = { authorization: 'Bearer nobody' };
    return expected(
      await send(operation.method, operation.path, { ...bodyOf(operation), headers }),
      401,
      'invalid_token',
    );
  });

  if (token !== undefined) {
    const reads = closed.filter(
      (operation) => operation.method === 'GET' && !operation.hasParameters && !operation.needsQuery,
    );
    await inTurns(reads, (operation) =>
      check(`${operation.id} answers who signed in`, async () => {
        const answer = await send('GET', operation.path, { headers: { authorization: `Bearer ${token}` } });
        return answer.status === 401 ? described(answer) : asDeclared(operation, answer);
      }),
    );
  }
  return checks;
}

/** Expects that everything at the host of a closed stage, pages included, has the one response of its firewall. */
export async function smokeOfClosed(
  url: string,
  report: (check: Check) => void = () => {},
): Promise<readonly Check[]> {
  const base = url.replace(/\/$/, '');
  const checks: Check[] = [];
  const isClosed = ({ status, headers, text }: Answer) => isClosedResponse({ status, headers, body: text });
  const pages = ['/', `/display/${UNKNOWN}`].map((path) => ({ id: path, method: 'GET', path, sent: {} }));
  const requests = operations().map((operation) => ({ ...operation, sent: bodyOf(operation) }));
  await inTurns([...pages, ...requests], async ({ id, method, path, sent }) => {
    const answer = await patiently(base + path, method, sent, isClosed);
    const name = `${id} is closed`;
    const check = isClosed(answer) ? { name } : { name, problem: described(answer) };
    checks.push(check);
    report(check);
  });
  return checks;
}

interface Sent {
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function bodyOf({ body }: Operation): Sent {
  return body === undefined
    ? {}
    : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

/** Retries a few times, because a new deployment may not be ready yet. */
async function patiently(
  url: string,
  method: string,
  { body, headers = {} }: Sent,
  isFinal = ({ status }: Answer) => status !== 503,
): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      const response = await fetch(url, {
        method,
        headers: { ...headers },
        redirect: 'error',
        signal: AbortSignal.timeout(LONGEST_WAIT),
        ...(body !== undefined && { body }),
      });
      const answer = { status: response.status, headers: response.headers, text: await response.text() };
      if (isFinal(answer) || tries === TRIES) return answer;
    } catch (error) {
      if (tries === TRIES) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 250 * 2 ** tries));
  }
}

/** Expects a documented status, and for 200 the documented body. */
function asDeclared({ statuses, required }: Operation, answer: Answer): string | undefined {
  if (answer.status >= 500 || !statuses.has(answer.status)) return described(answer);
  if (answer.status !== 200) return undefined;
  const body: unknown = JSON.parse(answer.text);
  const missing = required.filter((name) => typeof body !== 'object' || body === null || !(name in body));
  return missing.length > 0 ? `the answer lacks ${missing.join(', ')}` : undefined;
}

function expected(answer: Answer, status: number, code?: string): string | undefined {
  if (answer.status !== status) return `${described(answer)} instead of ${status}`;
  if (code === undefined) return undefined;
  return answer.text.includes(`"${code}"`) ? undefined : `${described(answer)} instead of ${code}`;
}

const described = ({ status, text }: Answer): string => `answered ${status} ${text.slice(0, 200)}`.trim();

const whatCounts = ({ status, headers, text }: Answer) => ({
  status,
  text,
  headers: [...headers].filter(([name]) => !VOLATILE.test(name)),
});

async function inTurns<T>(all: readonly T[], task: (item: T) => Promise<void>): Promise<void> {
  const queue = [...all];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) await task(next);
    }),
  );
}
