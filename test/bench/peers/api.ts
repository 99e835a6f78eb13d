import { type Contract, refusalsOf } from '../../../shared/contract/contract.ts';
import { metricsNamespace, readSettings } from '../../../shared/contract/environment.ts';
import { commonRefusals, RefusedRequest } from '../../../shared/contract/refusals.ts';
import type { HttpRequest, HttpResponse } from '../../../shared/http/gateway.ts';
import { validatedParts } from '../../../shared/http/validation.ts';
import {
  assertAccountOpen,
  authenticated,
  type Caller,
  type VerifyToken,
} from '../../../shared/identity/caller.ts';
import type { Endpoint, Replies, Reply, RequestOf } from '../../../shared/runtime/endpoint.ts';
import { functionTables } from '../../../shared/runtime/function-tables.ts';
import type { Tools } from '../../../shared/runtime/http-handler.ts';
import { keepNothing } from '../../../shared/runtime/kept.ts';
import { logRequest } from '../../../shared/runtime/log.ts';
import { refusalResponse, successResponse, unlessKnown } from '../../../shared/runtime/responses.ts';
import { systemClock } from '../../../shared/values/clock.ts';

/**
 * What all peers share: this platform's own endpoints behind another framework. They do the same work as the platform's
 * handler: they verify the token, validate the request and the response, send the same headers, and write the same log line.
 * Only the framework differs, so that the benchmark compares nothing else.
 */
export type PeerTools = Omit<Tools, 'keep'>;

/** A request after the framework has parsed it. */
export interface PeerRequest {
  readonly requestId: string;
  readonly headers: HttpRequest['headers'];
  readonly params: unknown;
  readonly query: unknown;
  /** Reads the JSON body, which only some routes have. */
  readonly body: () => unknown;
}

/** The tools of the peer's process, from the same environment variables as the platform's functions. */
export function toolsFromEnvironment({ contract }: Endpoint, verify: VerifyToken): PeerTools {
  return {
    tables: functionTables(contract.touches, process.env),
    verify,
    clock: systemClock,
    settings: readSettings(contract.settings ?? [], process.env),
    writeLine: (line) => process.stdout.write(`${line}\n`),
    metricsNamespace: metricsNamespace(process.env),
  };
}

/** The path of a route as Hono writes it, such as `/v1/community/events/:code`. */
export const routeOf = ({ path }: Contract): string => path.replace(/\{(\w+)\}/g, ':$1');

const replies: Replies<Contract> = {
  ok: (value, age) => ({ status: 200, value, age }),
  created: (value) => ({ status: 201, value }),
  done: () => ({ status: 204 }),
  refuse: (refusal) => ({ status: 0, refusal }),
};

/** Answers a request as a route of one of the peers would, and writes its log line. */
export async function responseOf(
  endpoint: Endpoint,
  tools: PeerTools,
  request: PeerRequest,
): Promise<HttpResponse> {
  const { tables, clock, writeLine, metricsNamespace: namespace } = tools;
  const { contract } = endpoint;
  const startedAt = clock.elapsed();
  const { table, meter } = tables.session();
  let code: string | undefined;
  const answered = async (): Promise<HttpResponse> => {
    try {
      const { status, value, refusal, age } = await replyOf(endpoint, tools, table, request);
      if (refusal === undefined) {
        const valid = contract.success[status as 200 | 201 | 204]?.parse(value);
        return unlessKnown(successResponse(contract, status, valid, request, age), request);
      }
      code = refusal;
      return refusalResponse(contract, code, refusalsOf(contract)[refusal] ?? [500, ''], request);
    } catch (error) {
      code = error instanceof RefusedRequest ? error.code : 'internal';
      return refusalResponse(contract, code, commonRefusals[code as 'internal'], request);
    }
  };
  const response = await answered();
  logRequest(writeLine, {
    ...{ namespace, code, meter, watched: contract.watched },
    ...{ requestId: request.requestId, area: contract.area, operation: contract.operationId },
    ...{ status: response.statusCode, durationMs: clock.elapsed() - startedAt, at: clock.now() },
  });
  return { ...response, headers: { ...response.headers, 'x-request-id': request.requestId } };
}

async function replyOf(
  { contract, behaviour }: Endpoint,
  { verify, clock, settings }: PeerTools,
  table: ReturnType<PeerTools['tables']['session']>['table'],
  { headers, params, query, body }: PeerRequest,
): Promise<Reply> {
  const caller = await authenticated(contract, headers['authorization'], verify, clock.now());
  const request = {
    caller: caller as Caller,
    ...validatedParts({
      params: contract.params && [contract.params, params],
      query: contract.query && [contract.query, query],
      body: contract.body && [contract.body, await body()],
    }),
  } as RequestOf<Contract>;
  const surroundings = { clock, keep: keepNothing, settings: settings as Required<typeof settings>, table };
  const [found] = await Promise.all([
    behaviour.load?.(request, surroundings),
    assertAccountOpen(contract, request.caller, table),
  ]);
  return behaviour.handle({ ...request, found }, surroundings, replies);
}
