import * as z from 'zod';
import type * as mini from 'zod/mini';
import * as administrators from '../functions/analytics/administrator-contract.ts';
import * as certificates from '../functions/analytics/certificate-contract.ts';
import * as analytics from '../functions/analytics/contract.ts';
import * as invitations from '../functions/analytics/invitation-contract.ts';
import * as workspaces from '../functions/analytics/workspace-contract.ts';
import * as clinical from '../functions/clinical/contract.ts';
import * as verifications from '../functions/clinical/verification-contract.ts';
import * as activities from '../functions/community/activity-contract.ts';
import * as clubs from '../functions/community/club-contract.ts';
import * as community from '../functions/community/contract.ts';
import * as enrollments from '../functions/community/enrollment-contract.ts';
import * as communityPlatform from '../functions/community/platform-contract.ts';
import { contracts } from '../functions/contracts.ts';
import * as deletion from '../functions/deletion/contract.ts';
import * as onboarding from '../functions/onboarding/contract.ts';
import * as rewards from '../functions/rewards/contract.ts';
import * as rewardsPlatform from '../functions/rewards/platform-contract.ts';
import { type Area, type Contract, refusalsOf } from '../shared/contract.ts';
import type { Refusal } from '../shared/http/refusals.ts';
import { type Issue, Refused } from '../shared/http/refusals.ts';
import { validated } from '../shared/http/validation.ts';
import { Timestamp, Uuid } from '../shared/resources.ts';
import { examples } from './openapi-examples/all.ts';
import type { OperationExamples } from './openapi-examples/example.ts';
import { parameters } from './openapi-examples/parameters.ts';
import { stages } from './stages.ts';

/** The OpenAPI 3.1 document: all of it follows from the contracts, and no handler is asked. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };
type Schema = mini.ZodMiniType;
type Direction = 'input' | 'output';

const areas: Readonly<Record<Area, { readonly modules: readonly object[]; readonly description: string }>> = {
  clinical: {
    modules: [clinical, verifications],
    description:
      "Consent between a patient and a practitioner: a QR token, a request, and the patient's approval.",
  },
  community: {
    modules: [community, clubs, enrollments, communityPlatform, activities],
    description: 'Clubs, exhibitions, step challenges, and the public display.',
  },
  rewards: {
    modules: [rewards, rewardsPlatform],
    description: 'Welcome campaigns, the reservation of their gifts, and the counter that hands them out.',
  },
  deletion: {
    modules: [deletion],
    description: 'The deletion of an account, and the receipt that tells how far it is.',
  },
  onboarding: {
    modules: [onboarding],
    description: 'What a new user is shown and asked, in three languages.',
  },
  analytics: {
    modules: [administrators, workspaces, invitations, certificates, analytics],
    description:
      'Workspaces with their members, invitations and medical certificates, and reports of them: counts over Malaysian calendar days, never a person. Administrators of the platform.',
  },
};

const FRESH_SESSION =
  'Asks for a fresh password session: a sign-in with the password at most 15 minutes ago. Without one the answer is 401 with the challenge of RFC 9470, `error="insufficient_user_authentication", max_age="900"`.';

const FOR_ADMINISTRATORS = 'For platform administrators, by the role that they hold when the request comes.';

export function openApiDocument(): JsonObject {
  const endpoints: readonly Contract[] = Object.values(contracts);
  const components = resourceSchemas();
  const paths = Object.fromEntries(
    [...Map.groupBy(endpoints, ({ path }) => path)].map(([path, alike]) => [
      path,
      Object.fromEntries(alike.map((one) => [one.method.toLowerCase(), operation(one, components)])),
    ]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sihat',
      version: '1.0.0',
      summary: 'Back end of a Malaysian health-and-community platform',
      description: [
        'Every body is JSON. Identifiers are UUIDs in lower case, times are ISO 8601 in UTC with milliseconds. `null` is never answered: what has not happened, or is not for the caller to see, is absent.',
        'Request bodies are strict: an unknown key, a wrong type or malformed JSON is 400 `invalid_request`, and every problem is listed in `issues`. A body over 256 KB is 413.',
        'A refusal has a `code` to act on and a `message` for the developer who meets it. Answers that API Gateway makes itself have only a `message`.',
      ].join('\n\n'),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      { url: `https://${stages.production.domain.name}`, description: 'Production' },
      { url: `https://${stages.staging.domain.name}`, description: 'Staging' },
      { url: 'http://127.0.0.1:3000', description: 'The platform on a laptop: npm ci && npm start' },
    ],
    tags: Object.entries(areas).map(([name, { description }]) => ({ name, description })),
    paths,
    components: {
      schemas: { ...components.schemas, Refusal: refusalSchema, GatewayAnswer: gatewayAnswerSchema },
      headers,
      responses: { GatewayAnswer: gatewayAnswer },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            "An access token of the platform's Cognito user pool. Roles are looked up at each request.",
        },
      },
    },
  };
}

interface Components {
  readonly registry: ReturnType<typeof registryOf>;
  readonly schemas: JsonObject;
}

/** The schemas that the areas export, by their names, and the two that all of them are built of. */
function resourceSchemas(): Components {
  const registry = registryOf();
  const named = Object.values(areas).flatMap(({ modules }) =>
    modules
      .flatMap((module) => Object.entries(module))
      .filter((entry): entry is [string, Schema] => isSchema(entry[1])),
  );
  // By name: how a module's exports are ordered depends on who loads it.
  for (const [id, schema] of named.sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (registry._idmap.has(id)) throw new Error(`Two areas export a schema named ${id}`);
    registry.add(schema, { id });
  }
  return { registry, schemas: schemasOf(registry, 'output') };
}

