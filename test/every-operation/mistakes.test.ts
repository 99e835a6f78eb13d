import { beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '../../functions/contracts.ts';
import { tokenIssuer } from '../../local/http/issuer.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import type { Mistake } from '../cast/calls.ts';
import { castOf } from '../cast/cast.ts';
import { type Answer, newAccount, newWorld, type Sent, type World } from '../support/world.ts';
import { calls, operations, requestOf, validCaller } from './calls.ts';

/** Mistakes that developers of apps make. Each can be corrected from the response alone. */

let world: World;
let account: AccountId;
beforeAll(async () => {
  world = await newWorld();
  account = newAccount();
});

/** What the response says: the messages of its issues with their paths, or else its message. */
const saidIn = ({ body }: Answer): string | string[] =>
  body.issues?.map(({ path, message }: { path: string; message: string }) => `${path} ${message}`) ??
  body.message;

const header = (authorization: string): Sent => ({ headers: { authorization } });

async function expectSaid(operation: OperationId, sent: Sent, status: number, said: string | string[]) {
  const answer = await world.call(operation, sent);
  expect([answer.status, saidIn(answer)]).toEqual([status, said]);
}

describe('a mistake with the token is explained', () => {
  const cases: readonly [string, () => Sent | Promise<Sent>, string][] = [
    ['no token', () => ({}), 'Send an access token: Authorization: Bearer <token>.'],
    [
      'the token without Bearer',
      async () => header(await world.tokenFor(account)),
      'The header must be: Authorization: Bearer <access token>.',
    ],
    [
      'another scheme',
      () => header('Basic eDp5'),
      'The header must be: Authorization: Bearer <access token>.',
    ],
    ['an API key', () => header('Bearer 12345'), 'The token is not a JSON Web Token of a user pool.'],
    [
      'the word undefined',
      () => header('Bearer undefined'),
      'The token is not a JSON Web Token of a user pool.',
    ],
    [
      'the ID token',
      () => ({ as: account, token: { tokenUse: 'id' } }),
      'This is not an access token. Send the access token instead of the ID token.',
    ],
    [
      'an expired token',
      () => ({ as: account, token: { expiresIn: -1 } }),
      'The token has expired. Refresh it, or sign in again.',
    ],
    [
      'the token of another app',
      () => ({ as: account, token: { clientId: 'another' } }),
      'The token was issued to another client.',
    ],
    [
      'the token of another user pool',
      async () => {
        const other = await tokenIssuer('https://issuer.test/other', () => new Date());
        return header(`Bearer ${await other.sign({ accountId: account })}`);
      },
      'The token is from another issuer.',
    ],
    [
      'a token whose end is missing',
      async () => header(`Bearer ${(await world.tokenFor(account)).slice(0, -9)}`),
      'The token was changed, or it was not issued by this platform.',
    ],
    [
      'a sign-in with the password that is too old',
      () => ({ as: account, token: { authTime: Math.floor(world.now().getTime() / 1000) - 901 } }),
      'Sign in with the password again. The sign-in must be at most 15 minutes ago.',
    ],
  ];
  it.each(cases)('%s', async (_, sent, message) => {
    const answer = await world.call('requestDeletion', await sent());
    expect([answer.status, answer.body.message]).toEqual([401, message]);
    const challenge = answer.headers['www-authenticate'];
    if (answer.body.code === 'invalid_token')
      expect(challenge).toBe(`Bearer error="invalid_token", error_description="${message}"`);
  });
});

describe('a mistake with a limit or a cursor is explained', () => {
  const many = (raw: string, name: string): Sent => ({
    as: account,
    event: {
      rawQueryString: raw,
      queryStringParameters: { [name]: new URLSearchParams(raw).getAll(name).join(',') },
    },
  });
  it.each([
    ['two limits', 'limit=1&limit=2', 'limit'],
    ['two cursors', 'cursor=a&cursor=b', 'cursor'],
  ])('%s', (_, raw, name) =>
    expectSaid('listClaims', many(raw, name), 400, [`query.${name} must appear only once`]),
  );

  it.each(['0', '101', '1.5', '-1', 'all', ''])('the limit %j', (limit) =>
    expectSaid('listClaims', { as: account, query: { limit } }, 400, [
      'query.limit must be a whole number from 1 to 100',
    ]),
  );

  it('the cursor of another list', () =>
    expectSaid(
      'listClaims',
      { as: account, query: { cursor: 'eyJpZCI6MX0' } },
      400,
      'The cursor does not belong to this list or was changed. Start again without a cursor.',
    ));
});

describe('a mistake in the body is explained', () => {
  const json = 'Send the body as application/json in UTF-8.';
  const cases: readonly [string, OperationId, () => Sent | Promise<Sent>, number, string | string[]][] = [
    ['no body', 'checkDeletionReceipt', () => ({ headers: {} }), 400, ['body is required, as JSON']],
    ['an empty object', 'checkDeletionReceipt', () => ({ body: {} }), 400, ['body.receiptToken is required']],
    [
      'JSON that was cut',
      'checkDeletionReceipt',
      () => ({ body: '{"receiptToken":' }),
      400,
      ['body must be valid JSON in UTF-8'],
    ],
    ['a list', 'checkDeletionReceipt', () => ({ body: [] }), 400, ['body must be an object']],
    ['null', 'checkDeletionReceipt', () => ({ body: 'null' }), 400, ['body must be an object']],
    [
      'a field that is null',
      'checkDeletionReceipt',
      () => ({ body: { receiptToken: null } }),
      400,
      ['body.receiptToken must be a string'],
    ],
    [
      'a misspelt field',
      'checkDeletionReceipt',
      () => ({ body: { receiptTokne: 'x' } }),
      400,
      ['body.receiptToken is required', 'body.receiptTokne is unknown'],
    ],
    [
      'a form',
      'checkDeletionReceipt',
      () => ({ body: 'receiptToken=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
      415,
      json,
    ],
    [
      'no content type',
      'checkDeletionReceipt',
      () => ({ body: '{"receiptToken":"x"}', event: { headers: {} } }),
      415,
      json,
    ],
    [
      'a compressed body',
      'checkDeletionReceipt',
      () => ({ body: 'x', headers: { 'content-encoding': 'gzip' } }),
      415,
      'Send the body uncompressed and without a Content-Encoding header.',
    ],
    [
      'a body that is too large',
      'checkDeletionReceipt',
      () => ({ body: { receiptToken: 'x'.repeat(270_000) } }),
      413,
      'The body is larger than 256 KB.',
    ],
  ];
  it.each(cases)('%s', async (_, operation, sent, status, said) =>
    expectSaid(operation, { as: account, ...(await sent()) }, status, said),
  );
});

describe('a mistake in a request to one operation is explained', () => {
  const mistakes = operations.flatMap((operation) =>
    (calls[operation].mistakes ?? []).map((mistake: Mistake) => ({ operation, ...mistake })),
  );
  it.each(mistakes)('$operation: $what', async ({ operation, params, query, fields, by, said }) => {
    const valid = requestOf(operation, await castOf(world), by ?? validCaller(operation));
    const sent = {
      ...valid,
      ...(params && { params }),
      ...(query && { query }),
      ...(fields && { body: { ...Object(valid.body), ...fields } }),
    };
    await expectSaid(operation, sent, 400, [said].flat());
  });
});
