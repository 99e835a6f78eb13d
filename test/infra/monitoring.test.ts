import { readFileSync } from 'node:fs';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { contracts, workers } from '../../functions/contracts.ts';
import { job as eraseAccounts } from '../../functions/deletion/erase-accounts.ts';
import { job as checkStock } from '../../functions/rewards/stock/check-stock.ts';
import { CANARY_ALARM } from '../../infra/constructs/edge-alarms.ts';
import { MonitoringStack, ROLLBACK_ALARMS } from '../../infra/stacks/monitoring-stack.ts';
import { BACKUP_DAYS } from '../../infra/stacks/stateful-stack.ts';
import { loadJobs } from '../../local/events/handlers.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import { indexNames } from '../../shared/contract/table-definition.ts';
import { LEDGER_LIFE_DAYS } from '../../shared/deletion/items.ts';
import { productionPolicy } from '../../shared/table/attempts.ts';
import { malaysianDate } from '../../shared/values/calendar.ts';
import { newId, newWorld } from '../support/world.ts';
import { isAlarmOn } from './alarm-state.ts';
import { stages } from './configuration.ts';
import { mailStackOf } from './other-configuration.ts';
import { ofType, type Resource, type Resources, synthesized, theOnly } from './synthesized.ts';

const { monitoring, stateful, identity, areas, api, edge, budget } = await synthesized(stages.production);
const alarmsIn = (resources: Resources) =>
  new Map(
    ofType('AWS::CloudWatch::Alarm', resources).map(([, { Properties }]) => [
      String(Properties.AlarmName).replace(/^sihat-\w+-/, ''),
      Properties,
    ]),
  );
const alarms = alarmsIn(monitoring);
const ofMails = alarmsIn(mailStackOf(stages.production));
interface Dimensioned {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions: readonly { readonly Name: string; readonly Value: string }[];
}
const edgeAlarms = new Map(
  ofType('AWS::CloudWatch::Alarm', edge ?? {}).map(([, { Properties }]) => [
    String(Properties.AlarmName).replace('sihat-production-', ''),
    Properties,
  ]),
);
const areaNames = [...new Set(Object.values(contracts).map(({ area }) => area))];

