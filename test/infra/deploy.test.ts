import { readFileSync } from 'node:fs';
import { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { describe, expect, it } from 'vitest';
import { type Configuration, deploy, planOf } from '../../infra/deployment-plan.ts';
import { delivery, type StageConfiguration, stages } from '../../infra/stages.ts';
import { runToTheEnd } from '../support/running.ts';
import { assemblyFolder } from './synthesized.ts';

const WITHOUT_AWS = {
  HOME: '/nonexistent',
  AWS_EC2_METADATA_DISABLED: 'true',
  CDK_DISABLE_CLI_TELEMETRY: 'true',
};

const folder = await assemblyFolder();
const run = (...args: string[]) => runToTheEnd({ args }, 'infra/deploy.ts');

describe('npm run deploy', () => {
  it('says how it is used', async () => {
    const { code, stdout } = await run('--help');
    expect([code, stdout]).toEqual([0, expect.stringContaining('dev, staging, production')]);
  });

  it.each([
    ['without a stage', [], "missing required argument 'stage'"],
    [
      'for a stage that there is not',
      ['test'],
      'Unknown stage test. Use one of dev, staging, production, or pipeline.',
    ],
    [
      'for a stage without its ids',
      ['production'],
      'Set in infra/stages.ts before deploying production: account, domain.hostedZoneId, delivery.account.',
    ],
    [
      'for the pipeline without its ids',
      ['pipeline'],
      'Set in infra/stages.ts before deploying pipeline: delivery.account, delivery.connectionArn, staging.account, staging.domain.hostedZoneId, production.account, production.domain.hostedZoneId.',
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
      { args: ['dev', '--', '--app', folder], env: WITHOUT_AWS },
      'infra/deploy.ts',
    );
    expect(code).toBe(1);
    expect(stdout + stderr).toMatch(/Unable to resolve AWS account to use/);
  });

  it('hands the rest to CDK', async () => {
    const { code, stdout } = await run('dev', '--', '--help');
    expect(code).toBe(0);
    expect(stdout).toContain('--import-existing-resources');
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

  it('names the bootstrap commands that docs/operations.md shows', () => {
    const document = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
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

  it.each([
    ['production', true],
    ['pipeline', true],
    ['production', false],
    ['pipeline', false],
  ])('deploys %s without alarmMail only with --no-alarm-mail (alarmMail: %s)', async (name, alarmMail) => {
    const plan = planOf(name, configuration);
    if (!plan) throw new Error('unreachable');
    const calls: (readonly string[])[] = [];
    const [lines, errors]: [string[], string[]] = [[], []];
    const code = await deploy(
      name,
      plan,
      { cdkOptions: [], alarmMail },
      {
        cdkDeploy: async (args) => calls.push(args) - 1,
        hasOriginCertificate: async () => true,
        writeLine: (line) => lines.push(line),
        writeError: (line) => errors.push(line),
      },
    );
    if (alarmMail) {
      expect([code, calls, lines]).toEqual([2, [], []]);
      expect(errors).toEqual([expect.stringContaining('deploy with --no-alarm-mail')]);
    } else {
      expect([code, calls, errors]).toEqual([0, [plan.stacks], []]);
      expect(lines).toEqual([expect.stringContaining(plan.bootstrap[0] ?? 'a command')]);
    }
  });

  it('refuses production without somebody who receives its alarms', () => {
    expect(planOf('production', configuration)?.lacksAlarmMail).toBe(true);
    expect(planOf('pipeline', configuration)?.lacksAlarmMail).toBe(true);
    const heard = { ...production, alarmMail: 'oncall@sihat.my' };
    const told = { ...configuration, stages: { production: heard }, delivered: [heard] };
    expect([planOf('production', told), planOf('pipeline', told)]).toMatchObject([
      { lacksAlarmMail: false },
      { lacksAlarmMail: false },
    ]);
    expect(planOf('staging', configuration)?.lacksAlarmMail).toBe(false);
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
    const calls: (readonly string[])[] = [];
    const errors: string[] = [];
    const deployed = (
      name: string,
      { hasCertificate, code = 0 }: { hasCertificate: boolean; code?: number },
    ) => {
      const plan = planOf(name, configuration);
      if (!plan) throw new Error(`no plan for ${name}`);
      return deploy(
        name,
        plan,
        { cdkOptions: ['--require-approval=never'], alarmMail: true },
        {
          cdkDeploy: async (args) => {
            calls.push(args);
            return code;
          },
          hasOriginCertificate: async () => hasCertificate,
          writeLine: () => {},
          writeError: (line) => errors.push(line),
        },
      );
    };
    const stateful = ['staging/stateful', '--context', 'stage=staging', '--require-approval=never'];
    expect(await deployed('staging', { hasCertificate: false })).toBe(1);
    expect(calls.splice(0)).toEqual([stateful]);
    expect(errors.splice(0)).toEqual([
      'The stage staging has no origin certificate yet: run "npm run origin-certificate -- staging", then this command again.',
    ]);
    expect(await deployed('staging', { hasCertificate: false, code: 3 })).toBe(3);
    expect(await deployed('staging', { hasCertificate: true })).toBe(0);
    expect(await deployed('dev', { hasCertificate: false })).toBe(0);
    expect(calls).toEqual([
      stateful,
      ['**', '--context', 'stage=staging', '--require-approval=never'],
      ['**', '--context', 'stage=dev', '--require-approval=never'],
    ]);
    expect(errors).toEqual([]);
    // The name of the stack, as CDK displays it in an app of one stage.
    const { nestedAssembly } = new CloudAssembly(folder).getNestedAssemblyArtifact('assembly-dev');
    expect(nestedAssembly.stacks.map(({ hierarchicalId }) => hierarchicalId)).toContain('dev/stateful');
  });
});
