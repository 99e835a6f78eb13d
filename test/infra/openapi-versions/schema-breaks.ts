const LOWER = ['minimum', 'minLength', 'minItems', 'minProperties'] as const;
const UPPER = ['maximum', 'maxLength', 'maxItems', 'maxProperties'] as const;
/** Two different values of these cannot be compared, so each change counts. */
const OPAQUE = ['format', 'pattern', 'default'] as const;
const NOTES = ['description', 'examples', 'example', 'title', 'deprecated'];

type Bounds = Readonly<Partial<Record<(typeof LOWER | typeof UPPER)[number], number>>>;

/** A JSON Schema with the keywords of the OpenAPI document. */
export interface Schema extends Bounds, Readonly<Partial<Record<(typeof OPAQUE)[number], unknown>>> {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  /** The values of an enumeration that may grow, and admits every text. */
  readonly 'x-extensible-enum'?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly discriminator?: { readonly propertyName: string };
}
const KEYWORDS = [
  ...[...LOWER, ...UPPER, ...OPAQUE, ...NOTES],
  ...[
    'type',
    'enum',
    'const',
    'x-extensible-enum',
    'properties',
    'required',
    'additionalProperties',
    'items',
    'oneOf',
  ],
  'discriminator',
];

export type Schemas = Readonly<Record<string, Schema>>;

/** What is compared: values that apps send, or values that they get, with the components of both documents. */
export interface Comparison {
  readonly direction: 'request' | 'response';
  readonly before: Schemas;
  readonly after: Schemas;
}

/**
 * Compares two schemas. A request may admit more than before, and a response may have more fields, and more values where it had several.
 * Bounds of responses are not compared, because a higher limit of a request shows in them.
 * @param path where the schemas are, such as `body.title`
 * @param open the components that are being compared, which may contain themselves
 * @returns a sentence for each break
 * @throws {Error} for a keyword that this comparison does not know
 */
export function schemaBreaks(
  earlier: Schema,
  later: Schema,
  comparison: Comparison,
  path: string,
  open: readonly string[] = [],
): string[] {
  const { before, after, direction } = comparison;
  if (earlier.$ref !== undefined && open.includes(earlier.$ref)) return [];
  const inside = earlier.$ref === undefined ? open : [...open, earlier.$ref];
  const [was, is] = [flat(earlier, before), flat(later, after)];
  const compare = (a: Schema, b: Schema, at: string) => schemaBreaks(a, b, comparison, at, inside);
  const isRequest = direction === 'request';
  const [narrow, wide] = isRequest ? [was, is] : [is, was];
  const breaks: string[] = [];

  if (!admitsTypes(wide, narrow)) breaks.push(`${path} was ${typesOf(was)} and is ${typesOf(is)}`);
  const [valuesBefore, valuesAfter] = [valuesOf(was), valuesOf(is)];
  if (valuesOf(wide) && !valuesOf(narrow))
    breaks.push(`${path} ${isRequest ? 'has' : 'has no'} fixed values now`);
  for (const value of valuesAfter ? (valuesBefore ?? []) : [])
    if (!valuesAfter?.includes(value)) breaks.push(`${path} has no value ${JSON.stringify(value)} any more`);
  if (!isRequest && isConstant(was) && valuesAfter && !isConstant(is))
    breaks.push(`${path} can have other values now`);
  for (const keyword of OPAQUE)
    if (was[keyword] !== is[keyword] && wide[keyword] !== undefined)
      breaks.push(`${path} has another ${keyword}`);
  if (isRequest) {
    for (const bound of LOWER)
      if ((is[bound] ?? -Infinity) > (was[bound] ?? -Infinity)) breaks.push(`${path} has a higher ${bound}`);
    for (const bound of UPPER)
      if ((is[bound] ?? Infinity) < (was[bound] ?? Infinity)) breaks.push(`${path} has a lower ${bound}`);
  }

  for (const [name, field] of Object.entries(was.properties ?? {})) {
    const same = is.properties?.[name];
    if (same) breaks.push(...compare(field, same, `${path}.${name}`));
    else breaks.push(`${path}.${name} was removed`);
  }
  const required = ({ required = [], properties = {} }: Schema) =>
    required.filter((name) => name in properties);
  for (const name of required(wide))
    if (name in (is.properties ?? {}) && !narrow.required?.includes(name))
      breaks.push(`${path}.${name} ${isRequest ? 'is required now' : 'may be missing now'}`);
  const [others, othersNow] = [was.additionalProperties ?? true, is.additionalProperties ?? true];
  if (isRequest && others !== false && othersNow === false) breaks.push(`${path} takes no other fields now`);
  if (typeof others === 'object' && typeof othersNow === 'object')
    breaks.push(...compare(others, othersNow, `${path}.*`));
  if (was.items && is.items) breaks.push(...compare(was.items, is.items, `${path}[]`));

  const kindsNow = kindsOf(is, after);
  for (const [kind, schema] of kindsOf(was, before)) {
    const same = kindsNow.get(kind);
    if (same) breaks.push(...compare(schema, same, `${path}(${kind})`));
    else breaks.push(`${path} has no kind ${kind} any more`);
  }
  return breaks;
}

/** The schema with what it refers to and all parts of `allOf` in one. */
function flat({ $ref, allOf = [], ...own }: Schema, schemas: Schemas): Schema {
  const unknown = Object.keys(own).find((keyword) => !KEYWORDS.includes(keyword));
  if (unknown !== undefined) throw new Error(`schema-breaks.ts does not compare the keyword ${unknown} yet`);
  const referred = $ref === undefined ? undefined : schemas[$ref.split('/').at(-1) ?? ''];
  if ($ref !== undefined && !referred) throw new Error(`${$ref} does not exist`);
  const parts = [...(referred ? [referred] : []), ...allOf].map((part) => flat(part, schemas));
  let merged: Schema = {};
  for (const part of [...parts, own])
    merged = {
      ...merged,
      ...part,
      properties: { ...merged.properties, ...part.properties },
      required: [...(merged.required ?? []), ...(part.required ?? [])],
    };
  return merged;
}

/** The values that a schema names. */
const valuesOf = ({ const: only, enum: values, 'x-extensible-enum': known }: Schema) =>
  only === undefined ? (known ?? values) : [only];

/** True for the only value of a field, on which strict clients rely. */
const isConstant = (schema: Schema): boolean =>
  schema['x-extensible-enum'] === undefined && valuesOf(schema)?.length === 1;

const typesOf = ({ type }: Schema): string =>
  type === undefined ? 'of any type' : [type].flat().join(' or ');

function admitsTypes(wide: Schema, narrow: Schema): boolean {
  if (wide.type === undefined) return true;
  const types = [wide.type].flat();
  const admits = (type: string) => types.includes(type) || (type === 'integer' && types.includes('number'));
  return narrow.type !== undefined && [narrow.type].flat().every(admits);
}

/** The alternatives of a schema by the value that tells them apart, or by their place. */
function kindsOf({ oneOf = [], discriminator }: Schema, schemas: Schemas): ReadonlyMap<string, Schema> {
  const nameOf = (schema: Schema, place: number): string => {
    const field = flat(schema, schemas).properties?.[discriminator?.propertyName ?? ''];
    return String(field ? valuesOf(flat(field, schemas))?.[0] : place);
  };
  return new Map(oneOf.map((schema, place) => [nameOf(schema, place), schema]));
}
