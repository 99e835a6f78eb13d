import { contractModules } from '../../functions/contracts.ts';
import { exampleModules } from '../../functions/examples.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { FRESH_SESSION_CHALLENGE } from '../../shared/runtime/responses.ts';
import { FLOW_LANGUAGES } from '../../shared/values/languages.ts';
import { FRESH_SESSION_MINUTES, MAX_BODY_KILOBYTES } from '../../shared/values/limits.ts';
import { stages } from '../stages.ts';
import { contractsIn, documentationOf, type Sources } from './documentation.ts';
import { assertDocumented } from './findings.ts';
import { done, pathsOf, security } from './operations.ts';
import { parameterComponents } from './parameters.ts';
import { headers, type JsonObject } from './parts.ts';
import { errorResponses, gatewayError } from './refusals.ts';
import { componentsOf } from './schemas.ts';
import type { Tag } from './tags.ts';

/** The OpenAPI 3.1 document is generated from the contracts and the examples and meanings beside them alone. */

const tags: Readonly<Record<Tag, string>> = {
  clinical:
    "Access of practitioners to patients' records: QR tokens, access requests with the patient's approval, records and the access log.",
  community: 'Clubs, exhibitions, step challenges and the public display.',
  rewards: 'Welcome reward campaigns, reservations of their gifts, and redemption at the counter.',
  account:
    'What is stored about an account, its roles, its deletion, and receipts to check the state of the deletion.',
  onboarding: `Slides and questions for new users, with every text in ${Object.keys(FLOW_LANGUAGES).join(', ')}.`,
  workspaces: 'Companies and merchants with their members and invitations.',
  certificates: 'Medical certificates, which employees share with their company.',
  reports: 'Counts over Malaysian calendar days, which identify no person, and the stock of merchants.',
  administrators: 'The administrators of the platform, and the log of their acts.',
};

/**
 * @returns the document, as it is written to `openapi.json`
 * @throws {Error} with everything that the examples and meanings lack, and the files to edit
 */
export function openApiDocument(sources: Sources = { contractModules, exampleModules }): JsonObject {
  assertDocumented(sources);
  const modules = Object.values(sources.contractModules);
  const documentation = documentationOf(sources);
  const components = componentsOf(modules, modules.flatMap(contractsIn), documentation);
  const errors = errorResponses();
  const { parameters, parametersOf } = parameterComponents(components, documentation);
  const paths = pathsOf(sources, { components, parametersOf, refusals: errors.refusals });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sihat',
      version: packageJson.version,
      summary: 'Back end of a Malaysian health-and-community platform',
      description: [
        'All request and response bodies are JSON. Identifiers are lower-case UUIDs. Times in responses are ISO 8601 in UTC with milliseconds; requests may contain any time of RFC 3339 except leap seconds. Responses never contain `null`: fields that do not apply, or that the caller may not see, are omitted.',
        `Request bodies are strict. An unknown key, a wrong type or malformed JSON is 400 \`invalid_request\` with the problems in \`issues\`. A body over ${MAX_BODY_KILOBYTES} KB is 413.`,
        'Names and titles are one line without control characters, characters that change the direction of text, and other characters that cannot be seen; joiners are accepted in emoji and where scripts use them. In longer texts, signs that end a line become line breaks and directional marks are removed; other control characters are refused. The message of an issue names the character and its place. Lengths count Unicode code points.',
        'Within `/v1`, operations and fields are added, and nothing is removed or narrowed. Clients must ignore fields, and values of enumerations, that they do not know. An enumeration of responses that may grow admits every text, and lists the values of this version in `x-extensible-enum`; `enum` in responses is a constant that never changes.',
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
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security,
    paths,
    components: {
      schemas: { ...components.schemas, ...errors.schemas },
      parameters,
      headers,
      responses: { Done: done, ...errors.responses, Gateway: gatewayError },
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
