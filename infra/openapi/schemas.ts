import * as z from 'zod';
import type * as mini from 'zod/mini';
import { Timestamp, Uuid } from '../../shared/resources.ts';
import { type JsonObject, mapValues } from './parts.ts';

/** The schemas of the contracts, as OpenAPI spells them. */
export type Schema = mini.ZodMiniType;
type Direction = 'input' | 'output';

export interface Components {
  readonly registry: ReturnType<typeof registryOf>;
  readonly schemas: JsonObject;
}

/**
 * The schemas of resources that contract modules export, by their names, and the two schemas that all of them use. A schema
 * of parameters has a lower-case name and is no resource.
 */
export function resourceSchemas(modules: readonly object[]): Components {
  const registry = registryOf();
  const named = modules
    .flatMap((module) => Object.entries(module))
    .filter((entry): entry is [string, Schema] => /^[A-Z]/.test(entry[0]) && isSchema(entry[1]));
  // By name: how a module's exports are ordered depends on who loads it.
  for (const [id, schema] of named.sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (registry._idmap.has(id)) throw new Error(`Two modules export a schema named ${id}`);
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
  if (differing)
    throw new Error(`${differing} is not the same when it is sent and when it is answered: name two`);
  return unnamed as JsonObject;
}
