/** A refusal of the platform as an error, for calls that return something else than a response. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The code of the refusal. Missing if no function of the platform created the response. */
  readonly code: string | undefined;

  constructor(status: number, { code, message }: { readonly code?: string; readonly message?: string } = {}) {
    super(message ?? `The platform returned ${status}.`);
    this.status = status;
    this.code = code;
  }
}

/** What a call of the client returns. */
export interface Called<T> {
  readonly data?: T;
  readonly error?: { readonly code?: string; readonly message?: string };
  readonly response: Response;
}

/**
 * Reads a list page by page, until there is no more:
 * `for await (const { claims } of allPages((cursor) => api.GET('/v1/rewards/claims', { params: { query: { cursor } } }))) …`
 * @throws {ApiError}
 */
export async function* allPages<T extends { readonly nextCursor?: string }>(
  read: (cursor: string | undefined) => Promise<Called<T>>,
): AsyncGenerator<T, void, undefined> {
  let cursor: string | undefined;
  do {
    const page = dataOf(await read(cursor));
    yield page;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}

/** @throws {ApiError} for a refusal */
export function dataOf<T>({ data, error, response }: Called<T>): T {
  if (data === undefined) throw new ApiError(response.status, error);
  return data;
}
