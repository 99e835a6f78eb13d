import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import * as z from 'zod/mini';
import openapi from '../../openapi.json' with { type: 'json' };
import { followed } from '../support/openapi-references.ts';

/** Generates valid bodies from `openapi.json`, bodies that violate the schema in one place, and hostile bodies. */
export interface Body {
  readonly bytes: Buffer;
  /** The content type; `application/json` by default. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The schema does not allow it. */
  readonly outside: boolean;
}

/** The JSON Schema keywords that our document uses. Any other keyword is an error, so that none is ignored. */
const Schema = z.strictObject({
  $ref: z.optional(z.string()),
  type: z.optional(z.enum(['object', 'array', 'string', 'integer', 'boolean'])),
  description: z.optional(z.string()),
  examples: z.optional(z.array(z.unknown())),
  enum: z.optional(z.array(z.string())),
  format: z.optional(z.enum(['uuid', 'date', 'date-time', 'uri'])),
  pattern: z.optional(z.string()),
  minLength: z.optional(z.number()),
  maxLength: z.optional(z.number()),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
  items: z.optional(z.unknown()),
  minItems: z.optional(z.number()),
  maxItems: z.optional(z.number()),
  properties: z.optional(z.record(z.string(), z.unknown())),
  required: z.optional(z.array(z.string())),
  minProperties: z.optional(z.number()),
  additionalProperties: z.optional(z.literal(false)),
});
type Schema = z.infer<typeof Schema>;

const Operation = z.object({
  requestBody: z.object({ content: z.object({ 'application/json': z.object({ schema: z.unknown() }) }) }),
});

/** The schema of an operation's body, from the published document. */
export function bodySchemaOf(method: string, path: string): Schema {
  const paths = z.record(z.string(), z.record(z.string(), z.unknown())).parse(openapi.paths);
  const { requestBody } = Operation.parse(paths[path]?.[method.toLowerCase()]);
  return resolved(requestBody.content['application/json'].schema);
}

const resolved = (given: unknown): Schema => Schema.parse(followed(given));

const fits = ({ minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema, text: string) => {
  const { length } = [...text];
  return length >= minLength && length <= maxLength;
};

/** Letters of several scripts, whitespace, combining marks, and characters with two UTF-16 code units. */
const word = fc.constantFrom(
  'Damai',
  'jalan-kaki',
  '林',
  'முத்து',
  'é',
  'e\u0301',
  '🏃🏽',
  '42',
  "'",
  '"\\',
  '؟',
);
const writing = fc.oneof(
  fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' ')),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
);
const between = (min: string, max: string) =>
  fc.date({ min: new Date(min), max: new Date(max), noInvalidDate: true });
const instant = fc.oneof(
  { arbitrary: between('2031-03-01', '2031-12-31'), weight: 4 },
  between('1970-01-01', '9999-12-31T23:59:59.999Z'),
);

function text(schema: Schema): fc.Arbitrary<string> {
  const { format, maxLength = 60, minLength = 0 } = schema;
  switch (format) {
    case 'uuid':
      return fc.uuid().chain((id) => fc.constantFrom(id, id.toUpperCase()));
    case 'date':
      return instant.map((date) => date.toISOString().slice(0, 10));
    case 'date-time':
      return instant.map((date) => date.toISOString());
    case 'uri':
      return fc.webUrl({ validSchemes: ['https'], withQueryParameters: true }); // Some fields refuse http.
  }
  if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern));
  const full = ['x', '林', '🏃'].map((letter) => letter.repeat(maxLength));
  return fc
    .oneof(
      { arbitrary: writing, weight: 6 },
      { arbitrary: fc.constantFrom(...(schema.examples ?? []).map(String), 'Damai'), weight: 6 },
      // The document states in words which characters the server refuses.
      fc.constantFrom(...STRANGE),
      fc.constantFrom(...full),
      fc.constant('x'.repeat(minLength)),
    )
    .map((drawn) => (fits(schema, drawn) ? drawn : 'Damai'));
}

/** Values that the schema allows. */
function inside(given: unknown): fc.Arbitrary<unknown> {
  const schema = resolved(given);
  const { type, minimum = -1e6, maximum = 1e6, minItems = 0, maxItems = 3, minProperties = 0 } = schema;
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (type) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.oneof(fc.integer({ min: minimum, max: maximum }), fc.constantFrom(minimum, maximum));
    case 'array':
      return fc.array(inside(schema.items), { minLength: minItems, maxLength: Math.min(maxItems, 3) });
    case 'object': {
      const { properties = {}, required = [] } = schema;
      const parts = Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, inside(property)]),
      );
      return fc
        .record(parts, { requiredKeys: required })
        .filter((object) => Object.keys(object).length >= minProperties)
        .map((object) => inOrder(properties, object));
    }
    default:
      return text(schema);
  }
}