/** Every metric that an alarm or a graph uses, as `Namespace Name dimension=value`. */
const watched = (text: string): string[] => {
  const own = [...text.matchAll(/\["(Sihat\/production)","(\w+)","(area|worker)","(\w+)"/g)];
  return own.map(([, namespace, name, dimension, value]) => `${namespace} ${name} ${dimension}=${value}`);
};

/** What CloudWatch computes for one period, in the few functions that the alarms use. */
function evaluate(expression: string, values: Readonly<Record<string, number>>): number {
  const labels = Array.from({ length: 10 }, (_, n) => `m${n}`);
  const names = ['requests', 'failures', 'latency', 'runs', 'signUps', 'successes', ...labels, ...areaNames];
  const functions = {
    IF: (condition: boolean, yes: number, no: number) => (condition ? yes : no),
    FILL: (value: number | undefined, otherwise: number) => value ?? otherwise,
    MAX: (all: readonly number[]) => Math.max(...all),
  };
  const scope = { ...functions, ...Object.fromEntries(names.map((name) => [name, values[name]])) };
  return new Function(...Object.keys(scope), `return ${expression}`)(...Object.values(scope));
}

const expressionOf = (name: string): string =>
  alarms.get(name)?.Metrics.find(({ Id }: { Id: string }) => Id.startsWith('expr'))?.Expression;

const imported = (output: string) => ({
  'Fn::ImportValue': expect.stringMatching(new RegExp(`^production-identity:ExportsOutput${output}`)),
});

/** Whether an alarm goes off at a value of its metric or of its expression. */
// biome-ignore lint/suspicious/noExplicitAny: an alarm is whatever CloudFormation takes
const isOn = (alarm: any, value: number) => isAlarmOn(alarm, Array(alarm.EvaluationPeriods).fill(value));

describe('the alarms', () => {
  it('are on staging only those that roll a release back, without a dashboard, because an idle stage should cost little', async () => {
    const staging = await synthesized(stages.staging);
    const ids = [...alarmsIn(staging.monitoring).keys(), ...alarmsIn(staging.edge ?? {}).keys()];
    expect(ids.sort()).toEqual([...ROLLBACK_ALARMS, CANARY_ALARM].sort());
    expect(ofType('AWS::CloudWatch::Dashboard', staging.monitoring)).toEqual([]);
    expect(ofType('AWS::CloudWatch::Dashboard', monitoring)).toHaveLength(1);
  });

  it('report what a person on call would get up for', () => {
    expect([...alarms.keys()].sort()).toEqual(
      [
        ...areaNames.map((area) => `${area}Errors`),
        'GatewayErrors',
        'Latency',
        'SignInErrors',
        'ClientErrors',
        'Unavailable',
        'ThrottledRequests',
        'Throttles',
        'ConcurrencyNearQuota',
        'ReadThrottleEvents',
        'WriteThrottleEvents',
        'TransactionConflicts',
        ...indexNames.flatMap((index) => [`${index}ReadThrottleEvents`, `${index}WriteThrottleEvents`]),
        ...['releaseLapsedLease', 'rollUp'].flatMap((id) => [`${id}Behind`, `${id}Failed`, `${id}Stopped`]),
        ...[
          'eraseAccounts',
          'deliverNotices',
          'sendMails',
          'writeDailyMails',
          'lookAtHiddenAliases',
          'startActivities',
          'writeLastShownSteps',
          'sweepLapsedLeases',
          'closeEndedCampaigns',
          'checkStock',
          'checkRollUps',
        ].flatMap((id) => [`${id}Failing`, `${id}Silent`]),
        'ErasuresOverdue',
        'StockFindings',
        'CountersDrifted',
        'ReceiptMisses',
        'GuessedClaimCodes',
        'BackupsFailed',
        'BackupsMissing',
        'SignUps',
        'SignUpsFailing',
        'SignInThrottles',
        'SignUpThrottles',
        'TokenRefreshThrottles',
        'BlockedSignIns',
      ].sort(),
    );
    expect([...ofMails.keys()]).toEqual(['ManyMails', 'MailsBounce', 'MailComplaints']);
  });

  it('go to the topic when they begin and end, and say in full sentences what happened', () => {
    const topic = { Ref: theOnly('AWS::SNS::Topic', monitoring).logicalId };
    for (const [name, alarm] of alarms) {
      expect(alarm.AlarmActions, name).toEqual([topic]);
      expect(alarm.OKActions, name).toEqual([topic]);
      expect(alarm.AlarmDescription, name).toMatch(/^[A-Za-z].{40,}\. Runbook: \S+$/);
      // CloudWatch's limit.
      expect(alarm.AlarmDescription.length, name).toBeLessThanOrEqual(1024);
      expect(alarm.TreatMissingData, name).toBe(
        /(Silent|Stopped|Missing)$/.test(name) ? 'breaching' : 'notBreaching',
      );
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
        Principal: { Service: expect.toSatisfy((of) => [of].flat().includes('cloudwatch.amazonaws.com')) },
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
    ['GatewayErrors', { requests: 39, failures: 39 }, 0],
    ['ClientErrors', { requests: 100, failures: 50 }, 50],
    ['ClientErrors', { requests: 99, failures: 99 }, 0],
    ['Latency', { requests: 100, latency: 1200 }, 1200],
    ['Latency', { requests: 99, latency: 1200 }, 0],
    ['SignInErrors', { runs: 20, failures: 4 }, 20],
    ['SignInErrors', { runs: 19, failures: 19 }, 0],
    ['SignUpsFailing', { signUps: 20, successes: 5 }, 75],
    ['SignUpsFailing', { signUps: 19, successes: 0 }, 0],
  ])('that compare a rate need a minimum of requests: %s of %o is %d', (name, values, expected) => {
    expect(evaluate(expressionOf(name), values)).toBe(expected);
  });

  describe('of the user pool', () => {
    const client = theOnly('AWS::Cognito::UserPoolClient', identity).logicalId;
    const ofPool = {
      Namespace: 'AWS/Cognito',
      Dimensions: [
        { Name: 'UserPool', Value: imported(`Ref${theOnly('AWS::Cognito::UserPool', identity).logicalId}`) },
        { Name: 'UserPoolClient', Value: imported(`Ref${client}`) },
      ],
    };

    it.each(['SignInThrottles', 'SignUpThrottles', 'TokenRefreshThrottles'])(
      '%s goes off when Cognito throttles ten requests in five minutes',
      (name) => {
        const alarm = alarms.get(name);
        expect(alarm).toMatchObject({ ...ofPool, MetricName: name, Statistic: 'Sum', Period: 300 });
        expect([isOn(alarm, 9), isOn(alarm, 10)]).toEqual([false, true]);
      },
    );

    it('report sign-ups that use up a fifth of the mails of a day within an hour', () => {
      const mailing = { ...stages.production, userPool: { mail: { fromEmail: 'noreply@sihat.my' } } };
      const stack = new MonitoringStack(new App(), 'monitoring', {
        stage: mailing,
        apiId: 'api',
        mappings: new Map(),
        userPool: { userPoolId: 'pool', clientId: 'app' },
        pipelineAccount: undefined,
      });
      const own = alarmsIn(Template.fromStack(stack).toJSON().Resources).get('SignUps');
      for (const [alarm, mailsOfADay] of [
        [own, 50_000],
        [alarms.get('SignUps'), 50],
      ] as const) {
        expect(alarm).toMatchObject({ MetricName: 'SignUpSuccesses', Statistic: 'Sum', Period: 3600 });
        expect([isOn(alarm, mailsOfADay / 5 - 1), isOn(alarm, mailsOfADay / 5)]).toEqual([false, true]);
      }
    });

    it('report sign-ups that fail, as they do when no mail can be sent any more', () => {
      const alarm = alarms.get('SignUpsFailing');
      const share = (values: { signUps: number; successes: number }) =>
        isOn(alarm, evaluate(expressionOf('SignUpsFailing'), values));
      expect(share({ signUps: 50, successes: 50 })).toBe(false);
      expect(share({ signUps: 100, successes: 51 })).toBe(false);
      expect(share({ signUps: 100, successes: 50 })).toBe(true);
      const stats = alarm?.Metrics.flatMap(({ Id, MetricStat }: { Id: string; MetricStat?: object }) =>
        MetricStat ? [[Id, MetricStat]] : [],
      );
      const metric = { ...ofPool, MetricName: 'SignUpSuccesses' };
      expect(Object.fromEntries(stats)).toEqual({
        signUps: { Metric: metric, Period: 900, Stat: 'SampleCount' },
        successes: { Metric: metric, Period: 900, Stat: 'Sum' },
      });
    });

    it('report requests that the firewall of the user pool blocks', () => {
      const firewall = theOnly('AWS::WAFv2::WebACL', identity).Properties;
      const alarm = alarms.get('BlockedSignIns');
      expect(alarm).toMatchObject({ Namespace: 'AWS/WAFV2', MetricName: 'BlockedRequests' });
      expect(alarm?.Dimensions).toEqual([
        { Name: 'Region', Value: 'ap-southeast-5' },
        { Name: 'Rule', Value: 'ALL' },
        { Name: 'WebACL', Value: firewall.VisibilityConfig.MetricName },
      ]);
      expect([isOn(alarm, 499), isOn(alarm, 500)]).toEqual([false, true]);
    });

    it('report a fifth of the mails of a day within an hour, whatever they are for', () => {
      const alarm = ofMails.get('ManyMails');
      expect(alarm).toMatchObject({
        Namespace: 'AWS/SES',
        MetricName: 'Send',
        Statistic: 'Sum',
        Period: 3600,
        TreatMissingData: 'notBreaching',
      });
      expect(alarm?.Dimensions).toBeUndefined();
      expect([isOn(alarm, 9_999), isOn(alarm, 10_000)]).toEqual([false, true]);
    });

    it.each([
      ['MailsBounce', 'Reputation.BounceRate', 0.05],
      ['MailComplaints', 'Reputation.ComplaintRate', 0.001],
    ])('%s goes off before AWS reviews the account', (name, MetricName, reviewedAt) => {
      const alarm = ofMails.get(name);
      expect(alarm).toMatchObject({ Namespace: 'AWS/SES', MetricName, TreatMissingData: 'ignore' });
      expect(alarm?.Dimensions).toBeUndefined();
      expect([isOn(alarm, 0), isOn(alarm, 0.7 * reviewedAt)]).toEqual([false, true]);
      const topic = [{ Ref: theOnly('AWS::SNS::Topic', mailStackOf(stages.production)).logicalId }];
      expect([alarm?.AlarmActions, alarm?.OKActions]).toEqual([topic, topic]);
    });
  });

  it('report concurrency that nears the quota, before requests fail and not at the load of a full hall', () => {
    const { quota, reserved } = stages.production.concurrency;
    const allReserved = Object.values(reserved).reduce((sum, runs) => sum + runs, 0);
    const alarm = alarms.get('ConcurrencyNearQuota');
    expect(alarm).toMatchObject({
      Namespace: 'AWS/Lambda',
      MetricName: 'ClaimedAccountConcurrency',
      Statistic: 'Maximum',
    });
    expect(alarm?.Dimensions).toBeUndefined();
    // 10,000 requests a second of 0.1 s each.
    expect([isOn(alarm, 1000 + allReserved), isOn(alarm, 0.8 * quota)]).toEqual([false, true]);
  });

  it('report requests that the gateway refuses with 429', () => {
    const filter = theOnly('AWS::Logs::MetricFilter', api).Properties;
    expect(filter.FilterPattern).toBe('{ $.status = "429" }');
    expect(filter.MetricTransformations).toEqual([
      expect.objectContaining({
        MetricNamespace: 'Sihat/production',
        MetricName: 'throttledRequests',
        MetricValue: '1',
      }),
    ]);
    expect(alarms.get('ThrottledRequests')).toMatchObject({
      Namespace: 'Sihat/production',
      MetricName: 'throttledRequests',
      AlarmDescription: expect.stringContaining(
        'might generate no logs and metrics for excessive 429 errors',
      ),
    });
  });

  it('report blocked requests at the firewall, and of a certificate that expires in 45 days', () => {
    const atEdge = ofType('AWS::CloudWatch::Alarm', edge ?? {}).map(([, { Properties }]) => Properties);
    const byName = (name: string) => atEdge.find(({ AlarmName }) => AlarmName === `sihat-production-${name}`);
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

  it.each(['releaseLapsedLease', 'rollUp'])(
    'report when Lambda no longer reads the stream for %s, also when its mapping is gone',
    (worker) => {
      const alarm = alarms.get(`${worker}Stopped`);
      const names = [...areas.values()].flatMap((resources) =>
        ofType('AWS::Lambda::EventSourceMapping', resources).map(([id, { Properties }]) => ({
          id,
          isOwn: JSON.stringify(Properties.FunctionName).includes(worker),
          counts: Properties.MetricsConfig,
        })),
      );
      const own = names.find(({ isOwn }) => isOwn);
      expect(own?.counts).toEqual({ Metrics: ['EventCount'] });
      expect(alarm).toMatchObject({
        Namespace: 'AWS/Lambda',
        MetricName: 'PolledEventCount',
        Statistic: 'Sum',
      });
      expect(JSON.stringify(alarm.Dimensions)).toMatch(
        new RegExp(`"EventSourceMappingUUID".*${own?.id.replace(/[0-9A-F]{8}$/, '')}`),
      );
      expect([isAlarmOn(alarm, [30]), isAlarmOn(alarm, [0]), isAlarmOn(alarm, [undefined])]).toEqual([
        false,
        true,
        true,
      ]);
    },
  );

  it('import nothing of the API that a restored table changes, so that the import does not stop its deployment', () => {
    expect(JSON.stringify(monitoring)).not.toMatch(/"Fn::ImportValue":"production-api:[^"]*NestedStack/);
  });

  it('report two days with fewer backups than tables, also without any', () => {
    const alarm = alarms.get('BackupsMissing');
    expect(alarm).toMatchObject({
      MetricName: 'NumberOfBackupJobsCompleted',
      Statistic: 'Sum',
      Period: 86_400,
    });
    const { Resources } = theOnly('AWS::Backup::BackupSelection', stateful).Properties.BackupSelection;
    expect(alarm.Threshold).toBe(Resources.length);
    expect(
      [
        [1, 1],
        [undefined, undefined],
        [0, 2],
        [2, 0],
      ].map((days) => isAlarmOn(alarm, days)),
    ).toEqual([true, true, false, false]);
  });

  it('report costs before they arise: at 80 % of the budget, when more than all of it is forecast, and after a day of a tenth', () => {
    const budgets = ofType('AWS::Budgets::Budget', budget ?? {}).map(([, { Properties }]) => Properties);
    const { monthlyBudget } = stages.production;
    const { TopicName } = theOnly('AWS::SNS::Topic', edge).Properties;
    expect(
      budgets.map(({ Budget, NotificationsWithSubscribers }) => [
        Budget.TimeUnit,
        Budget.BudgetLimit,
        NotificationsWithSubscribers.map((each: Resource['Properties']) => [
          each.Notification.NotificationType,
          each.Notification.Threshold,
        ]),
      ]),
    ).toEqual([
      [
        'MONTHLY',
        { Amount: monthlyBudget, Unit: 'USD' },
        [
          ['ACTUAL', 80],
          ['FORECASTED', 100],
        ],
      ],
      ['DAILY', { Amount: monthlyBudget / 10, Unit: 'USD' }, [['ACTUAL', 100]]],
    ]);
    // The stack is deployed last and refers to the topic by its name.
    for (const { NotificationsWithSubscribers } of budgets)
      expect(JSON.stringify(NotificationsWithSubscribers)).toContain(`:${TopicName}"`);
    const policy = JSON.stringify(theOnly('AWS::SNS::TopicPolicy', edge).Properties.PolicyDocument);
    const keyPolicy = JSON.stringify(theOnly('AWS::KMS::Key', edge).Properties.KeyPolicy);
    for (const text of [policy, keyPolicy]) expect(text).toContain('budgets.amazonaws.com');
  });

  it('report each of Amazon’s rules that blocks more than 20 requests in an hour', () => {
    const byRules = [...edgeAlarms].filter(([name]) => name.startsWith('BlockedBy'));
    const watched = byRules.flatMap(([name, { Metrics, Threshold, ComparisonOperator }]) => {
      const { Expression } = Metrics.find(({ Id }: { Id: string }) => Id.startsWith('expr'));
      expect([evaluate(Expression, { m0: 20 }), evaluate(Expression, { m0: 7, m1: 21 })], name).toEqual([
        20, 21,
      ]);
      expect([Threshold, ComparisonOperator]).toEqual([20, 'GreaterThanThreshold']);
      return Metrics.flatMap(({ MetricStat }: { MetricStat?: { Period: number; Metric: Dimensioned } }) => {
        if (!MetricStat) return [];
        const { Namespace, MetricName, Dimensions } = MetricStat.Metric;
        expect([Namespace, MetricName, MetricStat.Period]).toEqual(['AWS/WAFV2', 'BlockedRequests', 3600]);
        const values = Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, Value]));
        expect(values['WebACL']).toBe('sihat-production');
        return `${values['LabelNamespace']}:${values['LabelName']}`;
      });
    });
    const { Statement } = theOnly('AWS::WAFv2::WebACL', edge).Properties.Rules.at(-1);
    const blocking = Statement.OrStatement.Statements.map(
      (part: { LabelMatchStatement: { Key: string } }) => part.LabelMatchStatement.Key,
    );
    expect(watched.toSorted()).toEqual(blocking.toSorted());
  });

  it.each<[name: string, values: (number | undefined)[], isOn: boolean]>([
    ['CanaryFails', [0, 1], false],
    ['CanaryFails', [1, 1], true],
    // Without a person there is nothing to fail, and nothing to roll back.
    ['CanaryFails', [undefined, undefined], false],
    ['Unreachable', [1, 1, 1, 1, 0], false],
    ['Unreachable', [1, 1, 1, 1, 1], true],
    ['Unreachable', [undefined, undefined, undefined, undefined, undefined], true],
    ['CanaryWithoutPerson', [0], false],
    ['CanaryWithoutPerson', [1], true],
    ['NoAlarmRecipient', [0, 0, 0, 0, 0, 1], false],
    ['NoAlarmRecipient', [0, 0, 0, 0, 0, 0], true],
    ['NoAlarmRecipient', Array(6).fill(undefined), true],
  ])('%s with the values %o of the canary is on: %s', (name, values, isOn) => {
    const alarm = edgeAlarms.get(name);
    expect(isAlarmOn(alarm, values)).toBe(isOn);
    expect([alarm.Namespace, alarm.Dimensions]).toEqual([
      'Sihat/production',
      [{ Name: 'worker', Value: 'canary' }],
    ]);
  });

  it('that take a deployment back are the ones that the pipeline may see, and are none of others', () => {
    const [{ PolicyDocument }] = theOnly('AWS::IAM::Role', monitoring).Properties.Policies;
    const [{ Action, Resource }] = PolicyDocument.Statement;
    expect(Action).toBe('cloudwatch:DescribeAlarms');
    const seen = Resource.map((arn: string | { 'Fn::GetAtt': [string] }) =>
      typeof arn === 'string' ? arn : monitoring[arn['Fn::GetAtt'][0]]?.Properties?.AlarmName,
    );
    expect(seen.toSorted()).toEqual([
      expect.stringMatching(/^arn:aws:cloudwatch:us-east-1:\d+:alarm:sihat-production-CanaryFails$/),
      ...ROLLBACK_ALARMS.map((name) => `sihat-production-${name}`),
    ]);
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
    await world.call('listCommunity');
    for (const job of await loadJobs()) await world.run(job, inputs[job.worker.workerId]);
    const [plain = [], ...ofWorkers] = world.lines.map(metricsIn);
    const watchedCodes = Object.values(contracts).flatMap(({ watched: codes = [] }: Contract) => codes);
    const all = plain.length * areaNames.length + watchedCodes.length + ofWorkers.flat().length;
    const document = readFileSync(new URL('../../docs/operations/cost.md', import.meta.url), 'utf8');
    const stated = Number(/metrics \(about (\d+)\)/.exec(document)?.[1]);
    expect(Math.abs(all - stated), `${all} metrics`).toBeLessThanOrEqual(5);
  });
});

