import { readFileSync } from 'node:fs';
import { type Argument, InvalidArgumentError, Option } from 'commander';
import * as z from 'zod/mini';
import { contracts, type OperationId } from '../../functions/contracts.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import { systemClock } from '../../shared/values/clock.ts';
import { json } from './arguments.ts';
import type { Answer, ApiClient, RequestParts } from './client.ts';
import { type AdminCommand, longName, withoutQuestion } from './command.ts';
import { CommandError, UsageError } from './command-error.ts';
import { flagOf, type InputSettings, inputsOf } from './inputs.ts';
import { allPages, joined } from './pages.ts';

/** Makes the command of one operation. Its arguments, its options and its request follow from the contract. */

type PartOf<C, Name extends string> = C extends { readonly [N in Name]: infer S extends z.ZodMiniType }
  ? z.input<S>
  : unknown;
/** The parameters of the path and of the query, by their names. */
type ParametersOf<Id extends OperationId> = PartOf<(typeof contracts)[Id], 'params'> &
  PartOf<(typeof contracts)[Id], 'query'>;
/** The fields of the body. They are only complete for a command that takes them as arguments, and so no file. */
type FieldsOf<Id extends OperationId> = PartOf<(typeof contracts)[Id], 'body'>;

interface Details<Id extends OperationId> extends Omit<InputSettings, 'isChange' | 'optional'> {
  readonly name: string;
  /** By default, the summary of the contract. */
  readonly description?: string;
  /** A field with an id that makes retries safe. Without its option, the command generates it. */
  readonly retryId?: string;
  /** What cannot be undone; the command asks first. */
  readonly confirm?: string;
  /** Finds what the administrator should know, if anything; the command asks first, and says it with `--yes`, too. */
  readonly warning?: (api: ApiClient, given: ParametersOf<Id> & FieldsOf<Id>) => Promise<string | undefined>;
  /** How a change reads the present fields, so that only the changed ones must be given. */
  readonly current?: Current<Id>;
  /** What the command prints. */
  readonly words: (answer: Answer<Id>, given: ParametersOf<Id>) => string;
}

interface Current<Id extends OperationId> {
  /** An argument that only the reading needs. */
  readonly argument?: Argument;
  readonly read: (
    api: ApiClient,
    given: ParametersOf<Id> & Readonly<Record<string, unknown>>,
  ) => Promise<object>;
}

type Given<Id extends OperationId> = ParametersOf<Id> &
  FieldsOf<Id> & {
    readonly file?: object;
    readonly yes?: true;
  };

/** Declares the command of an operation. */
export function operation<const Id extends OperationId>(id: Id, details: Details<Id>): AdminCommand<Id> {
  const { name, description, retryId, confirm, warning, current, words, ...settings } = details;
  const { summary }: Contract = contracts[id];
  const inputs = inputsOf(id, {
    ...settings,
    isChange: current !== undefined,
    optional: retryId ? [retryId] : [],
  });

  return {
    name,
    description: description ?? summary.charAt(0).toLowerCase() + summary.slice(1),
    operation: id,
    arguments: {
      ...(current?.argument && { [current.argument.name()]: current.argument }),
      ...inputs.arguments,
    },
    options: {
      ...inputs.options,
      ...(inputs.acceptsFile && { file: fileOption(current !== undefined) }),
      ...((confirm || warning) && withoutQuestion),
    },
    async run(session, given: Given<Id>) {
      const api = session.api();
      const request = inputs.request(given, await otherFields(api, given));
      await session.confirm(confirm, given, await warning?.(api, given));
      const answer = await called(api, request);
      session.show(answer, words(answer, given));
    },
  };

  /** The fields of the body that are not given as arguments or options. */
  async function otherFields(api: ApiClient, given: Given<Id>) {
    if (given.file !== undefined) return { body: given.file, isFile: true };
    if (retryId !== undefined) return { body: { [retryId]: systemClock.newId() } };
    if (!current) return {};
    if (!inputs.bodyOptions.some((field) => field in given)) {
      const names = Object.values(inputs.options).map(longName);
      throw new UsageError(`missing options: at least one of ${names.join(', ')}, or --file`);
    }
    const present = Object.entries(await current.read(api, given));
    return { body: Object.fromEntries(present.filter(([field]) => inputs.bodyOptions.includes(field))) };
  }

  async function called(api: ApiClient, request: RequestParts): Promise<Answer<Id>> {
    const { paged }: Contract = contracts[id];
    if (paged) return joined(await allPages((query) => api.run(id, withPage(request, query))));
    return api.run(id, request).catch((error) => {
      if (retryId === undefined || !(error instanceof CommandError && error.uncertain)) throw error;
      const used = Body.parse(request.body)[retryId];
      throw new CommandError(`${error.message}\nRetry with ${flagOf(retryId)} ${used}`);
    });
  }
}

const Body = z.record(z.string(), z.unknown());

/** The request for one page of a list. */
const withPage = ({ query = {}, ...request }: RequestParts, page: object): RequestParts => ({
  ...request,
  query: { ...Body.parse(query), ...page },
});

function fileOption(isChange: boolean): Option {
  const fields = isChange ? 'all fields, in place of reading the present ones' : 'fields';
  return new Option('--file <path>', `a JSON file with ${fields}, or - for standard input`).argParser(
    readJsonFile,
  );
}

function readJsonFile(path: string): object {
  const { data } = Body.safeParse(json(textOf(path)));
  if (!data) throw new InvalidArgumentError('It must hold a JSON object.');
  return data;
}

function textOf(path: string): string {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8');
  } catch {
    throw new InvalidArgumentError('It cannot be read.');
  }
}
