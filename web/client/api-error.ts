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
