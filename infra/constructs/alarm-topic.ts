import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { StageConfiguration } from '../stages.ts';

export interface AlarmTopicProps {
  /** The whole name of the topic is `sihat-<name>-alarms`. */
  readonly name: string;
  /**
   * The service of AWS that publishes to the topic. CloudWatch may do so for this account only. EventBridge gets no such
   * condition: its user guide says that topic policies for EventBridge cannot have conditions, so its messages might
   * not arrive.
   */
  readonly publisher: 'cloudwatch.amazonaws.com' | 'events.amazonaws.com';
  readonly mail?: string | undefined;
}

/** The topic of one region that mails to the people on call. AWS's own key for topics lets no other service publish, so it has one. */
export class AlarmTopic extends Construct {
  readonly topic: Topic;
  /** The topic's key. Its policy lets only the publisher use it; the stack may add other services. */
  readonly key: Key;

  constructor(scope: Construct, id: string, { name, publisher, mail }: AlarmTopicProps) {
    super(scope, id);
    this.key = new Key(this, 'Key', {
      description: `Sihat ${name}: alarms`,
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.DESTROY, // What it encrypts goes with the stack, too.
    });
    const principals = [new ServicePrincipal(publisher)];
    this.key.addToResourcePolicy(
      new PolicyStatement({
        principals,
        actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
        resources: ['*'], // this key: a key's policy knows no other
      }),
    );
    this.topic = new Topic(this, 'Topic', {
      topicName: `sihat-${name}-alarms`,
      masterKey: this.key,
      enforceSSL: true,
    });
    // The policy that enforces TLS replaces the default one, which lets services of the account publish.
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        principals,
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        ...(publisher !== 'events.amazonaws.com' && {
          conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
        }),
      }),
    );
    if (mail) this.topic.addSubscription(new EmailSubscription(mail));
  }
}

/** The topic of a stage's alarms. */
export function topicOf({ name, alarmMail }: StageConfiguration): AlarmTopicProps {
  return { name, publisher: 'cloudwatch.amazonaws.com', mail: alarmMail };
}