describe('what is watched', () => {
  it('is what the functions measure', async () => {
    const world = await newWorld();
    // An operation with a watched refusal writes a metric of its own, also when it refuses a request for another reason.
    await world.call('checkDeletionReceipt');
    await world.call('findPartnerClaim', { params: { workspaceId: newId(), code: '00000000' } });
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
    const own = looked.filter(({ Namespace }) => Namespace === 'Sihat/production');
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
      expect(shown).toContain(`Sihat/production serverErrors area=${area}`);
      expect(shown).toContain(`Sihat/production duration area=${area}`);
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
      ([, { Properties }]) => Properties.RoleName === 'sihat-production-restore',
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
      '/sihat/production/page-files',
    ]);
    expect(theOnly('AWS::KMS::Key', stateful).Properties.EnableKeyRotation).toBe(true);
  });

  it('is encrypted at the edge, too, where the firewall logs addresses: its key serves this log and the one of the canary', () => {
    const key = theOnly('AWS::KMS::Key', edge);
    const [log] = ofType('AWS::Logs::LogGroup', edge ?? {}).filter(
      ([, { Properties }]) => Properties.LogGroupName === 'aws-waf-logs-sihat-production',
    );
    expect(log?.[1].Properties.KmsKeyId).toEqual({ 'Fn::GetAtt': [key.logicalId, 'Arn'] });
    const statements: { readonly Principal: { readonly Service?: string | string[] } }[] =
      key.Properties.KeyPolicy.Statement;
    const isOfLogs = (service: string | string[] = []) =>
      [service].flat().some((name) => name.startsWith('logs.'));
    expect(statements.filter(({ Principal }) => isOfLogs(Principal.Service))).toMatchObject([
      {
        Effect: 'Allow',
        Principal: { Service: 'logs.us-east-1.amazonaws.com' },
        Condition: {
          ArnLike: {
            'kms:EncryptionContext:aws:logs:arn': expect.stringMatching(
              /^arn:aws:logs:us-east-1:\d{12}:log-group:aws-waf-logs-sihat-production$/,
            ),
          },
        },
      },
      {
        Condition: {
          ArnLike: {
            'kms:EncryptionContext:aws:logs:arn': expect.stringMatching(
              /:log-group:\/sihat\/production\/canary$/,
            ),
          },
        },
      },
    ]);
  });
});
