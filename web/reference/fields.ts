import { type Html, html } from '../markup.ts';
import { follower, nameOf, type OpenApiDocument, type Schema, valuesOf } from './document.ts';
import { inline } from './inline.ts';

/** A field of a body, or a parameter, as a row of a table. */
export interface Field {
  /** The path within the body, such as `challenges[].title`. */
  readonly name: string;
  readonly type: Html;
  readonly isOptional: boolean;
  readonly meaning: string;
}

/** How the sentence with the values of an enumeration begins and ends. The column of types already lists them. */
const VALUES_SENTENCE = { begins: 'One of `', ends: '; releases may add values.' };

const NAMES_OF_TYPES: Readonly<Record<string, string>> = {
  uuid: 'UUID',
  'date-time': 'time, RFC 3339',
  date: 'date',
  uri: 'URL',
  email: 'email address',
};
/** The largest number of 32 bits, which limits nothing that people do. */
const LARGEST = 2 ** 31 - 1;
/** Types that every document has by reference. */
const NAMED_TYPES: Readonly<Record<string, string>> = { Uuid: 'UUID', Timestamp: 'time, UTC' };

export function fieldReader(document: OpenApiDocument) {
  const followed = follower(document);

  /** Whether a schema is shown in a table of its own, to which types lead. */
  const isShownApart = (schema: Schema): boolean => {
    if (schema.$ref === undefined) return false;
    const { properties, oneOf } = followed<Schema>(schema);
    return properties !== undefined || oneOf !== undefined;
  };

  /** The name of a type, which leads to its table. */
  function typeOf(schema: Schema): Html {
    if (schema.$ref !== undefined) {
      const name = nameOf(schema);
      const known = NAMED_TYPES[name];
      if (known) return html`${known}`;
      if (isShownApart(schema)) return html`<a href="#${name}">${breakable(name)}</a>`;
      return typeOf(followed<Schema>(schema));
    }
    const values = valuesOf(schema);
    if (values)
      return html`${schema.type ?? ''}: ${values.map((value) => html`<code>${breakable(String(value))}</code> `)}`;
    if (schema.type === 'array')
      return html`list of ${typeOf(schema.items ?? {})}${bounds(schema.minItems, schema.maxItems)}`;
    const name = NAMES_OF_TYPES[schema.format ?? ''] ?? schema.type ?? 'object';
    if (schema.type === 'string' && schema.format === undefined)
      return html`${name}${bounds(schema.minLength || undefined, schema.maxLength, ' characters')}`;
    if (schema.type === 'integer' || schema.type === 'number')
      return html`${name}${bounds(schema.minimum, schema.maximum === LARGEST ? undefined : schema.maximum)}`;
    return html`${name}`;
  }

  /** The fields of an object, with those of the objects inside it that have no table of their own. */
  function fieldsOf(schema: Schema, place = ''): readonly Field[] {
    const { properties = {}, required = [] } = followed<Schema>(schema);
    return Object.entries(properties).flatMap(([key, property]) => {
      const name = place + key;
      const field = {
        name,
        type: typeOf(property),
        isOptional: !required.includes(key),
        meaning: meaningOf(property),
      };
      const inner = property.type === 'array' ? (property.items ?? {}) : property;
      const innerPlace = property.type === 'array' ? `${name}[].` : `${name}.`;
      return [field, ...(inner.properties ? fieldsOf(inner, innerPlace) : [])];
    });
  }

  function meaningOf(schema: Schema): string {
    const { description = '', default: byDefault } = followed<Schema>(schema);
    const text = sentence(withoutValues(description));
    return byDefault === undefined ? text : `${text} By default, it is ${String(byDefault)}.`;
  }

  /** The schemas with tables of their own to which some schemas lead, and those to which these lead. */
  function shownApart(roots: readonly Schema[]): readonly string[] {
    const found = new Set<string>();
    const visit = (schema: Schema, isRoot = false): void => {
      if (isShownApart(schema) && !isRoot) {
        if (found.has(nameOf(schema))) return;
        found.add(nameOf(schema));
      }
      const { properties = {}, items, oneOf = [] } = followed<Schema>(schema);
      for (const inner of [...Object.values(properties), ...(items ? [items] : []), ...oneOf]) visit(inner);
    };
    for (const root of roots) visit(root, true);
    return [...found].toSorted();
  }

  /** An example of a schema, from the examples of its fields. */
  function exampleOf(schema: Schema): unknown {
    const {
      examples,
      properties,
      items,
      oneOf,
      type,
      default: byDefault,
      ...rest
    } = followed<Schema>(schema);
    if (examples) return examples[0];
    if (byDefault !== undefined) return byDefault;
    if (oneOf) return exampleOf(oneOf[0] ?? {});
    if (properties)
      return Object.fromEntries(Object.entries(properties).map(([key, inner]) => [key, exampleOf(inner)]));
    if (type === 'array') return items ? [exampleOf(items)] : [];
    if (type === 'boolean') return true;
    if (type === 'integer' || type === 'number') return rest.minimum ?? 1;
    return valuesOf(rest)?.[0] ?? '';
  }

  return { typeOf, fieldsOf, meaningOf, shownApart, exampleOf };
}

function bounds(least: number | undefined, most: number | undefined, unit = ''): string {
  if (least !== undefined && most !== undefined) return `, ${numeral(least)} to ${numeral(most)}${unit}`;
  if (most !== undefined) return `, at most ${numeral(most)}${unit}`;
  return least === undefined ? '' : `, at least ${numeral(least)}${unit}`;
}

const numeral = (value: number): string => value.toLocaleString('en');

function withoutValues(description: string): string {
  const at = description.lastIndexOf(VALUES_SENTENCE.begins);
  return at >= 0 && description.endsWith(VALUES_SENTENCE.ends)
    ? `${description.slice(0, at)}Releases may add values.`
    : description;
}

/** Descriptions of parameters have no full stop. */
const sentence = (text: string): string => (/[^.]$/.test(text) ? `${text}.` : text);

const LONG_NAME = 10;

/** A name that may break before a capital letter and after an underscore, where it is long. */
export const breakable = (name: string): Html =>
  name.length > LONG_NAME
    ? html`${(name.match(/[^A-Z_]+_?|[A-Z_][^A-Z_]*_?/g) ?? [name]).map((part, n) => (n === 0 ? html`${part}` : html`<wbr>${part}`))}`
    : html`${name}`;

/** The cells of a row. */
export const cellsOf = ({ name, type, isOptional, meaning }: Field): readonly Html[] => [
  html`<code>${breakable(name)}</code>${isOptional ? html`<small> optional</small>` : ''}`,
  type,
  inline(meaning),
];
