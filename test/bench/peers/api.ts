import { contracts } from '../../../functions/contracts.ts';
import { type Contract, refusalsOf } from '../../../shared/contract/contract.ts';
import {
  issuerEnvironment,
  readSettings,
  type Settings,
  tableEnvironment,
} from '../../../shared/contract/environment.ts';
import { RefusedRequest } from '../../../shared/contract/refusals.ts';
import { assertAccountOpen, authenticated, type Caller } from '../../../shared/identity/caller.ts';
import { tokenVerifier } from '../../../shared/identity/token-verifier.ts';
import type { Endpoint, Replies, RequestOf } from '../../../shared/runtime/endpoint.ts';
import type { Tools } from '../../../shared/runtime/http-handler.ts';
import { keepNothing } from '../../../shared/runtime/kept.ts';
import { tableClient } from '../../../shared/table/client.ts';
import { systemClock } from '../../../shared/values/clock.ts';

/**
 * What both peers share: this platform's own endpoints, behind another framework in one Lambda function. Only the framework
 * and the bundling differ from the platform, so that the benchmark compares these and nothing else.
 */
export type PeerTools = Pick<Tools, 'tables' | 'verify' | 'clock' | 'settings' | 'writeLine'>;

/** A request after the framework has parsed it. */
export interface PeerRequest {
  readonly authorization: string | undefined;
  readonly params: unknown;
  readonly query: unknown;
  /** Reads the JSON body, which only some routes have. */
  readonly body: () => unknown;
}

export interface PeerResponse {
  readonly status: number;
  readonly body?: unknown;
}

/** The tools of the peer's process, from the same environment variables as the platform's functions. */
export function toolsFromEnvironment(): PeerTools {
  const { TOKEN_ISSUER, TOKEN_CLIENT_ID, TOKEN_JWKS_URI } = issuerEnvironment(process.env);
  const wanted = Object.values(contracts).flatMap((contract: Contract) => contract.settings ?? []);
  return {
    tables: tableClient({ tableName: tableEnvironment(process.env).TABLE_NAME, clock: systemClock }),
    verify: tokenVerifier({ issuer: TOKEN_ISSUER, clientId: TOKEN_CLIENT_ID, jwksUri: TOKEN_JWKS_URI }),
    clock: systemClock,
    settings: readSettings([...new Set(wanted)], process.env),
    writeLine: (line) => process.stdout.write(`${line}\n`),
  };
}

/** The path of a route as Hono and Express write it, such as `/v1/community/events/:code`. */
export const routeOf = ({ path }: Contract): string => path.replace(/\{(\w+)\}/g, ':$1');

const replies: Replies<Contract> = {
  ok: (value) => ({ status: 200, value }),
  created: (value) => ({ status: 201, value }),
  done: () => ({ status: 204 }),
  refuse: (refusal) => ({ status: 0, refusal }),
};

/** Answers a request as a route of one of the peers would: token, validation, role, behaviour. */
export async function answerOf(
  { contract, behaviour }: Endpoint,
  { tables, verify, clock, settings }: PeerTools,
  { authorization, params, query, body }: PeerRequest,
): Promise<PeerResponse> {
  try {
    const caller = await authenticated(contract, authorization, verify, clock.now());
    const request = {
      caller: caller as Caller,
      params: contract.params?.parse(params),
      query: contract.query?.parse(query),
      body: contract.body?.parse(await body()),
    } as RequestOf<Contract>;
    const { table } = tables.session();
    const surroundings = { clock, keep: keepNothing, settings: settings as Settings, table };
    const [found] = await Promise.all([
      behaviour.load?.(request, surroundings),
      assertAccountOpen(contract, request.caller, table),
    ]);
    const { status, value, refusal } = await behaviour.handle({ ...request, found }, surroundings, replies);
    if (refusal === undefined) return { status, body: value };
    const [refused = 500, message] = refusalsOf(contract)[refusal] ?? [];
    return { status: refused, body: { code: refusal, message } };
  } catch (error) {
    if (error instanceof RefusedRequest) return { status: 400, body: { code: error.code } };
    throw error;
  }
}

/** The log line of a request, as a user of the framework would write one. */
export function logged(
  { contract }: Endpoint,
  { clock, writeLine }: PeerTools,
  status: number,
  startedAt: number,
) {
  const { operationId: operation } = contract;
  writeLine(JSON.stringify({ operation, status, durationMs: clock.elapsed() - startedAt }));
}
