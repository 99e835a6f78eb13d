import { type Contract, refusalsOf } from '../contract/contract.ts';
import type { Settings } from '../contract/environment.ts';
import { type CommonRefusal, commonRefusals, RefusedRequest } from '../contract/refusals.ts';
import { parseBody } from '../http/bodies.ts';
import type { HttpRequest, HttpResponse } from '../http/gateway.ts';
import { refuseRepeated, validatedParts } from '../http/validation.ts';
import { assertAccountOpen, authenticated, type Caller, type VerifyToken } from '../identity/caller.ts';
import { TryAgain, type TryAgainCause } from '../table/attempts.ts';
import type { TableClient } from '../table/client.ts';
import type { Table } from '../table/table.ts';
import type { Clock } from '../values/clock.ts';
import type { Endpoint, Replies, Reply, RequestOf } from './endpoint.ts';
import { type Keep, newKeep } from './kept.ts';
import { type Failure, failureOf, logRequest, type WriteLine } from './log.ts';
import { refusalResponse, successResponse, unlessKnown } from './responses.ts';

/** The tools that a process gives an endpoint. */
export interface Tools {
  readonly tables: TableClient;
  readonly verify: VerifyToken;
  readonly clock: Clock;
  readonly settings: Partial<Settings>;
  readonly writeLine: WriteLine;
  /** The CloudWatch namespace of the metrics. */
  readonly metricsNamespace: string;
  /** Tests can keep nothing, so that they see what they have just changed. */
  readonly keep?: Keep;
}

export type HttpHandler = (event: HttpRequest, context: object) => Promise<HttpResponse>;

/** How a request ended, besides its response. */
interface Ended {
  readonly response: HttpResponse;
  readonly code?: string | undefined;
  readonly tryAgainCause?: TryAgainCause | undefined;
  readonly failure?: Failure | undefined;
}

/** Builds the handler of an endpoint with the given tools. */
export function serve(endpoint: Endpoint, tools: Tools): HttpHandler {
  const { contract } = endpoint;
  const { tables, clock, writeLine, metricsNamespace: namespace, keep = newKeep(clock) } = tools;
  const replyTo = replying(endpoint, { ...tools, keep });
  const answer = answering(contract);

  return async (event) => {
    const startedAt = clock.elapsed();
    const { table, meter } = tables.session();
    const ended = await replyTo(event, table)
      .then((reply) => answer(reply, event))
      .catch((error: unknown) => failed(contract, error, event));
    const { response, ...how } = ended;
    const { requestId } = event.requestContext;
    logRequest(writeLine, {
      namespace,
      requestId,
      area: contract.area,
      operation: contract.operationId,
      status: response.statusCode,
      watched: contract.watched,
      ...how,
      durationMs: clock.elapsed() - startedAt,
      meter,
      at: clock.now(),
    });
    return { ...response, headers: { ...response.headers, 'x-request-id': requestId } };
  };
}

/** Reads a request and lets the behaviour reply. */
function replying({ contract, behaviour }: Endpoint, tools: Tools & { readonly keep: Keep }) {
  const { clock, keep, settings } = tools;
  const replies = repliesOf();
  return async (event: HttpRequest, table: Table): Promise<Reply> => {
    const request = await requestOf(contract, tools, event);
    const surroundings = { clock, keep, settings: settings as Settings, table };
    // The load starts first, because other calls depend on it and few calls may be in flight before the first response.
    const [found] = await Promise.all([
      behaviour.load?.(request, surroundings),
      assertAccountOpen(contract, request.caller, table),
    ]);
    return behaviour.handle({ ...request, found }, surroundings, replies);
  };
}

/** Authenticates, then parses path, query and body, so that an invalid request causes no database call. */
async function requestOf(
  contract: Contract,
  { verify, clock }: Tools,
  event: HttpRequest,
): Promise<RequestOf<Contract>> {
  const caller = await authenticated(contract, event.headers['authorization'], verify, clock.now());
  refuseRepeated(contract.query, event.rawQueryString);
  const { path: params, ...given } = validatedParts({
    path: contract.params && [contract.params, event.pathParameters ?? {}],
    query: contract.query && [contract.query, event.queryStringParameters ?? {}],
    body: contract.body && [contract.body, parseBody(event)],
  });
  return {
    caller: caller as Caller,
    params: params as undefined,
    ...(given as Record<keyof typeof given, undefined>),
  };
}

/** Turns the replies of the behaviour into the HTTP responses that the contract declares. */
function answering(contract: Contract) {
  const refusals = refusalsOf(contract);
  return ({ status, value, refusal, age }: Reply, event: HttpRequest): Ended => {
    if (refusal !== undefined) {
      const declared = refusals[refusal];
      if (!declared) throw new Error(`undeclared refusal ${refusal}`);
      return { response: refusalResponse(contract, refusal, declared, event), code: refusal };
    }
    const schema = contract.success[status as 200 | 201 | 204];
    if (!schema) throw new Error(`undeclared status ${status}`);
    // A response that violates its schema is a server error: the parse throws, and the caller gets a 500.
    const response = successResponse(contract, status, schema.parse(value), event, age);
    return { response: unlessKnown(response, event) };
  };
}

/** The response to a request that was refused or that failed. */
function failed(contract: Contract, error: unknown, event: HttpRequest): Ended {
  const refused = error instanceof RefusedRequest ? error : undefined;
  const tryAgain = error instanceof TryAgain ? error : undefined;
  const code: CommonRefusal = refused?.code ?? (tryAgain ? 'try_again' : 'internal');
  const [status, message] = commonRefusals[code];
  return {
    response: refusalResponse(contract, code, [status, refused?.detail ?? message], event, refused?.issues),
    code,
    tryAgainCause: tryAgain?.tryAgainCause,
    failure: refused || tryAgain ? undefined : failureOf(error),
  };
}

function repliesOf(): Replies<Contract> {
  return {
    ok: (value, age) => ({ status: 200, value, age }),
    created: (value) => ({ status: 201, value }),
    done: () => ({ status: 204 }),
    refuse: (refusal) => ({ status: 0, refusal }),
  };
}
