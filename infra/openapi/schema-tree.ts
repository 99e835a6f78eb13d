import * as z from 'zod';

/** How the parts of a schema are found: the schema of the value itself, its properties, its elements and alternatives. */

export type AnySchema = z.core.$ZodType;

/** The schema of the value itself, which may be optional, have a default or be transformed. */
export function bare(schema: AnySchema): AnySchema {
  if (schema instanceof z.core.$ZodOptional || schema instanceof z.core.$ZodDefault)
    return bare(schema._zod.def.innerType);
  return schema instanceof z.core.$ZodPipe ? bare(schema._zod.def.in) : schema;
}

/** The properties of a schema; undefined if it is no object. */
export function shapeOf(schema: AnySchema): z.core.$ZodShape | undefined {
  const own = bare(schema);
  return own instanceof z.core.$ZodObject ? own._zod.def.shape : undefined;
}

/** The schemas of the elements of a list, or the alternatives of a union. */
export function partsOf(schema: AnySchema): readonly AnySchema[] {
  const own = bare(schema);
  if (own instanceof z.core.$ZodArray) return [own._zod.def.element];
  return own instanceof z.core.$ZodUnion ? own._zod.def.options : [];
}

/** The object schema of a value or of the elements of a list, whose properties can be described inside its parent. */
export function objectIn(schema: AnySchema): AnySchema | undefined {
  const own = bare(schema);
  if (own instanceof z.core.$ZodArray) return objectIn(own._zod.def.element);
  return own instanceof z.core.$ZodObject ? own : undefined;
}

/** True for texts, numbers and booleans. */
export const isScalar = (schema: AnySchema): boolean =>
  shapeOf(schema) === undefined && partsOf(schema).length === 0;
