import { describe, expect, it } from 'vitest';
import { ofType, synthesizedPipeline, theOnly } from './synthesized.ts';

const resources = await synthesizedPipeline();
const pipeline = theOnly('AWS::CodePipeline::Pipeline', resources).Properties;
// biome-ignore lint/suspicious/noExplicitAny: a stage is whatever CodePipeline takes
const stages: readonly any[] = pipeline.Stages;
const named = (name: string) => stages.find(({ Name }) => Name === name);
const actionsOf = (name: string): string[] =>
  named(name).Actions.map((action: { Name: string }) => action.Name);

describe('the pipeline', () => {
  it('releases nothing whose dependencies have a known hole, and nothing untested', () => {
    const builds = ofType('AWS::CodeBuild::Project', resources).map(
      ([, { Properties }]) => Properties.Source.BuildSpec,
    );
    const synth = builds.filter((one) => typeof one === 'string' && one.includes('npm test'));
    expect(synth).toHaveLength(1);
    expect(JSON.parse(synth[0]).phases.build.commands).toEqual([
      'npm ci',
      'npm audit --omit=dev --audit-level=high',
      'npm test',
    ]);
  });

  it('tests, changes itself, and goes to staging before production', () => {
    expect(stages.map(({ Name }) => Name)).toEqual([
      ...['Source', 'Build', 'UpdatePipeline', 'Assets'],
      ...['staging', 'Approval', 'production'],
    ]);
    expect(pipeline.PipelineType).toBe('V2');
  });

  it('asks what it has deployed from outside, and a person before production', () => {
    expect(actionsOf('staging').at(-1)).toBe('Smoke');
    expect(actionsOf('production').at(-1)).toBe('Smoke');
    // In a stage of its own, which is not taken back: a "no" must not touch what is in production.
    const { Actions, OnFailure } = named('Approval');
    expect(Actions).toMatchObject([{ Name: 'LetItGoOn', ActionTypeId: { Provider: 'Manual' } }]);
    expect(OnFailure).toBeUndefined();
  });

  it('deploys the edge last: a new secret of the edge is sent once the functions take it', () => {
    for (const stage of ['staging', 'production']) {
      const order = (name: string) =>
        named(stage).Actions.find((action: { Name: string }) => action.Name === name).RunOrder;
      expect(order('edge.Deploy')).toBeGreaterThan(order('api.Deploy'));
      expect(order('api.Deploy')).toBeGreaterThan(order('stateful.Deploy'));
    }
  });

  it.each(['staging', 'production'])(
    'takes %s back when it fails, or when one of its alarms goes off soon after',
    (name) => {
      const { OnFailure, OnSuccess } = named(name);
      expect(OnFailure).toEqual({ Result: 'ROLLBACK' });
      const rule = (alarm: string) => ({
        RuleTypeId: { Provider: 'CloudWatchAlarm' },
        Region: 'ap-southeast-5',
        RoleArn: expect.stringMatching(new RegExp(`:role/sihat-${name}-alarm-reader$`)),
        Configuration: {
          AlarmName: `sihat-${name}-${alarm}`,
          AlarmStates: 'ALARM',
          // The slowest of them takes a quarter of an hour.
          WaitTime: '25',
        },
      });
      const Rules = ['GatewayErrors', 'Latency', 'SignInErrors'].map(rule);
      expect(OnSuccess.Conditions).toMatchObject([{ Result: 'ROLLBACK', Rules }]);
    },
  );
});
