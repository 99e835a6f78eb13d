import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { AlarmTopic, topicOf } from '../constructs/alarm-topic.ts';
import { addAlarm } from '../constructs/alarms.ts';
import { mailAlarmsOf, type StageConfiguration } from '../stage.ts';

export interface MailStackProps extends StackProps {
  readonly stage: StageConfiguration;
}

/** A fifth of the mails of a day, of which production needs 50,000. */
const MANY_MAILS = 10_000;

/** A metric that SES publishes for the account. https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-cloudwatch.html */
const ofAccount = (metricName: string, statistic: 'Sum' | 'Average'): Metric =>
  new Metric({ namespace: 'AWS/SES', metricName, statistic, period: Duration.hours(1) });

/**
 * The share of mails at which each alarm goes off, about half of the one at which AWS puts an account under review.
 * https://docs.aws.amazon.com/ses/latest/dg/reputation-dashboard-dg.html
 */
const REPUTATION = [
  {
    id: 'MailsBounce',
    metricName: 'Reputation.BounceRate',
    threshold: 0.03,
    meaning:
      'At least 3 % of the recent mails bounced. AWS reviews an account at 5 % and pauses it at 10 %. Then nobody can sign up or reset a password.',
  },
  {
    id: 'MailComplaints',
    metricName: 'Reputation.ComplaintRate',
    threshold: 0.0005,
    meaning:
      'Recipients of at least 0.05 % of the recent mails complained about spam. AWS reviews an account at 0.1 % and pauses it at 0.5 %. Then nobody can sign up or reset a password.',
  },
];

/**
 * The alarms about SES, which sends the mails of the user pool. SES may be in another region than the stage, and an alarm
 * can only use metrics of its own region.
 */
export class MailStack extends Stack {
  constructor(scope: Construct, id: string, { stage, ...props }: MailStackProps) {
    super(scope, id, props);
    const { topic } = new AlarmTopic(this, 'Alarms', { ...topicOf(stage), name: mailAlarmsOf(stage) });
    addAlarm(
      this,
      'ManyMails',
      { stage, topic },
      {
        metric: ofAccount('Send', 'Sum'),
        threshold: MANY_MAILS,
        meaning: `SES sent at least ${MANY_MAILS} mails within an hour, for sign-ups, repeated codes and resets of passwords. At this rate, the mails of a day are used up after five hours, and then nobody can sign up or reset a password.`,
      },
    );
    for (const { id: alarmId, metricName, threshold, meaning } of REPUTATION) {
      addAlarm(
        this,
        alarmId,
        { stage, topic },
        {
          // SES computes it over a number of recent mails that it chooses.
          metric: ofAccount(metricName, 'Average'),
          threshold,
          missing: TreatMissingData.IGNORE, // Without mails there is no new rate.
          meaning,
        },
      );
    }
  }
}
