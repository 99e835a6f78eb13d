import { Duration } from 'aws-cdk-lib';
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import { ComparisonOperator, MathExpression, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { metricsNamespaceOf, type StageConfiguration } from '../stage.ts';
import { type AlarmTarget, addAlarm, keepRollbackAlarms } from './alarms.ts';
import { firewallName } from './firewall.ts';
import { labelNamespace, MANAGED_RULES } from './managed-rules.ts';

/** The alarm goes off this many days before the origin certificate expires. */
const RENEWAL_DAYS = 45;
/**
 * The hall's day of 10,000 people has 1.8 million requests in eight hours. One address may send 30,000 requests a minute: 1.8 million
 * an hour, which are 43 million a day.
 */
const MANY_REQUESTS = 1_500_000;
/** CloudWatch allows this many metrics in the expression of an alarm. */
const MAX_METRICS = 10;

/** The alarms of CloudFront and its firewall, whose metrics are in us-east-1. */
export function addEdgeAlarms(
  scope: Construct,
  target: AlarmTarget & { readonly stage: StageConfiguration },
  { distributionId }: IDistribution,
  certificateArn: string,
): void {
  const { stage } = target;
  addAlarm(scope, 'EdgeErrors', target, {
    metric: new Metric({
      namespace: 'AWS/CloudFront',
      metricName: '5xxErrorRate',
      dimensionsMap: { DistributionId: distributionId, Region: 'Global' },
      statistic: 'Average',
      period: Duration.minutes(5),
    }),
    threshold: 5,
    periods: 2,
    meaning:
      'For ten minutes, at least 5 % of the responses at CloudFront had a 5xx status. If the API reports no errors, CloudFront cannot reach it.',
  });
  addAlarm(scope, 'ManyRequests', target, {
    metric: new Metric({
      namespace: 'AWS/CloudFront',
      metricName: 'Requests',
      dimensionsMap: { DistributionId: distributionId, Region: 'Global' },
      statistic: 'Sum',
      period: Duration.hours(1),
    }),
    threshold: MANY_REQUESTS,
    meaning: `CloudFront got at least ${MANY_REQUESTS.toLocaleString('en')} requests in an hour, more than five halls of 10,000 people cause. At this rate a day costs about 200 US dollars. Someone is probably flooding the platform, below the limits of the firewall.`,
  });
  addAlarm(scope, 'BlockedRequests', target, {
    metric: blockedRequests(stage, { Rule: 'ALL' }, Duration.minutes(5)),
    threshold: 500,
    meaning:
      'The firewall blocked at least 500 requests in five minutes. Someone is probably flooding or probing the platform. The firewall log names the rule.',
  });
  for (const { id, labels } of managedRulesByAlarm) {
    const period = Duration.hours(1);
    const usingMetrics = Object.fromEntries(
      labels.map(({ namespace, label }, n) => [
        `m${n}`,
        blockedRequests(stage, { LabelNamespace: labelNamespace(namespace), LabelName: label }, period),
      ]),
    );
    addAlarm(scope, id, target, {
      metric: new MathExpression({
        label: 'the most blocks by one rule',
        expression: `MAX([${Object.keys(usingMetrics)
          .map((name) => `FILL(${name}, 0)`)
          .join(', ')}])`,
        period,
        usingMetrics,
      }),
      threshold: BLOCKS_BY_ONE_RULE,
      comparison: ComparisonOperator.GREATER_THAN_THRESHOLD,
      meaning: `One of Amazon’s managed rules blocked more than ${BLOCKS_BY_ONE_RULE} requests in an hour. It may refuse an app that people use. The firewall log names the rule by its label.`,
    });
  }
  addCanaryAlarms(scope, target);
  addAlarm(scope, 'OriginCertificateExpires', target, {
    metric: new Metric({
      namespace: 'AWS/CertificateManager',
      metricName: 'DaysToExpiry',
      dimensionsMap: { CertificateArn: certificateArn },
      statistic: 'Minimum',
      period: Duration.days(1), // ACM reports twice a day
    }),
    threshold: RENEWAL_DAYS,
    comparison: ComparisonOperator.LESS_THAN_OR_EQUAL_TO_THRESHOLD,
    missing: TreatMissingData.IGNORE, // ACM stops reporting when the certificate has expired
    meaning: `The certificate that CloudFront presents to the API expires in ${RENEWAL_DAYS} days or less. CloudFront cannot reach the API once it has expired. Run "npm run origin-certificate -- ${stage.name}"; no deployment is needed.`,
  });
  keepRollbackAlarms(scope, stage, [CANARY_ALARM]);
}

/** The alarms on what the canary finds. A deployment is rolled back when `CanaryFails` goes off. */
function addCanaryAlarms(scope: Construct, target: AlarmTarget): void {
  const canary = (metricName: string, statistic: string, period: Duration) =>
    new Metric({
      namespace: metricsNamespaceOf(target.stage),
      metricName,
      dimensionsMap: { worker: 'canary' },
      statistic,
      period,
    });
  addAlarm(scope, CANARY_ALARM, target, {
    metric: canary('canaryFailures', 'Maximum', Duration.minutes(1)),
    threshold: 1,
    periods: 2,
    meaning:
      'The canary failed twice in a row. It reaches the stage through CloudFront, signs in, lists its claims and issues a QR token. The field "step" of its log line says which step failed.',
  });
  addAlarm(scope, 'Unreachable', target, {
    metric: canary('unreachable', 'Maximum', Duration.minutes(1)),
    threshold: 1,
    periods: 5,
    missing: TreatMissingData.BREACHING,
    meaning:
      'For five minutes, the stage could not be reached from another region, or the canary did not run. The domain, the certificate of CloudFront, that of the origin, or the API may be the cause. The field "problem" of the log line of the canary names the error.',
  });
  addAlarm(scope, 'CanaryWithoutPerson', target, {
    metric: canary('withoutPerson', 'Minimum', Duration.hours(1)),
    threshold: 1,
    meaning: `The canary has nobody to sign in as, so it would not notice a release that refuses every token. Run "npm run canary -- ${target.stage.name}".`,
  });
  addAlarm(scope, 'NoAlarmRecipient', target, {
    metric: canary('alarmRecipients', 'Maximum', Duration.hours(1)),
    threshold: 0,
    comparison: ComparisonOperator.LESS_THAN_OR_EQUAL_TO_THRESHOLD,
    periods: 6,
    missing: TreatMissingData.BREACHING,
    meaning:
      'For six hours, a topic of the alarms has had no confirmed recipient, so its alarms may reach nobody, or the canary could not count the recipients. The field "recipientsUnknown" of its log line says why.',
  });
}

/** The name of the alarm that rolls a deployment back. */
export const CANARY_ALARM = 'CanaryFails';

const BLOCKS_BY_ONE_RULE = 20;

/** The blocking rules of each managed rule group, in alarms of at most `MAX_METRICS`. */
const managedRulesByAlarm = MANAGED_RULES.flatMap(({ alarm, namespace, blocking }) =>
  Array.from({ length: Math.ceil(blocking.length / MAX_METRICS) }, (_, n) => ({
    id: `${alarm}${n === 0 ? '' : n + 1}`,
    labels: blocking.slice(n * MAX_METRICS, (n + 1) * MAX_METRICS).map((label) => ({ namespace, label })),
  })),
);

/** https://docs.aws.amazon.com/waf/latest/developerguide/waf-metrics.html: metrics of CloudFront have no dimension Region. */
function blockedRequests(
  stage: StageConfiguration,
  dimensions: Readonly<Record<string, string>>,
  period: Duration,
): Metric {
  return new Metric({
    namespace: 'AWS/WAFV2',
    metricName: 'BlockedRequests',
    dimensionsMap: { WebACL: firewallName(stage), ...dimensions },
    statistic: 'Sum',
    period,
  });
}
