interface CommandErrorDetails {
  /** The API's refusal, where it was one. */
  readonly code?: string | undefined;
  /** It may have been done all the same: no answer came, or that of a service in trouble. */
  readonly uncertain?: boolean;
}

/** What kept something from being done, in words for whoever asked. Not for what was asked wrongly. */
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
