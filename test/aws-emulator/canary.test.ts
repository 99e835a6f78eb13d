import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { signIn } from '../../infra/admin/cognito.ts';
import { runCanary } from '../../infra/canary/handler.ts';
import { isAlarmOn } from '../infra/alarm-state.ts';
import { synthesizedPipeline, theOnly } from '../infra/synthesized.ts';
import { WITH_TOOL_TESTS } from '../support/tool-tests.ts';
import { startUserPool } from '../support/user-pool.ts';
import { newAccount } from '../support/world.ts';
import { readAssembly, type Template } from './cloudformation/assembly.ts';
import { type EmulatorOptions, startEmulator } from './emulator.ts';

/**
 * The canary against the emulated stack. A release that refuses every valid token passes the smoke test, which has none; the
 * canary finds it within two minutes, and the pipeline rolls it back.
 */

const assembly = readAssembly('cdk.out', 'staging');
const USER_POOL_ID = 'ap-southeast-5_Canary';
const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** The log lines of two minutes after a deployment. */
async function canaryAfter(options: EmulatorOptions) {
  const emulator = await startEmulator({ assembly, runsByItself: false, ...options });
  stops.push(emulator.stop);
  const sub = newAccount();
  const person = { user: 'canary@x.test', password: 'Aa1-canary-password' };
  const pool = await startUserPool({
    userPoolId: USER_POOL_ID,
    clientId: 'app',
    users: [{ mail: person.user, sub, password: person.password }],
    // The trigger of the stack knows no sign-in without a kind, which ID tokens have here.
    issue: ({ signIn: by, ...token }) => emulator.issuer.sign({ ...token, signIn: by ?? 'password' }),
  });
  stops.push(pool.stop);
  const lines: string[] = [];
  for (let minute = 0; minute < 2; minute++) {
    await runCanary(
      { url: emulator.url, namespace: 'Sihat/staging' },
      {
        readPerson: async () => ({ userPoolId: USER_POOL_ID, clientId: 'app', ...person }),
        countRecipients: async () => [1],
        signIn: async ({ user, password, ...of }) => {
          const askCode = async () => '';
          return (await signIn({ ...of, endpoint: pool.url }, { user, password, askCode })).accessToken;
        },
        now: emulator.clock.now,
        writeLine: (line) => lines.push(line),
      },
    );
    emulator.clock.advance(60);
  }
  return lines.map((line) => JSON.parse(line));
}

/** Whether the pipeline rolls staging back when the canary has logged these lines in the minutes after a deployment. */
async function isRolledBack(lines: readonly { readonly canaryFailures: number }[]): Promise<boolean> {
  const edge = assembly.stacks.find(({ name }) => name.endsWith('-edge'));
  const alarms = Object.values(edge?.template.Resources ?? {}).filter(
    ({ Type }) => Type === 'AWS::CloudWatch::Alarm',
  );
  // biome-ignore lint/suspicious/noExplicitAny: a resource is whatever CloudFormation takes
  const alarm: any = alarms.find(
    // biome-ignore lint/suspicious/noExplicitAny: a resource is whatever CloudFormation takes
    ({ Properties }: any) => Properties.AlarmName === 'sihat-staging-CanaryFails',
  );
  expect([alarm.Properties.MetricName, alarm.Properties.Period]).toEqual(['canaryFailures', 60]);
  const { Stages } = theOnly('AWS::CodePipeline::Pipeline', await synthesizedPipeline()).Properties;
  const { OnSuccess } = Stages.find(({ Name }: { Name: string }) => Name === 'staging');
  const rules = OnSuccess.Conditions[0].Rules.map(
    ({ Region, Configuration }: { Region: string; Configuration: { AlarmName: string } }) =>
      `${Region} ${Configuration.AlarmName}`,
  );
  expect(OnSuccess.Conditions[0].Result).toBe('ROLLBACK');
  const isOn = isAlarmOn(
    alarm.Properties,
    lines.map(({ canaryFailures }) => canaryFailures),
  );
  return isOn && rules.includes('us-east-1 sihat-staging-CanaryFails');
}

/** Replaces the value of an environment variable in every function. */
const withVariable =
  (variable: string, value: string) =>
  (template: Template): Template =>
    JSON.parse(JSON.stringify(template), (key, found) => (key === variable ? value : found));

it('the canary finds nothing wrong with the stack as it is', async () => {
  const lines = await canaryAfter({});
  expect(lines).toMatchObject([{ canaryFailures: 0 }, { canaryFailures: 0 }]);
  expect(lines[0]).not.toHaveProperty('problem');
  expect(await isRolledBack(lines)).toBe(false);
});

describe.runIf(WITH_TOOL_TESTS)('the pipeline rolls back a release with', () => {
  it.each([
    [
      'a wrong issuer',
      'TOKEN_ISSUER',
      'https://cognito-idp.ap-southeast-5.amazonaws.com/ap-southeast-5_Other',
    ],
    ['a wrong client id', 'TOKEN_CLIENT_ID', 'another'],
  ])('%s', async (_, variable, value) => {
    const lines = await canaryAfter({ change: withVariable(variable, value) });
    expect(lines.at(-1)).toMatchObject({
      step: 'read',
      problem: 'GET /v1/rewards/claims answered 401 instead of 200',
    });
    expect(await isRolledBack(lines)).toBe(true);
  });

  it('a validation that refuses everything', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sihat-refusing-'));
    stops.push(() => rmSync(folder, { recursive: true }));
    const refusing: typeof assembly = {
      ...assembly,
      asset(key) {
        if (!existsSync(join(assembly.asset(key), 'index.mjs'))) return assembly.asset(key);
        const own = join(folder, key.replaceAll(/\W/g, '-'));
        cpSync(assembly.asset(key), own, { recursive: true });
        writeFileSync(
          join(own, 'index.mjs'),
          // The trigger of the user pool still answers.
          `export const handler = async ({ headers, ...event }) => !headers ? event : ({
            statusCode: headers.authorization ? 400 : 401,
            headers: { 'content-type': 'application/json' },
            body: '{"code":"invalid_request","message":"Refused."}',
          });`,
        );
        return own;
      },
    };
    const lines = await canaryAfter({ assembly: refusing });
    expect(lines.at(-1)).toMatchObject({ step: 'read', canaryFailures: 1 });
    expect(await isRolledBack(lines)).toBe(true);
  });

  it('one failure is not enough', async () => {
    expect(await isRolledBack([{ canaryFailures: 1 }, { canaryFailures: 0 }])).toBe(false);
  });
});