function registryOf() {
  const registry = z.registry<{ id: string; description?: string }, Schema>();
  registry.add(Uuid, { id: 'Uuid', description: 'Kept in lower case' });
  registry.add(Timestamp, { id: 'Timestamp', description: 'ISO 8601 in UTC with milliseconds' });
  return registry;
}

function isSchema(value: unknown): value is Schema {
  return value instanceof z.core.$ZodType;
}

function schemasOf(registry: Components['registry'], io: Direction): JsonObject {
  const { schemas } = z.toJSONSchema(registry, {
    io,
    metadata: registry,
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ zodSchema, jsonSchema }) => {
      // What a schema says of itself: a description, or a rule that is written in code.
      Object.assign(jsonSchema, z.globalRegistry.get(zodSchema));
      // The patterns of formats that everybody knows are 200 characters of leap years.
      if (jsonSchema.format === 'date-time') jsonSchema.pattern = '\\.\\d{3}Z$';
      if (jsonSchema.format === 'uuid') delete jsonSchema.pattern;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return mapValues(schemas, ({ $schema: _, $id: __, id: ___, ...schema }) => schema as JsonObject);
}

/** A schema where it is used: a reference to a named one, or itself, with references in it. */
function schemaOf(schema: Schema, { registry, schemas }: Components, io: Direction): JsonObject {
  const name = registry.get(schema)?.id;
  if (name) return { $ref: `#/components/schemas/${name}` };
  const id = 'unnamed';
  registry.add(schema, { id });
  const { [id]: unnamed, ...named } = schemasOf(registry, io);
  registry.remove(schema);
  const differing = Object.keys(named).find(
    (one) => JSON.stringify(named[one]) !== JSON.stringify(schemas[one]),
  );
  if (differing)
    throw new Error(`${differing} is not the same when it is sent and when it is answered: name two`);
  return unnamed as JsonObject;
}

function operation(endpoint: Contract, components: Components): JsonObject {
  const { operationId, area, summary, description, caller, session, body } = endpoint;
  const shown: OperationExamples = examples[operationId as keyof typeof examples];
  const told = [
    description,
    caller === 'platform_admin' && FOR_ADMINISTRATORS,
    session && FRESH_SESSION,
  ].filter(Boolean);
  return {
    operationId,
    tags: [area],
    summary,
    ...(told.length > 0 && { description: told.join('\n\n') }),
    security: {
      nobody: [],
      optional: [{}, { bearer: [] }],
      account: [{ bearer: [] }],
      platform_admin: [{ bearer: [] }],
    }[caller],
    parameters: parametersOf(endpoint, components),
    ...(body && {
      requestBody: {
        required: true,
        content: json(schemaOf(body, components, 'input'), { example: shown.body as Json }),
      },
    }),
    responses: {
      ...successes(endpoint, shown, components),
      ...refusals(endpoint),
      default: ref('responses', 'GatewayAnswer'),
    },
  };
}

function parametersOf({ params, query, caching }: Contract, components: Components): JsonObject[] {
  const named = (schema: Schema | undefined, place: 'path' | 'query'): JsonObject[] => {
    if (!schema) return [];
    const { properties = {}, required = [] } = schemaOf(schema, components, 'input') as {
      readonly properties?: JsonObject;
      readonly required?: readonly string[];
    };
    return Object.entries(properties).map(([name, property]) => {
      const text = parameters[name];
      if (!text) throw new Error(`The parameter ${name} has no description`);
      return {
        name,
        in: place,
        required: required.includes(name),
        ...text,
        schema: property as JsonObject,
      };
    });
  };
  const conditional: JsonObject = {
    name: 'if-none-match',
    in: 'header',
    required: false,
    description: 'The ETag of the answer that one has; 304 while it is still the same.',
    schema: { type: 'string' },
  };
  return [...named(params, 'path'), ...named(query, 'query'), ...(caching ? [conditional] : [])];
}

const SUCCESS = { 200: 'Done', 201: 'Created', 204: 'Done, and there is nothing to show' } as const;

function successes(
  { success, caching }: Contract,
  shown: OperationExamples,
  components: Components,
): JsonObject {
  const answerHeaders = {
    ...answered('x-request-id'),
    ...(caching && { ...answered('etag'), ...answered('cache-control') }),
  };
  const answers = ([200, 201] as const).flatMap((status) => {
    const schema = success[status];
    if (!schema) return [];
    const content = json(schemaOf(schema, components, 'output'), { example: shown.success[status] as Json });
    return [[status, { description: SUCCESS[status], headers: answerHeaders, content }] as const];
  });
  return {
    ...Object.fromEntries(answers),
    ...(success[204] && { 204: { description: SUCCESS[204], headers: answerHeaders } }),
    ...(caching && { 304: { description: 'What the caller has is still the same', headers: answerHeaders } }),
  };
}

/** What API Gateway answers itself, with a message alone, under a status that is ours as well. */
const BY_THE_GATEWAY = new Set([400, 404, 413, 500, 503]);

/** All refusals of a status in one response, which names each of its codes and shows what it looks like. */
function refusals(endpoint: Contract): JsonObject {
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

/** What the endpoint itself says of a request that lacks what it needs. */
function issuesOf({ params, query, body, path }: Contract): readonly Issue[] {
  const wrongNames = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, '?']));
  const refused = [body && [body, {}], query && [query, {}], params && [params, wrongNames]] as const;
  for (const attempt of refused) {
    if (!attempt) continue;
    try {
      validated(attempt[0], attempt[1]);
    } catch (error) {
      if (error instanceof Refused) return error.issues ?? [];
      throw error;
    }
  }
  return [{ path: 'anything', message: 'is not known here' }];
}

