import { ApiError } from './api-error.ts';
import { forgetCursor, noteCursor } from './session.ts';

/** What a call of the client returns. */
export interface Called<T> {
  readonly data?: T;
  readonly error?: { readonly code?: string; readonly message?: string };
  readonly response: Response;
}

/**
 * Reads a list page by page, until there is no more:
 * `for await (const { claims } of allPages((cursor) => api.GET('/v1/rewards/claims', { params: { query: { cursor } } }))) …`
 * @throws {ApiError} for a refusal, and {@link PersonChanged} if another person has signed in since the first page
 */
export async function* allPages<T extends { readonly nextCursor?: string }>(
  read: (cursor: string | undefined) => Promise<Called<T>>,
): AsyncGenerator<T, void, undefined> {
  let cursor: string | undefined;
  do {
    const called = await read(cursor).finally(() => forgetCursor(cursor));
    const page = dataOf(called);
    yield page;
    cursor = page.nextCursor;
    if (cursor !== undefined) noteCursor(cursor, called.response);
  } while (cursor !== undefined);
}

/** @returns the body of the response, `undefined` if it has none. @throws {ApiError} for a refusal */
export function dataOf<T>({ data, error, response }: Called<T>): T {
  if (response.status >= 400) throw new ApiError(response.status, error);
  return data as T;
}
