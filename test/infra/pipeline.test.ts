import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { originCertificateParameter, trustStoreVersionParameter } from '../../infra/stage.ts';
import manifest from '../../package.json' with { type: 'json' };
import { delivered } from './configuration.ts';
import { otherConfiguration } from './other-configuration.ts';
import {
  assemblyFolder,
  ofType,
  type Resources,
  synthesized,
  synthesizedPipeline,
  theOnly,
} from './synthesized.ts';

const require = createRequire(import.meta.url);
const resources = await synthesizedPipeline();
const pipeline = theOnly('AWS::CodePipeline::Pipeline', resources).Properties;
// biome-ignore lint/suspicious/noExplicitAny: a stage is whatever CodePipeline takes
const stages: readonly any[] = pipeline.Stages;
const named = (name: string) => stages.find(({ Name }) => Name === name);
const actionsOf = (name: string): string[] =>
  named(name).Actions.map((action: { Name: string }) => action.Name);

const folder = await assemblyFolder();
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });

describe('the pipeline', () => {
  it('publishes assets with the version of cdk-assets that is installed, which reads these assemblies', () => {
    const published = files
      .filter((file) => /buildspec-.*\.yaml$/.test(file))
      .map((file) => readFileSync(join(folder, file), 'utf8'));
    expect(published.length).toBeGreaterThan(0);
    for (const text of published)
      expect(text).toContain(`cdk-assets@${manifest.devDependencies['cdk-assets']}"`);
    expect(manifest.devDependencies['cdk-assets']).toBe(require('cdk-assets/package.json').version);

    const assets = files.filter((file) => file.endsWith('.assets.json'));
    expect(assets.length).toBeGreaterThan(10);
    const bin = join(dirname(require.resolve('cdk-assets/package.json')), 'bin/cdk-assets');
    // One of each kind of stack: each call takes half a second.
    for (const kind of ['pipeline.assets', 'stagingapi', 'productionedge']) {
      const file = assets.find((asset) => asset.includes(kind)) ?? '';
      const listed = execFileSync(process.execPath, [bin, '--path', join(folder, file), 'ls'], {
        encoding: 'utf8',
      });
      expect(listed).toContain('file {');
    }
  });

  it('names the Node.js of every build', () => {
    const builds = ofType('AWS::CodeBuild::Project', resources).map(
      ([, { Properties }]) => Properties.Source.BuildSpec,
    );
    expect(builds.length).toBeGreaterThan(3);
    for (const build of builds) {
      const text = build.endsWith('.yaml') ? readFileSync(join(folder, build), 'utf8') : build;
      expect(text.replaceAll('"', '')).toMatch(/runtime-versions:\s*\{?\s*nodejs: 24\b/);
    }
  });

  it('mails whoever gets production’s alarms when it fails and when it waits for approval', () => {
    const topic = theOnly('AWS::SNS::Topic', resources);
    const patterns = ofType('AWS::Events::Rule', resources)
      .filter(([, { Properties }]) => JSON.stringify(Properties.Targets).includes(topic.logicalId))
      .map(([, { Properties }]) => Properties.EventPattern);
    expect(patterns).toMatchObject([
      { 'detail-type': ['CodePipeline Pipeline Execution State Change'], detail: { state: ['FAILED'] } },
      {
        'detail-type': ['CodePipeline Action Execution State Change'],
        detail: { state: ['STARTED'], type: { category: ['Approval'] } },
      },
    ]);
    const { PolicyDocument } = theOnly('AWS::SNS::TopicPolicy', resources).Properties;
    // AWS documents that topic policies for EventBridge cannot have conditions: one statement, and without any.
    const publishing = PolicyDocument.Statement.filter(
      ({ Effect, Principal }: { Effect: string; Principal: unknown }) =>
        Effect === 'Allow' && JSON.stringify(Principal).includes('events.amazonaws.com'),
    );
    expect(publishing).toEqual([
      {
        Sid: expect.anything(),
        Effect: 'Allow',
        Action: 'sns:Publish',
        Principal: { Service: 'events.amazonaws.com' },
        Resource: { Ref: topic.logicalId },
      },
    ]);
    const { KeyPolicy } = resources[topic.Properties.KmsMasterKeyId['Fn::GetAtt'][0]]?.Properties ?? {};
    for (const policy of [PolicyDocument, KeyPolicy]) {
      expect(JSON.stringify(policy)).toContain('"Service":"events.amazonaws.com"');
    }
  });

  it('releases nothing whose dependencies have a known hole, and nothing untested', () => {
    const builds = ofType('AWS::CodeBuild::Project', resources).map(
      ([, { Properties }]) => Properties.Source.BuildSpec,
    );
    const synth = builds.filter((command) => typeof command === 'string' && command.includes('npm test'));
    expect(synth).toHaveLength(1);
    expect(JSON.parse(synth[0]).phases.build.commands).toEqual([
      'npm ci',
      'npm audit --omit=dev --audit-level=high',
      'npm test',
      'mkdir -p bill-of-materials && npm sbom --sbom-format=cyclonedx > bill-of-materials/sbom.json',
    ]);
    const { artifacts } = JSON.parse(synth[0]);
    const folders = Object.values<{ 'base-directory': string }>(artifacts['secondary-artifacts'] ?? {});
    expect(folders.map((artifact) => artifact['base-directory']).toSorted()).toEqual([
      'bill-of-materials',
      'cdk.out',
    ]);
    expect(named('Build').Actions[0].OutputArtifacts).toHaveLength(2);
  });

  it('may use the connection to the repository under both names of the service', () => {
    const policies = ofType('AWS::IAM::Policy', resources)
      .map(([, { Properties }]) => JSON.stringify(Properties.PolicyDocument))
      .filter((policy) => policy.includes(':UseConnection'));
    expect(policies).toHaveLength(1);
    for (const service of ['codeconnections', 'codestar-connections'])
      expect(policies[0]).toContain(`"${service}:UseConnection"`);
  });

  it('tests, changes itself, and deploys each delivered stage in its order, staging before production', () => {
    const [first, ...others] = delivered.map(({ name }) => name);
    expect(stages.map(({ Name }) => Name)).toEqual([
      ...['Source', 'Build', 'UpdatePipeline', 'Assets'],
      first,
      ...others.flatMap((name) => [`Approval-${name}`, name]),
    ]);
    expect([first, others.at(-1)]).toEqual(['staging', 'production']);
    expect(pipeline.PipelineType).toBe('V2');
  });

  it('asks what it has deployed from outside, and a person before production', () => {
    expect(actionsOf('staging').at(-1)).toBe('Smoke');
    expect(actionsOf('production').at(-1)).toBe('Smoke');
    // The approval is a separate stage that is not rolled back: a rejection must not change production.
    const { Actions, OnFailure } = named('Approval-production');
    expect(Actions).toMatchObject([{ Name: 'Approve-production', ActionTypeId: { Provider: 'Manual' } }]);
    expect(OnFailure).toBeUndefined();
  });

  it('deploys the edge last, after the API that it asks', () => {
    for (const stage of ['staging', 'production']) {
      const order = (name: string) =>
        named(stage).Actions.find((action: { Name: string }) => action.Name === name).RunOrder;
      expect(order('edge.Deploy')).toBeGreaterThan(order('api.Deploy'));
      expect(order('api.Deploy')).toBeGreaterThan(order('stateful.Deploy'));
    }
  });

  it('stops at the first stack whose parameter of the origin certificate is missing, as docs/operations/deploying.md says', async () => {
    for (const stage of delivered) {
      const order = (name: string): number =>
        named(stage.name).Actions.find((action: { Name: string }) => action.Name === name).RunOrder;
      const steps = ['stateful.Deploy', 'identity.Deploy', 'api.Prepare', 'api.Deploy', 'edge.Prepare'];
      expect([...steps].sort((a, b) => order(a) - order(b))).toEqual(steps);
      const { parametersOf } = await synthesized(stage);
      const needs = (stack: string, parameter: string) =>
        JSON.stringify(parametersOf(stack)).includes(`"${parameter}"`);
      const [trustStore, certificate] = [
        trustStoreVersionParameter(stage),
        originCertificateParameter(stage),
      ];
      const stacks = ['stateful', 'identity', 'api', 'monitoring', 'edge'];
      expect(stacks.filter((stack) => needs(stack, trustStore))).toEqual(['api']);
      expect(stacks.filter((stack) => needs(stack, certificate))).toEqual(['edge']);
      const document = readFileSync(new URL('../../docs/operations/deploying.md', import.meta.url), 'utf8');
      for (const parameter of [trustStore, certificate]) {
        expect(document).toContain(parameter.replace(stage.name, 'STAGE'));
      }
    }
  });

  it('leaves a closed stage closed: no rollback, no condition on alarms, and a smoke test that expects it', async () => {
    const closed = (await otherConfiguration()).pipeline;
    const ofClosed = theOnly('AWS::CodePipeline::Pipeline', closed).Properties;
    const stage = (name: string) => ofClosed.Stages.find(({ Name }: { Name: string }) => Name === name);
    expect(stage('staging')).not.toHaveProperty('OnFailure');
    expect(stage('staging')).not.toHaveProperty('OnSuccess');
    expect(stage('production')).toMatchObject({ OnFailure: { Result: 'ROLLBACK' }, OnSuccess: {} });
    const commands = (all: Resources) =>
      ofType('AWS::CodeBuild::Project', all)
        .map(([, { Properties }]) => String(Properties.Source.BuildSpec))
        .filter((text) => text.includes('npm run smoke'))
        .map((text) => JSON.parse(text).phases.build.commands.at(-1));
    const [open, shut] = ['', ' --closed'].map((rest) => `npm run smoke -- --url "$SIHAT_URL"${rest}`);
    expect(commands(closed).toSorted()).toEqual([open, shut].toSorted());
    expect(commands(resources)).toEqual([open, open]);
  });

  it.each(['staging', 'production'])(
    'takes %s back when it fails, or when one of its alarms goes off soon after',
    (name) => {
      const { OnFailure, OnSuccess } = named(name);
      expect(OnFailure).toEqual({ Result: 'ROLLBACK' });
      const rule = (alarm: string, Region = 'ap-southeast-5') => ({
        RuleTypeId: { Provider: 'CloudWatchAlarm' },
        Region,
        RoleArn: expect.stringMatching(new RegExp(`:role/sihat-${name}-alarm-reader$`)),
        Configuration: {
          AlarmName: `sihat-${name}-${alarm}`,
          AlarmStates: 'ALARM',
          // The slowest alarm takes a quarter of an hour.
          WaitTime: '25',
        },
      });
      const Rules = [
        ...['GatewayErrors', 'Latency', 'SignInErrors'].map((alarm) => rule(alarm)),
        rule('CanaryFails', 'us-east-1'),
      ];
      expect(OnSuccess.Conditions).toMatchObject([{ Result: 'ROLLBACK', Rules }]);
    },
  );
});
