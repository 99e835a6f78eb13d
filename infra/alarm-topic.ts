import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { StageConfiguration } from './stages.ts';

/** Where alarms of one region go. Alarms cannot use the key that AWS keeps for topics, so there is one of our own. */
export class AlarmTopic extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, stage: StageConfiguration) {
    super(scope, id);
    const key = new Key(this, 'Key', {
      description: `Sihat ${stage.name}: alarms`,
      enableKeyRotation: true,
    });
    const principals = [new ServicePrincipal('cloudwatch.amazonaws.com')];
    key.addToResourcePolicy(
      new PolicyStatement({
        principals,
        actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
        resources: ['*'], // this key: a key's policy knows no other
      }),
    );
    this.topic = new Topic(this, 'Topic', {
      topicName: `sihat-${stage.name}-alarms`,
      masterKey: key,
      enforceSSL: true,
    });
    // A policy of one's own, such as for TLS, takes the place of the one that lets the account's alarms in.
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        principals,
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    if (stage.alarmMail) this.topic.addSubscription(new EmailSubscription(stage.alarmMail));
  }
}
