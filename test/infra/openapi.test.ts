import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { contractModules, contracts, type OperationId } from '../../functions/contracts.ts';
import { exampleModules, exampleOf } from '../../functions/examples.ts';
import { openApiDocument } from '../../infra/openapi/document.ts';
import { contractsIn } from '../../infra/openapi/documentation.ts';
import { EXTENSIBLE, mapValues } from '../../infra/openapi/parts.ts';
import { refusalsTable } from '../../infra/openapi/refusals-table.ts';
import { projectRoot } from '../../infra/project-root.ts';
import { type Contract, refusalsOf } from '../../shared/contract/contract.ts';
import { followed } from '../support/openapi-references.ts';
import { breaksBetween, type Document } from './openapi-versions/document-breaks.ts';

const ids = Object.keys(contracts) as OperationId[];
const contractOf = (id: OperationId): Contract => contracts[id];

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security?: Security;
  readonly parameters: readonly unknown[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, Response>>;
}
type Security = readonly Readonly<Record<string, readonly string[]>>[];
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
}
interface Enumeration {
  readonly enum?: readonly unknown[];
}
interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly schema: unknown; readonly example?: unknown }>>;
}

const written = `${JSON.stringify(openApiDocument(), null, 2)}\n`;
const document = JSON.parse(written) as {
  readonly tags: readonly { readonly name: string }[];
  readonly security: Security;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
};

const parametersOf = ({ parameters }: Operation) =>
  parameters.map((parameter) => followed(parameter, document) as Parameter);

