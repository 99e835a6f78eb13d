import * as z from 'zod/mini';
import { contracts, type OperationId } from '../../functions/contracts.ts';
import { type Contract, refusalsOf } from '../../shared/contract.ts';
import { validatedParts } from '../../shared/http/validation.ts';
import { CommandError } from './command-error.ts';

/** Speaks the platform's HTTP API: paths, what is sent, what is answered and what is refused are its contracts'. */

/** What an operation is sent, as its contract takes it. */
type Input<C> = PartOf<C, 'params'> & PartOf<C, 'query'> & PartOf<C, 'body'>;
type PartOf<C, Name extends string> = C extends { readonly [N in Name]: infer S extends z.ZodMiniType }
  ? { readonly [N in Name]: z.input<S> }
  : unknown;
/** What it answers; nothing for 204. */
type SuccessBody<C extends Contract> = {
  [S in keyof C['success']]: C['success'][S] extends z.ZodMiniType ? z.output<C['success'][S]> : never;
}[keyof C['success']];

type ContractOf<Id extends OperationId> = (typeof contracts)[Id];

interface RequestParts {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

export interface ApiClient {
  /** @throws {Refused} before anything is sent, when the input breaks the contract. @throws {CommandError} */
  readonly call: <Id extends OperationId>(
    operation: Id,
    input: Input<ContractOf<Id>> & RequestParts,
  ) => Promise<SuccessBody<ContractOf<Id>>>;
}

const StringRecord = z.record(z.string(), z.string());
const ErrorBody = z.object({
  code: z.optional(z.string()),
  message: z.string(),
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
});

const REQUEST_TIMEOUT_MS = 30_000;

export function apiClient(api: string, token: () => Promise<string>): ApiClient {
  return {
    async call(operation, input) {
      const contract: Contract = contracts[operation];
      validatedParts({
        params: contract.params && [contract.params, input.params],
        query: contract.query && [contract.query, input.query],
        body: contract.body && [contract.body, input.body],
      });
      const { status, text } = await send(api + addressOf(contract, input), {
        method: contract.method,
        headers: {
          authorization: `Bearer ${await token()}`,
          ...(input.body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
      });
      const parsed = successSchema(contract, status)?.safeParse(jsonOf(text));
      if (!parsed) throw refusal(contract, status, text);
      if (!parsed.success) {
        throw new CommandError(
          'It was done, but the answer is not what this version of the contract promises.',
        );
      }
      // Parsed by the schema that the contract has for this status, which no type can follow.
      return parsed.data as SuccessBody<ContractOf<typeof operation>>;
    },
  };
}

/** Sends one request to a server of ours. @throws {CommandError} when no answer comes. */
export async function send(url: string, request: RequestInit) {
  try {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    const response = await fetch(url, { ...request, redirect: 'error', signal });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const why = cause instanceof Error ? cause.message : 'no answer';
    throw new CommandError(`No answer from ${new URL(url).origin}: ${why}`, { uncertain: true });
  }
}

export function jsonOf(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function addressOf({ path }: Contract, { params, query }: RequestParts): string {
  const values = StringRecord.parse(params ?? {});
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const search = new URLSearchParams(StringRecord.parse(query ?? {})).toString();
  return search === '' ? address : `${address}?${search}`;
}

function successSchema({ success }: Contract, status: number): z.ZodMiniType | undefined {
  return status === 200 || status === 201 || status === 204 ? success[status] : undefined;
}

/** A refusal in the contract's own words; what the API gateway answers by itself has no code. */
function refusal(contract: Contract, status: number, text: string): CommandError {
  const uncertain = status >= 500;
  const { data } = ErrorBody.safeParse(jsonOf(text));
  const known = data?.code !== undefined && refusalsOf(contract)[data.code];
  if (!data || !known) {
    return new CommandError(`The API answered ${status}${data ? `: ${data.message}` : ''}`, { uncertain });
  }
  const issues = (data.issues ?? []).map(({ path, message }) => `\n  ${path} ${message}`);
  return new CommandError(`${data.code}: ${known[1]}${issues.join('')}`, { code: data.code, uncertain });
}
