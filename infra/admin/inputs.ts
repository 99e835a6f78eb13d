import { Argument, Option } from 'commander';
import type * as z from 'zod/mini';
import { contracts, type OperationId } from '../../functions/contracts.ts';
import { meaningOf } from '../../functions/examples.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import { RefusedRequest } from '../../shared/contract/refusals.ts';
import { validatedParts } from '../../shared/http/validation.ts';
import { pageQuery } from '../../shared/values/resources.ts';
import { as, json, trueOrFalse, wholeNumber } from './arguments.ts';
import type { RequestParts } from './client.ts';
import { longName } from './command.ts';
import { UsageError } from './command-error.ts';
import { isNamed } from './commands/known-names.ts';

/**
 * The arguments and options of a command follow from the contract of its operation. The parameters of the path are
 * arguments. If a body requires at most two fields, and these are texts or numbers, they are arguments, too. All other
 * fields of the query and of the body are options.
 */
export interface Inputs {
  readonly arguments: Readonly<Record<string, Argument>>;
  readonly options: Readonly<Record<string, Option>>;
  /** The names of the options that are fields of the body. */
  readonly bodyOptions: readonly string[];
  /** True if no field of the body is an argument, so that a file can hold all of them. */
  readonly acceptsFile: boolean;
  /**
   * Makes the request.
   * @param given the values of the arguments and options
   * @param others fields of the body that are neither arguments nor options
   * @throws {UsageError} naming every problem
   */
  readonly request: (given: object, others?: OtherFields) => Request;
}

interface OtherFields {
  readonly body?: object;
  /** True if the body comes from a file, so that problems name its fields and not the options. */
  readonly isFile?: boolean;
}

interface Request extends RequestParts {
  readonly params: object;
}

export interface InputSettings {
  /** Fields of the body that the command always sets to the same value. */
  readonly fixed?: object;
  /** Fields that may be omitted although the contract requires them, because the command then finds their value. */
  readonly optional?: readonly string[];
  /** True if the command reads the omitted fields of the body, so that none is required. */
  readonly isChange?: boolean;
  /** The values of omitted options. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** The options that take the place of the option of a field. */
  readonly replaced?: Readonly<Record<string, Readonly<Record<string, Option>>>>;
}

type Shape = Readonly<Record<string, z.ZodMiniType>>;

/** Derives the arguments and options of an operation. */
export function inputsOf(operation: OperationId, settings: InputSettings = {}): Inputs {
  const { fixed = {}, optional = [], isChange = false, defaults = {}, replaced = {} } = settings;
  const contract: Contract = contracts[operation];
  const params = shapeOf(contract.params);
  const query = without(shapeOf(contract.query), contract.paged ? pageQuery : {});
  const body = without(shapeOf(contract.body), fixed);

  const isRequired = (field: string, schema: z.ZodMiniType): boolean =>
    !['optional', 'default'].includes(schema.def.type) &&
    !(field in defaults || optional.includes(field) || (isChange && field in body));
  const required = Object.entries(body).filter(([field, schema]) => isRequired(field, schema));
  const areArguments = required.length <= 2 && required.every(([, schema]) => isTextOrNumber(schema));
  const bodyArguments: Shape = areArguments ? Object.fromEntries(required) : {};
  const bodyOptions = without(body, bodyArguments);

  /** The options of a field: one, unless others take its place. */
  const optionsFor = (whole: z.ZodMiniType | undefined) => (field: string, schema: z.ZodMiniType) => {
    if (replaced[field]) return replaced[field];
    const text = meaningIn(whole, field) + (isRequired(field, schema) ? ' (required)' : '');
    const option = optionOf(field, schema, text);
    return { [field]: field in defaults ? option.default(defaults[field]) : option };
  };
  const optionsOfFields = {
    ...mapped(query, optionsFor(contract.query)),
    ...mapped(bodyOptions, optionsFor(contract.body)),
  };
  const nameOf = (field: string): string => {
    const options = Object.values(optionsOfFields[field] ?? {});
    return options.length > 0 ? options.map(longName).join(' or ') : field;
  };

  return {
    arguments: {
      ...mapped(params, (param, schema) =>
        argumentOf(argumentName(contract.path, param), schema, meaningIn(contract.params, param)),
      ),
      ...mapped(bodyArguments, (field, schema) => argumentOf(field, schema, meaningIn(contract.body, field))),
    },
    options: Object.fromEntries(Object.values(optionsOfFields).flatMap((options) => Object.entries(options))),
    bodyOptions: Object.keys(bodyOptions),
    acceptsFile: Object.keys(bodyArguments).length === 0 && Object.keys(bodyOptions).length > 0,
    request: (given, others = {}) => {
      const request = {
        params: picked(given, params),
        ...(contract.query && { query: picked(given, query) }),
        ...(contract.body && { body: { ...others.body, ...fixed, ...picked(given, body) } }),
      };
      check(contract, request, others.isFile ? (field) => field : nameOf);
      return request;
    },
  };
}

