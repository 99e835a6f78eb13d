import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contracts, workers } from '../../functions/contracts.ts';
import { job as eraseAccounts } from '../../functions/deletion/erase-accounts.ts';
import { job as checkStock } from '../../functions/rewards/stock/check-stock.ts';
import { ROLLBACK_ALARMS } from '../../infra/stacks/monitoring-stack.ts';
import { BACKUP_DAYS } from '../../infra/stacks/stateful-stack.ts';
import { stages } from '../../infra/stages.ts';
import { loadJobs } from '../../local/events/handlers.ts';
import { indexNames } from '../../shared/contract/table-definition.ts';
import { LEDGER_LIFE_DAYS } from '../../shared/deletion/items.ts';
import { productionPolicy } from '../../shared/table/attempts.ts';
import { malaysianDate } from '../../shared/values/calendar.ts';
import { newWorld } from '../support/world.ts';
import { ofType, staging, synthesized, theOnly } from './synthesized.ts';

const { monitoring, stateful, identity, areas, api, edge } = await staging();
const alarms = new Map(
  ofType('AWS::CloudWatch::Alarm', monitoring).map(([, { Properties }]) => [
    String(Properties.AlarmName).replace('sihat-staging-', ''),
    Properties,
  ]),
);
const areaNames = [...new Set(Object.values(contracts).map(({ area }) => area))];

