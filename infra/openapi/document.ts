import { contractModules, contracts } from '../../functions/contracts.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { type Area, type Contract, hasEntityTag } from '../../shared/contract/contract.ts';
import { FRESH_SESSION_CHALLENGE } from '../../shared/runtime/responses.ts';
import { LANGUAGES } from '../../shared/values/languages.ts';
import { FRESH_SESSION_MINUTES, MAX_BODY_KILOBYTES } from '../../shared/values/limits.ts';
import { stages } from '../stages.ts';
import { examples } from './examples/all.ts';
import type { OperationExamples } from './examples/example.ts';
import { parameters } from './examples/parameters.ts';
import { headerRef, headers, type Json, type JsonObject, json, ref } from './parts.ts';
import { errorResponses, gatewayError } from './refusals.ts';
import { type Components, componentsOf, type Sample, type Schema } from './schemas.ts';

/** The OpenAPI 3.1 document is generated from the contracts alone. */

const areas: Readonly<Record<Area, string>> = {
  clinical:
    "Access of practitioners to patients' records: QR tokens, access requests with the patient's approval, records and the access log.",
  community: 'Clubs, exhibitions, step challenges and the public display.',
  rewards: 'Welcome reward campaigns, reservations of their gifts, and redemption at the counter.',
  deletion: 'Everything that is stored about an account, its deletion, and receipts to check its state.',
  onboarding: `Slides and questions for new users, with every text in ${LANGUAGES.join(', ')}.`,
  analytics:
    'Workspaces with their members, invitations, medical certificates and reports, and the administrators of the platform. Reports contain counts over Malaysian calendar days and identify no person.',
};

const FRESH_SESSION = `Requires a sign-in with the password at most ${FRESH_SESSION_MINUTES} minutes ago.`;

const WHO: Readonly<Record<Contract['caller'], string>> = {
  nobody: 'Needs no token.',
  optional: 'A token is optional. With one, the response also has what belongs to the caller.',
  account: 'For any signed-in account.',
  platform_admin: 'For platform administrators.',
};

/** @returns the document, as it is written to `openapi.json`. */
export function openApiDocument(): JsonObject {
  const endpoints: readonly Contract[] = Object.values(contracts);
  const components = componentsOf(contractModules, endpoints, endpoints.flatMap(samplesOf));
  const errors = errorResponses();
  const shared: Record<string, JsonObject> = { 'if-none-match': conditional };
  const illustrated = new Set<string>();
  const paths = Object.fromEntries(
    [...Map.groupBy(endpoints, ({ path }) => path)].map(([path, alike]) => [
      path,
      Object.fromEntries(
        alike.map((one) => [
          one.method.toLowerCase(),
          operation(one, components, errors.refusals, shared, illustrated),
        ]),
      ),
    ]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sihat',
      version: packageJson.version,
      summary: 'Back end of a Malaysian health-and-community platform',
      description: [
        'All request and response bodies are JSON. Identifiers are lower-case UUIDs. Times in responses are ISO 8601 in UTC with milliseconds; requests may contain any time of RFC 3339 except leap seconds. Responses never contain `null`: fields that do not apply, or that the caller may not see, are omitted.',
        `Request bodies are strict. An unknown key, a wrong type or malformed JSON is 400 \`invalid_request\` with the problems in \`issues\`. A body over ${MAX_BODY_KILOBYTES} KB is 413.`,
        'Names and titles are one line with something that can be seen, without control characters. Longer texts may also contain tabs and line breaks. No text may contain characters that change the direction of writing, or half of a surrogate pair. Lengths count Unicode code points.',
        'Within `/v1`, operations and fields are added, and nothing is removed or narrowed. Clients must ignore fields, and values of enumerations, that they do not know.',
        `Some operations require a sign-in with the password at most ${FRESH_SESSION_MINUTES} minutes ago. Otherwise the response is 401 with the challenge of RFC 9470, \`${FRESH_SESSION_CHALLENGE}\`. Roles are read from the table with each request.`,
        'Every error of the platform has a `code` for programs and a `message` for developers. Errors that API Gateway creates itself have only a `message`.',
      ].join('\n\n'),
      contact: { name: 'Sihat', url: 'https://api.sihat.my/docs' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      { url: `https://${stages.production.domain.name}`, description: 'Production' },
      { url: `https://${stages.staging.domain.name}`, description: 'Staging' },
      { url: 'http://127.0.0.1:3000', description: 'Local platform, started with npm ci && npm start' },
    ],
    tags: Object.entries(areas).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { ...components.schemas, ...errors.schemas },
      parameters: shared,
      headers,
      responses: { ...errors.responses, GatewayError: gatewayError },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            "An access token of the platform's Cognito user pool. Tokens contain no roles; the platform looks them up at each request.",
        },
      },
    },
  };
}

