import { CALLER_SENTENCES, FRESH_SESSION_SENTENCE } from '../../shared/contract/callers.ts';

/** Reads an OpenAPI document as the pages of the reference show it: by areas, which are its tags, with each reference followed. */

export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly discriminator?: { readonly propertyName: string };
  readonly enum?: readonly unknown[];
  readonly 'x-extensible-enum'?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
}

interface Reference {
  readonly $ref: string;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly example?: unknown;
  readonly schema: Schema;
}

interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: { readonly 'application/json': { readonly schema: Schema; readonly example?: unknown } };
}

interface RawOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security?: readonly object[];
  readonly parameters: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: NonNullable<Response['content']> };
  readonly responses: Readonly<Record<string, Response | Reference>>;
}

export interface OpenApiDocument {
  readonly info: { readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>> & {
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

export interface Success {
  readonly statuses: readonly string[];
  readonly description: string;
  readonly schema: Schema | undefined;
  readonly example: unknown;
  /** The headers that not every response has, with their meanings. */
  readonly headers: readonly (readonly [name: string, meaning: string])[];
}

export interface Refusal {
  readonly status: string;
  readonly code: string;
  readonly message: string;
}

export interface Operation {
  readonly id: string;
  readonly area: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** The description without the sentences on its callers. */
  readonly paragraphs: readonly string[];
  /** The sentences on its callers, such as "For any signed-in account". */
  readonly callers: readonly string[];
  readonly takesToken: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: { readonly schema: Schema; readonly example: unknown } | undefined;
  readonly successes: readonly Success[];
  readonly refusals: readonly Refusal[];
}

/** The schemas of the bodies of an operation. */
export const schemasOf = ({ body, successes }: Operation): readonly Schema[] =>
  [body?.schema, ...successes.map(({ schema }) => schema)].filter((schema) => schema !== undefined);

export interface Area {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly operations: readonly Operation[];
}

/** The name of the schema to which a reference leads. */
export const nameOf = ({ $ref = '' }: Schema): string => $ref.split('/').at(-1) ?? '';

/** The values that an enumeration has in this version. */
export const valuesOf = (schema: Schema): readonly unknown[] | undefined =>
  schema['x-extensible-enum'] ?? schema.enum;

/** Follows the references of a document. Keywords beside a reference override those of its target. */
export function follower({ components }: OpenApiDocument) {
  return function followed<Part extends object>(part: Part | Reference): Part {
    if (!('$ref' in part) || part.$ref === undefined) return part as Part;
    const { $ref, ...beside } = part as Reference;
    const [kind = '', name = ''] = $ref.split('/').slice(-2);
    return { ...(components[kind]?.[name] as Part), ...beside };
  };
}

const CALLERS = new Set<string>([...Object.values(CALLER_SENTENCES), FRESH_SESSION_SENTENCE]);
const OF_EVERY_RESPONSE = 'x-request-id';

export function areasOf(document: OpenApiDocument): readonly Area[] {
  const followed = follower(document);

  const successOf = ([status, part]: [string, RawOperation['responses'][string]]): Success => {
    const { description, headers = {}, content } = followed<Response>(part);
    const shown = content?.['application/json'];
    return {
      statuses: [status],
      description,
      schema: shown?.schema,
      example: shown?.example,
      headers: Object.entries(headers)
        .filter(([name]) => name !== OF_EVERY_RESPONSE)
        .map(([name, header]) => [name, followed<{ description: string }>(header).description] as const),
    };
  };

  const operationOf = (path: string, method: string, raw: RawOperation): Operation => {
    const paragraphs = raw.description.split('\n\n');
    const responses = Object.entries(raw.responses);
    const content = raw.requestBody?.content['application/json'];
    return {
      id: raw.operationId,
      area: raw.tags[0] ?? '',
      method: method.toUpperCase(),
      path,
      summary: raw.summary,
      paragraphs: paragraphs.filter((text) => !CALLERS.has(text)),
      callers: paragraphs.filter((text) => CALLERS.has(text)).map((text) => text.split('.')[0] ?? ''),
      takesToken: raw.security === undefined,
      parameters: raw.parameters.map((part) => followed<Parameter>(part)),
      body: content && { schema: content.schema, example: content.example },
      successes: joined(responses.filter(([status]) => status < '400').map(successOf)),
      refusals: responses
        .filter(([status]) => /^[45]/.test(status))
        .flatMap(([status, part]) => refusalsOf(status, followed<Response>(part).description)),
    };
  };

  const operations = withExamples(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, raw]) => operationOf(path, method, raw)),
    ),
  );
  return document.tags.map(({ name, description }) => ({
    name,
    title: name.charAt(0).toUpperCase() + name.slice(1),
    description,
    operations: operations.filter(({ area }) => area === name),
  }));
}

/** Adds the example of a schema to all responses with it. The document has it only at the first one. */
function withExamples(operations: readonly Operation[]): readonly Operation[] {
  const known = new Map(
    operations
      .flatMap(({ successes }) => successes)
      .flatMap(({ schema, example }) => (example === undefined ? [] : [[JSON.stringify(schema), example]])),
  );
  return operations.map((operation) => ({
    ...operation,
    successes: operation.successes.map((success) => ({
      ...success,
      example: success.example ?? known.get(JSON.stringify(success.schema)),
    })),
  }));
}

/** Joins the responses that have one schema, such as those of 200 and 201. */
function joined(successes: readonly Success[]): readonly Success[] {
  const alike = Map.groupBy(
    successes,
    ({ schema }, n = 0) => JSON.stringify(schema) ?? `without a body ${n}`,
  );
  return [...alike.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, statuses: [first, ...others].flatMap(({ statuses }) => statuses) }] : [],
  );
}

/** Reads the refusals from the description of a response, which has a line "`code`: message" for each. */
const refusalsOf = (status: string, description: string): Refusal[] =>
  [...description.matchAll(/^`(\w+)`: (.+)$/gm)].map(([, code = '', message = '']) => ({
    status,
    code,
    message,
  }));
