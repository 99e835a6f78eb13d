import type * as z from 'zod/mini';

/**
 * What the properties of a schema mean. The files `*.examples.ts` say it beside the schemas. The API reference and the
 * help of the command line show it; no handler imports it.
 */

/** A schema with properties. */
export interface ObjectSchema extends z.ZodMiniType {
  readonly shape: z.core.$ZodShape;
}

/** The object schema inside an optional value or a list, which decides what a property can hold. */
type ObjectIn<S> = S extends ObjectSchema
  ? S
  : S extends { readonly _zod: { readonly def: { readonly innerType: infer Inner } } }
    ? ObjectIn<Inner>
    : S extends { readonly _zod: { readonly def: { readonly element: infer Element } } }
      ? ObjectIn<Element>
      : never;

/**
 * What a property means. If it holds an object whose schema has no name, its own properties mean something, too. A property that
 * the example of its body cannot have, because it excludes another one, has its own example.
 */
type MeaningOf<S> = [ObjectIn<S>] extends [never]
  ? string | { readonly meaning: string; readonly example: string }
  : string | { readonly meaning: string; readonly properties: Meanings<ObjectIn<S>['shape']> };

/** What each property of a shape means. */
export type Meanings<Shape> = { readonly [Name in keyof Shape]: MeaningOf<Shape[Name]> };

/** A parameter of a path or a query. */
interface ParameterOf<S> {
  readonly meaning: string;
  readonly example: Exclude<S extends z.core.$ZodType ? z.input<S> | z.output<S> : never, undefined>;
  /** The schema to show if the parameter is not a text. */
  readonly schema?: Readonly<Record<string, string | number>>;
}

/** What each parameter of a shape means, with an example. */
export type Parameters<Shape> = { readonly [Name in keyof Shape]: ParameterOf<Shape[Name]> };

/** What one property or parameter means, in any schema. */
export type Meaning =
  | string
  | {
      readonly meaning: string;
      readonly properties?: Readonly<Record<string, Meaning>>;
      readonly example?: unknown;
      readonly schema?: Readonly<Record<string, string | number>>;
    };

/** The text of a meaning, without the meanings of inner properties. */
export const textOf = (meaning: Meaning): string => (typeof meaning === 'string' ? meaning : meaning.meaning);

/** The meanings of one schema. */
export interface SchemaMeanings {
  readonly schema: ObjectSchema;
  readonly properties: Readonly<Record<string, Meaning>>;
}

/**
 * Says what each property of the schema of a body, or of a part of it, means. A meaning is a sentence that may omit its
 * full stop. It names the unit, and when the property is omitted.
 */
export function meaningsOf<const S extends ObjectSchema>(
  schema: S,
  properties: Meanings<S['shape']>,
): SchemaMeanings {
  return { schema, properties };
}

/** Says what each parameter of a path or a query means, with an example of it. */
export function parametersOf<const S extends ObjectSchema>(
  schema: S,
  parameters: Parameters<S['shape']>,
): SchemaMeanings {
  return { schema, properties: parameters };
}
