interface CommandErrorDetails {
  /** The error code of the API, if it returned one. */
  readonly code?: string | undefined;
  /** True if the request may have taken effect: there was no response, or a 5xx response. */
  readonly uncertain?: boolean;
  /** True if the same request may succeed soon: the platform is busy, or does not answer. */
  readonly passing?: boolean;
  readonly cause?: unknown;
}

/** A command failed, for a reason that is shown to the user. */
export class CommandError extends Error {
  override readonly name: string = 'NotDone';
  readonly code: string | undefined;
  readonly uncertain: boolean;
  readonly passing: boolean;

  constructor(
    message: string,
    { code, uncertain = false, passing = uncertain, cause }: CommandErrorDetails = {},
  ) {
    super(message, { cause });
    this.code = code;
    this.uncertain = uncertain;
    this.passing = passing;
  }
}

/** The command was wrong or incomplete, so nothing was sent. */
export class UsageError extends Error {
  override readonly name = 'NotSent';
}