/** Puts times into the order of their names: a start comes before its end. */
function inOrder(properties: Readonly<Record<string, unknown>>, object: Record<string, unknown>) {
  for (const format of ['date', 'date-time']) {
    const names = Object.keys(properties).filter(
      (name) => name in object && resolved(properties[name]).format === format,
    );
    const times = names.map((name) => object[name]).sort();
    for (const [n, name] of names.entries()) object[name] = times[n];
  }
  return object;
}

const STRANGE = [
  '\u0000',
  'a\u0000b',
  '\u202eabc',
  '\u2067',
  '\u200b',
  ' ',
  '\n',
  '\u2028',
  '\ud800',
  'a\udfff',
  '#',
  '../..',
  '__proto__',
];
const OF_A_FORMAT: Readonly<Record<NonNullable<Schema['format']>, readonly string[]>> = {
  uuid: [
    '',
    'x',
    '00000000-0000-4000-8000-00000000000',
    '00000000-0000-4000-8000-000000000000#',
    '{00000000-0000-4000-8000-000000000000}',
    '00000000000040008000000000000000',
    '00000000-0000-4000-8000-00000000000０',
  ],
  date: ['', '2031-02-30', '2031-3-1', '2031-03-01T00:00:00.000Z', '31-03-01', '２０３１-03-01'],
  'date-time': [
    '',
    '2031-03-01',
    '2031-03-01T04:00:60Z',
    '2031-03-01T04:00:00.000+0800',
    '2031-02-30T04:00:00.000Z',
    '2031-03-01T24:00:00.000Z',
    '2031-03-01 04:00:00.000Z',
    '2031-03-01T04:00:00.0000000000Z',
  ],
  uri: [
    '',
    'x',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://',
    'https://a b',
    'ftp://a.my/b',
    '//a.my/b',
  ],
};

/** Values that violate the schema in one place. */
function outside(given: unknown): fc.Arbitrary<unknown> {
  const schema = resolved(given);
  const { type = 'string', minimum, maximum, minLength = 0, maxLength, maxItems } = schema;
  const others = [null, true, 7, 1.5, 'x', [], {}, ['x'], { length: 1 }].filter(
    (value) => kindOf(value) !== type && !(type === 'integer' && value === 7),
  );
  const wrong: fc.Arbitrary<unknown>[] = [fc.constantFrom(...others)];
  if (schema.enum) {
    wrong.push(fc.constantFrom('', 'another', ...schema.enum.map((value) => value.toUpperCase())));
  } else if (type === 'string') {
    const texts = [
      ...(schema.format ? OF_A_FORMAT[schema.format] : []),
      ...(schema.pattern === undefined ? [] : STRANGE),
      ...(minLength > 0 ? [''] : []),
      ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1), '🏃'.repeat(maxLength + 1)]),
    ];
    if (texts.length > 0) wrong.push(fc.constantFrom(...texts));
  }
  if (type === 'integer') {
    const numbers = [2 ** 53, -(2 ** 53), 1e308, -1e308, 5e-324, 0.5];
    if (minimum !== undefined) numbers.push(minimum - 1);
    if (maximum !== undefined) numbers.push(maximum + 1);
    wrong.push(fc.constantFrom(...numbers));
  }
  if (type === 'array') {
    const all = inside(schema.items);
    wrong.push(fc.tuple(fc.array(all, { maxLength: 2 }), outside(schema.items)).map(([a, b]) => [...a, b]));
    if (maxItems !== undefined) {
      wrong.push(all.map((element) => Array.from({ length: maxItems + 1 }, () => element)));
    }
  }
  if (type === 'object') {
    const { properties = {}, required = [] } = schema;
    const whole = inside(schema).map((value) => value as Record<string, unknown>);
    wrong.push(
      fc
        .tuple(
          whole,
          fc.constantFrom('unknown', 'constructor', 'toString', 'hasOwnProperty', 'pk', '', '\u0000'),
        )
        .map(([value, name]) => ({ ...value, [name]: 1 })),
      ...Object.entries(properties).map(([name, part]) =>
        fc.tuple(whole, outside(part)).map(([value, bad]) => ({ ...value, [name]: bad })),
      ),
      ...required.map((name) => whole.map(({ [name]: _, ...rest }) => rest)),
    );
  }
  return fc.oneof(...wrong);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** Hostile changes of a serialized body; `outside` when no schema can allow the result. */
type Spoil = (json: string, n: number) => Omit<Body, 'bytes'> & { readonly bytes: Buffer | string };

const NUMBERS = [
  '1e400',
  '-1e400',
  '9007199254740993',
  '18446744073709551616',
  '-0',
  '0x10',
  '1e',
  'NaN',
  '01',
];
const nested = (depth: number, [open, close]: readonly [string, string]) =>
  open.repeat(depth) + close.repeat(depth);
