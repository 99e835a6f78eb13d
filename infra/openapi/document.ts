import { contractModules, contracts } from '../../functions/contracts.ts';
import type { Area, Contract } from '../../shared/contract.ts';
import { LANGUAGES } from '../../shared/languages.ts';
import { FRESH_SESSION_MINUTES, MOST_BODY_KILOBYTES } from '../../shared/limits.ts';
import { FRESH_SESSION_CHALLENGE } from '../../shared/runtime/responses.ts';
import { stages } from '../stages.ts';
import { examples } from './examples/all.ts';
import type { OperationExamples } from './examples/example.ts';
import { parameters } from './examples/parameters.ts';
import { answered, headers, type Json, type JsonObject, json, ref } from './parts.ts';
import { gatewayAnswer, gatewayAnswerSchema, refusalSchema, refusals } from './refusals.ts';
import { type Components, resourceSchemas, type Schema, schemaOf } from './schemas.ts';

/** The OpenAPI 3.1 document: all of it follows from the contracts, and no handler is asked. */

const areas: Readonly<Record<Area, string>> = {
  clinical:
    "Consent between a patient and a practitioner: a QR token, a request, and the patient's approval.",
  community: 'Clubs, exhibitions, step challenges, and the public display.',
  rewards: 'Welcome campaigns, the reservation of their gifts, and the counter that hands them out.',
  deletion: 'The deletion of an account, and the receipt that tells how far it is.',
  onboarding: `What a new user is shown and asked, in each language: ${LANGUAGES.join(', ')}.`,
  analytics:
    'Workspaces with their members, invitations and medical certificates, and reports of them: counts over Malaysian calendar days, never a person. Administrators of the platform.',
};

const FRESH_SESSION = `Asks for a fresh password session: a sign-in with the password at most ${FRESH_SESSION_MINUTES} minutes ago. Without one the answer is 401 with the challenge of RFC 9470, \`${FRESH_SESSION_CHALLENGE}\`.`;

const FOR_ADMINISTRATORS = 'For platform administrators, by the role that they hold when the request comes.';

export function openApiDocument(): JsonObject {
  const endpoints: readonly Contract[] = Object.values(contracts);
  const components = resourceSchemas(contractModules);
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
        `Request bodies are strict: an unknown key, a wrong type or malformed JSON is 400 \`invalid_request\`, and every problem is listed in \`issues\`. A body over ${MOST_BODY_KILOBYTES} KB is 413.`,
        'A refusal has a `code` to act on and a `message` for the developer who meets it. Answers that API Gateway makes itself have only a `message`.',
      ].join('\n\n'),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      { url: `https://${stages.production.domain.name}`, description: 'Production' },
      { url: `https://${stages.staging.domain.name}`, description: 'Staging' },
      { url: 'http://127.0.0.1:3000', description: 'The platform on a laptop: npm ci && npm start' },
    ],
    tags: Object.entries(areas).map(([name, description]) => ({ name, description })),
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

function operation(endpoint: Contract, components: Components): JsonObject {
  const { operationId, area, summary, description, caller, session, body } = endpoint;
  const shown: OperationExamples = examples[operationId as keyof typeof examples];
  const texts = [
    description,
    caller === 'platform_admin' && FOR_ADMINISTRATORS,
    session && FRESH_SESSION,
  ].filter(Boolean);
  return {
    operationId,
    tags: [area],
    summary,
    ...(texts.length > 0 && { description: texts.join('\n\n') }),
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
        schema: text.schema ?? (property as JsonObject),
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
