import { beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '../../functions/contracts.ts';
import { tokenIssuer } from '../../local/http/issuer.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import { type Answer, newAccount, newWorld, type Sent, type World } from '../support/world.ts';
import { calls, operations, validRequest } from './calls.ts';

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

const valid = (operation: OperationId): Promise<Sent> => validRequest(world, operation);
/** A valid call with other fields in its body. `undefined` omits a field. */
const changed = async (operation: OperationId, fields: object): Promise<Sent> => {
  const call = await valid(operation);
  return { ...call, body: { ...Object(call.body), ...fields } };
};
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

  it('the role is missing', () =>
    expectSaid('createWorkspace', { as: account, body: {} }, 400, [
      'body.name is required',
      'body.workspaceKind is required',
      'body.ownerId is required',
    ]));
});

describe('a mistake in the path or the query is explained', () => {
  const code =
    'must have 3 to 64 lower-case letters, digits and hyphens, and must not begin with a hyphen, such as kl-expo-2026';
  const many = (raw: string, name: string): Sent => ({
    as: account,
    event: {
      rawQueryString: raw,
      queryStringParameters: { [name]: new URLSearchParams(raw).getAll(name).join(',') },
    },
  });
  const cases: readonly [string, OperationId, () => Sent, string[]][] = [
    ['a code in capitals', 'findEvent', () => ({ params: { code: 'KL-EXPO' } }), [`path.code ${code}`]],
    ['a code with a space', 'getDisplay', () => ({ params: { code: 'kl expo' } }), [`path.code ${code}`]],
    ['a code that is too short', 'findEvent', () => ({ params: { code: 'kl' } }), [`path.code ${code}`]],
    [
      'an id that is none',
      'joinClub',
      () => ({ as: account, params: { id: '1' } }),
      ['path.id must be a UUID'],
    ],
    [
      'the template of the path',
      'joinClub',
      () => ({ as: account, params: { id: '{id}' } }),
      ['path.id must be a UUID'],
    ],
    ['a missing parameter', 'listAccessRequests', () => ({ as: account }), ['query.as is required']],
    [
      'an unknown choice',
      'listAccessRequests',
      () => ({ as: account, query: { as: 'doctor' } }),
      ['query.as must be one of: patient, practitioner'],
    ],
    [
      'two limits',
      'listClaims',
      () => many('limit=1&limit=2', 'limit'),
      ['query.limit must appear only once'],
    ],
    [
      'two cursors',
      'listClaims',
      () => many('cursor=a&cursor=b', 'cursor'),
      ['query.cursor must appear only once'],
    ],
  ];
  it.each(cases)('%s', async (_, operation, sent, issues) => expectSaid(operation, sent(), 400, issues));

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

  const period = { from: '2031-03-01', to: '2031-03-14' };
  it.each([
    ['no period', {}, ['query.from is required', 'query.to is required']],
    [
      'times instead of days',
      { ...period, from: '2031-03-01T00:00:00Z' },
      ['query.from must be one day that exists, as YYYY-MM-DD'],
    ],
    [
      'a day that does not exist',
      { ...period, to: '2031-02-30' },
      ['query.to must be one day that exists, as YYYY-MM-DD'],
    ],
    [
      'a period that ends before it begins',
      { from: '2031-03-14', to: '2031-03-01' },
      ['query.to must not be before from'],
    ],
    [
      'a period of two years',
      { from: '2030-01-01', to: '2031-12-31' },
      ['query.to must end a period of at most 366 days, including both ends'],
    ],
  ])('%s', async (_, query, issues) =>
    expectSaid('workspaceAnalytics', { ...(await valid('workspaceAnalytics')), query }, 400, issues),
  );
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
    [
      'a language that is missing deep inside',
      'createOnboardingDraft',
      async () => {
        const call = await valid('createOnboardingDraft');
        const body = structuredClone(call.body) as {
          definition: { slides: { title: Record<string, unknown> }[] };
        };
        const [slide] = body.definition.slides;
        if (slide) slide.title['ms-MY'] = undefined;
        return { ...call, body };
      },
      400,
      ['body.definition.slides.0.title.ms-MY is required'],
    ],
  ];
  it.each(cases)('%s', async (_, operation, sent, status, said) =>
    expectSaid(operation, { as: account, ...(await sent()) }, status, said),
  );

  const wrongFields = operations.flatMap((operation) =>
    (calls[operation].mistakes ?? []).map((mistake) => ({ operation, ...mistake })),
  );
  it.each(wrongFields)('$what', async ({ operation, fields, said }) =>
    expectSaid(operation, { as: account, ...(await changed(operation, fields)) }, 400, [`body.${said}`]),
  );
});
