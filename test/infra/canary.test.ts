import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signIn as signInAtCognito } from '../../infra/admin/cognito.ts';
import { buildCanary } from '../../infra/bundles/build-canary.ts';
import { checkStage } from '../../infra/canary/check.ts';
import { createCanaryPerson, StackMissing } from '../../infra/canary/create-person.ts';
import { type CanaryTools, runCanary } from '../../infra/canary/handler.ts';
import { CanaryPerson } from '../../infra/canary/person.ts';
import { CLOSED_RESPONSE } from '../../infra/closing/closed-response.ts';
import { issueClientCertificate, newAuthority } from '../../infra/origin-certificate/authority.ts';
import { listening } from '../support/listening.ts';
import { runToTheEnd, startInProcess } from '../support/running.ts';
import { startUserPool } from '../support/user-pool.ts';
import { newAccount } from '../support/world.ts';
import { stages } from './configuration.ts';
import { otherConfiguration } from './other-configuration.ts';
import { ofType, type Resources, staging, theOnly } from './synthesized.ts';

const PERSON = { userPoolId: 'ap-southeast-5_x', clientId: 'app', user: 'canary@x.test', password: 'secret' };

describe('the canary', () => {
  let local: Awaited<ReturnType<typeof startInProcess>>;
  beforeAll(async () => {
    local = await startInProcess();
  });
  afterAll(() => local.stop());

  /** Runs once and returns its log line. */
  async function run(url: string, tools: Partial<CanaryTools> = {}) {
    const lines: string[] = [];
    await runCanary(
      { url, namespace: 'Sihat/staging' },
      {
        readPerson: async () => PERSON,
        countRecipients: async () => [2, 1],
        signIn: () => local.tokenOf({ accountId: newAccount() }),
        now: () => new Date('2026-11-25T04:00:00.000Z'),
        writeLine: (line) => lines.push(line),
        ...tools,
      },
    );
    expect(lines).toHaveLength(1);
    return JSON.parse(lines[0] ?? '');
  }

  /** A stage of which one path has another answer. */
  async function withAnswer<T>(
    path: string,
    [status, headers, body]: [number, Record<string, string>, string],
    task: (url: string) => Promise<T>,
  ): Promise<T> {
    const server = createServer(async ({ url = '', method = 'GET', headers: asked }, response) => {
      if (url === path) return void response.writeHead(status, headers).end(body);
      const { authorization = '' } = asked;
      const answer = await fetch(local.url + url, {
        method,
        headers: authorization ? { authorization } : {},
      });
      response.writeHead(answer.status).end(await answer.text());
    });
    try {
      return await task(`http://127.0.0.1:${await listening(server)}`);
    } finally {
      server.close();
    }
  }

  it('reaches the stage, signs in, reads and writes, and logs its metrics', async () => {
    const line = await run(local.url);
    expect(line).toEqual({
      _aws: {
        Timestamp: Date.parse('2026-11-25T04:00:00.000Z'),
        CloudWatchMetrics: [
          {
            Namespace: 'Sihat/staging',
            Dimensions: [['worker']],
            Metrics: ['unreachable', 'canaryFailures', 'withoutPerson', 'alarmRecipients'].map((Name) => ({
              Name,
            })),
          },
        ],
      },
      level: 'info',
      worker: 'canary',
      isClosed: false,
      isThrottled: false,
      unreachable: 0,
      canaryFailures: 0,
      withoutPerson: 0,
      alarmRecipients: 1,
    });
  });

  it.each([
    ['read', '/v1/rewards/claims', 'GET /v1/rewards/claims answered 401 instead of 200', 401],
    ['write', '/v1/clinical/qr-tokens', 'POST /v1/clinical/qr-tokens answered 500 instead of 201', 500],
  ])('says that it could not %s, without the body of the response', async (step, path, problem, status) => {
    const line = await withAnswer(path, [status, {}, '{"secret":1}'], (url) => run(url));
    expect(line).toMatchObject({ level: 'error', step, problem, canaryFailures: 1, unreachable: 0 });
    expect(JSON.stringify(line)).not.toContain('secret');
  });

  it('says that it could not sign in', async () => {
    const signIn = () => Promise.reject(new Error('Cannot sign in: User does not exist.'));
    expect(await run(local.url, { signIn })).toMatchObject({
      step: 'sign_in',
      problem: 'Cannot sign in: User does not exist.',
      canaryFailures: 1,
      unreachable: 0,
    });
  });

  it('says that the stage is not reachable, and why', async () => {
    const server = createServer();
    const url = `http://127.0.0.1:${await listening(server)}`;
    await new Promise((done) => server.close(done));
    expect(await run(url)).toMatchObject({
      step: 'reach',
      problem: expect.stringContaining('ECONNREFUSED'),
      unreachable: 1,
      canaryFailures: 1,
    });
    expect(await run('https://sihat.invalid')).toMatchObject({
      problem: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/),
      unreachable: 1,
    });
    // CloudFront answers 502 if it does not reach the API.
    const bad: [number, Record<string, string>, string] = [502, {}, '<html>'];
    const line = await withAnswer('/v1/rewards/claims', bad, (at) => run(at));
    expect(line).toMatchObject({ step: 'reach', problem: expect.stringContaining('502'), unreachable: 1 });
  });

  it('says that a certificate is not valid', async () => {
    const now = new Date();
    const authority = await newAuthority('Nobody trusts it', now);
    const { certificate, privateKey } = await issueClientCertificate(authority, 'localhost', now);
    const server = createHttpsServer({ cert: certificate, key: privateKey });
    expect(await run(`https://127.0.0.1:${await listening(server)}`)).toMatchObject({
      step: 'reach',
      problem: expect.stringContaining('certificate'),
      unreachable: 1,
    });
    server.close();
  });

  it('does not count a 429, which anybody can cause, as a failure', async () => {
    const throttled: [number, Record<string, string>, string] = [429, {}, '{}'];
    const line = await withAnswer('/v1/clinical/qr-tokens', throttled, (url) => run(url));
    expect(line).toMatchObject({ isThrottled: true, canaryFailures: 0, unreachable: 0 });
    const cognito = createServer((_, response) =>
      response.writeHead(400).end('{"__type":"TooManyRequestsException","message":"Rate exceeded"}'),
    );
    const endpoint = `http://127.0.0.1:${await listening(cognito)}`;
    const signIn = async () =>
      (await signInAtCognito({ ...PERSON, endpoint }, { ...PERSON, askCode: async () => '' })).accessToken;
    expect(await run(local.url, { signIn })).toMatchObject({ isThrottled: true, canaryFailures: 0 });
    cognito.close();
  });

  it('logs its result if a service does not answer, the secret cannot be read, or the recipients cannot be counted', async () => {
    const never = () => new Promise<never>(() => {});
    expect(await checkStage({ url: local.url, signIn: never, deadline: 50 })).toMatchObject({
      failed: { step: 'sign_in', problem: 'no answer within 0.05 s' },
    });
    const readPerson = () => Promise.reject(new Error('no permission'));
    expect(await run(local.url, { readPerson })).toMatchObject({
      step: 'sign_in',
      problem: 'no permission',
      canaryFailures: 1,
      withoutPerson: 0,
    });
    const countRecipients = () => Promise.reject(new Error('no topic'));
    const line = await run(local.url, { countRecipients });
    expect(line).toMatchObject({ level: 'error', recipientsUnknown: 'no topic', canaryFailures: 0 });
    expect(line).not.toHaveProperty('alarmRecipients');
  });

  it('repeats a request once after a 503', async () => {
    let answers = 0;
    const server = createServer((_, response) => response.writeHead(++answers === 1 ? 503 : 401).end('{}'));
    const url = `http://127.0.0.1:${await listening(server)}`;
    const signIn = async () => undefined;
    expect(await checkStage({ url, signIn })).toEqual({ isClosed: false, isThrottled: false });
    server.close();
  });

  it('finds nothing wrong with a stage that is closed', async () => {
    const { status, body, retryAfterSeconds } = CLOSED_RESPONSE;
    const closed: [number, Record<string, string>, string] = [
      status,
      { 'retry-after': String(retryAfterSeconds) },
      body,
    ];
    const line = await withAnswer('/v1/rewards/claims', closed, (url) => run(url));
    expect(line).toMatchObject({ level: 'info', isClosed: true, canaryFailures: 0, unreachable: 0 });
  });

  it('only reaches the stage before it has a person', async () => {
    const line = await run(local.url, { readPerson: async () => undefined });
    expect(line).toMatchObject({ withoutPerson: 1, canaryFailures: 0 });
  });
});

