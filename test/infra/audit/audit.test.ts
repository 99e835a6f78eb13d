import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../../infra/project-root.ts';
import { stages } from '../configuration.ts';
import { otherConfiguration } from '../other-configuration.ts';
import { ofType, type Resources, synthesized, theOnly } from '../synthesized.ts';
import {
  account,
  byDeployment,
  type Call,
  calledBy,
  type DeliveredEvent,
  everybody,
  everyday,
  REGION,
  reported,
  signIn,
} from './events.ts';
import { isRecorded, matchesPattern, type Selectable } from './matching.ts';

const { audit = {}, edge = {}, monitoring, stateful, regionOf } = await synthesized(stages.production);
const EDGE = 'us-east-1';

const rulesIn = (resources: Resources) =>
  ofType('AWS::Events::Rule', resources)
    .map(([, { Properties }]) => Properties)
    .filter(({ EventPattern }) => EventPattern !== undefined)
    .map(({ Name, ...rule }) => ({ ...rule, id: String(Name).replace('sihat-production-', '') }));
const rules: Readonly<Record<string, ReturnType<typeof rulesIn>>> = {
  [REGION]: rulesIn(audit),
  [EDGE]: rulesIn(edge),
};
/** The rules that report an event, of the region to which AWS sends it. */
const reporting = (event: DeliveredEvent): string[] =>
  (rules[event.region] ?? [])
    .filter(({ EventPattern }) => matchesPattern(EventPattern, event))
    .map(({ id }) => id);
const titleOf = ({ service, name, region }: Call) => `${service} ${name} in ${region}`;
const each = Object.entries(reported).flatMap(([rule, calls]) =>
  calls.map((call) => [rule, titleOf(call), call] as const),
);

describe('the rules', () => {
  it('stand where AWS sends the events', () => {
    expect([regionOf('audit'), regionOf('edge')]).toEqual([REGION, EDGE]);
    const existing = new Set(Object.values(rules).flatMap((some) => some.map(({ id }) => id)));
    expect([...existing].sort()).toEqual([...Object.keys(reported), 'RootSignIn'].sort());
  });

  it.each(each)('%s reports %s by anybody', (rule, _, call) => {
    for (const caller of everybody) expect(reporting(calledBy(caller, call)), caller).toEqual([rule]);
  });

  it.each(each)('%s reports %s by a deployment only if no deployment does that', (rule, _, call) => {
    const expected = rule === 'CredentialsCreated' ? [rule] : [];
    // A stack of the stage's region changes roles, too, whose events are sent to us-east-1.
    for (const region of [REGION, EDGE]) expect(reporting(byDeployment(call, region))).toEqual(expected);
  });

  it('report a sign-in of the root user, and not of other users', () => {
    expect(reporting(signIn('root'))).toEqual(['RootSignIn']);
    expect(reporting(signIn('user'))).toEqual([]);
  });

  it.each(everyday.map((call) => [titleOf(call), call]))('report nothing of %s', (_, call) => {
    expect(reporting(calledBy('role', call))).toEqual([]);
  });

  it('know the role of deployments of every region in which the stage has stacks', async () => {
    const { production } = await otherConfiguration();
    const patterns = JSON.stringify(rulesIn(production.audit ?? {}).map(({ EventPattern }) => EventPattern));
    const [{ EventPattern } = { EventPattern: undefined }] = rules[REGION] ?? [];
    for (const region of [REGION, EDGE])
      expect(JSON.stringify(EventPattern)).toContain(`cfn-exec-role-${account}-${region}/`);
    expect(patterns).toContain(`cfn-exec-role-222222222222-${REGION}/`);
  });

  it('send who did what to the topic of their region, which accepts messages of EventBridge', () => {
    const topics = {
      [REGION]: [monitoring, `arn:aws:sns:${REGION}:${account}:sihat-production-alarms`],
      [EDGE]: [edge, { Ref: theOnly('AWS::SNS::Topic', edge).logicalId }],
    } as const;
    for (const [region, [stack, arn]] of Object.entries(topics)) {
      const { Properties } = theOnly('AWS::SNS::Topic', stack);
      expect(Properties.TopicName).toBe('sihat-production-alarms');
      const key = stack[Properties.KmsMasterKeyId['Fn::GetAtt'][0]]?.Properties.KeyPolicy;
      for (const policy of [theOnly('AWS::SNS::TopicPolicy', stack).Properties.PolicyDocument, key])
        expect(JSON.stringify(policy)).toContain('"events.amazonaws.com"');
      for (const { id, Targets, State } of rules[region] ?? []) {
        expect(State, id).toBe('ENABLED');
        expect(Targets, id).toMatchObject([{ Arn: arn }]);
        const [{ InputTransformer }] = Targets;
        const paths: Record<string, string> = InputTransformer.InputPathsMap;
        const message: string = JSON.parse(InputTransformer.InputTemplate);
        const filled = message.replaceAll(/<([\w-]+)>/g, (_, name) => paths[name] ?? '');
        for (const field of ['userIdentity.arn', 'eventName', 'eventTime', 'sourceIPAddress', 'eventID'])
          expect(filled, id).toContain(`$.detail.${field}`);
      }
    }
  });

  it('have descriptions and patterns that EventBridge accepts', () => {
    // https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutRule.html and
    // https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-quota.html
    for (const { id, Description, EventPattern } of Object.values(rules).flat()) {
      expect(Description.length, id).toBeLessThanOrEqual(512);
      expect(JSON.stringify(EventPattern).length, id).toBeLessThanOrEqual(2048);
    }
  });
});

