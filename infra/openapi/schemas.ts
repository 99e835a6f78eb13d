import * as z from 'zod';
import type * as mini from 'zod/mini';
import type { Contract } from '../../shared/contract/contract.ts';
import { prose, Timestamp, title, Uuid } from '../../shared/values/resources.ts';
import type { Documentation } from './documentation.ts';
import { EXTENSIBLE, type JsonObject, mapValues, ref } from './parts.ts';
import { describeProperties } from './properties.ts';

/** Converts the schemas of the contracts to named schemas of the OpenAPI document. */
export type Schema = mini.ZodMiniType;
/** Requests are strict. Responses may get more fields later, which clients must ignore. */
type Direction = 'input' | 'output';

export interface Components {
  readonly schemas: JsonObject;
  /** Returns a reference to the schema of a request or response body. */
  readonly bodyOf: (schema: Schema, io: Direction) => JsonObject;
  /** Returns the schema of path or query parameters, which have no name. */
  readonly parametersOf: (schema: Schema) => JsonObject;
}

/**
 * Names the schemas that contract modules export with a capital letter, and the bodies of all operations. A schema that
 * differs between requests and responses has the suffix `Input` in requests.
 * @throws {Error} if two modules export a schema with the same name.
 */
export function componentsOf(
  modules: readonly object[],
  endpoints: readonly Contract[],
  documentation: Documentation,
): Components {
  const output = registryOf(modules, '');
  const input = registryOf(modules, INPUT);
  for (const { operationId, body, success } of endpoints) {
    const name = operationId.charAt(0).toUpperCase() + operationId.slice(1);
    if (body) nameOnce(input, body, `${name}Request`);
    for (const schema of [success[200], success[201]])
      if (schema) nameOnce(output, schema, `${name}Response`);
  }
  const sent = converted(input, 'input');
  const returned = converted(output, 'output');
  const differing = Object.keys(sent).filter((name) => !isSame(name, sent, returned));
  const schemas = {
    ...returned,
    ...Object.fromEntries(differing.map((name) => [name, withoutNeedlessSuffix(sent[name], differing)])),
  };
  const named = { output, input };
  return {
    schemas: mapValues(referenced(schemas, endpoints, bodyOf), (node, name) => {
      const schema = output._idmap.get(name) ?? input._idmap.get(name);
      return schema ? (describeProperties(node, schema, documentation) as JsonObject) : node;
    }),
    bodyOf,
    parametersOf: (schema) => {
      const registry = z.registry<{ id: string }, z.core.$ZodType>();
      registry.add(schema, { id: 'parameters' });
      return converted(registry, 'input')['parameters'] ?? {};
    },
  };

  function nameOf(schema: Schema, io: Direction): string {
    const id = named[io].get(schema)?.id ?? '';
    return differing.includes(id) || io === 'output' ? id : id.slice(0, -INPUT.length);
  }
  function bodyOf(schema: Schema, io: Direction): JsonObject {
    return ref('schemas', nameOf(schema, io));
  }
}

const INPUT = 'Input';
type Registry = ReturnType<typeof z.registry<{ id: string; description?: string }, z.core.$ZodType>>;

function registryOf(modules: readonly object[], suffix: string): Registry {
  const registry: Registry = z.registry();
  registry.add(Uuid, {
    id: `Uuid${suffix}`,
    description: 'A UUID. The platform stores and returns it in lower case.',
  });
  registry.add(Timestamp, {
    id: `Timestamp${suffix}`,
    description: 'A time, ISO 8601 in UTC with milliseconds',
  });
  const named = modules
    .flatMap((module) => Object.entries(module))
    .filter((entry): entry is [string, Schema] => /^[A-Z]/.test(entry[0]) && isSchema(entry[1]));
  // Sorted by name, because the order of a module's exports depends on the loader.
  for (const [id, schema] of named.sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (registry._idmap.has(id + suffix)) throw new Error(`Two modules export a schema named ${id}`);
    registry.add(schema, { id: id + suffix });
  }
  return registry;
}

function nameOnce(registry: Registry, schema: Schema, id: string): void {
  if (!registry.has(schema)) registry.add(schema, { id });
}

function isSchema(value: unknown): value is Schema {
  return value instanceof z.core.$ZodType;
}

function converted(registry: Registry, io: Direction): Record<string, JsonObject> {
  const { schemas } = z.toJSONSchema(registry, {
    io,
    metadata: registry,
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ zodSchema, jsonSchema }) => {
      const rules = messagesOf(zodSchema).filter((rule) => !ofEveryText.has(rule));
      // Schemas register descriptions, and rules that are written in code, as metadata.
      Object.assign(jsonSchema, z.globalRegistry.get(zodSchema));
      if (rules.length > 0)
        jsonSchema.description = [jsonSchema.description, inWords(rules)].filter(Boolean).join(' ');
      if (io === 'input' && jsonSchema.format === 'date-time')
        jsonSchema.description = 'Any time of RFC 3339.';
      // Generators take a field with a `default` for one that is always there.
      if (jsonSchema.default !== undefined) {
        jsonSchema.description = [jsonSchema.description, `By default, it is ${jsonSchema.default}.`]
          .filter(Boolean)
          .join(' ');
        delete jsonSchema.default;
      }
      if (jsonSchema.format || !isPlain(jsonSchema.pattern)) delete jsonSchema.pattern;
      // A schema with several patterns. Only patterns are ever combined this way.
      delete jsonSchema.allOf;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (io === 'output') delete jsonSchema.additionalProperties;
      // Some generators do not know `const`.
      if (jsonSchema.const !== undefined) {
        jsonSchema.enum = [jsonSchema.const];
        delete jsonSchema.const;
      }
      // A constant, such as that of a discriminator, remains the only value.
      if (io === 'output' && (jsonSchema.enum?.length ?? 0) > 1) {
        const values = jsonSchema.enum?.map((value) => `\`${value}\``).join(', ');
        jsonSchema[EXTENSIBLE] = jsonSchema.enum;
        delete jsonSchema.enum;
        jsonSchema.description = [jsonSchema.description, `One of ${values}; releases may add values.`]
          .filter(Boolean)
          .join(' ');
      }
      const discriminator = discriminatorOf(zodSchema, (option) => registry.get(option)?.id);
      if (discriminator) {
        const { anyOf } = jsonSchema;
        delete jsonSchema.anyOf;
        Object.assign(jsonSchema, { oneOf: anyOf, discriminator });
      }
    },
  });
  return mapValues(
    schemas,
    (schema) =>
      Object.fromEntries(Object.entries(schema).filter(([name]) => !NAMES.includes(name))) as JsonObject,
  );
}