/** The bodies of the examples of an operation. */
function samplesOf({ operationId, body, success }: Contract): Sample[] {
  const shown: OperationExamples = examples[operationId as keyof typeof examples];
  return [
    ...(body ? [{ schema: body, io: 'input', value: shown.body } as const] : []),
    ...([200, 201] as const).flatMap((status) => {
      const schema = success[status];
      return schema ? [{ schema, io: 'output', value: shown.success[status] } as const] : [];
    }),
  ];
}

function operation(
  endpoint: Contract,
  components: Components,
  refusals: ReturnType<typeof errorResponses>['refusals'],
  shared: Record<string, JsonObject>,
  illustrated: Set<string>,
): JsonObject {
  const { operationId, area, summary, description, caller, session, body } = endpoint;
  const shown: OperationExamples = examples[operationId as keyof typeof examples];
  const texts = [description, WHO[caller], session && FRESH_SESSION].filter(Boolean);
  return {
    operationId,
    tags: [area],
    summary,
    description: texts.join('\n\n'),
    security: {
      nobody: [],
      optional: [{}, { bearer: [] }],
      account: [{ bearer: [] }],
      platform_admin: [{ bearer: [] }],
    }[caller],
    parameters: parametersOf(endpoint, components, shared),
    ...(body && {
      requestBody: {
        required: true,
        content: json(components.bodyOf(body, 'input'), { example: shown.body as Json }),
      },
    }),
    responses: {
      ...successes(endpoint, shown, components, illustrated),
      ...refusals(endpoint),
      default: ref('responses', 'GatewayError'),
    },
  };
}

/** The parameters of an operation, as references: a name means the same in all operations with the same schema. */
function parametersOf(
  contract: Contract,
  components: Components,
  shared: Record<string, JsonObject>,
): JsonObject[] {
  const { params, query } = contract;
  const named = (schema: Schema | undefined, place: 'path' | 'query'): JsonObject[] => {
    if (!schema) return [];
    const { properties = {}, required = [] } = components.parametersOf(schema) as {
      readonly properties?: JsonObject;
      readonly required?: readonly string[];
    };
    return Object.entries(properties).map(([name, property]) => {
      const text = parameters[name];
      if (!text) throw new Error(`The parameter ${name} has no description`);
      const parameter: JsonObject = {
        name,
        in: place,
        required: required.includes(name),
        ...text,
        schema: text.schema ?? (property as JsonObject),
      };
      const id = [name, `${contract.operationId}-${name}`].find(
        (one) => JSON.stringify(shared[one] ?? parameter) === JSON.stringify(parameter),
      );
      if (id === undefined) throw new Error(`${contract.operationId} has two parameters ${name}`);
      shared[id] = parameter;
      return ref('parameters', id);
    });
  };
  return [
    ...named(params, 'path'),
    ...named(query, 'query'),
    ...(hasEntityTag(contract) ? [ref('parameters', 'if-none-match')] : []),
  ];
}

const conditional: JsonObject = {
  name: 'if-none-match',
  in: 'header',
  required: false,
  description: 'The `ETag` of an earlier response. The response is 304 if it has not changed.',
  schema: { type: 'string' },
};

const SUCCESS = { 200: 'Success', 201: 'Created', 204: 'Success, without a response body' } as const;

/**
 * The success responses of an operation. Only the first response of a schema has an example of the whole, and lists have
 * none, because every property has an example.
 */
function successes(
  contract: Contract,
  shown: OperationExamples,
  components: Components,
  illustrated: Set<string>,
): JsonObject {
  const { success, caching } = contract;
  const responseHeaders = {
    ...headerRef('x-request-id'),
    ...(hasEntityTag(contract) && headerRef('etag')),
    ...(caching && headerRef('cache-control')),
    ...(caching === 'signed_out' && headerRef('vary')),
  };
  const bodies = ([200, 201] as const).flatMap((status) => {
    const schema = success[status];
    if (!schema) return [];
    const body = components.bodyOf(schema, 'output');
    const example = shown.success[status] as Json;
    const isKnown =
      illustrated.has(JSON.stringify(body)) || Object.values(Object(example)).some(Array.isArray);
    illustrated.add(JSON.stringify(body));
    const content = json(body, isKnown ? {} : { example });
    return [[status, { description: SUCCESS[status], headers: responseHeaders, content }] as const];
  });
  return {
    ...Object.fromEntries(bodies),
    ...(success[204] && { 204: { description: SUCCESS[204], headers: responseHeaders } }),
    ...(hasEntityTag(contract) && {
      304: { description: 'The response has not changed', headers: responseHeaders },
    }),
  };
}