describe('the trail', () => {
  const trail = theOnly('AWS::CloudTrail::Trail', audit).Properties;
  const tables = ofType('AWS::DynamoDB::Table', stateful).map(
    ([, { Properties }]) => `arn:aws:dynamodb:${REGION}:${account}:table/${Properties.TableName}`,
  );
  const operator = `arn:aws:sts::${account}:assumed-role/Administrator/alice@sihat.my`;
  const roleOf = (id: string) => `arn:aws:sts::${account}:assumed-role/sihat-production-fn-${id}`;
  const used = (
    eventName: string,
    arn: string | undefined,
    type = 'Table',
    resource = tables[0],
  ): Selectable => ({
    eventCategory: 'Data',
    eventName,
    'resources.type': `AWS::DynamoDB::${type}`,
    'resources.ARN': resource,
    'userIdentity.arn': arn,
  });
  const records = (event: Selectable) => isRecorded(trail.AdvancedEventSelectors, event);

  it('records all regions and global services, with digests that show changes of its files', () => {
    expect(trail).toMatchObject({
      TrailName: 'sihat-production',
      IsLogging: true,
      IsMultiRegionTrail: true,
      IncludeGlobalServiceEvents: true,
      EnableLogFileValidation: true,
    });
    // CloudTrail refuses both kinds of selectors together.
    expect(trail).not.toHaveProperty('EventSelectors');
  });

  it('records calls that manage resources, of reading and of writing', () => {
    expect(records({ eventCategory: 'Management', readOnly: 'true', 'userIdentity.arn': operator })).toBe(
      true,
    );
    expect(records({ eventCategory: 'Management', readOnly: 'false', 'userIdentity.arn': roleOf('x') })).toBe(
      true,
    );
  });

  it('records what anybody does with items of both tables and of a restored one', () => {
    expect(tables).toHaveLength(2);
    for (const table of [...tables, `${tables[0]}-2`])
      for (const caller of [operator, `arn:aws:iam::${account}:root`, undefined])
        for (const call of ['GetItem', 'Scan', 'TransactWriteItems', 'ExecuteStatement'])
          expect(records(used(call, caller, 'Table', table)), `${call} by ${caller}`).toBe(true);
  });

  it('records who begins to read the stream, and not each of its readings', () => {
    const stream = `${tables[0]}/stream/2026-01-01T00:00:00.000`;
    expect(records(used('GetShardIterator', operator, 'Stream', stream))).toBe(true);
    for (const caller of [operator, undefined])
      expect(records(used('GetRecords', caller, 'Stream', stream))).toBe(false);
    expect(records(used('GetShardIterator', `${roleOf('rollUp')}/awslambda_1`, 'Stream', stream))).toBe(
      false,
    );
  });

  it('records nothing that a function does with items, and every function has such a role', async () => {
    for (const stage of [stages.staging, stages.production]) {
      const all = await synthesized(stage);
      const stacks = [all.identity, ...all.areas.values(), all.edge ?? {}];
      const { AdvancedEventSelectors } = theOnly('AWS::CloudTrail::Trail', all.audit).Properties;
      for (const [id, { Properties }] of ofType('AWS::Lambda::Function', ...stacks)) {
        if (Properties.FunctionName === undefined) continue; // CDK's uploader uses no table.
        const role = stacks.flatMap((stack) => stack[Properties.Role['Fn::GetAtt'][0]] ?? [])[0];
        const arn = `arn:aws:sts::${account}:assumed-role/${role?.Properties.RoleName}/${Properties.FunctionName}`;
        expect(isRecorded(AdvancedEventSelectors, used('GetItem', arn)), id).toBe(false);
      }
    }
    // Another role that only begins alike, and a user with the name of a role.
    expect(records(used('GetItem', `arn:aws:sts::${account}:assumed-role/sihat-production-backup/x`))).toBe(
      true,
    );
    expect(records(used('GetItem', `arn:aws:iam::${account}:user/sihat-production-fn-listClaims`))).toBe(
      true,
    );
  });

  it('records no invocation of a function', () => {
    const invoked = { ...used('Invoke', operator), 'resources.type': 'AWS::Lambda::Function' };
    expect(records(invoked)).toBe(false);
  });

  it('keeps its files for 90 days, as the documents say, in a private bucket that requires TLS', () => {
    const bucket = theOnly('AWS::S3::Bucket', audit);
    expect(trail.S3BucketName).toEqual({ Ref: bucket.logicalId });
    expect(bucket).toMatchObject({
      DeletionPolicy: 'Retain',
      Properties: {
        LifecycleConfiguration: { Rules: [{ Status: 'Enabled', ExpirationInDays: 90 }] },
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
      },
    });
    const { Statement } = theOnly('AWS::S3::BucketPolicy', audit).Properties.PolicyDocument;
    expect(Statement).toContainEqual(
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    );
    const dataModel = readFileSync(join(projectRoot, 'docs/data-model.md'), 'utf8');
    expect(dataModel).toMatch(/^\| the audit trail[^|]*\|[^|]*\| 90 days \|$/m);
  });

  it('exists once for the account of each stage with a domain', async () => {
    expect((await synthesized(stages.dev)).audit).toBeUndefined();
    const { staging, production } = await otherConfiguration();
    for (const { audit: trailOf } of [staging, production])
      expect(theOnly('AWS::CloudTrail::Trail', trailOf).Properties.IsLogging).toBe(true);
  });
});