/** How the generator names a schema, which OpenAPI does in another place. */
const NAMES = ['$schema', '$id', 'id'];

/**
 * The property that distinguishes the alternatives of a union: each of them has a different constant under this name.
 * The mapping names the schema of each constant, because some generators know alternatives only by it.
 */
function discriminatorOf(schema: z.core.$ZodType, idOf: (schema: z.core.$ZodType) => string | undefined) {
  if (!(schema instanceof z.core.$ZodUnion)) return undefined;
  const options: readonly z.core.$ZodType[] = schema._zod.def.options;
  const constants = options.map((option) =>
    option instanceof z.core.$ZodObject ? constantsOf(option._zod.def.shape) : new Map<string, string>(),
  );
  const isDistinct = (name: string) =>
    constants.every((names) => names.has(name)) &&
    new Set(constants.map((names) => names.get(name))).size === options.length;
  const propertyName = constants[0]?.keys().find(isDistinct);
  if (!propertyName) return undefined;
  const refs = options.map(idOf).map((id) => `#/components/schemas/${id}`);
  const mapping = refs.map((schemaRef, n) => [constants[n]?.get(propertyName), schemaRef] as const);
  return { propertyName, mapping: Object.fromEntries(mapping) };
}

const constantsOf = (shape: z.core.$ZodShape): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(shape).flatMap(([name, field]) =>
      field instanceof z.core.$ZodLiteral ? [[name, `${field._zod.def.values[0]}`]] : [],
    ),
  );

/** The messages of the rules of a schema that are not keywords of JSON Schema. A rule on a field of an object begins with its name. */
function messagesOf(schema: z.core.$ZodType): string[] {
  return (schema._zod.def.checks ?? []).flatMap((check) => {
    const { error, check: kind, path = [] }: CheckDefinition = check._zod.def;
    const message = error?.({ code: 'custom', input: '', path: [] } as never);
    if (typeof message !== 'string' || (kind !== 'string_format' && kind !== 'custom')) return [];
    return [path.length > 0 ? `\`${path.join('.')}\` ${message}` : message];
  });
}

interface CheckDefinition extends z.core.$ZodCheckDef {
  /** The field that a rule of an object is about. */
  readonly path?: readonly PropertyKey[];
}

/** Rules of every text, which the introduction of the document states once. */
const ofEveryText = new Set([
  ...[title(), prose(1)].flatMap(messagesOf),
  'must not contain half of a surrogate pair',
]);

/** Says "must" once for several rules that begin with it. */
const inWords = ([first = '', ...others]: readonly string[]): string => {
  const further = first.startsWith('must ') ? others.map((rule) => rule.replace(/^must /, '')) : others;
  const subject = first.startsWith('`') ? '' : 'It ';
  return `${subject}${[first, ...further].join('; ').replace(/; (?!.*; )/, '; and ')}.`;
};

/** Many generators compile patterns without the `u` flag, or for engines without lookaround. */
function isPlain(pattern: string | undefined): boolean {
  return pattern === undefined || !/\\p|\\u|\(\?/i.test(pattern);
}

/** Whether a schema is the same in requests and responses. */
function isSame(
  name: string,
  sent: Record<string, JsonObject>,
  returned: Record<string, JsonObject>,
): boolean {
  const other = returned[name.slice(0, -INPUT.length)];
  return name.endsWith(INPUT) && other !== undefined && JSON.stringify(sent[name]) === JSON.stringify(other);
}

function withoutNeedlessSuffix(schema: JsonObject | undefined, differing: readonly string[]): JsonObject {
  const text = JSON.stringify(schema).replace(
    /"#\/components\/schemas\/(\w+)Input"/g,
    (reference, name: string) =>
      differing.includes(name + INPUT) ? reference : `"#/components/schemas/${name}"`,
  );
  return JSON.parse(text);
}

/** The schemas that the bodies need, directly or through other schemas. */
function referenced(
  schemas: Readonly<Record<string, JsonObject>>,
  endpoints: readonly Contract[],
  bodyOf: Components['bodyOf'],
): Record<string, JsonObject> {
  const needed = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (needed.has(name)) continue;
      needed.add(name);
      visit(schemas[name]);
    }
  };
  for (const { body, success } of endpoints) {
    if (body) visit(bodyOf(body, 'input'));
    for (const schema of [success[200], success[201]]) if (schema) visit(bodyOf(schema, 'output'));
  }
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => needed.has(name)));
}
