import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { describe, expect, it } from 'vitest';
import {
  callerAccount,
  concurrencyQuota,
  isMailSandboxed,
  regionStatus,
  tableQuota,
  topicsWithoutRecipient,
} from '../../infra/deployment/account-settings.ts';
import { type DeploymentOptions, type DeploymentTools, deploy } from '../../infra/deployment/deploy.ts';
import { planOf } from '../../infra/deployment/plan.ts';
import { alarmTopicsOf, type Configuration, type StageConfiguration } from '../../infra/stage.ts';
import { listening } from '../support/listening.ts';
import { runToTheEnd } from '../support/running.ts';
import { delivery, stages, configuration as withPlaceholders } from './configuration.ts';
import { assemblyFolder } from './synthesized.ts';

const folder = await assemblyFolder();
const run = (...args: string[]) => runToTheEnd({ args }, 'infra/deployment/main.ts');

describe('npm run deploy', () => {
  it('says how it is used', async () => {
    const { code, stdout } = await run('--help');
    expect([code, stdout]).toEqual([0, expect.stringContaining('dev, staging, production')]);
    for (const option of ['--no-alarm-mail', '--no-user-pool-mail']) expect(stdout).toContain(option);
  });

  it.each([
    ['without a stage', [], "missing required argument 'stage'"],
    [
      'for a stage that does not exist',
      ['test'],
      'Unknown stage test. Use one of dev, staging, production, or pipeline.',
    ],
    ['with an option before its place', ['dev', '--all'], "unknown option '--all'"],
  ])('%s deploys nothing and says why', async (_, args, why) => {
    const { code, stdout, stderr } = await run(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(why);
  });

  it('selects the stacks of a stage by its name, and no stacks outside stages', async () => {
    // Without credentials, the command stops where it needs them.
    const { code, stdout, stderr } = await runToTheEnd(
      { args: ['dev', '--', '--app', folder] },
      'infra/deployment/main.ts',
    );
    expect(code).toBe(1);
    expect(stdout + stderr).toMatch(/Unable to resolve AWS account to use/);
  });

  it('hands the rest to CDK', async () => {
    const { code, stdout } = await run('dev', '--', '--help');
    expect(code).toBe(0);
    expect(stdout).toContain('--import-existing-resources');
  });

  it('looks at AWS whether the region is enabled, before it deploys', async () => {
    const { address, close } = await fakeAws({ RegionOptStatus: 'DISABLED' });
    const env = {
      AWS_ENDPOINT_URL_ACCOUNT: address,
      AWS_ACCESS_KEY_ID: 'x',
      AWS_SECRET_ACCESS_KEY: 'x',
    };
    const { code, stdout, stderr } = await runToTheEnd({ args: ['dev'], env }, 'infra/deployment/main.ts');
    await close();
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('The region ap-southeast-5 is DISABLED in this account.');
  });
});

/** A server that gives the same response to every request, and remembers the requests. */
async function fakeAws(response: object | string) {
  const requests: string[] = [];
  const server = createServer(async (request, answer) => {
    const body = await text(request);
    requests.push(`${request.method} ${request.url} ${body}`.trim());
    answer
      .writeHead(200, { 'content-type': 'application/json' })
      .end(typeof response === 'string' ? response : JSON.stringify(response));
  });
  const address = `http://127.0.0.1:${await listening(server)}`;
  return {
    address,
    requests,
    connection: { endpoint: address, credentials: { accessKeyId: 'x', secretAccessKey: 'x' } },
    close: async () => void (await once(server.close(), 'close')),
  };
}

describe('the settings of an account', () => {
  it('come from the Account Management API, which knows every region', async () => {
    const { connection, requests, close } = await fakeAws({
      RegionName: 'ap-southeast-5',
      RegionOptStatus: 'ENABLING',
    });
    expect(await regionStatus('ap-southeast-5', connection)).toBe('ENABLING');
    await close();
    expect(requests).toEqual(['POST /getRegionOptStatus {"RegionName":"ap-southeast-5"}']);
  });

  it('show the account of the credentials', async () => {
    const { connection, requests, close } = await fakeAws({ AccountId: '111122223333' });
    expect(await callerAccount(connection)).toBe('111122223333');
    await close();
    expect(requests).toEqual(['POST /getAccountInformation {}']);
  });

  it.each([
    ['PendingConfirmation', ['ap-southeast-5', 'us-east-1', 'ap-southeast-5']],
    ['arn:aws:sns:ap-southeast-5:111122223333:sihat-staging-alarms:1', []],
  ])('show by SNS who has confirmed: %s', async (arn, regions) => {
    const answer = `<ListSubscriptionsByTopicResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><ListSubscriptionsByTopicResult><Subscriptions><member><SubscriptionArn>${arn}</SubscriptionArn></member></Subscriptions></ListSubscriptionsByTopicResult></ListSubscriptionsByTopicResponse>`;
    const { connection, requests, close } = await fakeAws(answer);
    const topics = alarmTopicsOf(stages.staging);
    const found = await topicsWithoutRecipient('111122223333', topics, connection);
    expect(found.map(({ region }) => region)).toEqual(regions);
    await close();
    expect(requests).toHaveLength(3);
    for (const request of requests) expect(request).toMatch(/111122223333%3Asihat-staging-(mail-)?alarms/);
  });

  it('come from Service Quotas, for the table and its indexes', async () => {
    const { connection, requests, close } = await fakeAws({ Quota: { Value: 40_000 } });
    expect(await tableQuota('ap-southeast-5', connection)).toEqual({ readUnits: 40_000, writeUnits: 40_000 });
    await close();
    expect(requests.toSorted()).toEqual([
      'POST / {"ServiceCode":"dynamodb","QuotaCode":"L-AB614373"}',
      'POST / {"ServiceCode":"dynamodb","QuotaCode":"L-CF0CBE56"}',
    ]);
  });

  it.each([true, false])('come from SES, which may be in its sandbox: %s', async (isSandboxed) => {
    const { connection, requests, close } = await fakeAws({ ProductionAccessEnabled: !isSandboxed });
    expect(await isMailSandboxed('ap-southeast-5', connection)).toBe(isSandboxed);
    await close();
    expect(requests).toEqual(['GET /v2/email/account']);
  });

  it('come from Lambda, whose quota is the one for all functions', async () => {
    const { connection, requests, close } = await fakeAws({
      AccountLimit: { ConcurrentExecutions: 10, UnreservedConcurrentExecutions: 7 },
    });
    expect(await concurrencyQuota('ap-southeast-5', connection)).toBe(10);
    await close();
    expect(requests).toEqual(['GET /2016-08-19/account-settings']);
  });
});

describe('the plan of a deployment', () => {
  const [PIPELINE_ACCOUNT, STAGING_ACCOUNT, PRODUCTION_ACCOUNT] = [
    '111111111111',
    '222222222222',
    '333333333333',
  ];
  const filledIn = (stage: StageConfiguration, account: string): StageConfiguration => ({
    ...stage,
    account,
    ...(stage.domain && { domain: { ...stage.domain, hostedZoneId: 'Z1' } }),
  });
  const staging = filledIn(stages.staging, STAGING_ACCOUNT);
  const production = filledIn(stages.production, PRODUCTION_ACCOUNT);
  const configuration: Configuration = {
    stages: { dev: stages.dev, staging, production },
    delivery: { ...delivery, account: PIPELINE_ACCOUNT, connectionArn: 'arn:aws:codeconnections:x' },
    delivered: [staging, production],
  };
  const trusted = `--trust ${PIPELINE_ACCOUNT} --cloudformation-execution-policies arn:aws:iam::aws:policy/AdministratorAccess`;

  it('names one bootstrap command for each account and region, trusted with its policies', () => {
    expect(planOf('staging', configuration)).toMatchObject({
      missing: [],
      bootstrap: [
        `npx cdk bootstrap aws://${STAGING_ACCOUNT}/ap-southeast-5 ${trusted}`,
        `npx cdk bootstrap aws://${STAGING_ACCOUNT}/us-east-1 ${trusted}`,
      ],
    });
    expect(planOf('pipeline', configuration)?.bootstrap).toEqual([
      `npx cdk bootstrap aws://${PIPELINE_ACCOUNT}/ap-southeast-1`,
      `npx cdk bootstrap aws://${PIPELINE_ACCOUNT}/ap-southeast-5`,
      `npx cdk bootstrap aws://${PIPELINE_ACCOUNT}/us-east-1`,
      ...[STAGING_ACCOUNT, PRODUCTION_ACCOUNT].flatMap((account) => [
        `npx cdk bootstrap aws://${account}/ap-southeast-5 ${trusted}`,
        `npx cdk bootstrap aws://${account}/us-east-1 ${trusted}`,
      ]),
    ]);
    expect(planOf('dev', configuration)?.bootstrap).toEqual([
      'npx cdk bootstrap aws://$(aws sts get-caller-identity --query Account --output text)/ap-southeast-5',
    ]);
  });

  it('names the bootstrap commands that docs/operations/deploying.md shows', () => {
    const document = readFileSync(new URL('../../docs/operations/deploying.md', import.meta.url), 'utf8');
    const shown = document.match(/^npx cdk bootstrap .*$/gm);
    const accounts = {
      [PIPELINE_ACCOUNT]: 'PIPELINE',
      [STAGING_ACCOUNT]: 'STAGING',
      [PRODUCTION_ACCOUNT]: 'PRODUCTION',
    };
    const named = planOf('pipeline', configuration)?.bootstrap.map((line) =>
      Object.entries(accounts).reduce((text, [account, name]) => text.replaceAll(account, name), line),
    );
    expect(shown).toEqual(named);
  });

  it('needs no trust where the pipeline deploys to its own account', () => {
    const own = filledIn(stages.staging, PIPELINE_ACCOUNT);
    const onlyStaging = { ...configuration, stages: { staging: own }, delivered: [own] };
    expect(planOf('staging', onlyStaging)?.bootstrap.join()).not.toContain('--trust');
    expect(planOf('pipeline', onlyStaging)?.bootstrap).toHaveLength(3);
  });

  /** Deploys with fake side effects, in an account that is ready by default. */
  async function deployed(
    name: string,
    options: Partial<DeploymentOptions> = {},
    tools: Partial<DeploymentTools> = {},
    of = configuration,
  ) {
    const plan = planOf(name, of);
    if (!plan) throw new Error(`no plan for ${name}`);
    const [calls, lines, errors]: [(readonly string[])[], string[], string[]] = [[], [], []];
    const code = await deploy(
      name,
      plan,
      { cdkOptions: [], alarmMail: false, userPoolMail: false, ...options },
      {
        cdkDeploy: async (args) => {
          calls.push(args);
          return 0;
        },
        hasOriginCertificate: async () => true,
        callerAccount: async () => plan.account ?? '',
        regionStatus: async () => 'ENABLED',
        concurrencyQuota: async () => 1500,
        tableQuota: async () => ({ readUnits: 72_000, writeUnits: 40_000 }),
        isMailSandboxed: async () => false,
        stackStatus: async () => 'CREATE_COMPLETE',
        raiseWarmThroughput: async () => [],
        topicsWithoutRecipient: async () => [],
        writeLine: (line) => lines.push(line),
        writeError: (line) => errors.push(line),
        ...tools,
      },
    );
    return { code, calls, lines, errors, plan };
  }

  it.each([
    ['production', 'account, domain.hostedZoneId, delivery.account'],
    [
      'pipeline',
      'delivery.account, delivery.connectionArn, staging.account, staging.domain.hostedZoneId, production.account, production.domain.hostedZoneId',
    ],
  ])('does not deploy %s before its placeholders are replaced', async (name, missing) => {
    expect(await deployed(name, {}, {}, withPlaceholders)).toMatchObject({
      code: 2,
      calls: [],
      lines: [],
      errors: [`Set in infra/stages.ts before deploying ${name}: ${missing}.`],
    });
  });

  it.each(['production', 'pipeline'])(
    'deploys %s without alarmMail or userPool.mail only with the option for each',
    async (name) => {
      const refusals = {
        alarmMail: expect.stringMatching(/nobody would receive its alarms.* deploy with --no-alarm-mail\.$/),
        userPoolMail: expect.stringMatching(/50 mails a day.* deploy with --no-user-pool-mail\.$/),
      };
      for (const [options, expected] of [
        [{ alarmMail: true, userPoolMail: true }, [refusals.alarmMail, refusals.userPoolMail]],
        [{ alarmMail: false, userPoolMail: true }, [refusals.userPoolMail]],
        [{ alarmMail: true, userPoolMail: false }, [refusals.alarmMail]],
      ] as const) {
        expect(await deployed(name, options)).toMatchObject({
          code: 2,
          calls: [],
          lines: [],
          errors: expected,
        });
      }
      const { code, calls, lines, errors, plan } = await deployed(name);
      expect([code, calls, errors]).toEqual([0, [plan.stacks], []]);
      expect(lines).toEqual([expect.stringContaining(plan.bootstrap[0] ?? 'a command')]);
    },
  );

  it('refuses production without somebody who receives its alarms and without mails of its own', () => {
    const lacking = (of: Configuration) =>
      ['production', 'pipeline', 'staging'].map((name) => planOf(name, of)?.lacking);
    expect(lacking(configuration)).toEqual([
      ['alarmMail', 'userPoolMail'],
      ['alarmMail', 'userPoolMail'],
      [],
    ]);
    const complete: StageConfiguration = {
      ...production,
      alarmMail: 'oncall@sihat.my',
      userPool: { mail: { fromEmail: 'noreply@sihat.my' } },
    };
    const stagesOf = { staging, production: complete };
    expect(lacking({ ...configuration, stages: stagesOf, delivered: [staging, complete] })).toEqual([
      [],
      [],
      [],
    ]);
  });

  describe.each(['dev', 'staging', 'production', 'pipeline'])('the account for %s', (name) => {
    it('is not deployed to before each of its regions is enabled', async () => {
      const { regions = [] } = planOf(name, configuration) ?? {};
      expect(regions).toEqual([
        ...(name === 'pipeline' ? ['ap-southeast-1'] : []),
        'ap-southeast-5',
        ...(name === 'dev' ? [] : ['us-east-1']),
      ]);
      for (const status of ['DISABLED', 'ENABLING', 'DISABLING']) {
        const regionStatus = async (region: string) =>
          region === 'ap-southeast-5' ? status : 'ENABLED_BY_DEFAULT';
        const concurrencyQuota = () => Promise.reject(new Error('the region is not enabled'));
        expect(await deployed(name, {}, { regionStatus, concurrencyQuota })).toMatchObject({
          code: 1,
          calls: [],
          lines: [],
          errors: [
            expect.stringMatching(
              `^The region ap-southeast-5 is ${status} .*"aws account enable-region --region-name ap-southeast-5"`,
            ),
          ],
        });
      }
      const regionStatus = async () => 'ENABLED_BY_DEFAULT';
      expect(await deployed(name, {}, { regionStatus })).toMatchObject({ code: 0, errors: [] });
    });

    it.skipIf(name === 'dev')('must be the one of the settings', async () => {
      const callerAccount = async () => '999999999999';
      const { code, calls, errors, plan } = await deployed(name, {}, { callerAccount });
      expect([code, calls]).toEqual([1, []]);
      expect(errors).toEqual([
        `The AWS credentials belong to the account 999999999999, and infra/stages.ts names ${plan.account}. Use those of ${plan.account}.`,
      ]);
    });

    it('is deployed to if its settings cannot be read, and a line says so', async () => {
      const unreadable = () => Promise.reject(new Error('not authorized to perform this action'));
      const { code, errors, plan } = await deployed(
        name,
        {},
        {
          ...{ callerAccount: unreadable, regionStatus: unreadable, concurrencyQuota: unreadable },
          ...{ tableQuota: unreadable, isMailSandboxed: unreadable, stackStatus: unreadable },
        },
      );
      // Production has quotas of its functions and its table, staging sends mails, and each stage has two stacks that are created first.
      const ofStage = { pipeline: 0, dev: 2, staging: 3, production: 4 }[name] ?? 0;
      const checks = plan.regions.length + (plan.account ? 1 : 0) + ofStage;
      expect([code, errors]).toEqual([
        0,
        Array(checks).fill(expect.stringMatching(/^Could not check .+: not authorized to perform/)),
      ]);
    });
  });

  it('needs the region of SES, too, and in the account of the pipeline', () => {
    const mailing: StageConfiguration = {
      ...production,
      userPool: { mail: { fromEmail: 'noreply@sihat.my', sesRegion: 'eu-west-1' } },
    };
    const of = { ...configuration, stages: { production: mailing }, delivered: [mailing] };
    for (const [name, account] of [
      ['production', PRODUCTION_ACCOUNT],
      ['pipeline', PIPELINE_ACCOUNT],
    ] as const) {
      const { regions, bootstrap } = planOf(name, of) ?? {};
      expect(regions).toContain('eu-west-1');
      expect(bootstrap).toContainEqual(
        expect.stringMatching(`^npx cdk bootstrap aws://${account}/eu-west-1( --trust|$)`),
      );
    }
  });

  it('says after a deployment who does not receive the alarms, and does not fail', async () => {
    const topicsWithoutRecipient: DeploymentTools['topicsWithoutRecipient'] = async ({ topics }) =>
      topics.slice(-1);
    expect(await deployed('staging', {}, { topicsWithoutRecipient })).toMatchObject({
      code: 0,
      errors: [
        'Nobody receives the messages of sihat-staging-mail-alarms in ap-southeast-5: infra/stages.ts has no alarmMail.',
      ],
    });
    const mailing: StageConfiguration = {
      ...production,
      alarmMail: 'oncall@sihat.my',
      userPool: { mail: { fromEmail: 'noreply@sihat.my' } },
    };
    const of = { ...configuration, stages: { production: mailing }, delivered: [mailing] };
    const unconfirmed = async (name: string) =>
      (await deployed(name, {}, { topicsWithoutRecipient }, of)).errors;
    expect([await unconfirmed('production'), await unconfirmed('pipeline')]).toEqual(
      ['sihat-production-mail-alarms', 'sihat-pipeline-alarms'].map((topic, n) => [
        `Nobody receives the messages of ${topic} in ${n === 0 ? mailing.region : delivery.region}: oncall@sihat.my has not confirmed the subscription.`,
      ]),
    );
    const unreadable = () => Promise.reject(new Error('no permission'));
    expect(await deployed('staging', {}, { topicsWithoutRecipient: unreadable })).toMatchObject({
      code: 0,
      errors: ['Could not check who receives the alarms: no permission'],
    });
    const notDeployed = await deployed('staging', {}, { cdkDeploy: async () => 3, topicsWithoutRecipient });
    expect(notDeployed).toMatchObject({ code: 3, errors: [] });
  });

  describe('the concurrency of a new account', () => {
    const quotaOf = (quota: number) => ({ concurrencyQuota: async () => quota });
    const { concurrency } = stages.production;
    const reserved = Object.values(concurrency.reserved).reduce((sum, runs) => sum + runs, 0);
    const request = `aws service-quotas request-service-quota-increase --region ap-southeast-5 --service-code lambda --quota-code L-B99A9384 --desired-value ${concurrency.quota}`;

    it.each([10, reserved + 99])(
      'that cannot hold the reservations of production (%i) is refused with the request for more',
      async (quota) => {
        const { code, calls, lines, errors } = await deployed('production', {}, quotaOf(quota));
        expect([code, calls, lines]).toEqual([1, [], []]);
        expect(errors).toEqual([expect.stringContaining(request)]);
        expect(errors[0]).toContain(`at most ${quota} functions`);
        expect(errors[0]).toContain(`The reservations of production need ${reserved}, and Lambda keeps 100`);
      },
    );

    it('that holds the reservations but is less than the alarm expects is reported, and enough', async () => {
      const { code, errors } = await deployed('production', {}, quotaOf(reserved + 100));
      expect([code, errors]).toEqual([0, [expect.stringContaining(request)]]);
      expect(errors[0]).toContain('The alarm ConcurrencyNearQuota would go off too late.');
      expect(await deployed('production', {}, quotaOf(concurrency.quota))).toMatchObject({ errors: [] });
    });

    it('is of no importance to stages without reservations, and not visible to the pipeline', async () => {
      for (const name of ['dev', 'staging', 'pipeline']) {
        expect(await deployed(name, {}, quotaOf(10))).toMatchObject({ code: 0, errors: [] });
      }
    });
  });

  describe('the warm throughput of production', () => {
    const tableQuota = async () => ({ readUnits: 40_000, writeUnits: 40_000 });

    it('is requested before anything is created, where the quota of the account is lower', async () => {
      const { code, calls, errors } = await deployed('production', {}, { tableQuota });
      expect([code, calls]).toEqual([1, []]);
      expect(errors).toEqual([
        'A table may have at most 40000 readUnits in ap-southeast-5 in this account, and infra/stages.ts has a warmThroughput of 72000. Run "aws service-quotas request-service-quota-increase --region ap-southeast-5 --service-code dynamodb --quota-code L-CF0CBE56 --desired-value 72000".',
      ]);
      expect(await deployed('staging', {}, { tableQuota })).toMatchObject({ code: 0, errors: [] });
    });

    it('is raised last, and a failure says that the stage is deployed', async () => {
      const raiseWarmThroughput = async () => ['the table', 'gsi2'];
      const { code, lines } = await deployed('production', {}, { raiseWarmThroughput });
      expect([code, lines.at(-1)]).toEqual([
        0,
        'AWS raises the warm throughput of the table and gsi2 in some minutes.',
      ]);
      const failing = () => Promise.reject(new Error('the table is being updated'));
      expect(await deployed('production', {}, { raiseWarmThroughput: failing })).toMatchObject({
        code: 1,
        calls: [['**', '--context', 'stage=production']],
        errors: [
          'The stage is deployed, but its warm throughput was not raised: the table is being updated. Run this command again.',
        ],
      });
    });
  });

  it('says that SES is in its sandbox, and deploys all the same', async () => {
    const mailing: StageConfiguration = {
      ...production,
      userPool: { mail: { fromEmail: 'noreply@sihat.my' } },
    };
    const of = { ...configuration, stages: { production: mailing }, delivered: [mailing] };
    const asked: string[] = [];
    const isMailSandboxed = async (region: string) => asked.push(region) > 0;
    expect(await deployed('production', {}, { isMailSandboxed }, of)).toMatchObject({
      code: 0,
      errors: [expect.stringMatching(/^SES is in its sandbox in ap-southeast-5: /)],
    });
    expect(asked).toEqual(['ap-southeast-5']);
  });

  it('needs a certificate only where there is an edge', () => {
    expect(planOf('staging', configuration)?.stageWithEdge).toEqual(staging);
    expect(planOf('dev', configuration)?.stageWithEdge).toBeUndefined();
  });

  it('gives each stage a zone of its own', () => {
    const zones = [staging, production].map(({ domain }) => domain);
    expect(zones).toMatchObject([
      { name: 'api.staging.sihat.my', hostedZoneName: 'staging.sihat.my' },
      { name: 'api.sihat.my', hostedZoneName: 'sihat.my' },
    ]);
  });

  it('deploys what holds the certificate authority first, and stops with one line without a certificate', async () => {
    const cdkOptions = ['--require-approval=never'];
    const withCertificate = (name: string, hasCertificate: boolean) =>
      deployed(name, { cdkOptions }, { hasOriginCertificate: async () => hasCertificate });
    const created = (stack: string) => [
      ...[`staging/${stack}`, '--exclusively', '--no-rollback', '--context', 'stage=staging'],
      ...cdkOptions,
    ];
    const onNothing = { hasOriginCertificate: async () => false, stackStatus: async () => undefined };
    expect(await deployed('staging', { cdkOptions }, onNothing)).toMatchObject({
      code: 1,
      calls: [created('stateful'), created('identity')],
      errors: [
        'The stage staging has no origin certificate yet: run "npm run origin-certificate -- staging", then this command again.',
      ],
    });
    expect(await withCertificate('staging', false)).toMatchObject({ code: 1, calls: [] });
    for (const [name, hasCertificate] of [
      ['staging', true],
      ['dev', false],
    ] as const) {
      expect(await withCertificate(name, hasCertificate)).toMatchObject({
        code: 0,
        calls: [['**', '--context', `stage=${name}`, ...cdkOptions]],
        errors: [],
      });
    }
    // The name of the stack, as CDK displays it in an app of one stage.
    const { nestedAssembly } = new CloudAssembly(folder).getNestedAssemblyArtifact('assembly-dev');
    expect(nestedAssembly.stacks.map(({ hierarchicalId }) => hierarchicalId)).toContain('dev/stateful');
  });
});