/** The properties of the function in a template. */
const canaryIn = (edge: Resources) =>
  ofType('AWS::Lambda::Function', edge).find(([id]) => id.startsWith('Canary'))?.[1].Properties;

it('the built function signs in with the stored secret, counts the recipients and logs its metrics', async () => {
  const local = await startInProcess();
  const sub = newAccount();
  const person = { ...PERSON, password: 'Aa1-canary-password' };
  const pool = await startUserPool({
    ...person,
    users: [{ mail: person.user, sub, password: person.password }],
    issue: ({ accountId, signIn }) => local.tokenOf({ accountId, signIn: signIn ?? undefined }),
  });
  const asked: string[] = [];
  const services = createServer(async (request, response) => {
    const body = await text(request);
    asked.push(`${request.headers['authorization']?.split('/')[2]} ${body}`);
    const topic =
      '<GetTopicAttributesResponse><GetTopicAttributesResult><Attributes><entry><key>SubscriptionsConfirmed</key>' +
      '<value>3</value></entry></Attributes></GetTopicAttributesResult></GetTopicAttributesResponse>';
    response.end(body.startsWith('{') ? JSON.stringify({ SecretString: JSON.stringify(person) }) : topic);
  });
  const endpoint = `http://127.0.0.1:${await listening(services)}`;
  const folder = await mkdtemp(join(tmpdir(), 'sihat-canary-'));
  const main = join(folder, 'main.mjs');
  // Cognito's address follows from the id of the user pool, so only `fetch` can lead to another server.
  const script = `
    const send = fetch;
    globalThis.fetch = (url, options) =>
      send(String(url).startsWith('https://cognito-idp.ap-southeast-5.') ? '${pool.url}' : url, options);
    const { handler } = (await import('./index.js')).default;
    await handler();`;
  try {
    await Promise.all([buildCanary(folder), writeFile(main, script)]);
    const { edge = {} } = await staging();
    const built = canaryIn(edge);
    expect(built.Handler).toBe('index.handler');
    const { SECRET_NAME, METRICS_NAMESPACE, ...others } = built.Environment.Variables;
    expect(Object.keys(others)).toEqual(['URL', 'TOPIC_ARNS']);
    const topics = ['ap-southeast-5', 'us-east-1'].map(
      (region) => `arn:aws:sns:${region}:1:sihat-staging-alarms`,
    );
    const env = {
      SECRET_NAME,
      METRICS_NAMESPACE,
      URL: local.url,
      TOPIC_ARNS: topics.join(' '),
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'a',
      AWS_SECRET_ACCESS_KEY: 'b',
      AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoint,
      AWS_ENDPOINT_URL_SNS: endpoint,
    };
    const { code, stdout, stderr } = await runToTheEnd({ env }, main);
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({
      level: 'info',
      canaryFailures: 0,
      withoutPerson: 0,
      alarmRecipients: 3,
    });
    expect(stdout).not.toContain(person.password);
    expect(asked.toSorted()).toEqual([
      expect.stringMatching(
        /^ap-southeast-5 Action=GetTopicAttributes&Version=[-\d]+&TopicArn=arn.*ap-southeast-5/,
      ),
      expect.stringMatching(/^us-east-1 Action=GetTopicAttributes&Version=[-\d]+&TopicArn=arn.*us-east-1/),
      'us-east-1 {"SecretId":"sihat/staging/canary"}',
    ]);
  } finally {
    services.close();
    await Promise.all([pool.stop(), local.stop(), rm(folder, { recursive: true })]);
  }
});

