import { Dashboard, GraphWidget, type IMetric, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { workers } from '../../functions/contracts.ts';
import { EDGE_REGION, type StageConfiguration } from '../stage.ts';
import { areas, type Metrics, scheduledWorkers, streamWorkers } from './metrics.ts';

/** Adds the dashboard `sihat-<stage>` to a stack. docs/operations/runbook.md describes it. */
export function addDashboard(scope: Construct, stage: StageConfiguration, metrics: Metrics): void {
  const graph = (title: string, left: IMetric[]) => new GraphWidget({ title, left, width: 8, height: 6 });
  const byArea = (metricName: string, statistic = 'Sum') =>
    areas.map((area) => metrics.custom(metricName, { area }, statistic));
  new Dashboard(scope, 'Dashboard', {
    dashboardName: `sihat-${stage.name}`,
    widgets: [
      [new TextWidget({ width: 24, height: 1, markdown: `# Sihat ${stage.name}` })],
      [
        graph('Requests', [metrics.api('Count'), metrics.api('4xx'), metrics.api('5xx')]),
        graph('500 responses by area', byArea('serverErrors')),
        graph('p99 latency (ms): API Gateway; by area, without cold starts', [
          metrics.api('Latency', 'p99'),
          ...byArea('duration', 'p99'),
        ]),
      ],
      [
        graph('4xx responses by area; 429 at API Gateway; 503', [
          ...byArea('clientErrors'),
          metrics.throttledRequests(),
          metrics.unavailable(),
        ]),
        graph('Database calls by area', byArea('databaseCalls')),
        graph(
          'Concurrent executions; with reservations',
          ['ConcurrentExecutions', 'ClaimedAccountConcurrency'].map((name) =>
            metrics.account(name, 'Maximum'),
          ),
        ),
      ],
      [
        graph(
          'Consumed capacity of the table',
          ['ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits'].map((name) => metrics.table(name)),
        ),
        graph(
          'Throttling and transaction conflicts',
          ['ReadThrottleEvents', 'WriteThrottleEvents', 'TransactionConflict'].map((name) =>
            metrics.table(name),
          ),
        ),
        graph('Stream: iterator age (ms) and failed records', [
          ...streamWorkers.map((id) => metrics.lambda('IteratorAge', id, 'Maximum')),
          ...streamWorkers.map((id) => metrics.failedRecords(id)),
        ]),
      ],
      [
        graph(
          'Sign-ups, sign-ins and refreshes',
          ['SignUpSuccesses', 'SignInSuccesses', 'TokenRefreshSuccesses'].map((name) =>
            metrics.userPool(name),
          ),
        ),
        graph(
          'Throttled by Cognito',
          ['SignUpThrottles', 'SignInThrottles', 'TokenRefreshThrottles'].map((name) =>
            metrics.userPool(name),
          ),
        ),
        graph('Blocked by the firewall of the user pool', [metrics.blockedSignIns()]),
      ],
      [
        graph(
          'Failed worker runs',
          scheduledWorkers.map(({ workerId }) => metrics.custom('failures', { worker: workerId })),
        ),
        graph(
          'Erasures',
          ['accountsErased', 'erasuresFailed', 'erasuresOverdue'].map((name) =>
            metrics.custom(name, { worker: workers.eraseAccounts.workerId }, 'Maximum'),
          ),
        ),
        ...(stage.domain
          ? [
              graph(
                'Canary, from us-east-1: failures; confirmed recipients of the alarms',
                ['canaryFailures', 'alarmRecipients'].map((name) =>
                  metrics.custom(name, { worker: 'canary' }, 'Maximum').with({ region: EDGE_REGION }),
                ),
              ),
            ]
          : []),
        graph('Stock findings; lookups of unknown receipts and of unknown codes', [
          metrics.stockFindings(),
          metrics.custom('too_many_lookups', { area: 'rewards' }),
          metrics.custom('receipt_not_found', { area: 'deletion' }),
        ]),
      ],
    ],
  });
}
