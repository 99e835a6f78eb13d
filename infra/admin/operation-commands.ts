import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type * as z from 'zod/mini';
import { contracts, type OperationId } from '../../functions/contracts.ts';
import { meaningOf } from '../../functions/examples.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import { RefusedRequest } from '../../shared/contract/refusals.ts';
import { validatedParts } from '../../shared/http/validation.ts';
import { as, wholeNumber } from './arguments.ts';
import type { Answer, ApiClient, RequestParts } from './client.ts';
import { UsageError } from './command-error.ts';
import { allPages, joined } from './pages.ts';
import type { Session } from './session.ts';

/**
 * Makes a command from an operation. Its arguments are the parameters of the path, and its options are the fields of the
 * body, both with the schemas of the contract.
 */

type Params = Readonly<Record<string, string>>;

interface Details<Id extends OperationId> {
  readonly name: string;
  /** By default, the summary of the contract. */
  readonly description?: string;
  /** Fields of the body that are arguments. */
  readonly positional?: readonly string[];
  /** Fields of the body that are always the same. */
  readonly fixed?: object;
  /** What cannot be undone; the command asks first. */
  readonly confirm?: string;
  /** Finds what the administrator should know, if anything; the command asks first, and says it with `--yes`, too. */
  readonly warning?: (api: ApiClient, params: Params) => Promise<string | undefined>;
  /** How a change reads the present fields, so that only the changed ones must be given. */
  readonly current?: Current;
  /** What the command prints. */
  readonly words: (answer: Answer<Id>, params: Params) => string;
}

interface Current {
  /** An argument that only the reading needs. */
  readonly argument?: string;
  readonly read: (api: ApiClient, params: Params) => Promise<object>;
}

export interface OperationCommand extends Omit<Details<OperationId>, 'words'> {
  readonly operation: OperationId;
  readonly run: (
    api: ApiClient,
    input: RequestParts & { readonly params: Params },
  ) => Promise<{ answer: unknown; words: string }>;
}

/** Declares the command of an operation. */
export function command<const Id extends OperationId>(
  operation: Id,
  { words, ...details }: Details<Id>,
): OperationCommand {
  const { paged }: Contract = contracts[operation];
  return {
    ...details,
    operation,
    run: async (api, input) => {
      const answer = paged
        ? joined(await allPages((query) => api.run(operation, { ...input, query })))
        : await api.run(operation, input);
      return { answer, words: words(answer, input.params) };
    },
  };
}

/** Adds a declared command to the program. */
export function addOperation(program: Command, session: Session, declared: OperationCommand): void {
  const { operation, name, positional = [], fixed = {}, confirm, warning, current } = declared;
  const contract: Contract = contracts[operation];
  const { summary, path } = contract;
  const fields = Object.entries(shapeOf(contract.body)).filter(([field]) => !(field in fixed));
  const added = program
    .command(name)
    .description(declared.description ?? summary.charAt(0).toLowerCase() + summary.slice(1));

  const argument = (shown: string, schema: z.ZodMiniType | undefined) =>
    added.argument(`<${shown}>`, undefined, schema && as(schema));
  if (current?.argument) argument(current.argument, undefined);
  const params = shapeOf(contract.params);
  for (const [param, schema] of Object.entries(params)) argument(argumentName(path, param), schema);
  for (const [field, schema] of fields) if (positional.includes(field)) argument(field, schema);

  const optional = fields.filter(([field]) => !positional.includes(field));
  for (const [field, schema] of optional) {
    added.addOption(optionOf(operation, field, schema, current !== undefined));
  }
  if (optional.length > 0) {
    const whole = current ? 'all fields, in place of reading the present ones' : 'fields';
    added.option('--file <path>', `a JSON file with ${whole}, or - for standard input`, readJsonFile);
  }
  if (confirm || warning) added.option('--yes', 'do it without a question');

  added.action(async (...all: readonly unknown[]) => {
    const options = added.opts();
    const values = all.slice(0, added.registeredArguments.length).map(String);
    const extra = current?.argument ? { [current.argument]: values.shift() ?? '' } : {};
    const named = Object.keys(params).map((param) => [param, values.shift() ?? '']);
    const input = { params: Object.fromEntries(named) };
    const others = fields
      .map(([field]): readonly [string, unknown] =>
        positional.includes(field)
          ? [field, values.shift()]
          : [field, options[new Option(flagOf(field)).attributeName()]],
      )
      .filter(([, value]) => value !== undefined);
    const own = { ...fixed, ...Object.fromEntries(others) };
    if (current && options['file'] === undefined && others.length === 0) {
      throw new UsageError(
        `missing options: at least one of ${optional.map(([field]) => flagOf(field)).join(', ')}, or --file`,
      );
    }

    const body = async () => {
      if (!contract.body) return {};
      if (!current || options['file'] !== undefined) return { body: { ...options['file'], ...own } };
      const present = await current.read(session.api(), { ...input.params, ...extra });
      const kept = Object.entries(present).filter(([field]) => fields.some(([known]) => known === field));
      return { body: { ...Object.fromEntries(kept), ...own } };
    };
    const request = { ...input, ...(await body()) };
    check(contract, request, options['file'] !== undefined);
    await session.confirm(confirm, options, await warning?.(session.api(), input.params));
    const { answer, words } = await declared.run(session.api(), request);
    session.show(answer, words);
  });
}

