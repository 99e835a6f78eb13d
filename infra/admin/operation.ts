import { type Argument, InvalidArgumentError, Option } from 'commander';
import * as z from 'zod/mini';
import { contracts, type OperationId } from '../../functions/contracts.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import { systemClock } from '../../shared/values/clock.ts';
import { json } from './arguments.ts';
import type { Answer, ApiClient, RequestParts, Response } from './client.ts';
import { type AdminCommand, longName, withoutQuestion } from './command.ts';
import { CommandError, UsageError } from './command-error.ts';
import { isNamed } from './commands/known-names.ts';
import { inputText } from './input-file.ts';
import { flagOf, type InputSettings, inputsOf, shapeOf } from './inputs.ts';
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
  /** What the command prints without `--json`. */
  readonly words: (answer: Answer<Id>, given: ParametersOf<Id>, known: Known) => string | Promise<string>;
}

/** What the words of a command may need apart from the response. */
interface Known {
  readonly api: ApiClient;
  /** True for 201. */
  readonly isCreated: boolean;
}

interface Current<Id extends OperationId> {
  /** An argument that only the reading needs. */
  readonly argument?: Argument;
  /** The field of the printed response that holds the resource, if it is not the response itself. */
  readonly within?: string;
  /** Fields of the printed resource that the response of the change does not have. */
  readonly onlyRead?: readonly string[];
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
    check(given: Given<Id>) {
      // A change reads the fields that are not given.
      if (current) return;
      const named = Object.keys(given).filter(isNamed);
      const ids = Object.fromEntries(named.map((name) => [name, SOME_ID]));
      const body = given.file ?? (retryId === undefined ? {} : { [retryId]: SOME_ID });
      inputs.request({ ...given, ...ids }, { body, isFile: given.file !== undefined });
    },
    async run(session, given: Given<Id>) {
      const api = session.api();
      const request = inputs.request(given, await otherFields(api, given));
      await session.confirm(confirm, given, await warning?.(api, given));
      const { status, answer } = await called(api, request);
      const printed = session.options().json
        ? ''
        : await words(answer, given, { api, isCreated: status === 201 });
      session.show(answer, printed);
    },
  };

  /** The fields of the body that are not given as arguments or options. */
  async function otherFields(api: ApiClient, given: Given<Id>) {
    if (given.file !== undefined)
      return { body: current ? changeIn(given.file, given) : given.file, isFile: true };
    if (retryId !== undefined) return { body: { [retryId]: systemClock.newId() } };
    if (!current) return {};
    if (!inputs.bodyOptions.some((field) => field in given)) {
      const names = Object.values(inputs.options).map(longName);
      throw new UsageError(`missing options: at least one of ${names.join(', ')}, or --file`);
    }
    const present = Object.entries(await current.read(api, given));
    return { body: Object.fromEntries(present.filter(([field]) => inputs.bodyOptions.includes(field))) };
  }

  /**
   * The fields of a change in a file. It may hold the resource as `--json` prints it: what cannot be changed is then left out.
   * @throws {UsageError} if it is another resource than the one of the command
   */
  function changeIn(file: object, given: object): object {
    const { within, onlyRead = [] } = current ?? {};
    const { params, body, success }: Contract = contracts[id];
    const inner = Body.parse(file)[within ?? ''];
    const resource = Body.safeParse(inner).data ?? Body.parse(file);
    const read = [...Object.keys(shapeOf(success[200])), ...onlyRead];
    const fields = shapeOf(body);
    for (const [param, value] of Object.entries(given)) {
      const found = param in shapeOf(params) && resource[param === 'code' ? 'joinCode' : 'id'];
      if (typeof found === 'string' && found !== value) {
        throw new UsageError(`the file holds ${found}, and not ${value}`);
      }
    }
    return Object.fromEntries(
      Object.entries(resource).filter(([name]) => name in fields || !read.includes(name)),
    );
  }

  async function called(api: ApiClient, request: RequestParts): Promise<Response<Id>> {
    const { paged }: Contract = contracts[id];
    if (paged) {
      const pages = await allPages((query) => api.run(id, withPage(request, query)));
      return { status: 200, answer: joined(pages) };
    }
    return api.respond(id, request).catch((error) => {
      if (retryId === undefined || !(error instanceof CommandError && error.uncertain)) throw error;
      const used = Body.parse(request.body)[retryId];
      throw new CommandError(`${error.message}\nRetry with ${flagOf(retryId)} ${used}`);
    });
  }
}

/** Stands for an id that is not known yet. */
const SOME_ID = '00000000-0000-4000-8000-000000000000';

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
    return inputText(path);
  } catch {
    throw new InvalidArgumentError('It cannot be read.');
  }
}