const opened = (json: string, more: string) => `{${more}${json === '{}' ? '' : ','}${json.slice(1)}`;
const inUtf16 = (json: string, bigEndian: boolean) => {
  const bytes = Buffer.from(`\ufeff${json}`, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
};

const spoils: Readonly<Record<string, Spoil>> = {
  cut: (json, n) => ({ bytes: json.slice(0, n % json.length), outside: true }),
  'with a mark of byte order': (json) => ({ bytes: `\ufeff${json}`, outside: true }),
  'with more behind it': (json) => ({ bytes: `${json}{}`, outside: true }),
  'with NUL in it': (json, n) => {
    const at = n % json.length;
    return { bytes: `${json.slice(0, at)}\u0000${json.slice(at)}`, outside: true };
  },
  'in UTF-16': (json, n) => ({ bytes: inUtf16(json, n % 2 === 0), outside: true }),
  'in Latin-1': (json) => ({ bytes: Buffer.from(opened(json, '"caf\u00e9":1'), 'latin1'), outside: true }),
  'with bytes that are no UTF-8': (json) => ({
    bytes: Buffer.concat([
      Buffer.from(json.slice(0, -1)),
      Buffer.from([0x2c, 0x22, 0xc0, 0xaf, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    ]),
    outside: true,
  }),
  compressed: (json) => ({
    bytes: gzipSync(json),
    headers: { 'content-encoding': 'gzip' },
    outside: true,
  }),
  'of another type': (json, n) => ({
    bytes: json,
    headers: {
      'content-type':
        [
          'text/plain',
          'application/x-www-form-urlencoded',
          'application/json; charset=utf-16',
          'application/xml',
          '',
        ][n % 5] ?? '',
    },
    outside: true,
  }),
  'with every key twice': (json) => ({ bytes: opened(json, json.slice(1, -1) || '"a":1'), outside: false }),
  'with a key that is bad the second time': (json) => ({
    bytes: json.replace(/^\{("(?:[^"\\]|\\.)*"):(.*)\}$/s, '{$1:$2,$1:[{}]}'),
    outside: false,
  }),
  'with a prototype': (json, n) => ({
    bytes: opened(json, `"__proto__":${['{"admin":true}', 'null', '1', '[]'][n % 4]}`),
    outside: true,
  }),
  'with a constructor': (json) => ({
    bytes: opened(json, '"constructor":{"prototype":{"admin":true}}'),
    outside: true,
  }),
  'with a number that is none': (json, n) => ({
    bytes: json.replace(/:(-?\d+|true|false|"(?:[^"\\]|\\.)*")/, `:${NUMBERS[n % NUMBERS.length]}`),
    outside: false,
  }),
  deep: (json, n) => ({
    bytes: json.replace(
      /:(-?\d+|true|false|"(?:[^"\\]|\\.)*")/,
      () => `:${nested(1_000 + (n % 20_000), n % 2 ? ['[', ']'] : ['{"a":', '}'])}`,
    ),
    outside: false,
  }),
  'with many unknown keys': (json, n) => ({
    bytes: opened(json, Array.from({ length: 1 + (n % 2_000) }, (_, i) => `"k${i}":1`).join()),
    outside: true,
  }),
  'larger than a body may be': (json) => ({ bytes: json + ' '.repeat(256 * 1024), outside: true }),
  'padded, but not too large': (json) => ({ bytes: ` \n\t${json}${' '.repeat(1_000)}`, outside: false }),
  empty: () => ({ bytes: '', outside: true }),
  'of another kind': (_, n) => ({
    bytes: ['null', '7', '"x"', '[]', 'true', '{', '}', "{'a':1}", '/**/{}'][n % 9] ?? '',
    outside: true,
  }),
};

/** All kinds of bodies for one schema, and for a sample that has an effect. */
export function bodies(schema: Schema, sample: object): fc.Arbitrary<Body> {
  const bytesOf = (value: unknown) => Buffer.from(JSON.stringify(value));
  const whole = inside(schema).map((value) => value as Record<string, unknown>);
  const like = fc
    .tuple(whole, fc.constantFrom(undefined, ...Object.keys(schema.properties ?? {})))
    .map(([value, name]) => ({ ...sample, ...(name && name in value && { [name]: value[name] }) }));
  const good = fc.oneof(whole, like);
  return fc.oneof(
    { arbitrary: good.map((value) => ({ bytes: bytesOf(value), outside: false })), weight: 2 },
    { arbitrary: outside(schema).map((value) => ({ bytes: bytesOf(value), outside: true })), weight: 5 },
    {
      arbitrary: fc
        .tuple(good, fc.constantFrom(...Object.values(spoils)), fc.nat())
        .map(([value, spoil, n]) => {
          const { bytes, ...rest } = spoil(JSON.stringify(value), n);
          return { ...rest, bytes: Buffer.from(bytes) };
        }),
      weight: 3,
    },
  );
}