it('the canary counts the recipients of every topic of a stage, also of the one for alarms about mails', async () => {
  const { production } = await otherConfiguration();
  const { edge = {}, monitoring, mail = {}, regionOf } = production;
  const topics = Object.entries({ monitoring, edge, mail }).map(
    ([stack, resources]) =>
      `${regionOf(stack)} ${theOnly('AWS::SNS::Topic', resources).Properties.TopicName}`,
  );
  const { Variables } = canaryIn(edge).Environment;
  const counted = JSON.stringify(Variables.TOPIC_ARNS).matchAll(/sns:([a-z\d-]+):[^ ]*?(sihat-[a-z-]+)/g);
  expect(Array.from(counted, ([, region, name]) => `${region} ${name}`)).toEqual(topics);
  expect(topics).toHaveLength(3);
});

describe('npm run canary', () => {
  const calls: { readonly operation: string; readonly input: Record<string, unknown> }[] = [];
  let isKnown = false;
  let hasSecret = true;
  let pools = ['ap-southeast-5_x'];
  const stage = stages.staging;
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const operation = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
    const input = JSON.parse(await text(request));
    calls.push({ operation, input });
    const answers: Readonly<Record<string, () => [number, object]>> = {
      ListUserPools: () => [200, { UserPools: pools.map((Id) => ({ Name: 'sihat-staging', Id })) }],
      ListUserPoolClients: () => {
        const isWhole = input.UserPoolId === 'ap-southeast-5_x';
        return [200, { UserPoolClients: isWhole ? [{ ClientName: 'app', ClientId: 'client-1' }] : [] }];
      },
      AdminCreateUser: () => (isKnown ? [400, { __type: 'UsernameExistsException' }] : [200, {}]),
      PutSecretValue: () => (hasSecret ? [200, {}] : [400, { __type: 'ResourceNotFoundException' }]),
    };
    const [status, body] = answers[operation]?.() ?? [200, {}];
    response.writeHead(status).end(JSON.stringify(body));
  });
  let connection: { endpoint: string; credentials: { accessKeyId: string; secretAccessKey: string } };
  beforeAll(async () => {
    const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
    connection = { endpoint: `http://127.0.0.1:${await listening(server)}`, credentials };
  });
  afterAll(() => void server.close());
  beforeEach(() => {
    calls.length = 0;
    isKnown = false;
    hasSecret = true;
    pools = ['ap-southeast-5_x'];
  });
  const stored = () => {
    const { input } = calls.find(({ operation }) => operation === 'PutSecretValue') ?? {};
    expect(input?.['SecretId']).toBe('sihat/staging/canary');
    return CanaryPerson.parse(JSON.parse(String(input?.['SecretString'])));
  };

  it('creates a person whose password fits the policy, and stores how to sign in', async () => {
    expect(await createCanaryPerson(stage, connection)).toBe('canary@api.staging.sihat.my');
    const { password, ...person } = stored();
    expect(person).toEqual({
      userPoolId: 'ap-southeast-5_x',
      clientId: 'client-1',
      user: 'canary@api.staging.sihat.my',
    });
    for (const kind of [/[a-z]/, /[A-Z]/, /\d/, /[-_]/, /^.{40,}$/]) expect(password).toMatch(kind);
    expect(calls.find(({ operation }) => operation === 'AdminCreateUser')?.input).toMatchObject({
      MessageAction: 'SUPPRESS',
    });
    expect(calls.find(({ operation }) => operation === 'AdminSetUserPassword')?.input).toMatchObject({
      Password: password,
      Permanent: true,
    });
  });

  it('gives the existing person another password', async () => {
    isKnown = true;
    await createCanaryPerson(stage, connection);
    const first = stored().password;
    calls.length = 0;
    await createCanaryPerson(stage, connection);
    expect(stored().password).not.toBe(first);
  });

  it('finds the whole pool beside one of the same name from a creation that failed', async () => {
    pools = ['ap-southeast-5_half', 'ap-southeast-5_x'];
    await createCanaryPerson(stage, connection);
    expect(stored().userPoolId).toBe('ap-southeast-5_x');
    pools = ['ap-southeast-5_half'];
    await expect(createCanaryPerson(stage, connection)).rejects.toThrow(new StackMissing('staging-identity'));
  });

  it('names the stack that is not deployed', async () => {
    hasSecret = false;
    await expect(createCanaryPerson(stage, connection)).rejects.toThrow(new StackMissing('staging-edge'));
    const other = { ...stages.production, domain: { name: 'x.test' } };
    await expect(createCanaryPerson(other, connection)).rejects.toThrow(
      new StackMissing('production-identity'),
    );
  });

  it('does not know a stage without a domain', async () => {
    const { code, stderr } = await runToTheEnd({ args: ['dev'] }, 'infra/canary/main.ts');
    expect([code, stderr.trim()]).toEqual([2, 'dev is not a stage with a domain.']);
  });
});
