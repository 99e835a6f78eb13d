import { constants, createHmac, generateKeyPairSync, type KeyObject, sign as signBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoint as issueQrToken } from '../../functions/clinical/access-requests/issue-qr-token.ts';
import { endpoint as listCampaigns } from '../../functions/rewards/campaigns/list-campaigns.ts';
import { tokenVerifier } from '../../shared/identity/token-verifier.ts';
import { serve } from '../../shared/runtime/http-handler.ts';
import { tableClient } from '../../shared/table/client.ts';
import { systemClock } from '../../shared/values/clock.ts';
import { noteTriedByTest } from '../support/reliability-report.ts';
import { newAccount, newWorld, PATIENT, type World } from '../support/world.ts';
import { openDoor, together } from './raw-http.ts';

/** Forged, borrowed and broken tokens, sent over HTTP to the real verifier. None of them is accepted. */

const ISSUER = 'https://cognito-idp.ap-southeast-5.amazonaws.com/ap-southeast-5_OurPool00';
const OTHER_POOL = 'https://cognito-idp.ap-southeast-5.amazonaws.com/ap-southeast-5_NotOurs00';
const CLIENT = 'our-app';
const JWKS_URI = `${ISSUER}/.well-known/jwks.json`;
const account = newAccount();

const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const ours = rsa();
const theirs = rsa();
const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const jwkOf = (key: KeyObject, kid: string) => ({ ...key.export({ format: 'jwk' }), kid, use: 'sig' });
const jwks = { keys: [{ ...jwkOf(ours.publicKey, 'ours'), alg: 'RS256' }] };

type Sign = (text: string) => Buffer;
const rs256 =
  (key: KeyObject, hash = 'RSA-SHA256'): Sign =>
  (text) =>
    signBytes(hash, Buffer.from(text), key);
const hs256 =
  (secret: string | Buffer): Sign =>
  (text) =>
    createHmac('sha256', secret).update(text).digest();
const unsigned: Sign = () => Buffer.alloc(0);

const seconds = () => Math.floor(Date.now() / 1000);
/** `undefined` omits a claim. */
const claims = (more: object = {}) => ({
  sub: account,
  iss: ISSUER,
  client_id: CLIENT,
  token_use: 'access',
  iat: seconds(),
  exp: seconds() + 3600,
  ...more,
});
const part = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** A valid token, apart from the given changes. */
function token(
  header: object = {},
  payload: unknown = claims(),
  sign: Sign = rs256(ours.privateKey),
): string {
  const text = `${part({ alg: 'RS256', kid: 'ours', typ: 'JWT', ...header })}.${part(payload)}`;
  return `${text}.${sign(text).toString('base64url')}`;
}
const saying = (more: object) => token({}, claims(more));
const byThem = (header: object = {}, payload: object = claims()) =>
  token(header, payload, rs256(theirs.privateKey));

const own = token();
const [head = '', body = '', signature = ''] = own.split('.');
const pem = ours.publicKey.export({ type: 'spki', format: 'pem' });
const der = ours.publicKey.export({ type: 'spki', format: 'der' });

let strangersAsked = 0;
const stranger = createServer((_, response) => {
  strangersAsked += 1;
  response.end(JSON.stringify({ keys: [{ ...jwkOf(theirs.publicKey, 'theirs'), alg: 'RS256' }] }));
});
let strangersUrl = '';

let world: World;
let door: Awaited<ReturnType<typeof doorWith>>;
beforeAll(async () => {
  world = await newWorld();
  await new Promise<void>((listening) => stranger.listen(0, '127.0.0.1', listening));
  const address = stranger.address();
  strangersUrl = `http://127.0.0.1:${typeof address === 'object' && address?.port}/jwks.json`;
  door = await doorWith();
});
afterAll(async () => {
  await door?.close();
  stranger.closeAllConnections();
  stranger.close();
});

/** One endpoint with authentication and one without, behind a verifier whose fetches are recorded. */
async function doorWith() {
  const fetched: string[] = [];
  const tables = tableClient({ ...world, clock: systemClock, policy: PATIENT });
  const verify = tokenVerifier({
    issuer: ISSUER,
    clientId: CLIENT,
    jwksUri: JWKS_URI,
    fetcher: {
      fetch: async (uri) => {
        fetched.push(uri);
        return new TextEncoder().encode(JSON.stringify(jwks)).buffer as ArrayBuffer;
      },
    },
  });
  const { knock, close } = await openDoor(
    [issueQrToken, listCampaigns].map((endpoint) => ({
      method: endpoint.contract.method,
      path: endpoint.contract.path,
      handle: serve(endpoint, {
        tables,
        verify,
        clock: systemClock,
        settings: {},
        metricsNamespace: 'Sihat',
        writeLine: () => {},
      }),
    })),
  );
  return {
    close,
    fetched,
    asked: (authorization: string) =>
      knock({ method: 'POST', path: '/v1/clinical/qr-tokens', headers: { authorization } }),
    /** Sends several headers with this name. */
    askedTwice: (...both: readonly string[]) =>
      knock({
        method: 'POST',
        path: '/v1/clinical/qr-tokens',
        headers: ['host', 'here', ...both.flatMap((value) => ['authorization', value])],
      }),
    optional: (authorization: string) =>
      knock({ method: 'GET', path: '/v1/rewards/campaigns', headers: { authorization } }),
    knock,
  };
}

