import * as z from 'zod/mini';
import { contracts, type OperationId } from '../../functions/contracts.ts';
import { type Contract, refusalsOf } from '../../shared/contract/contract.ts';
import { validatedParts } from '../../shared/http/validation.ts';
import { sihatClient } from '../../web/client/client.ts';
import { CommandError } from './command-error.ts';

/**
 * The client of the platform's HTTP API. The client package sends the requests, with its retries and tokens; the contracts check what is sent
 * and what comes back.
 */

/** The input of an operation, as its contract defines it. */
type Input<C> = PartOf<C, 'params'> & PartOf<C, 'query'> & PartOf<C, 'body'>;
type PartOf<C, Name extends string> = C extends { readonly [N in Name]: infer S extends z.ZodMiniType }
  ? { readonly [N in Name]: z.input<S> }
  : unknown;
/** The response body of an operation, or `never` for 204. */
type SuccessBody<C extends Contract> = {
  [S in keyof C['success']]: C['success'][S] extends z.ZodMiniType ? z.output<C['success'][S]> : never;
}[keyof C['success']];

type ContractOf<Id extends OperationId> = (typeof contracts)[Id];
/** The response body of an operation by its id. */
export type Answer<Id extends OperationId> = SuccessBody<ContractOf<Id>>;

/** A successful response of an operation. */
export interface Response<Id extends OperationId> {
  readonly status: number;
  readonly answer: Answer<Id>;
}

export interface RequestParts {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

export interface ApiClient {
  /**
   * @throws {RefusedRequest} before a request is sent, if the input does not match the contract
   * @throws {CommandError} if the API returns an error or does not respond
   */
  readonly call: <Id extends OperationId>(
    operation: Id,
    input: Input<ContractOf<Id>> & RequestParts,
  ) => Promise<Answer<Id>>;
  /** Like `call`, for input that only the contract checks. */
  readonly run: <Id extends OperationId>(operation: Id, input: RequestParts) => Promise<Answer<Id>>;
  /** Like `run`, with the status of the response. */
  readonly respond: <Id extends OperationId>(operation: Id, input: RequestParts) => Promise<Response<Id>>;
}

const ErrorBody = z.object({
  code: z.optional(z.string()),
  message: z.string(),
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
});

/** The syntax of a bearer token: https://www.rfc-editor.org/rfc/rfc6750#section-2.1 */
export const BEARER_TOKEN = /^[\w\-.~+/]+=*$/;

const REQUEST_TIMEOUT_MS = 30_000;

/** How the client package sends a request. Its own types know the operations by their paths; here the contract of each is known. */
type Sends = (
  method: string,
  path: string,
  input: { readonly params: { readonly path: unknown; readonly query: unknown }; readonly body: unknown },
) => Promise<{ readonly data?: unknown; readonly error?: unknown; readonly response: globalThis.Response }>;

/** @param refresh gets another token after the API has refused the one of `token`. */
export function apiClient(
  api: string,
  token: () => Promise<string>,
  refresh?: () => Promise<unknown>,
): ApiClient {
  const sent: { readonly request: Sends } = sihatClient({
    baseUrl: api,
    async token() {
      const bearer = await token();
      // The error of an invalid header would print the token.
      if (!BEARER_TOKEN.test(bearer)) throw new CommandError('The access token is malformed.');
      return bearer;
    },
    ...(refresh && { refresh }),
    fetch: sendRequest,
  }) as never;
  const client: ApiClient = {
    call: (operation, input) => client.run(operation, input),
    run: async (operation, input) => (await client.respond(operation, input)).answer,
    async respond(operation, input) {
      const contract: Contract = contracts[operation];
      const { params, query, body } = input;
      validatedParts({
        path: contract.params && [contract.params, params],
        query: contract.query && [contract.query, query],
        body: contract.body && [contract.body, body],
      });
      const { data, error, response } = await sent.request(contract.method.toLowerCase(), contract.path, {
        params: { path: params, query },
        body,
      });
      const { status } = response;
      const parsed = successSchema(contract, status)?.safeParse(data);
      if (!parsed) throw refusal(contract, status, error);
      if (!parsed.success) {
        throw new CommandError(
          'The request succeeded, but the response does not match this version of the contract.',
        );
      }
      // TypeScript cannot infer that the schema for this status has produced this type.
      return { status, answer: parsed.data as Answer<typeof operation> };
    },
  };
  return client;
}

/** Sends the requests of the client package as all others are sent. */
async function sendRequest(request: Request): Promise<globalThis.Response> {
  const { url, method, headers } = request;
  const body = await request.text();
  const { status, text, retryAfter } = await send(url, {
    method,
    headers: Object.fromEntries(headers),
    ...(body !== '' && { body }),
  });
  return new Response(text === '' ? null : text, {
    status,
    ...(retryAfter !== undefined && { headers: { 'retry-after': retryAfter } }),
  });
}

interface Sent {
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Sends one request. It uses `node:http`, because `fetch` takes longer to load than most commands to run. Redirects are not followed,
 * so a token goes nowhere else.
 * @throws {CommandError} if there is no response
 */
export async function send(url: string, { method, headers, body }: Sent) {
  try {
    const { request } = await (url.startsWith('https:') ? import('node:https') : import('node:http'));
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    return await new Promise<{
      readonly status: number;
      readonly text: string;
      readonly retryAfter: string | undefined;
    }>((done, failed) => {
      const sent = request(url, { method, headers: { ...headers }, signal }, async (response) => {
        try {
          const chunks: Uint8Array[] = [];
          for await (const chunk of response) chunks.push(chunk);
          const { statusCode: status = 0, headers } = response;
          if (status >= 300 && status < 400) throw new Error('unexpected redirect');
          done({
            status,
            text: Buffer.concat(chunks).toString('utf8'),
            retryAfter: headers['retry-after'],
          });
        } catch (error) {
          failed(error);
        }
      });
      sent.on('error', failed);
      sent.end(body);
    });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const why = cause instanceof Error ? cause.message : 'unknown error';
    throw new CommandError(`No response from ${new URL(url).origin}: ${why}`, { uncertain: true });
  }
}

export function jsonOf(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function successSchema({ success }: Contract, status: number): z.ZodMiniType | undefined {
  return status === 200 || status === 201 || status === 204 ? success[status] : undefined;
}

/** Describes an error response. Responses of API Gateway itself have no code. */
function refusal(contract: Contract, status: number, error: unknown): CommandError {
  const uncertain = status >= 500;
  const passing = uncertain || status === 429;
  const { data } = ErrorBody.safeParse(error);
  if (data?.code === undefined || !Object.hasOwn(refusalsOf(contract), data.code)) {
    return new CommandError(`The API returned ${status}${data ? `: ${data.message}` : ''}`, {
      uncertain,
      passing,
    });
  }
  const issues = (data.issues ?? []).map(({ path, message }) => `\n  ${path} ${message}`);
  return new CommandError(`${data.code}: ${data.message}${issues.join('')}`, {
    code: data.code,
    uncertain,
    passing,
  });
}