describe('the comparison with patterns', () => {
  // The examples of https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html
  it.each([
    [{ state: [{ 'anything-but': ['stopped', 'overloaded'] }] }, { state: 'running' }, true],
    [{ state: [{ 'anything-but': ['stopped', 'overloaded'] }] }, { state: 'stopped' }, false],
    [{ state: [{ 'anything-but': ['stopped'] }] }, {}, false],
    [{ time: [{ prefix: '2017-10-02' }] }, { time: '2017-10-02T18:43:48Z' }, true],
    [{ time: [{ prefix: '2017-10-02' }] }, { time: '2018-10-02T18:43:48Z' }, false],
    [{ detail: { c: [{ exists: false }] } }, { detail: { state: 'x' } }, true],
    [{ detail: { c: [{ exists: false }] } }, {}, true],
    [{ detail: { c: [{ exists: false }] } }, { detail: { c: 1 } }, false],
    [{ source: ['aws.kms', 'aws.iam'], region: ['a'] }, { source: 'aws.iam', region: 'a' }, true],
    [{ source: ['aws.kms', 'aws.iam'], region: ['a'] }, { source: 'aws.iam', region: 'b' }, false],
  ])('%j and %j: %s', (pattern, event, expected) => {
    expect(matchesPattern(pattern, event)).toBe(expected);
  });

  it('refuses an operator that it does not know', () => {
    expect(() => matchesPattern({ a: [{ wildcard: '*' }] }, { a: 'b' })).toThrow('wildcard');
  });
});
