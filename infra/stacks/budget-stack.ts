import { ArnFormat, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';
import { alarmTopicName, type StageConfiguration } from '../stage.ts';

export interface BudgetStackProps extends StackProps {
  readonly stage: StageConfiguration;
  /** US dollars. */
  readonly monthly: number;
}

/** The part of the monthly budget that a single day may cost: three times its share. The day of a hall costs more than others. */
const SHARE_OF_A_DAY = 0.1;

/**
 * Tells the people on call when the account of a stage has cost most of its budget, when AWS forecasts that it will cost more, and
 * when a single day has cost too much. It is a stack of its own and deployed last, because a new account may refuse budgets for a day.
 */
export class BudgetStack extends Stack {
  constructor(scope: Construct, id: string, { stage, monthly, ...props }: BudgetStackProps) {
    super(scope, id, props);
    const address = this.formatArn({
      service: 'sns',
      resource: alarmTopicName(stage.name),
      arnFormat: ArnFormat.NO_RESOURCE_NAME,
    });
    const above = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: {
        notificationType,
        comparisonOperator: 'GREATER_THAN',
        threshold,
        thresholdType: 'PERCENTAGE',
      },
      subscribers: [{ subscriptionType: 'SNS', address }],
    });
    const budgets = [
      ['Budget', 'MONTHLY', monthly, [above('ACTUAL', 80), above('FORECASTED', 100)]],
      // AWS makes no forecasts for a day.
      ['DailyBudget', 'DAILY', monthly * SHARE_OF_A_DAY, [above('ACTUAL', 100)]],
    ] as const;
    for (const [name, timeUnit, amount, notifications] of budgets) {
      // L1: CDK has no L2 for budgets.
      new CfnBudget(this, name, {
        budget: {
          budgetName: `sihat-${stage.name}${timeUnit === 'DAILY' ? '-daily' : ''}`,
          budgetType: 'COST',
          timeUnit,
          budgetLimit: { amount, unit: 'USD' },
        },
        notificationsWithSubscribers: [...notifications],
      });
    }
  }
}
