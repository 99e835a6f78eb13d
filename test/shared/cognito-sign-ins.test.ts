import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { cognitoSignIns } from '../../shared/identity/cognito-sign-ins.ts';
import { listening } from '../support/listening.ts';
import { newAccount } from '../support/world.ts';

let server: Server | undefined;
afterEach(() => server?.close());

/** A fake user pool that always sends the same response and records its requests. */
async function givenPool(status: number, body: object) {
  const asked: { target: string | string[] | undefined; body: unknown }[] = [];
  server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    asked.push({ target: request.headers['x-amz-target'], body: JSON.parse(text) });
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
  });
  const port = await listening(server);
  const signIns = cognitoSignIns(
    { USER_POOL_ID: 'ap-southeast-5_Pool' },
    {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'ap-southeast-5',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
      maxAttempts: 1,
    },
  );
  return { signIns, asked };
}

describe('the sign-ins of a user pool', () => {
  it('are removed by the id of the account', async () => {
    const { signIns, asked } = await givenPool(200, {});
    const account = newAccount();
    await signIns.remove(account);
    expect(asked).toEqual([
      {
        target: 'AWSCognitoIdentityProviderService.AdminDeleteUser',
        body: { UserPoolId: 'ap-southeast-5_Pool', Username: account },
      },
    ]);
  });

  it('that are gone already are no error', async () => {
    const { signIns } = await givenPool(400, {
      __type: 'UserNotFoundException',
      message: 'User does not exist.',
    });
    await signIns.remove(newAccount());
  });

  it('that cannot be removed are one', async () => {
    const { signIns } = await givenPool(400, { __type: 'NotAuthorizedException', message: 'No.' });
    await expect(signIns.remove(newAccount())).rejects.toThrow();
  });

  it('ask for the pool in the environment, by name', () => {
    expect(() => cognitoSignIns({})).toThrow('USER_POOL_ID');
  });
});
