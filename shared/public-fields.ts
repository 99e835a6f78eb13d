import type * as z from 'zod/mini';

/**
 * Selects the fields of a stored item that the schema of a response names. All presenters use it, so that a stored field,
 * also a new one, stays private until a contract names it.
 */
export function publicFields<Shape extends z.core.$ZodShape, Stored extends object>(
  { shape }: { readonly shape: Shape },
  stored: Stored,
): Pick<Stored, keyof Shape & keyof Stored> {
  const named = Object.entries(stored).filter(([name]) => Object.hasOwn(shape, name));
  return Object.fromEntries(named) as Pick<Stored, keyof Shape & keyof Stored>;
}
