import * as z from 'zod/mini';
import { RefusedRequest } from '../../shared/contract/refusals.ts';
import { validated } from '../../shared/http/validation.ts';
import { AccountId } from '../../shared/values/resources.ts';
import type { Persona } from '../demo/people.ts';
import { sampleValues } from '../demo/sample-values.ts';
import { FURTHEST_SECONDS, type MovableClock } from '../events/clock.ts';
import type { HandlerAnswer } from './gateway.ts';
import type { TokenIssuer } from './issuer.ts';
import type { Received } from './requests.ts';

/**
 * The routes under `/local/` of a local platform: demo personas, tokens, the issuer's keys, the location of the table, and
 * the clock. No contract defines these paths, so they are never deployed.
 */
export interface LocalTools {
  readonly issuer: TokenIssuer;
  readonly clock: MovableClock;
  readonly personas: readonly Persona[];
  /** Accounts whose sign-in the erasure has removed. */
  readonly removedSignIns: ReadonlySet<string>;
  /** The location of the table, for the command that creates the first administrator. */
  readonly table: { readonly endpoint: string; readonly tableName: string; readonly region: string };
}

const seconds = z.int().check(z.gte(-FURTHEST_SECONDS), z.lte(FURTHEST_SECONDS));
const name = z.string().check(z.minLength(1), z.maxLength(200));

const TokenBody = z
  .strictObject({
    persona: z.exactOptional(name),
    accountId: z.exactOptional(AccountId),
    signIn: z.exactOptional(name),
    authTime: z.exactOptional(z.int().check(z.nonnegative())),
    expiresIn: z.exactOptional(seconds),
    clientId: z.exactOptional(name),
    tokenUse: z.exactOptional(name),
  })
  .check(
    z.refine(({ persona, accountId }) => (persona === undefined) !== (accountId === undefined), {
      error: 'name either a persona or an accountId',
    }),
  );

const ClockBody = z.strictObject({ advanceSeconds: z.number().check(z.gte(0), z.lte(FURTHEST_SECONDS)) });

export const JWKS_PATH = '/local/.well-known/jwks.json';

export function controlRoutes({ issuer, clock, personas, removedSignIns, table }: LocalTools) {
  const unknownPersona =
    personas.length > 0
      ? `must be one of: ${personas.map((persona) => persona.name).join(', ')}`
      : 'must be omitted, because an empty world has no personas; name an accountId, any UUID';
  const actions: Readonly<Record<string, (body: Buffer) => unknown>> = {
    [`GET ${JWKS_PATH}`]: () => issuer.jwks,

    'GET /local/personas': async () => ({
      personas: await Promise.all(
        personas.map(async (persona) => ({
          ...persona,
          ...(removedSignIns.has(persona.accountId)
            ? { erased: true }
            : { accessToken: await issuer.sign({ accountId: persona.accountId }) }),
        })),
      ),
    }),

    'GET /local/sample-values': () => ({ sampleValues: personas.length > 0 ? sampleValues : [] }),

    'POST /local/tokens': async (body) => {
      const { persona, accountId, ...claims } = validated(TokenBody, parsed(body), 'body');
      const subject = accountId ?? personas.find((known) => known.name === persona)?.accountId;
      if (!subject) throw invalid('body.persona', unknownPersona);
      if (removedSignIns.has(subject)) throw invalid('body', 'names an account whose sign-in was erased');
      return { accessToken: await issuer.sign({ accountId: subject, ...claims }) };
    },

    'GET /local/table': () => table,

    'POST /local/clock': (body) => {
      const now = clock.advance(validated(ClockBody, parsed(body), 'body').advanceSeconds);
      if (!now)
        throw invalid(
          'body.advanceSeconds',
          'moves the clock too far from the real time; restart to reset it',
        );
      return { now: now.toISOString() };
    },
  };

  return async ({ method, path, body }: Received): Promise<HandlerAnswer | undefined> => {
    const action = actions[`${method} ${path}`];
    if (!action) return undefined;
    try {
      return json(200, await action(body));
    } catch (error) {
      if (!(error instanceof RefusedRequest)) throw error;
      return json(400, {
        code: error.code,
        message: 'The request does not match the schema of this path.',
        issues: error.issues,
      });
    }
  };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw invalid('body', 'must be valid JSON');
  }
}

function invalid(path: string, message: string): RefusedRequest {
  return new RefusedRequest('invalid_request', { issues: [{ path, message }] });
}

function json(statusCode: number, value: unknown): HandlerAnswer {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  return { statusCode, headers, body: JSON.stringify(value) };
}