const headerOf = (made: string) => Buffer.from(made.split('.')[0] ?? '', 'base64url').toString();

/** Each token is made when it is sent, so that its times are current. */
const bad: readonly [string, () => string][] = [
  ['no signature, alg none', () => token({ alg: 'none' }, claims(), unsigned)],
  ['no signature, alg nOnE', () => token({ alg: 'nOnE' }, claims(), unsigned)],
  ['no signature, alg missing', () => token({ alg: undefined }, claims(), unsigned)],
  ['alg none over a signature that is right', () => token({ alg: 'none' })],
  ['HS256 with our public key in PEM', () => token({ alg: 'HS256' }, claims(), hs256(pem))],
  ['HS256 with our public key in DER', () => token({ alg: 'HS256' }, claims(), hs256(der))],
  [
    'HS256 with our public key as JWK',
    () => token({ alg: 'HS256' }, claims(), hs256(JSON.stringify(jwks.keys[0]))),
  ],
  ['HS256 with no key', () => token({ alg: 'HS256' }, claims(), hs256(''))],
  ['HS256 that says RS256', () => token({}, claims(), hs256(pem))],
  ['RS512 with our own key', () => token({ alg: 'RS512' }, claims(), rs256(ours.privateKey, 'RSA-SHA512'))],
  ['RS1 with our own key', () => token({ alg: 'RS1' }, claims(), rs256(ours.privateKey, 'RSA-SHA1'))],
  [
    'PS256 with our own key',
    () =>
      token({ alg: 'PS256' }, claims(), (text) =>
        signBytes('sha256', Buffer.from(text), {
          key: ours.privateKey,
          padding: constants.RSA_PKCS1_PSS_PADDING,
          saltLength: 32,
        }),
      ),
  ],
  ['rs256 in small letters', () => token({ alg: 'rs256' })],
  [
    'ES256 under our key id',
    () =>
      token({ alg: 'ES256' }, claims(), (text) =>
        signBytes('sha256', Buffer.from(text), { key: elliptic.privateKey, dsaEncoding: 'ieee-p1363' }),
      ),
  ],
  ['another key under our key id', () => byThem()],
  ['another key under its own id', () => byThem({ kid: 'theirs' })],
  ['no key id', () => token({ kid: undefined })],
  ['a key id that is a path', () => byThem({ kid: '../../../../dev/null' })],
  ['a key id that is an object', () => byThem({ kid: { toString: 'ours' } })],
  ['a jku of their own', () => byThem({ kid: 'theirs', jku: strangersUrl })],
  ['a jku of their own under our key id', () => byThem({ jku: strangersUrl })],
  ['an x5u of their own', () => byThem({ kid: 'theirs', x5u: strangersUrl })],
  ['an embedded jwk', () => byThem({ kid: 'theirs', jwk: jwkOf(theirs.publicKey, 'theirs') })],
  ['an embedded jwk under our key id', () => byThem({ jwk: jwkOf(theirs.publicKey, 'ours') })],
  ['an embedded certificate', () => byThem({ x5c: [der.toString('base64')] })],
  ['an extension that must be understood', () => token({ crit: ['exp-policy'], 'exp-policy': 'strict' })],
  ['a payload that is not encoded', () => token({ crit: ['b64'], b64: false })],
  ['another pool, by its own key', () => byThem({ kid: 'theirs' }, claims({ iss: OTHER_POOL }))],
  ['another pool, by our key', () => saying({ iss: OTHER_POOL })],
  ['a pool that begins like ours', () => saying({ iss: `${ISSUER}/` })],
  ['no issuer', () => saying({ iss: undefined })],
  ['several issuers', () => saying({ iss: [ISSUER, OTHER_POOL] })],
  ['an ID token', () => saying({ token_use: 'id', client_id: undefined, aud: CLIENT })],
  ['an ID token that names a client', () => saying({ token_use: 'id', aud: CLIENT })],
  ['a refresh token', () => saying({ token_use: 'refresh' })],
  ['no use', () => saying({ token_use: undefined })],
  ['several uses', () => saying({ token_use: ['access'] })],
  ["another client's", () => saying({ client_id: 'another-app' })],
  ['of no client', () => saying({ client_id: undefined })],
  ['of several clients', () => saying({ client_id: [CLIENT, 'another-app'] })],
  ['of our client as its audience alone', () => saying({ client_id: undefined, aud: CLIENT })],
  ['one second past', () => saying({ exp: seconds() - 1 })],
  ['not valid before the next minute', () => saying({ nbf: seconds() + 60 })],
  ['good for ever', () => saying({ exp: undefined })],
  ['good until a text', () => saying({ exp: `${seconds() + 3600}` })],
  ['good until null', () => saying({ exp: null })],
  ['of nobody', () => saying({ sub: undefined })],
  ['of an empty name', () => saying({ sub: '' })],
  ['of a name that is no UUID', () => saying({ sub: 'admin' })],
  ['of a name that goes on', () => saying({ sub: `${account}#STANDING` })],
  ['of a name with a line break', () => saying({ sub: `${account}\n` })],
  ['of several accounts', () => saying({ sub: [account, newAccount()] })],
  ['a signature that was cut', () => `${head}.${body}.${signature.slice(0, -4)}`],
  ['a signature that was cut off', () => `${head}.${body}.`],
  ['a signature that goes on', () => `${own}AAAA`],
  ['a signature with a byte changed', () => `${head}.${body}.${signature.slice(0, -4)}AAAA`],
  ['the signature of another token', () => `${head}.${part(claims({ sub: newAccount() }))}.${signature}`],
  ['two parts', () => `${head}.${body}`],
  ['four parts', () => `${own}.${signature}`],
  ['five parts, as if encrypted', () => `${own}.${body}.${signature}`],
  ['a header that is no JSON', () => `${part('{')}.${body}.${signature}`],
  ['a payload that is no JSON', () => token({}, '{')],
  ['a payload that is no object', () => token({}, [claims()])],
  ['a payload that is null', () => token({}, 'null')],
  ['9 KB of a forged payload', () => byThem({}, claims({ more: 'x'.repeat(6_000) }))],
  ['9 KB of no token', () => 'a'.repeat(9_000)],
  ['a stored hash', () => '0'.repeat(64)],
];

