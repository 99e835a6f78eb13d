import { App, Duration, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { expect, it } from 'vitest';
import { workers } from '../../functions/contracts.ts';
import { silence } from '../../infra/constructs/worker-alarms.ts';
import { WorkerFunction } from '../../infra/constructs/worker-function.ts';
import { stages } from './configuration.ts';

/** A worker may run as rarely as once a day. */

it.each([1, 60, 360, 361, 1440])(
  'a worker that runs every %i minutes can be deployed and watched',
  (everyMinutes) => {
    const stack = new Stack(new App(), 'stack', {
      env: { region: 'ap-southeast-5', account: '111111111111' },
    });
    new WorkerFunction(stack, {
      worker: { ...workers.checkStock, trigger: { kind: 'schedule', everyMinutes } },
      bundle: {
        id: 'checkStock',
        area: 'rewards',
        kind: 'worker',
        source: '',
        bytes: 0,
        inputs: [],
        folder: import.meta.dirname,
      },
      deployment: { stage: stages.staging, keyArn: 'arn:aws:kms:ap-southeast-5:111111111111:key/x' },
      userPool: {
        clientId: 'app',
        userPoolId: 'pool',
        userPoolArn: 'arn:aws:cognito-idp:ap-southeast-5:111111111111:userpool/pool',
      },
      streamArn: 'arn:aws:dynamodb:ap-southeast-5:111111111111:table/t/stream/s',
    });
    const [config] = Object.values(Template.fromStack(stack).findResources('AWS::Lambda::EventInvokeConfig'));
    expect(config?.['Properties'].MaximumEventAgeInSeconds).toBe(Math.min(everyMinutes, 360) * 60);

    const { minutes, periods } = silence(everyMinutes);
    expect(minutes * periods).toBeGreaterThanOrEqual(3 * everyMinutes);
    expect(minutes).toBeLessThanOrEqual(1440);
    new Metric({ namespace: 'n', metricName: 'm', period: Duration.minutes(minutes) }).createAlarm(
      stack,
      'Silent',
      {
        threshold: 1,
        evaluationPeriods: periods,
      },
    );
  },
);
