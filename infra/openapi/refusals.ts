import { type Contract, refusalsOf } from '../../shared/contract/contract.ts';
import type { OwnStatus, Refusal } from '../../shared/contract/refusals.ts';
import { MAX_ISSUES } from '../../shared/values/limits.ts';
import { EXTENSIBLE, headerRef, type JsonObject, json, ref } from './parts.ts';

/** Statuses that API Gateway also sends itself, with only a message. */
const BY_THE_GATEWAY = new Set([400, 404, 413, 429, 500, 503]);
/**
 * The statuses of refusals that an operation declares. Their errors are named by the operation, so that another refusal renames
 * nothing. Those with another status follow from the kind of the operation, and all operations of a kind share them.
 */
const OWN_NAMES: Readonly<Record<OwnStatus, string>> = {
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  410: 'Gone',
  429: 'TooManyRequests',
};
const isOwn = (status: number): status is OwnStatus => status in OWN_NAMES;

/** Names of errors with several codes. */
const SHARED_NAMES: Readonly<Record<string, string>> = {
  InvalidTokenOrNotSignedIn: 'NotSignedIn',
  InvalidTokenOrNotSignedInOrFreshSessionRequired: 'NotFreshlySignedIn',
  InvalidRequestOrInvalidCursor: 'InvalidPageRequest',
};

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const pascal = (code: string): string => code.split('_').map(capitalized).join('');

/** Collects the error responses. Those that operations share are components. */
export function errorResponses() {
  const responses: Record<string, JsonObject> = {};
  const schemas: Record<string, JsonObject> = {
    ApiError: errorSchema,
    Issue: issueSchema,
  };

  /** Returns the error responses of an operation, one for each status. */
  function refusals(endpoint: Contract): JsonObject {
    const declared = Object.entries(refusalsOf(endpoint));
    const byStatus = Map.groupBy(declared, ([, [status]]) => status);
    return Object.fromEntries(
      [...byStatus].map(([status, alike]) => {
        const joined = alike.map(([code]) => pascal(code)).join('Or');
        const name = isOwn(status)
          ? capitalized(endpoint.operationId) + OWN_NAMES[status]
          : (SHARED_NAMES[joined] ?? joined);
        const response = responseOf(name, status, alike);
        schemas[`${name}Error`] = schemaOf(status, alike);
        if (isOwn(status)) return [status, response];
        responses[name] = response;
        return [status, ref('responses', name)];
      }),
    );
  }
  return { responses, schemas, refusals };
}

type Declared = readonly (readonly [code: string, refusal: Refusal])[];

function responseOf(name: string, status: number, alike: Declared): JsonObject {
  return {
    description: alike.map(([code, [, message]]) => `\`${code}\`: ${message}`).join('\n\n'),
    headers: {
      ...headerRef('x-request-id'),
      ...(status === 401 && headerRef('www-authenticate')),
      ...([429, 503].includes(status) && headerRef('retry-after')),
    },
    content: json(ref('schemas', `${name}Error`), exampleOf(alike)),
  };
}

/** The error schema with the codes of a response, to which a release may add some. `ApiError` describes them. */
function schemaOf(status: number, alike: Declared): JsonObject {
  return {
    allOf: [ref('schemas', 'ApiError')],
    type: 'object',
    properties: { code: { type: 'string', [EXTENSIBLE]: alike.map(([code]) => code) } },
    // API Gateway sends these statuses itself as well, without a code.
    ...(!BY_THE_GATEWAY.has(status) && { required: ['code'] }),
  };
}

const errorSchema: JsonObject = {
  type: 'object',
  description:
    'An error. Errors of the platform have a `code`; errors that API Gateway creates itself have only a `message`.',
  properties: {
    code: {
      type: 'string',
      description:
        'The code of the error, for programs; omitted in errors of API Gateway. Releases may add codes.',
    },
    message: {
      type: 'string',
      description: 'What went wrong, for developers.',
    },
    issues: {
      type: 'array',
      description: `The problems of an \`invalid_request\`, at most ${MAX_ISSUES}; omitted for other codes.`,
      items: ref('schemas', 'Issue'),
    },
  },
  required: ['message'],
};

/** The first error of a response, with its own code and message. `ApiError` has no example, which all errors would inherit. */
function exampleOf([first]: Declared): JsonObject {
  if (!first) return {};
  const [code, [, message]] = first;
  return { example: { code, message, ...(code === 'invalid_request' && { issues: [ISSUE] }) } };
}

const ISSUE = { path: 'body.title', message: 'is required' };

const issueSchema: JsonObject = {
  type: 'object',
  description: 'One problem of an invalid request.',
  properties: {
    path: {
      type: 'string',
      description: 'The place of the problem: `path.`, `query.` or `body.`, and the name of the field.',
      examples: ['body.definition.slides.0.title'],
    },
    message: {
      type: 'string',
      description: 'What is wrong with the field. The text continues the path.',
      examples: ['is required'],
    },
  },
  required: ['path', 'message'],
};

export const gatewayError: JsonObject = {
  description:
    'An error that API Gateway creates itself, with only a `message`: 404 for an unknown route, 413 for a body over 10 MB, 429 for too many requests, and 500 or 503 if the endpoint does not respond.',
  content: json(ref('schemas', 'ApiError'), { example: { message: 'Too Many Requests' } }),
};
