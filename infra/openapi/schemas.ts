import * as z from 'zod';
import type * as mini from 'zod/mini';
import { Timestamp, Uuid } from '../../shared/resources.ts';
import { type JsonObject, mapValues } from './parts.ts';

/** Converts the schemas of the contracts to OpenAPI. */
export type Schema = mini.ZodMiniType;
type Direction = 'input' | 'output';

export interface Components {
  readonly registry: ReturnType<typeof registryOf>;
  readonly schemas: JsonObject;
}

/**
 * Collects the schemas that contract modules export under a capitalized name, and the two schemas that all of them use.
 * Schemas of parameters have lower-case names and are left out.
 * @throws {Error} if two modules export a schema with the same name.
 */
export function resourceSchemas(modules: readonly object[]): Components {
  const registry = registryOf();
  const named = modules
    .flatMap((module) => Object.entries(module))
    .filter((entry): entry is [string, Schema] => /^[A-Z]/.test(entry[0]) && isSchema(entry[1]));
  // Sorted by name, because the order of a module's exports depends on the loader.
  for (const [id, schema] of named.sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (registry._idmap.has(id)) throw new Error(`Two modules export a schema named ${id}`);
    registry.add(schema, { id });
  }
  return { registry, schemas: schemasOf(registry, 'output') };
}

function registryOf() {
  const registry = z.registry<{ id: string; description?: string }, Schema>();
  registry.add(Uuid, {
    id: 'Uuid',
    description: 'A UUID. The platform stores and returns it in lower case.',
  });
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
      // Schemas register descriptions, and rules that are written in code, as metadata.
      Object.assign(jsonSchema, z.globalRegistry.get(zodSchema));
      // The generated patterns of well-known formats are long and add nothing.
      if (jsonSchema.format === 'date-time') jsonSchema.pattern = '\\.\\d{3}Z$';
      if (jsonSchema.format === 'uuid') delete jsonSchema.pattern;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return mapValues(schemas, ({ $schema: _, $id: __, id: ___, ...schema }) => schema as JsonObject);
}

/**
 * Converts a schema where it is used: a reference if it is named, otherwise inline with references to named schemas.
 * @throws {Error} if a named schema differs between requests and responses.
 */
export function schemaOf(schema: Schema, { registry, schemas }: Components, io: Direction): JsonObject {
  const name = registry.get(schema)?.id;
  if (name) return { $ref: `#/components/schemas/${name}` };
  const id = 'unnamed';
  registry.add(schema, { id });
  const { [id]: unnamed, ...named } = schemasOf(registry, io);
  registry.remove(schema);
  const differing = Object.keys(named).find(
    (one) => JSON.stringify(named[one]) !== JSON.stringify(schemas[one]),
  );
  if (differing) throw new Error(`${differing} differs between requests and responses: export two schemas`);
  return unnamed as JsonObject;
}
