import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';
import type { StageConfiguration } from '../stages.ts';
import type { AlarmTopic } from './alarm-topic.ts';

/**
 * Tells the people on call when the account of a stage has cost most of its budget, and when AWS forecasts that it will cost
 * more.
 */
export function addBudget(
  scope: Construct,
  { name, monthlyBudget }: StageConfiguration,
  alarms: AlarmTopic,
): void {
  if (monthlyBudget === undefined) return;
  alarms.allowPublisher('budgets.amazonaws.com');
  const subscribers = [{ subscriptionType: 'SNS', address: alarms.topic.topicArn }];
  const above = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
    notification: {
      notificationType,
      comparisonOperator: 'GREATER_THAN',
      threshold,
      thresholdType: 'PERCENTAGE',
    },
    subscribers,
  });
  // L1: CDK has no L2 for budgets.
  new CfnBudget(scope, 'Budget', {
    budget: {
      budgetName: `sihat-${name}`,
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: monthlyBudget, unit: 'USD' },
    },
    notificationsWithSubscribers: [above('ACTUAL', 80), above('FORECASTED', 100)],
  });
}
