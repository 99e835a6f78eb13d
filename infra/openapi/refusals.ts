import { type Contract, refusalsOf } from '../../shared/contract.ts';
import { type Issue, type Refusal, RefusedRequest } from '../../shared/http/refusals.ts';
import { validated } from '../../shared/http/validation.ts';
import { MOST_ISSUES } from '../../shared/limits.ts';
import { answered, type JsonObject, json, ref } from './parts.ts';

/** The statuses that API Gateway also sends itself, with only a message. */
const BY_THE_GATEWAY = new Set([400, 404, 413, 500, 503]);

/** All refusals of a status in one response, which names each of its codes and shows what it looks like. */
export function refusals(endpoint: Contract): JsonObject {
  const declared = Object.entries(refusalsOf(endpoint));
  const byStatus = Map.groupBy(declared, ([, [status]]) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, alike]) => {
      const codes = alike.map(([code]) => code);
      const ours = {
        allOf: [ref('schemas', 'Refusal'), { type: 'object', properties: { code: { enum: codes } } }],
      };
      const schema = BY_THE_GATEWAY.has(status) ? { anyOf: [ours, ref('schemas', 'GatewayAnswer')] } : ours;
      const response = {
        description: alike.map(([code, [, message]]) => `\`${code}\`: ${message}`).join('\n\n'),
        headers: {
          ...answered('x-request-id'),
          ...(status === 401 && answered('www-authenticate')),
          ...(status === 503 && answered('retry-after')),
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

/** The issues that the endpoint itself reports for a request without its required fields. */
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
  return [{ path: 'anything', message: 'is not known here' }];
}

export const refusalSchema: JsonObject = {
  type: 'object',
  description: 'Equal refusals are equal bytes; the id of the request travels in the header x-request-id.',
  properties: {
    code: { type: 'string', description: 'What a program acts on' },
    message: { type: 'string', description: 'One sentence for the developer who meets it' },
    issues: {
      type: 'array',
      description: `Only with \`invalid_request\`: every problem, at most ${MOST_ISSUES}`,
      items: {
        type: 'object',
        properties: {
          path: { type: 'string', description: 'Where it is: `definition.slides.0.title`' },
          message: { type: 'string', description: 'What is wrong with it: `is required`' },
        },
        required: ['path', 'message'],
      },
    },
  },
  required: ['code', 'message'],
};

export const gatewayAnswerSchema: JsonObject = {
  type: 'object',
  properties: { message: { type: 'string' } },
  required: ['message'],
};

export const gatewayAnswer: JsonObject = {
  description:
    'What API Gateway answers before or instead of the endpoint, with nothing but a message: 404 for no such route, 413 over 10 MB, 429 for too many requests, 500 and 503 when the endpoint cannot answer.',
  content: json(ref('schemas', 'GatewayAnswer'), { example: { message: 'Too Many Requests' } }),
};
