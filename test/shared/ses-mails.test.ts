import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailEnvironment } from '../../shared/contract/environment.ts';
import type { MailService } from '../../shared/notices/mails.ts';
import { sesMails } from '../../shared/notices/ses-mails.ts';
import { listening } from '../support/listening.ts';
import { SES_PATH, sesService } from '../support/ses-service.ts';
import { newAccount } from '../support/world.ts';

const environment = {
  MAIL_REGION: 'ap-southeast-1',
  MAIL_FROM: 'no-reply@sihat.example',
  MAIL_DESK: 'https://api.sihat.example/desk',
  USER_POOL_ID: 'ap-southeast-5_AbCdEfGhI',
};
const mail = { subject: 'Sihat: 2 requests wait', text: 'Decide.', html: '<p>Decide.</p>' };

let ses: ReturnType<typeof sesService>;
/** What the user pool answers, and what it was asked. */
let user: { readonly status?: number; readonly body: object };
let asked: unknown[];
let mails: MailService;
const server = createServer(async (request, response) => {
  const sent = await text(request);
  if (request.url === SES_PATH) {
    const { status, body, errorType } = ses.reply(sent);
    return void response.writeHead(status, errorType ? { 'x-amzn-errortype': errorType } : {}).end(body);
  }
  asked.push([request.headers['x-amz-target'], JSON.parse(sent)]);
  response.writeHead(user.status ?? 200).end(JSON.stringify(user.body));
});
let endpoint: string;
beforeAll(async () => {
  endpoint = `http://127.0.0.1:${await listening(server)}`;
});
afterAll(() => void server.close());
beforeEach(() => {
  ses = sesService();
  asked = [];
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const connection = { endpoint, credentials, region: 'ap-southeast-5', maxAttempts: 1 };
  mails = sesMails(environment, { ses: connection, userPool: connection });
});

describe('the address of an account', () => {
  const attributes = (verified: string) => ({
    Enabled: true,
    UserAttributes: [
      { Name: 'email', Value: 'aina@example.com' },
      { Name: 'email_verified', Value: verified },
    ],
  });

  it('is read from the user pool', async () => {
    user = { body: attributes('true') };
    const account = newAccount();
    expect(await mails.addressOf(account)).toBe('aina@example.com');
    expect(asked).toEqual([
      [
        'AWSCognitoIdentityProviderService.AdminGetUser',
        { UserPoolId: environment.USER_POOL_ID, Username: account },
      ],
    ]);
  });

  it.each([
    ['that nobody has verified', { body: attributes('false') }],
    ['of a disabled user', { body: { ...attributes('true'), Enabled: false } }],
    [
      'of nobody',
      { status: 400, body: { __type: 'UserNotFoundException', message: 'User does not exist.' } },
    ],
  ])('%s is none', async (_, answer) => {
    user = answer;
    expect(await mails.addressOf(newAccount())).toBeUndefined();
  });

  it('that cannot be read now is an error', async () => {
    user = { status: 400, body: { __type: 'TooManyRequestsException', message: 'Rate exceeded' } };
    await expect(mails.addressOf(newAccount())).rejects.toThrow('Rate exceeded');
  });
});

describe('a mail', () => {
  it('is sent as text and as HTML from the sender of the stage', async () => {
    expect(await mails.send('aina@example.com', mail)).toBe('sent');
    expect(ses.mails).toEqual([{ from: environment.MAIL_FROM, to: 'aina@example.com', ...mail }]);
  });

  it('to what cannot be an address is refused', async () => {
    expect(await mails.send('nobody', mail)).toBe('refused');
  });

  it.each([
    { code: 'TooManyRequestsException', message: 'Maximum sending rate exceeded.', status: 429 },
    { code: 'SendingPausedException', message: 'Sending is paused.' },
    { code: 'InternalServerError', message: 'Down.', status: 500 },
  ])('that is not taken now is an error: $code', async (failing) => {
    ses.fail(failing);
    await expect(mails.send('aina@example.com', mail)).rejects.toThrow(failing.message);
    ses.fail(undefined);
    expect(await mails.send('aina@example.com', mail)).toBe('sent');
  });
});

it('is not configured without a region, and names what is wrong otherwise', () => {
  expect(mailEnvironment({})).toBeUndefined();
  expect(mailEnvironment(environment)).toEqual(environment);
  expect(() => mailEnvironment({ MAIL_REGION: 'ap-southeast-1', MAIL_FROM: 'nobody' })).toThrow(
    'Missing or wrong in the environment: USER_POOL_ID, MAIL_FROM, MAIL_DESK',
  );
});
