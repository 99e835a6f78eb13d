import { ApiError } from './api-error.ts';

/**
 * Who sends a request. A repeated request is sent as the person of its first attempt or not at all, and a session that cannot get a
 * token sends nothing: without the token it would be the request of a visitor.
 */

export interface SessionOptions {
  /** Returns the access token of the signed-in person, or `undefined`. If it rejects, the call rejects at once with the same error. */
  readonly token?: () => Promise<string | undefined> | string | undefined;
  /**
   * Gets a new access token, which `token` returns from then on. It is called once for all requests whose token has expired in the
   * meantime, and these are sent again. If it rejects, they reject with the same error.
   */
  readonly refresh?: () => Promise<unknown>;
  /**
   * Called when the person has to sign in again, with the reason: `isSignedOut` is true for it. It is called once until `token` returns
   * another token. If it fails, that is logged, and the calls get their own errors.
   */
  readonly onSignedOut?: (reason: unknown) => unknown;
}

/** A request was not sent, because another person is signed in than at the first attempt, or nobody. */
export class PersonChanged extends Error {
  override readonly name = 'PersonChanged';
}

/** The names of the errors with which Amazon Cognito refuses to refresh a session. */
const REFUSALS = ['NotAuthorizedException', 'UserNotFoundException'];

/**
 * Whether an error says that the person has to sign in again: 401 `invalid_token`, or an error of `token` or `refresh` with one of the
 * names with which Amazon Cognito refuses a session. After any other error, such as a lost connection, keep the tokens.
 */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError
    ? error.status === 401 && error.code === 'invalid_token'
    : error instanceof Error && REFUSALS.includes(error.name);

const errorsOfSessions = new WeakSet<object>();
/** Whether an error is one of `token` or `refresh`, or a changed person, and no lost connection. Nothing else rejects with a text. */
export const isOfSession = (error: unknown): boolean =>
  Object(error) !== error || errorsOfSessions.has(error as object);

function ofSession<E>(error: E): E {
  if (Object(error) === error) errorsOfSessions.add(error as object);
  return error;
}

/** The person of a call or a helper: the `sub` of the token of its first attempt, empty without a token. */
export interface Person {
  sub?: string | undefined;
}

function keepTo(person: Person, token: string | undefined): void {
  const sub = subOf(token);
  person.sub ??= sub;
  if (person.sub !== sub)
    throw ofSession(new PersonChanged('Another person is signed in than at the first attempt, or nobody.'));
}

function subOf(token: string | undefined): string {
  if (token === undefined) return '';
  try {
    const [, payload = ''] = token.split('.');
    return String(JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).sub);
  } catch {
    return token; // It does not name its person, so a different token counts as that of another person.
  }
}

type Send = (request: Request) => Promise<Response>;
const sendersOf = new WeakMap<object, (person: Person) => Send>();
const senders = new WeakMap<Response, string>();
const cursors = new Map<string, string>();

/** Registers how a client sends the requests of a helper. */
export const sendsAs = (client: object, sender: (person: Person) => Send) => sendersOf.set(client, sender);
/** @returns options for the calls of a helper, with which all of them are sent as one person. */
export function asOnePerson(client: object): { readonly fetch?: Send } {
  const fetch = sendersOf.get(client)?.({});
  return fetch ? { fetch } : {};
}

/** Notes as whom a request was sent. */
export function noteSender(response: Response, { sub }: Person): Response {
  if (sub !== undefined) senders.set(response, sub);
  return response;
}
/** Only the person who has read a page may send the cursor of the next one. */
export function noteCursor(cursor: string, page: Response): void {
  const sub = senders.get(page);
  if (sub !== undefined) cursors.set(cursor, sub);
}
export const forgetCursor = (cursor: string | undefined) => cursors.delete(cursor ?? '');
/** The person of a new call, who is known if the call sends a cursor. */
export function personOf(url: string): Person {
  const [, cursor = ''] = /[?&]cursor=([^&]*)/.exec(url) ?? [];
  return { sub: cursors.get(decodeURIComponent(cursor)) };
}

/** The session of a client. Concurrent calls share one `token()` and one `refresh()`, including a failed one. */
export function newSession({ token, refresh, onSignedOut }: SessionOptions) {
  let calls = 0;
  /** The latest token of a person, and whether the app was told that it, or the sign-in behind it, is refused. */
  let [known, isTold] = ['', false];
  /** The latest failure to refresh a token, which all calls share that began before it. */
  let failure: { readonly token: string; readonly error: unknown; readonly until: number } | undefined;

  async function tell(reason: unknown): Promise<void> {
    if (isTold) return;
    isTold = true;
    try {
      await onSignedOut?.(reason);
    } catch (error) {
      console.error('onSignedOut has failed.', error);
    }
  }

  const latest = shared(async () => {
    try {
      const found = await token?.();
      if (found !== undefined && found !== known) [known, isTold] = [found, false];
      return found;
    } catch (error) {
      if (isSignedOut(error)) tell(error);
      throw ofSession(error);
    }
  });

  const renew = shared(async (rejected: string) => {
    try {
      await refresh?.();
    } catch (error) {
      failure = { token: rejected, error, until: calls };
      if (isSignedOut(error)) tell(error);
      throw ofSession(error);
    }
    // A `token()` in flight may still return the old token.
    latest.forget();
  });

  return {
    /** @returns the number of a call, for `hasNewToken` */
    begin: () => ++calls,
    tell,
    /** @throws the error of `token`, {@link PersonChanged}, or the refusal of a session that the token belongs to */
    async tokenOf(person: Person): Promise<string | undefined> {
      const found = await latest();
      if (failure && failure.token === found && isSignedOut(failure.error)) throw failure.error;
      keepTo(person, found);
      return found;
    },
    /** @returns whether there may be another token than the rejected one. @throws the error of `refresh` */
    async hasNewToken(rejected: string, call: number): Promise<boolean> {
      if ((await latest()) !== rejected) return true;
      if (!refresh) return false;
      if (failure?.token === rejected && call <= failure.until) throw failure.error;
      await renew(rejected);
      return true;
    },
  };
}

/** Shares the work that is under way with all who ask for it, until it is forgotten. */
function shared<A extends readonly unknown[], T>(work: (...of: A) => Promise<T>) {
  let running: Promise<T> | undefined;
  function ask(...of: A): Promise<T> {
    if (running) return running;
    const started = work(...of).finally(() => {
      if (running === started) forget();
    });
    running = started;
    return started;
  }
  function forget(): void {
    running = undefined;
  }
  return Object.assign(ask, { forget });
}
