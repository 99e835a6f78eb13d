import * as z from 'zod/mini';

/** A field of a schema that may be omitted. */
export interface OptionalField {
  readonly path: readonly string[];
  /** The last name of the path. */
  readonly name: string;
  readonly byDefault: unknown;
}

const Definition = z.looseObject({
  type: z.string(),
  innerType: z.optional(z.unknown()),
  element: z.optional(z.unknown()),
  in: z.optional(z.unknown()),
  shape: z.optional(z.record(z.string(), z.unknown())),
  defaultValue: z.optional(z.unknown()),
});
const Schema = z.object({ _zod: z.object({ def: Definition }) });

/** The fields of a schema that may be omitted. `*` stands for each element of an array. */
export function optionalFields(schema: unknown, path: readonly string[] = []): OptionalField[] {
  const { data } = Schema.safeParse(schema);
  if (!data) return [];
  const { type, innerType, element, in: input, shape = {}, defaultValue } = data._zod.def;
  const isOptional = type === 'optional' || type === 'default';
  return [
    ...(isOptional
      ? [{ path, name: path.findLast((part) => part !== '*') ?? '', byDefault: defaultValue }]
      : []),
    ...optionalFields(innerType ?? input, path),
    ...optionalFields(element, [...path, '*']),
    ...Object.entries(shape).flatMap(([name, field]) => optionalFields(field, [...path, name])),
  ];
}

/** The values at a path of a body. */
export function valuesAt(body: unknown, [name, ...rest]: readonly string[]): unknown[] {
  if (name === undefined) return body === undefined ? [] : [body];
  if (typeof body !== 'object' || body === null) return [];
  if (name === '*') return Object.values(body).flatMap((each) => valuesAt(each, rest));
  return valuesAt(Object.entries(body).find(([field]) => field === name)?.[1], rest);
}
