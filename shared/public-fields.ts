import type * as z from 'zod/mini';

/**
 * The fields of a stored item that the schema of a response names. Presenters begin with them: a field that is only
 * stored, also one that is added later, stays private until a contract names it.
 */
export function publicFields<Shape extends z.core.$ZodShape, Stored extends object>(
  { shape }: { readonly shape: Shape },
  stored: Stored,
): Pick<Stored, keyof Shape & keyof Stored> {
  const named = Object.entries(stored).filter(([name]) => Object.hasOwn(shape, name));
  return Object.fromEntries(named) as Pick<Stored, keyof Shape & keyof Stored>;
}
