import { FRESH_SESSION_MINUTES, MOST_BODY_KILOBYTES } from '../limits.ts';

/** A refusal: its status and one sentence for the developer who meets it. */
export type Refusal = readonly [
  status: 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 500 | 503,
  message: string,
];

/** Refusals that no endpoint declares, because they follow from what it is. */
export const commonRefusals = {
  invalid_request: [400, 'The request breaks the contract; every problem is listed in issues.'],
  invalid_cursor: [400, 'The cursor is not one of this list, or not whole; begin without one.'],
  not_signed_in: [401, 'Send an access token: Authorization: Bearer <token>.'],
  invalid_token: [401, 'The access token is malformed, expired, or not one of ours.'],
  fresh_session_required: [
    401,
    `Sign in with the password again; that must be at most ${FRESH_SESSION_MINUTES} minutes ago.`,
  ],
  account_closed: [403, 'The account is deleted or its deletion is pending.'],
  not_platform_admin: [403, 'Only a platform administrator may do this.'],
  body_too_large: [413, `The body is larger than ${MOST_BODY_KILOBYTES} KB.`],
  unsupported_media_type: [415, 'Send the body as application/json in UTF-8.'],
  internal: [500, 'Something went wrong on our side.'],
  try_again: [503, 'The service is busy; repeat the same request after the time in Retry-After.'],
} as const satisfies Record<string, Refusal>;

export type CommonRefusal = keyof typeof commonRefusals;

/** One problem of an invalid request: where it is, as `definition.slides.0.title`, and what is wrong. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** Ends a request before or outside its behaviour; the adapter turns it into the answer. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest';
  readonly code: CommonRefusal;
  readonly issues: readonly Issue[] | undefined;

  constructor(code: CommonRefusal, issues?: readonly Issue[]) {
    super(code);
    this.code = code;
    this.issues = issues;
  }
}