/** Every metric that an alarm or a graph uses, as `Namespace Name dimension=value`. */
const watched = (text: string): string[] => {
  const own = [...text.matchAll(/\["(Sihat\/staging)","(\w+)","(area|worker)","(\w+)"/g)];
  return own.map(([, namespace, name, dimension, value]) => `${namespace} ${name} ${dimension}=${value}`);
};

/** What CloudWatch computes for one period, in the few functions that the alarms use. */
function evaluate(expression: string, values: Readonly<Record<string, number>>): number {
  const names = ['requests', 'failures', 'latency', 'runs', ...areaNames];
  const functions = {
    IF: (condition: boolean, yes: number, no: number) => (condition ? yes : no),
    FILL: (value: number | undefined, otherwise: number) => value ?? otherwise,
  };
  const scope = { ...functions, ...Object.fromEntries(names.map((name) => [name, values[name]])) };
  return new Function(...Object.keys(scope), `return ${expression}`)(...Object.values(scope));
}

describe('the alarms', () => {
  it('tell of what a person on call would get up for', () => {
    expect([...alarms.keys()].sort()).toEqual(
      [
        ...areaNames.map((area) => `${area}Errors`),
        'GatewayErrors',
        'Latency',
        'SignInErrors',
        'Unavailable',
        'ThrottledRequests',
        'Throttles',
        'ReadThrottleEvents',
        'WriteThrottleEvents',
        'TransactionConflicts',
        ...indexNames.flatMap((index) => [`${index}ReadThrottleEvents`, `${index}WriteThrottleEvents`]),
        ...['releaseLapsedLease', 'rollUp'].flatMap((id) => [`${id}Behind`, `${id}Failed`]),
        ...[
          'eraseAccounts',
          'startActivities',
          'sweepLapsedLeases',
          'closeEndedCampaigns',
          'checkStock',
          'checkRollUps',
        ].flatMap((id) => [`${id}Failing`, `${id}Silent`]),
        'ErasuresOverdue',
        'StockFindings',
        'CountersDrifted',
        'ReceiptMisses',
        'BackupsFailed',
      ].sort(),
    );
  });

  it('go to the topic when they begin and end, and say in full sentences what happened', () => {
    const topic = { Ref: theOnly('AWS::SNS::Topic', monitoring).logicalId };
    for (const [name, alarm] of alarms) {
      expect(alarm.AlarmActions, name).toEqual([topic]);
      expect(alarm.OKActions, name).toEqual([topic]);
      expect(alarm.AlarmDescription, name).toMatch(/^[A-Za-z].{40,}\. Runbook: \S+$/);
      // CloudWatch's limit.
      expect(alarm.AlarmDescription.length, name).toBeLessThanOrEqual(1024);
      expect(alarm.TreatMissingData, name).toBe(name.endsWith('Silent') ? 'breaching' : 'notBreaching');
    }
  });

  it('look at queues and functions that there are', () => {
    const names = [identity, ...areas.values()].flatMap((resources) =>
      Object.values(resources).map(({ Properties }) => Properties?.QueueName ?? Properties?.FunctionName),
    );
    const dimensions = [...alarms.values()].flatMap(({ Dimensions = [] }) => Dimensions);
    const named = dimensions.filter(({ Name }) => ['QueueName', 'FunctionName'].includes(Name));
    expect(named).toHaveLength(4);
    for (const { Value } of named) expect(names).toContain(Value);
  });

  it.each([
    ['the stage’s region', monitoring],
    ['the edge’s', edge],
  ])('may be told to the topic of %s', (_, resources) => {
    const { logicalId } = theOnly('AWS::SNS::Topic', resources);
    const { PolicyDocument, Topics } = theOnly('AWS::SNS::TopicPolicy', resources).Properties;
    expect(Topics).toEqual([{ Ref: logicalId }]);
    expect(PolicyDocument.Statement).toContainEqual(
      expect.objectContaining({
        Effect: 'Allow',
        Action: 'sns:Publish',
        Resource: { Ref: logicalId },
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Condition: { StringEquals: { 'aws:SourceAccount': expect.anything() } },
      }),
    );
  });

  it('leave nothing behind when their stack is deleted', () => {
    for (const resources of [monitoring, edge ?? {}]) {
      const { KmsMasterKeyId } = theOnly('AWS::SNS::Topic', resources).Properties;
      expect(resources[KmsMasterKeyId['Fn::GetAtt'][0]]).toMatchObject({
        Type: 'AWS::KMS::Key',
        DeletionPolicy: 'Delete',
        UpdateReplacePolicy: 'Delete',
      });
    }
  });

  it('of slowness reads the gateway, which sees cold starts, and goes off before requests give up', () => {
    const { Threshold, Metrics } = alarms.get('Latency') ?? {};
    expect(Threshold).toBeLessThanOrEqual(productionPolicy.deadline);
    expect(Metrics).toContainEqual(
      expect.objectContaining({
        MetricStat: expect.objectContaining({
          Metric: expect.objectContaining({ Namespace: 'AWS/ApiGateway', MetricName: 'Latency' }),
          Stat: 'p99',
        }),
      }),
    );
  });

  it.each([
    // [requests, 5xx, handled 503s], the value that is compared
    ['GatewayErrors', { requests: 100, failures: 6 }, 6],
    ['GatewayErrors', { requests: 100, failures: 60, community: 50, rewards: 10 }, 0],
    ['GatewayErrors', { requests: 19, failures: 19 }, 0],
    ['Latency', { requests: 100, latency: 1200 }, 1200],
    ['Latency', { requests: 99, latency: 1200 }, 0],
    ['SignInErrors', { runs: 5, failures: 1 }, 20],
    ['SignInErrors', { runs: 4, failures: 4 }, 0],
  ])('that roll back compare a rate with a minimum of requests: %s of %o is %d', (name, values, expected) => {
    const { Expression } =
      alarms.get(name)?.Metrics.find(({ Id }: { Id: string }) => Id.startsWith('expr')) ?? {};
    expect(evaluate(Expression, values)).toBe(expected);
  });

  it('tell of requests that the gateway refuses with 429', () => {
    const filter = theOnly('AWS::Logs::MetricFilter', api).Properties;
    expect(filter.FilterPattern).toBe('{ $.status = "429" }');
    expect(filter.MetricTransformations).toEqual([
      expect.objectContaining({
        MetricNamespace: 'Sihat/staging',
        MetricName: 'throttledRequests',
        MetricValue: '1',
      }),
    ]);
    expect(alarms.get('ThrottledRequests')).toMatchObject({
      Namespace: 'Sihat/staging',
      MetricName: 'throttledRequests',
      AlarmDescription: expect.stringContaining(
        'might generate no logs and metrics for excessive 429 errors',
      ),
    });
  });

  it('tell of blocked requests at the firewall, and of a certificate that expires in 45 days', () => {
    const atEdge = ofType('AWS::CloudWatch::Alarm', edge ?? {}).map(([, { Properties }]) => Properties);
    const byName = (name: string) => atEdge.find(({ AlarmName }) => AlarmName === `sihat-staging-${name}`);
    const firewall = theOnly('AWS::WAFv2::WebACL', edge).Properties.VisibilityConfig.MetricName;
    expect(byName('BlockedRequests')).toMatchObject({
      Namespace: 'AWS/WAFV2',
      MetricName: 'BlockedRequests',
      Dimensions: [
        { Name: 'Rule', Value: 'ALL' },
        { Name: 'WebACL', Value: firewall },
      ],
    });
    const origins: { CustomOriginConfig?: { OriginMtlsConfig: { ClientCertificateArn: object } } }[] =
      theOnly('AWS::CloudFront::Distribution', edge).Properties.DistributionConfig.Origins;
    const [presented] = origins.flatMap(
      ({ CustomOriginConfig }) => CustomOriginConfig?.OriginMtlsConfig.ClientCertificateArn ?? [],
    );
    expect(byName('OriginCertificateExpires')).toMatchObject({
      Namespace: 'AWS/CertificateManager',
      MetricName: 'DaysToExpiry',
      Dimensions: [{ Name: 'CertificateArn', Value: presented }],
      Threshold: 45,
      ComparisonOperator: 'LessThanOrEqualToThreshold',
      TreatMissingData: 'ignore',
    });
  });

  it('that take a deployment back are the ones that the pipeline may see, and are none of others', () => {
    const [{ PolicyDocument }] = theOnly('AWS::IAM::Role', monitoring).Properties.Policies;
    const [{ Action, Resource }] = PolicyDocument.Statement;
    expect(Action).toBe('cloudwatch:DescribeAlarms');
    const seen = Resource.map(
      (arn: { 'Fn::GetAtt': [string] }) => monitoring[arn['Fn::GetAtt'][0]]?.Properties?.AlarmName,
    );
    expect(seen).toEqual(ROLLBACK_ALARMS.map((name) => `sihat-staging-${name}`));
    expect(ofType('AWS::CloudWatch::CompositeAlarm', monitoring)).toEqual([]);
  });
});

/** The names of the metrics in a log line. */
const metricsIn = (line: Record<string, unknown>): string[] =>
  // biome-ignore lint/suspicious/noExplicitAny: the embedded metric format
  (line['_aws'] as any).CloudWatchMetrics[0].Metrics.map(({ Name }: { Name: string }) => Name);

describe('the metrics', () => {
  it('are about as many as the table of costs says', async () => {
    const world = await newWorld();
    world.setTime({ sleep: async () => {} });
    const inputs: Record<string, object> = {
      replayErasures: { from: malaysianDate(world.now()) },
      rollUp: { Records: [] },
      releaseLapsedLease: { Records: [] },
    };
    await world.call('checkDeletionReceipt', { body: { receiptToken: 'x' } });
    await world.call('listCommunity');
    for (const job of await loadJobs()) await world.run(job, inputs[job.worker.workerId]);
    const [watchedToo = [], plain = [], ...ofWorkers] = world.lines.map(metricsIn);
    const endpoints = plain.length * areaNames.length + (watchedToo.length - plain.length);
    const all = endpoints + ofWorkers.flat().length;
    const document = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
    const stated = Number(/metrics \(about (\d+)\)/.exec(document)?.[1]);
    expect(Math.abs(all - stated), `${all} metrics`).toBeLessThanOrEqual(5);
  });
});

describe('what is watched', () => {
  it('is what the functions measure', async () => {
    const world = await newWorld();
    // An operation with a watched refusal writes a metric of its own.
    await world.call('checkDeletionReceipt', { body: { receiptToken: 'x' } });
    await world.run(checkStock);
    await world.run(eraseAccounts);
    const measured = new Map<string, Set<string>>();
    for (const line of world.lines) {
      const by = String(line['worker'] ?? 'endpoint');
      measured.set(by, new Set([...(measured.get(by) ?? []), ...metricsIn(line)]));
    }
    const looked = [...alarms.values()].flatMap(({ Metrics = [], ...alarm }) => [
      alarm,
      ...Metrics.flatMap(({ MetricStat }: { MetricStat?: { Metric: object } }) =>
        MetricStat ? [MetricStat.Metric] : [],
      ),
    ]);
    const own = looked.filter(({ Namespace }) => Namespace === 'Sihat/staging');
    expect(own.length).toBeGreaterThan(20);
    for (const { MetricName, Dimensions } of own) {
      // The gateway's own log has no dimension.
      if (!Dimensions) continue;
      const [{ Name, Value }] = Dimensions;
      if (Name === 'worker') {
        expect(Object.keys(workers)).toContain(Value);
        if (measured.has(Value)) expect(measured.get(Value)).toContain(MetricName);
      } else {
        expect(areaNames).toContain(Value);
        expect(measured.get('endpoint')).toContain(MetricName);
      }
    }
  });

  it('is on one page', () => {
    const body = JSON.stringify(theOnly('AWS::CloudWatch::Dashboard', monitoring).Properties.DashboardBody);
    const shown = watched(body.replaceAll('\\"', '"'));
    for (const area of areaNames) {
      expect(shown).toContain(`Sihat/staging serverErrors area=${area}`);
      expect(shown).toContain(`Sihat/staging duration area=${area}`);
    }
    for (const name of ['IteratorAge', 'TransactionConflict', 'ReadThrottleEvents', 'ConcurrentExecutions']) {
      expect(body).toContain(name);
    }
  });
});

describe('what can be brought back', () => {
  it('is backed up each day, apart from the tables, and forgotten before the ledger of erasures is', () => {
    const { Properties } = theOnly('AWS::Backup::BackupPlan', stateful);
    expect(Properties.BackupPlan.BackupPlanRule).toMatchObject([
      { Lifecycle: { DeleteAfterDays: 7 }, ScheduleExpression: 'cron(0 19 * * ? *)' },
    ]);
    expect(LEDGER_LIFE_DAYS).toBeGreaterThan(2 * BACKUP_DAYS);
    const { Resources } = theOnly('AWS::Backup::BackupSelection', stateful).Properties.BackupSelection;
    expect(Resources).toEqual(['Table', 'Ledger'].map((name) => ({ 'Fn::GetAtt': [name, 'Arn'] })));
  });

  it('is in a vault that outlives its stack', () => {
    expect(theOnly('AWS::Backup::BackupVault', stateful)).toMatchObject({ DeletionPolicy: 'Retain' });
  });

  it('can be restored by AWS Backup, with a role that decrypts what is in the vault', () => {
    const role = ofType('AWS::IAM::Role', stateful).find(
      ([, { Properties }]) => Properties.RoleName === 'sihat-staging-restore',
    );
    expect(role?.[1].Properties).toMatchObject({
      AssumeRolePolicyDocument: {
        Statement: [
          { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'backup.amazonaws.com' } },
        ],
      },
      ManagedPolicyArns: [
        { 'Fn::Join': ['', expect.arrayContaining([expect.stringMatching(/:policy.*PolicyForRestores$/)])] },
      ],
      Policies: [{ PolicyDocument: { Statement: [{ Effect: 'Allow', Action: 'kms:Decrypt' }] } }],
    });
    const { EncryptionKeyArn } = theOnly('AWS::Backup::BackupVault', stateful).Properties;
    expect(role?.[1].Properties.Policies[0].PolicyDocument.Statement[0].Resource).toEqual(EncryptionKeyArn);
    expect(EncryptionKeyArn).toEqual({ 'Fn::GetAtt': [theOnly('AWS::KMS::Key', stateful).logicalId, 'Arn'] });
  });

  it('is in a vault whose policy lets nobody delete a copy', () => {
    expect(theOnly('AWS::Backup::BackupVault', stateful).Properties.AccessPolicy.Statement).toEqual([
      {
        Effect: 'Deny',
        Principal: { AWS: '*' },
        Action: ['backup:DeleteRecoveryPoint', 'backup:UpdateRecoveryPointLifecycle'],
        Resource: '*',
      },
    ]);
  });

  it('is locked in production, for exactly as long as the plan keeps a copy, and can be unlocked for 14 days', async () => {
    const locks = Object.values(stages).map(async (stage) => {
      const { stateful: own } = await synthesized(stage);
      return [stage.name, theOnly('AWS::Backup::BackupVault', own).Properties.LockConfiguration];
    });
    const [{ Lifecycle }] = theOnly('AWS::Backup::BackupPlan', stateful).Properties.BackupPlan.BackupPlanRule;
    const kept = Lifecycle.DeleteAfterDays;
    expect(Object.fromEntries(await Promise.all(locks))).toEqual({
      dev: undefined,
      staging: undefined,
      production: { MinRetentionDays: kept, MaxRetentionDays: kept, ChangeableForDays: 14 },
    });
  });

  it('is encrypted, as every log is', () => {
    const logs = ofType('AWS::Logs::LogGroup', api, identity, ...areas.values(), edge ?? {});
    const unencrypted = logs.filter(([, { Properties }]) => Properties.KmsKeyId === undefined);
    // The log of CDK's uploader names only the files of the display page.
    expect(unencrypted.map(([, { Properties }]) => Properties.LogGroupName)).toEqual([
      '/sihat/staging/page-files',
    ]);
    expect(theOnly('AWS::KMS::Key', stateful).Properties.EnableKeyRotation).toBe(true);
  });

  it('is encrypted at the edge, too, where the firewall logs addresses: its key serves this log alone', () => {
    const key = theOnly('AWS::KMS::Key', edge);
    const [log] = ofType('AWS::Logs::LogGroup', edge ?? {}).filter(
      ([, { Properties }]) => Properties.LogGroupName === 'aws-waf-logs-sihat-staging',
    );
    expect(log?.[1].Properties.KmsKeyId).toEqual({ 'Fn::GetAtt': [key.logicalId, 'Arn'] });
    const statements: { readonly Principal: { readonly Service?: string } }[] =
      key.Properties.KeyPolicy.Statement;
    expect(statements.filter(({ Principal }) => Principal.Service?.startsWith('logs.'))).toMatchObject([
      {
        Effect: 'Allow',
        Principal: { Service: 'logs.us-east-1.amazonaws.com' },
        Condition: {
          ArnLike: {
            'kms:EncryptionContext:aws:logs:arn': expect.stringMatching(
              /^arn:aws:logs:us-east-1:\d{12}:log-group:aws-waf-logs-sihat-staging$/,
            ),
          },
        },
      },
    ]);
  });
});
