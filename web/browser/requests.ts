/**
 * Requests of the pages. Chromium before 103 has no `AbortSignal.timeout`, and before 116 no `AbortSignal.any`. A lost connection has
 * a type of its own, because the browser reports it as a `TypeError`, like a mistake of the page.
 */

export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
  readonly reason: unknown;
  constructor(reason: unknown) {
    super('The request has no answer.');
    this.reason = reason;
  }
}

interface Limits {
  readonly milliseconds: number;
  /** Each of them ends the request. */
  readonly signals?: readonly AbortSignal[];
}

/** Sends a request that ends after a time, also while its body arrives. @throws {ConnectionLost} without an answer by then */
export async function answerWithin(
  send: (signal: AbortSignal) => Promise<Response>,
  { milliseconds, signals = [] }: Limits,
): Promise<Response> {
  const ended = new AbortController();
  const end = () => {
    ended.abort();
    for (const signal of signals) signal.removeEventListener('abort', end);
  };
  for (const signal of signals) signal.addEventListener('abort', end);
  setTimeout(end, milliseconds);
  if (signals.some(({ aborted }) => aborted)) end();
  try {
    return await send(ended.signal);
  } catch (reason) {
    throw new ConnectionLost(reason);
  }
}

/** The code of a refusal; `undefined` if the body has none. */
export async function codeOf(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => undefined);
  return (body as { readonly code?: unknown } | undefined)?.code;
}