function operationOf(id: OperationId): Operation {
  const { path, method } = contracts[id];
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not in the document`);
  return operation;
}

describe('openapi.json', () => {
  it('is up to date with the contracts (npm run openapi)', async () => {
    expect(await readFile(join(projectRoot, 'openapi.json'), 'utf8')).toBe(written);
  });

  it('has no errors and no warnings by the recommended rules', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: written, absoluteRef: 'openapi.json', config });
    expect(
      problems.map(({ ruleId, message, location }) => ({ ruleId, message, at: location[0]?.pointer })),
    ).toEqual([
      {
        ruleId: 'operation-4xx-response',
        message: 'Operation must have at least one `4XX` response.',
        // It has no caller and no input that could be wrong.
        at: '#/paths/~1v1~1sign-in-settings/get/responses',
      },
    ]);
  });

  it('contains exactly the operations of the contracts', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { operationId }]) => `${operationId}: ${method.toUpperCase()} ${path}`,
      ),
    );
    const declared = ids.map((id) => `${id}: ${contracts[id].method} ${contracts[id].path}`);
    expect(operations.sort()).toEqual(declared.sort());
  });

  it('names the resources that the areas export', () => {
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining([
        'AccessRequest',
        'OnboardingFlow',
        'RewardClaim',
        'ExhibitionDisplay',
        'WorkspaceAnalytics',
      ]),
    );
    expect(operationOf('createAccessRequest').responses[201]?.content?.['application/json']?.schema).toEqual({
      $ref: '#/components/schemas/AccessRequest',
    });
  });

  it('lists each operation under the tag of what it is about', () => {
    const tagged = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.values(operations).map(({ tags }) => [path, tags.join()] as const),
    );
    expect(new Set(tagged.map(([, tag]) => tag))).toEqual(new Set(document.tags.map(({ name }) => name)));
    const tagAt = new Map(tagged);
    const partner = '/v1/partner/workspaces/{workspaceId}';
    for (const [path, tag] of [
      ['/v1/platform/workspaces', 'workspaces'],
      [`${partner}/members`, 'workspaces'],
      [`${partner}/invitations`, 'workspaces'],
      [`${partner}/medical-certificates`, 'certificates'],
      [`${partner}/report`, 'reports'],
      ['/v1/platform/administrator-acts', 'administrators'],
      ['/v1/account', 'account'],
      ['/v1/clinical/qr-tokens', 'clinical'],
    ] as const)
      expect(tagAt.get(path), path).toBe(tag);
  });

  it('has at most 4,000 bytes for each operation, minified', () => {
    const bytes = Buffer.byteLength(JSON.stringify(document));
    expect(bytes / ids.length).toBeLessThanOrEqual(4000);
  });

  it('names the schema of every body', () => {
    for (const id of ids) {
      const { requestBody, responses } = operationOf(id) as Operation & { requestBody?: Response };
      const bodies = [
        requestBody,
        ...Object.values(responses).map((response) => followed(response, document) as Response),
      ];
      for (const body of bodies) {
        const schema = body?.content?.['application/json']?.schema;
        if (body?.content)
          expect(schema).toEqual({ $ref: expect.stringMatching(/^#\/components\/schemas\//) });
      }
    }
  });

  it('describes every property, and has an example of every value that can differ', () => {
    for (const { at, node } of propertiesOf(document.components.schemas)) {
      // `ApiError` describes the codes of the other errors, and each of their responses has an example of its own.
      if (/^\.\w+Error\.code$/.test(at) && at !== '.ApiError.code') continue;
      expect(node['description'], at).toMatch(/^[A-Z].{8,}[.]/);
      const { type } = followed(node['$ref'] ? { $ref: node['$ref'] } : node, document) as { type: string };
      const isConstant = Array.isArray(node['enum']) && node['enum'].length === 1;
      const isValue = type !== 'object' && type !== 'array' && !isConstant;
      if (isValue && !at.startsWith('.ApiError.')) expect(node['examples'], at).toHaveLength(1);
    }
  });

  it('says what a property means in its own schema', () => {
    expect(document.components.schemas).toMatchObject({
      ClinicalRecord: {
        properties: {
          enteredInError: {
            properties: { reason: { description: 'Why the note is wrong, in the words of its author.' } },
          },
        },
      },
      ReviewClubRequest: {
        properties: { reason: { description: 'Why the club is rejected, for its owner.' } },
      },
    });
  });

  it('lets responses have more fields, but not requests', () => {
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      const { type, additionalProperties } = schema as { type?: string; additionalProperties?: boolean };
      if (type === 'object')
        expect([name, additionalProperties]).toEqual([
          name,
          /(?<!Access)Request$|Input$/.test(name) ? false : undefined,
        ]);
    }
  });

  it('marks the enumerations of responses that may grow, and has one value in all others', () => {
    const places = { request: new Set<unknown>(), response: new Set<unknown>() };
    const visit = (node: unknown, seen: Set<unknown>): void => {
      const target = followed(node, document);
      if (typeof target !== 'object' || target === null || seen.has(target)) return;
      seen.add(target);
      for (const part of Object.values(target)) visit(part, seen);
    };
    for (const id of ids) {
      const { requestBody, parameters, responses } = operationOf(id);
      visit([requestBody, parameters], places.request);
      visit(responses, places.response);
    }
    const enumerations = [...places.response].flatMap((node) => ((node as Enumeration).enum ? [node] : []));
    for (const node of enumerations) expect((node as Enumeration).enum).toHaveLength(1);
    const growing = [...places.response].filter((node) => EXTENSIBLE in (node as object));
    expect(growing).toContainEqual({
      type: 'string',
      [EXTENSIBLE]: ['reserved', 'redeemed', 'expired'],
      description: 'One of `reserved`, `redeemed`, `expired`; releases may add values.',
    });
    for (const node of [...places.request] as Enumeration[]) expect(node).not.toHaveProperty(EXTENSIBLE);
    expect([...places.request].filter((node) => (node as Enumeration).enum)).not.toEqual([]);
    expect(written).not.toContain('"const"');
  });

  it('tells the kinds of an entry of getAccountData apart by constants, and names the schema of each', () => {
    const entry = document.components.schemas['AccountDataEntry'] as {
      readonly oneOf: readonly { readonly $ref: string }[];
      readonly discriminator: { readonly mapping: Readonly<Record<string, string>> };
    };
    const kinds = entry.oneOf.map((reference) => {
      const { properties } = followed(reference, document) as Record<'properties', { kind: Enumeration }>;
      return [properties.kind.enum?.join(), reference.$ref];
    });
    expect(entry.discriminator).toEqual({ propertyName: 'kind', mapping: Object.fromEntries(kinds) });
  });

  it('keeps the names of all schemas when every operation gets another refusal with each status', () => {
    const more = {
      another_403: [403, 'No.'],
      another_404: [404, 'No.'],
      another_409: [409, 'No.'],
      another_410: [410, 'No.'],
      another_429: [429, 'No.'],
    } satisfies Contract['refusals'];
    const extended = (module: object) =>
      Object.fromEntries(
        Object.entries(module).map(([name, exported]) => [
          name,
          contractsIn({ exported }).length > 0
            ? { ...exported, refusals: { ...exported.refusals, ...more } }
            : exported,
        ]),
      );
    const changed = openApiDocument({
      contractModules: mapValues(contractModules, extended),
      exampleModules,
    });
    const later: typeof document = JSON.parse(JSON.stringify(changed));
    const names = Object.keys(document.components.schemas);
    expect(Object.keys(later.components.schemas)).toEqual(expect.arrayContaining(names));
    expect(breaksBetween(document as Document, later as Document)).toEqual([]);
    const schemasIn = (of: typeof document, id: OperationId) =>
      Object.entries(of.paths[contracts[id].path]?.[contracts[id].method.toLowerCase()]?.responses ?? {}).map(
        ([status, response]) => {
          const { content } = followed(response, of) as Response;
          return [status, content?.['application/json']?.schema] as const;
        },
      );
    for (const id of ids)
      expect(schemasIn(later, id)).toEqual(expect.arrayContaining(schemasIn(document, id)));
  });

  it('has only patterns that compile with and without the u flag', () => {
    const patterns = [...written.matchAll(/"pattern": (".*")/g)].map(([, text = '']): string =>
      JSON.parse(text),
    );
    expect(patterns).toContain('^[a-z0-9][a-z0-9-]{2,63}$');
    for (const pattern of patterns) {
      expect(pattern).not.toMatch(/\\p|\(\?/i);
      expect([new RegExp(pattern), new RegExp(pattern, 'u')]).toHaveLength(2);
    }
    expect(written).not.toMatch(/"allOf": \[\s*\{\s*"pattern"/);
  });

  it('references each resource where another one uses it', () => {
    expect(document.components.schemas['OnboardingFlow']).toMatchObject({
      properties: { definition: { $ref: '#/components/schemas/OnboardingDefinition' } },
    });
  });

  it('requires a token exactly where the contract does', () => {
    const bearer = { bearer: [] };
    const security = { nobody: [], optional: [{}, bearer], account: [bearer], platform_admin: [bearer] };
    for (const id of ids)
      expect(operationOf(id).security ?? document.security, id).toEqual(security[contracts[id].caller]);
  });

  it('documents conditional requests where a response can be cached', () => {
    const display = operationOf('getDisplay');
    expect(Object.keys(display.responses[200]?.headers ?? {}).sort()).toEqual([
      'cache-control',
      'etag',
      'x-request-id',
    ]);
    expect(display.responses[304]?.content).toBeUndefined();
    expect(parametersOf(display).find(({ name }) => name === 'if-none-match')).toMatchObject({
      in: 'header',
      required: false,
    });
  });

  it('documents no conditional requests where only callers without a token get a response to keep', () => {
    for (const id of ['listCommunity', 'listCampaigns'] as const) {
      const { responses, parameters = [] } = operationOf(id);
      expect(Object.keys(responses[200]?.headers ?? {}).sort()).toEqual([
        'cache-control',
        'vary',
        'x-request-id',
      ]);
      expect(responses[304]).toBeUndefined();
      expect(parameters).toEqual([]);
    }
  });
});

describe('docs/refusals.md', () => {
  it('is up to date with the contracts and the advice (npm run openapi)', async () => {
    expect(await readFile(join(projectRoot, 'docs/refusals.md'), 'utf8')).toBe(refusalsTable());
  });

  it('has one row for each code, with its statuses and operations', () => {
    const rows = [...refusalsTable().matchAll(/^\| `(\w+)` \| ([\d, ]+) \| (.+) \| .+\. \|$/gm)];
    const declared = ids.flatMap((id) => Object.entries(refusalsOf(contractOf(id))));
    expect(rows.map(([, code]) => code)).toEqual([...new Set(declared.map(([code]) => code))].toSorted());
    expect(rows.find(([, code]) => code === 'request_expired')?.slice(2)).toEqual([
      '410',
      '`approveAccessRequest`, `denyAccessRequest`, `revokeAccessRequest`',
    ]);
  });
});

describe.each(ids)('%s in openapi.json', (id) => {
  const contract = contractOf(id);
  const operation = operationOf(id);

  const responseTo = (status: string | number) => followed(operation.responses[status], document) as Response;

  it('documents every refusal under its status, with its code and message', () => {
    const declared = Object.entries(refusalsOf(contract));
    for (const [code, [status, message]] of declared) {
      const { description, content } = responseTo(status);
      expect(description).toContain(`\`${code}\`: ${message}`);
      const codes = declared.filter(([, [same]]) => same === status).map(([name]) => name);
      const schema = followed(content?.['application/json']?.schema, document);
      expect(schema).toMatchObject({
        allOf: [{ $ref: '#/components/schemas/ApiError' }],
        properties: { code: { 'x-extensible-enum': codes } },
      });
      // API Gateway sends these itself as well, without a code.
      expect('required' in Object(schema)).toBe(![400, 404, 413, 429, 500, 503].includes(status));
    }
    const statuses = new Set(declared.map(([, [status]]) => String(status)));
    const refused = Object.keys(operation.responses).filter((status) => /^[45]/.test(status));
    expect(refused.sort()).toEqual([...statuses].sort());
  });

  it('has an example of each error response with a code of this response and its message', () => {
    const refusals = Object.entries(refusalsOf(contract));
    for (const status of Object.keys(operation.responses).filter((key) => /^[45]/.test(key))) {
      const { schema, example } = responseTo(status).content?.['application/json'] ?? {};
      const { properties } = followed(schema, document) as {
        readonly properties: { readonly code: { readonly 'x-extensible-enum': readonly string[] } };
      };
      const { code, message, ...more } = example as Readonly<Record<string, unknown>>;
      expect(properties.code['x-extensible-enum']).toContain(code);
      expect(refusals).toContainEqual([code, [Number(status), message]]);
      expect(Object.keys(more)).toEqual(code === 'invalid_request' ? ['issues'] : []);
    }
  });

  it('documents the headers of each response', () => {
    for (const status of Object.keys(operation.responses)) {
      if (status === 'default') continue;
      const { headers = {} } = responseTo(status);
      expect(headers).toHaveProperty('x-request-id');
      expect('www-authenticate' in headers).toBe(status === '401');
      expect('retry-after' in headers).toBe(['429', '503'].includes(status));
    }
  });

  it('has the required parameters of its path, and a body when the contract has one', () => {
    const inPath = parametersOf(operation).filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name }) => `{${name}}`)).toEqual(contract.path.match(/\{\w+\}/g) ?? []);
    expect(inPath.every(({ required }) => required)).toBe(true);
    expect(operation.requestBody !== undefined).toBe(contract.body !== undefined);
  });

  it('has examples that match its schemas', () => {
    const { body, success } = exampleOf(id);
    if (contract.body) parses(contract.body, body);
    for (const status of [200, 201] as const) {
      const schema = contract.success[status];
      if (schema) parses(schema, success[status]);
    }
  });
});

function parses(schema: z.ZodMiniType, value: unknown): void {
  expect(schema.safeParse(value)).toMatchObject({ success: true, data: value });
}

/** All properties of schemas, at any depth. */
function propertiesOf(
  node: unknown,
  at = '',
): { readonly at: string; readonly node: Record<string, unknown> }[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, part]) =>
    name === 'properties' && !at.endsWith('.properties')
      ? Object.entries(part as Record<string, Record<string, unknown>>).flatMap(([property, child]) => [
          { at: `${at}.${property}`, node: child },
          ...propertiesOf(child, `${at}.${property}`),
        ])
      : name === 'examples'
        ? []
        : propertiesOf(part, `${at}.${name}`),
  );
}