describe('a token', () => {
  it('is accepted when it is valid', async () => {
    expect((await door.asked(`Bearer ${token()}`)).status).toBe(201);
  });

  it.each(bad)('is refused: %s', async (_, made) => {
    noteTriedByTest({
      what: 'Forged, borrowed and broken tokens',
      times: `${bad.length} at 2 endpoints each`,
    });
    const authorization = `Bearer ${made()}`;
    for (const answer of [await door.asked(authorization), await door.optional(authorization)]) {
      expect([answer.status, answer.code, answer.headers['www-authenticate']]).toEqual([
        401,
        'invalid_token',
        expect.stringMatching(/^Bearer error="invalid_token", error_description="[^"\\]+"$/),
      ]);
    }
  });

  it('is refused with another scheme, without a scheme, in two headers, in the query or in a cookie', async () => {
    const good = token();
    for (const authorization of [
      good,
      'Bearer',
      '',
      `Basic ${good}`,
      `Token ${good}`,
      `Bearer ${good} ${good}`,
      `Bearer ${good},`,
      `Bearer "${good}"`,
    ]) {
      expect((await door.asked(authorization)).code).toBe('invalid_token');
    }
    for (const other of [`Bearer ${good}`, `Bearer ${byThem()}`, 'Basic eDp5']) {
      expect((await door.askedTwice(`Bearer ${good}`, other)).code).toBe('invalid_token');
      expect((await door.askedTwice(other, `Bearer ${good}`)).code).toBe('invalid_token');
    }
    const path = `/v1/clinical/qr-tokens?access_token=${good}`;
    const headers = { cookie: `access_token=${good}`, 'x-authorization': `Bearer ${good}` };
    expect((await door.knock({ method: 'POST', path, headers })).code).toBe('not_signed_in');
  });

  it('never reaches a function when it is larger than any header may be', async () => {
    expect((await door.asked(`Bearer ${'a'.repeat(12_000)}`)).status).toBe(431);
  });

  it('cannot choose where the keys are fetched from', async () => {
    const own = await doorWith();
    const pointing = bad.filter(([, made]) => headerOf(made()).includes(strangersUrl));
    expect(pointing).toHaveLength(3);
    for (const [, made] of pointing) {
      expect((await own.asked(`Bearer ${made()}`)).status).toBe(401);
    }
    expect(new Set([...own.fetched, ...door.fetched])).toEqual(new Set([JWKS_URI]));
    expect(strangersAsked).toBe(0);
  });
});

describe('a thousand key ids that the issuer does not have', () => {
  it('cause no flood of fetches and no server error, and do not lock out callers with a known key', async () => {
    const own = await doorWith();
    noteTriedByTest({
      what: 'Key ids that the issuer does not have',
      times: () => `1000, 20 at a time: ${own.fetched.length} fetches of keys`,
    });
    const statuses = new Set<number>();
    await together(20, Array.from({ length: 1_000 }), async (_, n) => {
      const unknown = part({ alg: 'RS256', kid: `unknown-${n}` });
      statuses.add((await own.asked(`Bearer ${unknown}.${body}.${signature}`)).status);
      if (n % 100 === 0) expect((await own.asked(`Bearer ${token()}`)).status).toBe(201);
    });
    expect([...statuses]).toEqual([401]);
    expect(own.fetched.length).toBeLessThanOrEqual(2);
    await own.close();
  });
});
