import type { SignIns } from '../../shared/identity/sign-ins.ts';
import type { Persona } from '../demo/people.ts';
import { LOCAL_REGION } from '../engine/engine.ts';
import type { CorsSettings } from '../http/cors.ts';
import type { HandlerAnswer } from '../http/gateway.ts';
import type { TokenIssuer } from '../http/issuer.ts';
import { originOf, type Received } from '../http/requests.ts';
import { type UserPool, userPool } from './user-pool.ts';

/**
 * The user pool of `npm start`. It is served on the port of the API, under a path that is never deployed, and its tokens are those that
 * the local API accepts.
 */

export const USER_POOL_PATH = '/local/user-pool';
export const LOCAL_POOL_ID = `${LOCAL_REGION}_LocalPool`;
const MAILS_PATH = '/local/mails';

/** What an app needs to know about a user pool. For a stage, the endpoint is the one of Cognito in the region. */
export interface SignInSettings {
  readonly endpoint: string;
  readonly region: string;
  readonly userPoolId: string;
  readonly clientId: string;
}

export interface LocalUserPool extends SignIns, Pick<UserPool, 'mails' | 'addressOf'> {
  /** The settings at the address at which a client has reached the platform. */
  readonly settingsFor: (request: Received) => SignInSettings;
  /** The accounts whose sign-in the erasure has removed. */
  readonly removed: ReadonlySet<string>;
  /** Answers the requests of the pool's clients, and those for its settings and mails. Returns `undefined` for all others. */
  readonly handle: (request: Received) => Promise<HandlerAnswer | undefined>;
}

export interface LocalUserPoolOptions {
  readonly issuer: TokenIssuer;
  readonly now: () => Date;
  readonly personas: readonly Persona[];
  /** The accounts that were erased when the platform ran earlier with the same data. */
  readonly erased: ReadonlySet<string>;
}

export function localUserPool(options: LocalUserPoolOptions): LocalUserPool {
  const { issuer, now, personas, erased } = options;
  const removed = new Set(erased);
  const userPoolId = LOCAL_POOL_ID;
  const { clientId, sign: issue } = issuer;
  const left = personas.filter(({ accountId }) => !removed.has(accountId));
  const pool = userPool({
    userPoolId,
    clientId,
    users: left.map(({ accountId: sub, mail, password }) => ({ sub, mail, password })),
    issue,
    now,
    authenticatorNow: () => new Date(),
  });
  const settingsFor = (request: Received): SignInSettings => {
    return { endpoint: originOf(request) + USER_POOL_PATH, region: LOCAL_REGION, userPoolId, clientId };
  };
  return {
    mails: pool.mails,
    addressOf: pool.addressOf,
    removed,
    async remove(accountId) {
      removed.add(accountId);
      pool.remove(accountId);
    },
    settingsFor,
    async handle(request) {
      const { method, path } = request;
      if (method === 'POST' && isUserPool(path)) return pool.answer(request);
      if (method === 'GET' && path === USER_POOL_PATH) return json(settingsFor(request));
      if (method === 'GET' && path === MAILS_PATH) return json({ mails: pool.mails() });
      return undefined;
    },
  };
}

function json(value: unknown): HandlerAnswer {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  return { statusCode: 200, headers, body: JSON.stringify(value) };
}

/** Libraries differ in the slash at the end. */
const isUserPool = (path: string): boolean => path === USER_POOL_PATH || path === `${USER_POOL_PATH}/`;

/** The headers that Cognito's libraries for browsers send. */
const LIBRARY_HEADERS = [
  'amz-sdk-invocation-id',
  'amz-sdk-request',
  'cache-control',
  'content-type',
  'x-amz-target',
  'x-amz-user-agent',
];

/** The CORS rules of the user pool, for the origins that may call the API. `undefined` for other paths. */
export function userPoolCors({ allowOrigins, maxAge }: CorsSettings, path: string): CorsSettings | undefined {
  if (!isUserPool(path)) return undefined;
  return {
    allowOrigins,
    maxAge,
    allowMethods: ['POST'],
    allowHeaders: LIBRARY_HEADERS,
    exposeHeaders: ['x-amzn-requestid', 'x-amzn-errortype', 'x-amzn-errormessage', 'date'],
  };
}
