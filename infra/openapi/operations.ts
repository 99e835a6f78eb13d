import { CALLER_SENTENCES, FRESH_SESSION_SENTENCE } from '../../shared/contract/callers.ts';
import { type Contract, hasEntityTag } from '../../shared/contract/contract.ts';
import type { OperationExample } from '../../shared/contract/examples.ts';
import { contractsIn, type Sources } from './documentation.ts';
import { headerRef, type Json, type JsonObject, json, ref } from './parts.ts';
import type { Components } from './schemas.ts';
import { tagOf } from './tags.ts';

/** Operations need a token unless they say otherwise. */
export const security = [{ bearer: [] }];
const SECURITY: Readonly<Partial<Record<Contract['caller'], { security: JsonObject[] }>>> = {
  nobody: { security: [] },
  optional: { security: [{}, ...security] },
};

/** What an operation refers to. */
interface Parts {
  readonly components: Components;
  readonly parametersOf: (endpoint: Contract) => JsonObject[];
  readonly refusals: (endpoint: Contract) => JsonObject;
}

/** The operations by path and method, in the order of the contracts. */
export function pathsOf({ contractModules, exampleModules }: Sources, parts: Parts): JsonObject {
  const illustrated = new Set<string>();
  const operations = Object.entries(contractModules).flatMap(([path, module]) =>
    contractsIn(module).flatMap((endpoint) => {
      const example = exampleModules[path]?.examples?.[endpoint.operationId];
      return example ? [{ endpoint, example, tag: tagOf(path, endpoint.area) }] : [];
    }),
  );
  const byPath = Map.groupBy(operations, ({ endpoint }) => endpoint.path);
  return Object.fromEntries(
    [...byPath].map(([path, alike]) => [
      path,
      Object.fromEntries(
        alike.map(({ endpoint, example, tag }) => [
          endpoint.method.toLowerCase(),
          {
            operationId: endpoint.operationId,
            tags: [tag],
            ...operation(endpoint, example, parts, illustrated),
          },
        ]),
      ),
    ]),
  );
}

function operation(
  endpoint: Contract,
  shown: OperationExample,
  { components, parametersOf, refusals }: Parts,
  illustrated: Set<string>,
): JsonObject {
  const { summary, description, caller, session, body } = endpoint;
  const texts = [description, CALLER_SENTENCES[caller], session && FRESH_SESSION_SENTENCE].filter(Boolean);
  return {
    summary,
    description: texts.join('\n\n'),
    ...SECURITY[caller],
    parameters: parametersOf(endpoint),
    ...(body && {
      requestBody: {
        required: true,
        content: json(components.bodyOf(body, 'input'), { example: shown.body as Json }),
      },
    }),
    responses: {
      ...successes(endpoint, shown, components, illustrated),
      ...refusals(endpoint),
      default: ref('responses', 'Gateway'),
    },
  };
}

const SUCCESS = { 200: 'Success', 201: 'Created' } as const;

/** The response of every operation without a response body. */
export const done = { description: 'Success, without a response body', headers: headerRef('x-request-id') };

/**
 * The success responses of an operation. Only the first response of a schema has an example of the whole, and lists have
 * none, because every property has an example.
 */
function successes(
  contract: Contract,
  shown: OperationExample,
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
    ...(success[204] && { 204: ref('responses', 'Done') }),
    ...(hasEntityTag(contract) && {
      304: { description: 'The response has not changed', headers: responseHeaders },
    }),
  };
}
