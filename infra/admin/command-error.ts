interface CommandErrorDetails {
  /** The error code of the API, if it returned one. */
  readonly code?: string | undefined;
  /** True if the request may have taken effect: there was no response, or a 5xx response. */
  readonly uncertain?: boolean;
}

/** A command failed, for a reason that is shown to the user. Usage errors are not CommandErrors. */
export class CommandError extends Error {
  override readonly name = 'NotDone';
  readonly code: string | undefined;
  readonly uncertain: boolean;

  constructor(message: string, { code, uncertain = false }: CommandErrorDetails = {}) {
    super(message);
    this.code = code;
    this.uncertain = uncertain;
  }
}
