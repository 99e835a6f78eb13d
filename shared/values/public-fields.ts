import type * as z from 'zod/mini';

/**
 * What a presenter returns for the schema of a response: every field, even an optional one, is named. A field that a
 * contract adds does not compile until the stored item has it or the presenter computes it.
 */
export type Presented<S extends z.ZodMiniType> = Complete<z.input<S>>;
type Complete<T> = T extends object
  ? { [Name in keyof Required<T>]: Name extends keyof T ? T[Name] : never }
  : never;

/**
 * Selects the fields of a stored item that the schema of a response names. All presenters use it, so every stored field
 * stays private until a contract names it.
 */
export function publicFields<Shape extends z.core.$ZodShape, Stored extends object>(
  { shape }: { readonly shape: Shape },
  stored: Stored,
): Selected<Shape, Stored> {
  const named = Object.entries(stored).filter(([name]) => Object.hasOwn(shape, name));
  return Object.fromEntries(named) as Selected<Shape, Stored>;
}
type Selected<Shape, Stored> = { [Name in Extract<keyof Shape, keyof Stored>]: Stored[Name] };