const refusalSchema: JsonObject = {
  type: 'object',
  description: 'Equal refusals are equal bytes; the id of the request travels in the header x-request-id.',
  properties: {
    code: { type: 'string', description: 'What a program acts on' },
    message: { type: 'string', description: 'One sentence for the developer who meets it' },
    issues: {
      type: 'array',
      description: 'Only with `invalid_request`: every problem, at most 100',
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

const gatewayAnswerSchema: JsonObject = {
  type: 'object',
  properties: { message: { type: 'string' } },
  required: ['message'],
};

const gatewayAnswer: JsonObject = {
  description:
    'What API Gateway answers before or instead of the endpoint, with nothing but a message: 404 for no such route, 413 over 10 MB, 429 for too many requests, 500 and 503 when the endpoint cannot answer.',
  content: json(ref('schemas', 'GatewayAnswer'), { example: { message: 'Too Many Requests' } }),
};

const headers: Readonly<Record<string, JsonObject>> = {
  'x-request-id': { description: 'What to name when asking about this answer', schema: { type: 'string' } },
  'www-authenticate': {
    description: 'The challenge, of RFC 6750 or RFC 9470',
    schema: { type: 'string' },
    example: 'Bearer error="invalid_token"',
  },
  'retry-after': {
    description: 'Seconds after which to repeat the same request',
    schema: { type: 'integer' },
    example: 1,
  },
  etag: { description: 'For if-none-match', schema: { type: 'string' }, example: '"b5bb9d8014a0f9b1d61e21"' },
  'cache-control': {
    description:
      'How long whom may hold it: a shared cache the display for 5 seconds, the caller what is published for a minute',
    schema: { type: 'string' },
    example: 'public, max-age=0, s-maxage=5, stale-if-error=0',
  },
};

function answered(name: keyof typeof headers & string): JsonObject {
  return { [name]: ref('headers', name) };
}

function ref(kind: 'schemas' | 'headers' | 'responses', name: string): JsonObject {
  return { $ref: `#/components/${kind}/${name}` };
}

function json(schema: JsonObject, shown: JsonObject): JsonObject {
  return { 'application/json': { schema, ...shown } };
}

function mapValues<A, B>(record: Readonly<Record<string, A>>, change: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
