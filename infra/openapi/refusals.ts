import { type Contract, refusalsOf } from '../../shared/contract.ts';
import { type Issue, type Refusal, RefusedRequest } from '../../shared/http/refusals.ts';
import { validated } from '../../shared/http/validation.ts';
import { MOST_ISSUES } from '../../shared/limits.ts';
import { headerRef, type JsonObject, json, ref } from './parts.ts';

/** Statuses that API Gateway also sends itself, with only a message. */
const BY_THE_GATEWAY = new Set([400, 404, 413, 500, 503]);

/** Builds one response for each error status, with all codes of the status and an example of each. */
export function refusals(endpoint: Contract): JsonObject {
  const declared = Object.entries(refusalsOf(endpoint));
  const byStatus = Map.groupBy(declared, ([, [status]]) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, alike]) => {
      const codes = alike.map(([code]) => code);
      const ours = {
        allOf: [ref('schemas', 'Refusal'), { type: 'object', properties: { code: { enum: codes } } }],
      };
      const schema = BY_THE_GATEWAY.has(status) ? { anyOf: [ours, ref('schemas', 'GatewayError')] } : ours;
      const response = {
        description: alike.map(([code, [, message]]) => `\`${code}\`: ${message}`).join('\n\n'),
        headers: {
          ...headerRef('x-request-id'),
          ...(status === 401 && headerRef('www-authenticate')),
          ...(status === 503 && headerRef('retry-after')),
        },
        content: json(schema, {
          examples: Object.fromEntries(
            alike.map((refusal) => [refusal[0], refusalExample(endpoint, refusal)]),
          ),
        }),
      };
      return [status, response];
    }),
  );
}

function refusalExample(endpoint: Contract, [code, [, message]]: readonly [string, Refusal]): JsonObject {
  const issues = code === 'invalid_request' ? issuesOf(endpoint) : undefined;
  return {
    summary: message,
    value: { code, message, ...(issues && { issues: issues.map((issue) => ({ ...issue })) }) },
  };
}

/** The issues that the endpoint reports for an empty body or query, or an invalid path parameter. */
function issuesOf({ params, query, body, path }: Contract): readonly Issue[] {
  const wrongNames = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, '?']));
  const refused = [body && [body, {}], query && [query, {}], params && [params, wrongNames]] as const;
  for (const attempt of refused) {
    if (!attempt) continue;
    try {
      validated(attempt[0], attempt[1]);
    } catch (error) {
      if (error instanceof RefusedRequest) return error.issues ?? [];
      throw error;
    }
  }
  return [{ path: 'anything', message: 'is unknown' }];
}

export const refusalSchema: JsonObject = {
  type: 'object',
  description:
    'An error of the platform. Two errors with the same code and issues have identical bodies; only the header `x-request-id` differs.',
  properties: {
    code: { type: 'string', description: 'The code of the error, for programs' },
    message: { type: 'string', description: 'A description of the error, for developers' },
    issues: {
      type: 'array',
      description: `The problems of an \`invalid_request\`, at most ${MOST_ISSUES}; omitted for other codes`,
      items: {
        type: 'object',
        properties: {
          path: { type: 'string', description: 'The field, such as `definition.slides.0.title`' },
          message: { type: 'string', description: 'The problem, such as `is required`' },
        },
        required: ['path', 'message'],
      },
    },
  },
  required: ['code', 'message'],
};

/** The body of an error that API Gateway creates itself. */
export const gatewayErrorSchema: JsonObject = {
  type: 'object',
  properties: { message: { type: 'string' } },
  required: ['message'],
};

export const gatewayError: JsonObject = {
  description:
    'An error that API Gateway creates itself, with only a `message`: 404 for an unknown route, 413 for a body over 10 MB, 429 for too many requests, and 500 or 503 if the endpoint does not respond.',
  content: json(ref('schemas', 'GatewayError'), { example: { message: 'Too Many Requests' } }),
};