/** @throws {UsageError} naming all problems of the query and the body */
function check({ query, body }: Contract, request: RequestParts, nameOf: (field: string) => string): void {
  try {
    validatedParts({ query: query && [query, request.query], body: body && [body, request.body] });
  } catch (error) {
    if (!(error instanceof RefusedRequest)) throw error;
    const issues = (error.issues ?? []).map(({ path, message }) => {
      const [, field = '', ...inner] = path.split('.');
      const name = field === '' ? 'the options' : nameOf(field);
      return { name: [name, ...inner].join('.'), message };
    });
    const isMissing = ({ name, message }: (typeof issues)[number]) =>
      message === 'is required' && /^--[a-z-]+$/.test(name);
    const missing = issues.filter(isMissing).map(({ name }) => name);
    const wrong = issues.filter((issue) => !isMissing(issue));
    throw new UsageError(
      [
        ...(missing.length > 0 ? [`missing options: ${missing.join(', ')}`] : []),
        ...wrong.map(({ name, message }) => `${name} ${message}`),
      ].join('\n'),
    );
  }
}

/** The parts of a schema from which options are made. */
export interface Definition {
  readonly type: string;
  readonly format?: string;
  readonly innerType?: z.ZodMiniType;
  readonly in?: z.ZodMiniType;
  readonly entries?: Readonly<Record<string, string>>;
}

export function shapeOf(schema: z.ZodMiniType | undefined): Shape {
  return schema && hasShape(schema) ? schema.shape : {};
}

const hasShape = (schema: z.ZodMiniType): schema is z.ZodMiniType & { readonly shape: Shape } =>
  'shape' in schema;

export function definitionOf(schema: z.ZodMiniType): Definition {
  const definition: Definition = schema.def;
  const inner = definition.innerType ?? definition.in;
  return inner ? definitionOf(inner) : definition;
}

const isNumber = (schema: z.ZodMiniType): boolean => definitionOf(schema).type === 'number';
const isTextOrNumber = (schema: z.ZodMiniType): boolean =>
  isNumber(schema) || definitionOf(schema).type === 'string';

const meaningIn = (schema: z.ZodMiniType | undefined, field: string): string =>
  schema ? meaningOf(schema, field) : '';

const argumentOf = (name: string, schema: z.ZodMiniType, text: string): Argument =>
  new Argument(`<${name}>`, text).argParser(
    isNumber(schema) ? wholeNumber : isNamed(name) ? (value) => value : as(schema),
  );

function optionOf(field: string, schema: z.ZodMiniType, text: string): Option {
  const { type, format = '', entries } = definitionOf(schema);
  const option = (value: string) => new Option(`${flagOf(field)} <${value}>`, text);
  if (entries) return option(Object.values(entries).join('|')).choices(Object.values(entries));
  if (type === 'boolean') return option('true|false').argParser(trueOrFalse);
  if (type === 'number') return option('number').argParser(wholeNumber);
  if (type !== 'string') return option('json').argParser(json);
  return option(VALUE_NAMES[format] ?? 'text');
}

/** What the help calls the value of an option, by the format of the schema. */
const VALUE_NAMES: Readonly<Record<string, string>> = {
  'date-time': 'time',
  date: 'YYYY-MM-DD',
  month: 'YYYY-MM',
  guid: 'id',
};

/** `--version` would be taken for the version of the command line. */
export const flagOf = (field: string): string =>
  field === 'version'
    ? '--read-version'
    : `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** In the path, `id` belongs to the resource before it. */
function argumentName(path: string, param: string): string {
  const resource = /\/([a-z]+)\/\{id\}/.exec(path)?.[1];
  return param === 'id' ? `${resource === 'onboarding' ? 'flow' : resource?.replace(/s$/, '')}Id` : param;
}

function mapped<Value, Result>(
  record: Readonly<Record<string, Value>>,
  change: (name: string, value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(name, value)]));
}

const without = <Value>(record: Readonly<Record<string, Value>>, names: object): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !(name in names)));

const picked = (from: object, shape: Shape): object =>
  Object.fromEntries(Object.entries(from).filter(([name]) => name in shape));
