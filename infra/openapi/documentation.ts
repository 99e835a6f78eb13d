import * as z from 'zod';
import type * as mini from 'zod/mini';
import type { Contract } from '../../shared/contract/contract.ts';
import type { ExampleModule, OperationExample } from '../../shared/contract/examples.ts';
import type { Meaning } from '../../shared/values/meanings.ts';
import type { Json } from './parts.ts';
import { type AnySchema, bare, objectIn, partsOf, shapeOf } from './schema-tree.ts';

/** What the files `*.examples.ts` say about the contracts beside them. Nothing is looked up by the name of a property alone. */

/** Everything from which the OpenAPI document is generated: modules by their path without `.ts`. */
export interface Sources {
  readonly contractModules: Readonly<Record<string, object>>;
  /** The examples beside each contract module, under its path. */
  readonly exampleModules: Readonly<Record<string, ExampleModule>>;
}

/** The meanings of one schema, as a file declares them. */
export interface Declared {
  /** The schema; undefined if a property has meanings of properties that it cannot hold. */
  readonly schema: AnySchema | undefined;
  readonly properties: Readonly<Record<string, Meaning>>;
  readonly file: string;
}

/** A schema of an operation. */
export interface Place {
  /** Its place in the contract, `<operationId>.success[201]` for example. */
  readonly at: string;
  readonly schema: mini.ZodMiniType;
}

export interface Documentation {
  /** Every declaration, in the order of the modules. */
  readonly declared: readonly Declared[];
  /** The declaration for a schema. */
  readonly of: (schema: AnySchema) => Declared | undefined;
  /** The example of a parameter, or the first one of a property in the examples of bodies that contain its schema. */
  readonly exampleOf: (schema: AnySchema, property: string) => Json | undefined;
}

export const fileOf = (path: string): string => `${path}.examples.ts`;

/** The contracts of a module. */
export const contractsIn = (module: object): readonly Contract[] => Object.values(module).filter(isContract);

const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'operationId' in value;

/** The parameters of an operation. */
export function parametersIn({ operationId, params, query }: Contract): Place[] {
  return [
    ...(params ? [{ at: `${operationId}.params`, schema: params }] : []),
    ...(query ? [{ at: `${operationId}.query`, schema: query }] : []),
  ];
}

/** The bodies of an operation with their examples. 204 has none. */
export function bodiesOf(
  { operationId, body, success }: Contract,
  example: OperationExample | undefined,
): (Place & { readonly example: unknown })[] {
  return [
    ...(body ? [{ at: `${operationId}.body`, schema: body, example: example?.body }] : []),
    ...([200, 201] as const).flatMap((status) => {
      const schema = success[status];
      const at = `${operationId}.success[${status}]`;
      return schema ? [{ at, schema, example: example?.success[status] }] : [];
    }),
  ];
}

/** Reads all meanings and examples. */
export function documentationOf({ contractModules, exampleModules }: Sources): Documentation {
  const declared = Object.entries(exampleModules).flatMap(([path, { meanings }]) =>
    meanings.flatMap(({ schema, properties }) => withInner({ schema, properties, file: fileOf(path) })),
  );
  const bySchema = new Map(declared.toReversed().map((declaration) => [declaration.schema, declaration]));
  const examples = new Map<AnySchema, Map<string, Json>>();
  for (const { schema, properties } of declared)
    for (const [name, meaning] of Object.entries(properties))
      if (schema && typeof meaning === 'object') remember(schema, name, meaning.example);
  for (const [path, module] of Object.entries(contractModules))
    for (const contract of contractsIn(module)) {
      const shown = exampleModules[path]?.examples?.[contract.operationId];
      for (const { schema, example } of bodiesOf(contract, shown)) collect(schema, example);
    }

  return {
    declared,
    of: (schema) => bySchema.get(bare(schema)),
    exampleOf: (schema, property) => examples.get(bare(schema))?.get(property),
  };

  /** Remembers the first example of each property of each schema in a value. */
  function collect(schema: AnySchema, value: unknown): void {
    const shape = shapeOf(schema);
    if (Array.isArray(value)) {
      for (const element of value) for (const part of partsOf(schema)) collect(part, element);
    } else if (!shape) {
      const alternative = partsOf(schema).find((part) => z.safeParse(part, value).success);
      if (alternative) collect(alternative, value);
    } else if (typeof value === 'object' && value !== null) {
      for (const [property, own] of Object.entries(value)) {
        remember(schema, property, own);
        const inner = shape[property];
        if (inner) collect(inner, own);
      }
    }
  }

  function remember(schema: AnySchema, property: string, value: unknown): void {
    const known = examples.get(bare(schema)) ?? new Map<string, Json>();
    examples.set(bare(schema), known);
    if (isScalarValue(value) && !known.has(property)) known.set(property, value);
  }
}

const isScalarValue = (value: unknown): value is Json =>
  ['string', 'number', 'boolean'].includes(typeof value);

/** A declaration with those of the objects that it describes in place. */
function withInner(declaration: Declared): Declared[] {
  const shape = declaration.schema && shapeOf(declaration.schema);
  const inner = Object.entries(declaration.properties).flatMap(([name, meaning]) => {
    if (typeof meaning === 'string' || !meaning.properties) return [];
    const property = shape?.[name];
    const schema = property && objectIn(property);
    return withInner({ schema, properties: meaning.properties, file: declaration.file });
  });
  return [declaration, ...inner];
}
