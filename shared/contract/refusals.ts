import { FRESH_SESSION_MINUTES, MAX_BODY_KILOBYTES } from '../values/limits.ts';

/** The statuses of refusals that contracts declare. The OpenAPI document names their errors by the operation. */
export type OwnStatus = 403 | 404 | 409 | 410 | 429;

/** A refusal: its status and a message for app developers. */
export type Refusal<Status = OwnStatus | 400 | 401 | 413 | 415 | 500 | 503> = readonly [
  status: Status,
  message: string,
];

/** Refusals that follow from the kind of an endpoint, so that contracts need not declare them. */
export const commonRefusals = {
  invalid_request: [400, 'The request is invalid. Its problems are listed in issues.'],
  invalid_cursor: [
    400,
    'The cursor does not belong to this list or was changed. Start again without a cursor.',
  ],
  not_signed_in: [401, 'Send an access token: Authorization: Bearer <token>.'],
  invalid_token: [401, 'The access token is invalid. The message of the response says why.'],
  fresh_session_required: [
    401,
    `Sign in with the password again. The sign-in must be at most ${FRESH_SESSION_MINUTES} minutes ago.`,
  ],
  account_closed: [403, 'The account is closed, and its data will be erased.'],
  not_platform_admin: [403, 'Only platform administrators may do this.'],
  body_too_large: [413, `The body is larger than ${MAX_BODY_KILOBYTES} KB.`],
  unsupported_media_type: [415, 'Send the body as application/json in UTF-8.'],
  internal: [500, 'An unexpected error occurred on the server.'],
  try_again: [503, 'The service is busy. Repeat the same request after the time in Retry-After.'],
} as const satisfies Record<string, Refusal>;

export type CommonRefusal = keyof typeof commonRefusals;

/** One problem of an invalid request: its path, such as `body.definition.slides.0.title`, and a message. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** Thrown to refuse a request outside its behaviour. The adapter turns it into the response. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest';
  readonly code: CommonRefusal;
  /** The problems of an `invalid_request`. */
  readonly issues: readonly Issue[] | undefined;
  /** A more precise message than the one of the code. */
  readonly detail: string | undefined;

  constructor(
    code: CommonRefusal,
    more: { readonly issues?: readonly Issue[]; readonly message?: string } = {},
  ) {
    super(code);
    this.code = code;
    this.issues = more.issues;
    this.detail = more.message;
  }
}