/** @throws {UsageError} naming all problems, with the options to use unless the fields come from a file */
function check({ body }: Contract, request: RequestParts, fromFile: boolean): void {
  try {
    validatedParts({ body: body && [body, request.body] });
  } catch (error) {
    if (!(error instanceof RefusedRequest)) throw error;
    const issues = (error.issues ?? []).map(({ path, message }) => ({
      path: path.replace(/^body\.?/, ''),
      message,
    }));
    if (fromFile) throw new UsageError(issues.map(({ path, message }) => `${path} ${message}`).join('\n'));
    const isMissing = ({ path, message }: { path: string; message: string }) =>
      message === 'is required' && !path.includes('.');
    const missing = issues.filter(isMissing).map(({ path }) => flagOf(path));
    const wrong = issues.filter((issue) => !isMissing(issue));
    throw new UsageError(
      [
        ...(missing.length > 0 ? [`missing options: ${missing.join(', ')}`] : []),
        ...wrong.map(({ path, message }) => `${flagOf(path)} ${message}`),
      ].join('\n'),
    );
  }
}

/** The parts of a schema from which options are made. */
interface Definition {
  readonly type: string;
  readonly format?: string;
  readonly innerType?: z.ZodMiniType;
  readonly in?: z.ZodMiniType;
  readonly entries?: Readonly<Record<string, string>>;
}

function shapeOf(schema: z.ZodMiniType | undefined): Readonly<Record<string, z.ZodMiniType>> {
  return schema && 'shape' in schema ? (schema.shape as Record<string, z.ZodMiniType>) : {};
}

function definitionOf(schema: z.ZodMiniType): Definition {
  const definition: Definition = schema.def;
  const inner = definition.innerType ?? definition.in;
  return inner ? definitionOf(inner) : definition;
}

function optionOf(operation: OperationId, field: string, schema: z.ZodMiniType, isChange: boolean): Option {
  const { type, format = '', entries } = definitionOf(schema);
  const { body }: Contract = contracts[operation];
  const meaning = body ? meaningOf(body, field) : '';
  const optional = schema.def.type === 'optional' || schema.def.type === 'default';
  const text = !optional && !isChange ? `${meaning} (required)` : meaning;
  const option = (value: string) => new Option(`${flagOf(field)} <${value}>`, text);
  if (entries) return option(Object.values(entries).join('|')).choices(Object.values(entries));
  if (type === 'boolean') return option('true|false').argParser(trueOrFalse);
  if (type === 'number') return option('number').argParser(wholeNumber);
  const names: Readonly<Record<string, string>> = { 'date-time': 'time', guid: 'id' };
  return type === 'string' ? option(names[format] ?? 'text') : option('json').argParser(jsonArgument);
}

/** `--version` would be taken for the version of the command line. */
const flagOf = (field: string): string =>
  field === 'version'
    ? '--read-version'
    : `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** In the path, `id` belongs to the resource before it. */
function argumentName(path: string, param: string): string {
  const resource = /\/([a-z]+)\/\{id\}/.exec(path)?.[1];
  return param === 'id' ? `${resource === 'onboarding' ? 'flow' : resource?.replace(/s$/, '')}Id` : param;
}

function trueOrFalse(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new InvalidArgumentError('It must be true or false.');
  return text === 'true';
}

function jsonArgument(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidArgumentError('It is not valid JSON.');
  }
}

function readJsonFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path === '-' ? 0 : path, 'utf8'));
  } catch (error) {
    const why = error instanceof SyntaxError ? 'is not valid JSON' : 'cannot be read';
    throw new InvalidArgumentError(`It ${why}.`);
  }
}
