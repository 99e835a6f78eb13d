import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { StageConfiguration } from '../stage.ts';

export interface AlarmOptions {
  readonly metric: IMetric;
  readonly threshold: number;
  /** By default, the alarm goes off at the threshold and above. */
  readonly comparison?: ComparisonOperator;
  /** The number of periods in a row that the condition must hold, 1 by default. */
  readonly periods?: number;
  /** By default, a period without data ends the alarm. */
  readonly missing?: TreatMissingData;
  /** What happened and what it means, for the person on call. The link to the runbook is added. */
  readonly meaning: string;
}

/** The stage whose alarms these are, and the topic that they notify when they go off and when they are over. */
export interface AlarmTarget {
  readonly stage: Pick<StageConfiguration, 'name' | 'runbook'>;
  readonly topic: ITopic;
}

export function addAlarm(
  scope: Construct,
  id: string,
  { stage, topic }: AlarmTarget,
  { metric, threshold, comparison, periods = 1, missing, meaning }: AlarmOptions,
): Alarm {
  const alarm = new Alarm(scope, id, {
    alarmName: alarmName(stage, id),
    alarmDescription: `${meaning} Runbook: ${runbookLink(stage, 'alarm', id)}`,
    metric,
    threshold,
    evaluationPeriods: periods,
    comparisonOperator: comparison ?? ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    treatMissingData: missing ?? TreatMissingData.NOT_BREACHING,
  });
  const action = new SnsAction(topic);
  alarm.addAlarmAction(action);
  alarm.addOkAction(action);
  return alarm;
}

/**
 * Removes the alarms of a stack, except those that roll a release back, if the stage keeps only these: on a stage that nobody uses,
 * the others cost more than everything else.
 */
export function keepRollbackAlarms(
  stack: Construct,
  { alarms }: Pick<StageConfiguration, 'alarms'>,
  rollback: readonly string[],
): void {
  if (alarms !== 'rollback') return;
  for (const alarm of stack.node.findAll().filter((child) => child instanceof Alarm)) {
    if (!rollback.includes(alarm.node.id)) alarm.node.scope?.node.tryRemoveChild(alarm.node.id);
  }
}

export const alarmName = ({ name }: Pick<StageConfiguration, 'name'>, id: string): string =>
  `sihat-${name}-${id}`;

/**
 * The address of an entry in the runbook: `…#alarm-gateway-errors` for the alarm `GatewayErrors`. A test asserts that the runbook has
 * exactly one entry for each alarm, and for each rule of the audit, of the synthesized templates.
 */
export function runbookLink(
  { runbook }: Pick<StageConfiguration, 'runbook'>,
  kind: 'alarm' | 'rule',
  id: string,
): string {
  return `${runbook}#${kind}-${id.replaceAll(/(?<=[a-z\d])[A-Z]/g, '-$&').toLowerCase()}`;
}
