import { ArnFormat, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { addAuditRules } from '../constructs/audit-rules.ts';
import { AuditTrail } from '../constructs/audit-trail.ts';
import { alarmTopicName, type StageConfiguration } from '../stage.ts';

export interface AuditStackProps extends StackProps {
  readonly stage: StageConfiguration;
}

/** The audit trail of the stage's account, and the rules that report uses of AWS credentials in its region. Those of the edge are in its stack. */
export class AuditStack extends Stack {
  constructor(scope: Construct, id: string, { stage, ...props }: AuditStackProps) {
    super(scope, id, props);
    new AuditTrail(this, 'Trail', { stage });
    const topicArn = this.formatArn({
      service: 'sns',
      resource: alarmTopicName(stage.name),
      arnFormat: ArnFormat.NO_RESOURCE_NAME,
    });
    addAuditRules(this, { stage, topicArn }, 'stage');
  }
}
