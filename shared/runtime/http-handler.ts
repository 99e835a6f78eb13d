import middy, { type MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';
import { type Contract, refusalsOf } from '../contract/contract.ts';
import type { Settings } from '../contract/environment.ts';
import { type CommonRefusal, commonRefusals, type Refusal, RefusedRequest } from '../contract/refusals.ts';
import { parseBody } from '../http/bodies.ts';
import type { HttpRequest, HttpResponse } from '../http/gateway.ts';
import { refuseRepeated, validatedParts } from '../http/validation.ts';
import { assertAccountOpen, authenticated, type Caller, type VerifyToken } from '../identity/caller.ts';
import { TryAgain, type TryAgainCause } from '../table/attempts.ts';
import type { TableClient, TableSession } from '../table/client.ts';
import type { Clock } from '../values/clock.ts';
import type { Endpoint, Replies, Reply, RequestOf } from './endpoint.ts';
import { type Keep, newKeep } from './kept.ts';
import { type Failure, failureOf, logRequest, type WriteLine } from './log.ts';
import { refusalResponse, successResponse, unlessKnown } from './responses.ts';

/** The tools that a process gives an endpoint. */
export interface Tools {
  readonly tables: Pick<TableClient, 'session'>;
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

/** The state of one request. Middlewares and behaviour share it through the context. */
interface Running {
  readonly session: TableSession;
  readonly startedAt: number;
  request?: RequestOf<Contract>;
  code?: string;
  tryAgainCause?: TryAgainCause;
  failure?: Failure;
}

interface RunningContext {
  running: Running;
}

type Middleware = MiddlewareObj<HttpRequest, Reply | HttpResponse, Error>;

/** Builds the handler of an endpoint with the given tools. */
export function serve({ contract, behaviour }: Endpoint, tools: Tools): HttpHandler {
  const { clock, settings, keep = newKeep(clock) } = tools;
  const replies = repliesOf();

  async function act(_event: HttpRequest, context: RunningContext): Promise<Reply> {
    const { session, request } = context.running;
    if (!request) throw new Error('a request was handled before it was read');
    const surroundings = { clock, keep, settings: settings as Settings, table: session.table };
    // The load starts first, because other calls depend on it and few calls may be in flight before the first response.
    const [found] = await Promise.all([
      behaviour.load?.(request, surroundings),
      assertAccountOpen(contract, request.caller, session.table),
    ]);
    return behaviour.handle({ ...request, found }, surroundings, replies);
  }

  // The middleware `answer` turns each reply into a response, and middy's type asks for more arguments than it needs.
  return middy<HttpRequest, Reply | HttpResponse, Error, Context & RunningContext>({
    timeoutEarlyInMillis: 0,
  })
    .use(observe(contract, tools))
    .use(answer(contract))
    .use(read(contract, tools))
    .handler(act) as HttpHandler;
}

/** Adds the request id, the log line and the metrics around everything else. */
function observe(contract: Contract, { tables, clock, writeLine, metricsNamespace }: Tools): Middleware {
  const end: Middleware['after'] = ({ event, context, response }) => {
    const { requestId } = event.requestContext;
    const { startedAt, session, code, tryAgainCause, failure } = runningOf(context);
    const { statusCode: status, headers } = response as HttpResponse;
    (headers as Record<string, string>)['x-request-id'] = requestId;
    const durationMs = clock.elapsed() - startedAt;
    logRequest(writeLine, {
      namespace: metricsNamespace,
      requestId,
      area: contract.area,
      operation: contract.operationId,
      status,
      code,
      watched: contract.watched,
      tryAgainCause,
      failure,
      durationMs,
      meter: session.meter,
      at: clock.now(),
    });
  };
  return {
    before: ({ context }) => {
      Object.assign(context, {
        running: { session: tables.session(), startedAt: clock.elapsed() } satisfies Running,
      });
    },
    after: end,
    onError: end,
  };
}

/** Turns the reply of the behaviour, or a thrown error, into the HTTP response that the contract declares. */
function answer(contract: Contract): Middleware {
  const refusals = refusalsOf(contract);
  return {
    after: (request) => {
      const { status, value, refusal, message, age } = request.response as Reply;
      if (refusal !== undefined) {
        const declared = refusals[refusal];
        if (!declared) throw new Error(`undeclared refusal ${refusal}`);
        runningOf(request.context).code = refusal;
        const told: Refusal = [declared[0], message ?? declared[1]];
        request.response = refusalResponse(contract, refusal, told, request.event);
        return;
      }
      const schema = contract.success[status as 200 | 201 | 204];
      if (!schema) throw new Error(`undeclared status ${status}`);
      // A response that violates its schema is a server error: the parse throws, and the caller gets a 500.
      request.response = unlessKnown(
        successResponse(contract, status, schema.parse(value), request.event, age),
        request.event,
      );
    },
    onError: (request) => {
      const { error, context } = request;
      const running = runningOf(context);
      let code: CommonRefusal = 'internal';
      const refused = error instanceof RefusedRequest ? error : undefined;
      if (refused) code = refused.code;
      else if (error instanceof TryAgain) {
        code = 'try_again';
        running.tryAgainCause = error.tryAgainCause;
      } else running.failure = failureOf(error);
      running.code = code;
      const [status, message] = commonRefusals[code];
      request.response = refusalResponse(
        contract,
        code,
        [status, refused?.detail ?? message],
        request.event,
        refused?.issues,
      );
    },
  };
}

/** Authenticates, then parses path, query and body, so that an invalid request causes no database call. */
function read(contract: Contract, { verify, clock }: Tools): Middleware {
  return {
    before: async ({ event, context }) => {
      const caller = await authenticated(contract, event.headers['authorization'], verify, clock.now());
      refuseRepeated(contract.query, event.rawQueryString);
      const { path: params, ...given } = validatedParts({
        path: contract.params && [contract.params, event.pathParameters ?? {}],
        query: contract.query && [contract.query, event.queryStringParameters ?? {}],
        body: contract.body && [contract.body, parseBody(event)],
      });
      runningOf(context).request = {
        caller: caller as Caller,
        params: params as undefined,
        ...(given as Record<keyof typeof given, undefined>),
      };
    },
  };
}

function repliesOf(): Replies<Contract> {
  return {
    ok: (value, age) => ({ status: 200, value, age }),
    created: (value) => ({ status: 201, value }),
    done: () => ({ status: 204 }),
    refuse: (refusal, message) => ({ status: 0, refusal, message }),
  };
}

function runningOf(context: object): Running {
  return (context as RunningContext).running;
}
