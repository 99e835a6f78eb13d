import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { alarmTopicName, type StageConfiguration } from '../stage.ts';

/** EventBridge supports no conditions in topic policies. */
type Publisher = 'cloudwatch.amazonaws.com' | 'events.amazonaws.com' | 'budgets.amazonaws.com';

export interface AlarmTopicProps {
  /** A part of the topic's name. */
  readonly name: string;
  /** The AWS service that publishes to the topic. */
  readonly publisher: Publisher;
  readonly mail?: string | undefined;
}

/** The SNS topic of one region that mails the people on call. It has its own key, because other services cannot publish with the AWS managed key. */
export class AlarmTopic extends Construct {
  readonly topic: Topic;
  /** The topic's key. Its policy allows only the publishers; a stack may add other services. */
  readonly key: Key;

  constructor(scope: Construct, id: string, { name, publisher, mail }: AlarmTopicProps) {
    super(scope, id);
    this.key = new Key(this, 'Key', {
      description: `Sihat ${name}: alarms`,
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.DESTROY, // The encrypted messages are deleted together with the stack.
    });
    this.topic = new Topic(this, 'Topic', {
      topicName: alarmTopicName(name),
      masterKey: this.key,
      // `enforceSSL` replaces the default policy, which would allow services of the account to publish.
      enforceSSL: true,
    });
    this.allowPublisher(publisher);
    if (mail) this.topic.addSubscription(new EmailSubscription(mail));
  }

  /** Allows a service to publish, only for this account unless the service supports no conditions. */
  allowPublisher(service: Publisher): void {
    const principals = [new ServicePrincipal(service)];
    this.key.addToResourcePolicy(
      new PolicyStatement({
        principals,
        actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
        resources: ['*'], // In a key policy, `*` means this key.
      }),
    );
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        principals,
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        ...(service !== 'events.amazonaws.com' && {
          conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
        }),
      }),
    );
  }
}

/** The properties of the topic for a stage's alarms. */
export function topicOf({ name, alarmMail }: StageConfiguration): AlarmTopicProps {
  return { name, publisher: 'cloudwatch.amazonaws.com', mail: alarmMail };
}
