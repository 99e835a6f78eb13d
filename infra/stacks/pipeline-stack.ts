import { Stack } from 'aws-cdk-lib';
import { BuildSpec, CfnProject, ComputeType, LinuxBuildImage } from 'aws-cdk-lib/aws-codebuild';
import { CfnPipeline, PipelineType } from 'aws-cdk-lib/aws-codepipeline';
import { Rule } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { CfnBucket } from 'aws-cdk-lib/aws-s3';
import {
  CodePipeline,
  CodePipelineSource,
  type IFileSetProducer,
  ManualApprovalStep,
  ShellStep,
  type StageDeployment,
} from 'aws-cdk-lib/pipelines';
import type { Construct } from 'constructs';
import manifest from '../../package.json' with { type: 'json' };
import { AlarmTopic } from '../constructs/alarm-topic.ts';
import { alarmName } from '../constructs/alarms.ts';
import { CANARY_ALARM } from '../constructs/edge-alarms.ts';
import { acknowledge } from '../constructs/nag-acknowledgements.ts';
import { type Built, Platform } from '../platform.ts';
import {
  type Configuration,
  EDGE_REGION,
  PIPELINE,
  PIPELINE_NAME,
  type StageConfiguration,
} from '../stage.ts';
import { alarmReaderName, ROLLBACK_ALARMS } from './monitoring-stack.ts';

/** The minutes after a deployment in which an alarm rolls it back. */
const ROLLBACK_WINDOW_MINUTES = 25;
/** The version that runs npm in builds. Functions and tests use Node.js from the development dependencies. */
const NODE_VERSION = 24;

/** The folder with what the released software consists of. */
const BILL_OF_MATERIALS = 'bill-of-materials';

/**
 * Tests the main branch and deploys it to each of the stages, in their order: first to staging, and after the smoke test there and
 * the approval of a person to production. The pipeline updates itself first.
 */
export class PipelineStack extends Stack {
  constructor(scope: Construct, id: string, built: Built, { delivery, delivered: stages }: Configuration) {
    super(scope, id, {
      description: 'Sihat: the pipeline',
      env: { account: delivery.account, region: delivery.region },
    });
    // CDK's step types do not support exactOptionalPropertyTypes.
    const source = CodePipelineSource.connection(delivery.repository, delivery.branch, {
      connectionArn: delivery.connectionArn,
    }) as IFileSetProducer;
    const synth = new ShellStep('Synth', {
      input: source,
      // A known vulnerability in a production dependency stops the release. `npm test` also writes cdk.out.
      commands: [
        'npm ci',
        'npm audit --omit=dev --audit-level=high',
        'npm test',
        `mkdir -p ${BILL_OF_MATERIALS} && npm sbom --sbom-format=cyclonedx > ${BILL_OF_MATERIALS}/sbom.json`,
      ],
    });
    synth.addOutputDirectory(BILL_OF_MATERIALS);
    const pipeline = new CodePipeline(this, 'Pipeline', {
      pipelineName: PIPELINE_NAME,
      pipelineType: PipelineType.V2,
      cliVersion: manifest.devDependencies['aws-cdk'],
      // Without a fixed version, the newest cdk-assets would have to read assemblies of an older CDK library.
      cdkAssetsCliVersion: manifest.devDependencies['cdk-assets'],
      crossAccountKeys: true,
      enableKeyRotation: true,
      publishAssetsInParallel: false, // One build publishes all of the hundred small bundles.
      synth: synth as IFileSetProducer,
      codeBuildDefaults: {
        buildEnvironment: {
          buildImage: LinuxBuildImage.STANDARD_7_0,
          computeType: ComputeType.MEDIUM,
        },
        partialBuildSpec: BuildSpec.fromObject({
          phases: { install: { 'runtime-versions': { nodejs: NODE_VERSION } } },
        }),
      },
    });
    const deployed = stages.map((stage, n) => {
      const before = stages[n - 1];
      // The approval is a separate stage, so that a rejection does not roll this stage back.
      if (before) pipeline.addWave(`Approval-${stage.name}`, { pre: [approval(stage, before)] });
      const platform = new Platform(this, stage, built, delivery.account);
      return { stage, stack: pipeline.addStage(platform, { post: [smoke(source, platform, stage)] }) };
    });
    pipeline.buildPipeline();
    allowConnection(pipeline, delivery.connectionArn);
    acknowledgeGenerated(pipeline);
    sendNotifications(pipeline, stages.at(-1)?.alarmMail);
    rollBackOnAlarm(pipeline, deployed);
  }
}

const approval = (stage: StageConfiguration, before: StageConfiguration): ManualApprovalStep =>
  new ManualApprovalStep(`Approve-${stage.name}`, {
    comment: `${before.name} is deployed and passed the smoke test.`,
  });

/**
 * Allows the action of the source to use the connection under both names of the service: CDK grants only the old one, and the pages
 * of AWS contradict each other about which one the ARN needs.
 * https://docs.aws.amazon.com/dtconsole/latest/userguide/rename.html
 */
function allowConnection({ pipeline }: CodePipeline, connectionArn: string): void {
  const actions = pipeline.node.findChild('Source').node.findAll();
  for (const role of actions.filter((child) => child instanceof Role)) {
    role.addToPrincipalPolicy(
      new PolicyStatement({
        actions: ['codeconnections:UseConnection'],
        resources: [connectionArn],
      }),
    );
  }
}

/** Tests the deployed API from outside, or that it is closed. */
function smoke(source: IFileSetProducer, platform: Platform, { closed }: StageConfiguration): ShellStep {
  return new ShellStep('Smoke', {
    input: source,
    envFromCfnOutputs: { SIHAT_URL: platform.url },
    commands: ['npm ci', `npm run smoke -- --url "$SIHAT_URL"${closed ? ' --closed' : ''}`],
  });
}

/**
 * Rolls a stage back to its previous version when its deployment fails or one of its alarms goes off shortly afterwards. A
 * closed stage is not rolled back, because its previous version is open.
 * CDK Pipelines does not support this yet, so overrides add it to the template.
 * https://docs.aws.amazon.com/codepipeline/latest/userguide/stage-rollback-auto.html
 */
function rollBackOnAlarm(
  pipeline: CodePipeline,
  deployed: readonly { readonly stage: StageConfiguration; readonly stack: StageDeployment }[],
): void {
  const template = pipeline.pipeline.node.defaultChild;
  if (!(template instanceof CfnPipeline)) throw new Error('The pipeline has no CfnPipeline resource.');
  for (const { stage, stack } of deployed) {
    if (stage.closed) continue;
    const readerArn = alarmReaderArn(stage, Stack.of(pipeline));
    pipeline.pipeline.role.addToPrincipalPolicy(
      new PolicyStatement({ actions: ['sts:AssumeRole'], resources: [readerArn] }),
    );
    const n = pipeline.pipeline.stages.findIndex(({ stageName }) => stageName === stack.stageName);
    if (n < 0) throw new Error(`The pipeline has no stage ${stack.stageName}.`);
    template.addPropertyOverride(`Stages.${n}.OnFailure`, { Result: 'ROLLBACK' });
    template.addPropertyOverride(`Stages.${n}.OnSuccess`, {
      Conditions: [
        {
          Result: 'ROLLBACK',
          Rules: [
            ...ROLLBACK_ALARMS.map((alarm) => ({ alarm, region: stage.region })),
            { alarm: CANARY_ALARM, region: EDGE_REGION },
          ].map(({ alarm, region }) => ({
            Name: alarm,
            RuleTypeId: { Category: 'Rule', Owner: 'AWS', Provider: 'CloudWatchAlarm', Version: '1' },
            Region: region,
            RoleArn: readerArn,
            Configuration: {
              AlarmName: alarmName(stage, alarm),
              AlarmStates: 'ALARM',
              WaitTime: String(ROLLBACK_WINDOW_MINUTES),
            },
          })),
        },
      ],
    });
  }
}

/**
 * Mails the recipients of the last stage's alarms when the pipeline fails and when it waits for approval.
 * https://docs.aws.amazon.com/codepipeline/latest/userguide/detect-state-changes-cloudwatch-events.html
 */
function sendNotifications({ pipeline }: CodePipeline, mail: string | undefined): void {
  const stack = Stack.of(pipeline);
  const { topic } = new AlarmTopic(stack, 'Notifications', {
    name: PIPELINE,
    publisher: 'events.amazonaws.com',
    mail,
  });
  for (const [id, detailType, detail] of [
    ['Failed', 'CodePipeline Pipeline Execution State Change', { state: ['FAILED'] }],
    [
      'WaitsForApproval',
      'CodePipeline Action Execution State Change',
      { state: ['STARTED'], type: { category: ['Approval'] } },
    ],
  ] as const) {
    new Rule(stack, id, {
      eventPattern: {
        source: ['aws.codepipeline'],
        detailType: [detailType],
        resources: [pipeline.pipelineArn],
        detail,
      },
      // AlarmTopic already allows EventBridge to publish. CDK's SnsTopic target would add the statement again.
    }).addTarget({ bind: () => ({ arn: topic.topicArn }) });
  }
}

/** The ARN of the role in a stage's account that may read its alarms. */
function alarmReaderArn(stage: StageConfiguration, { account }: Stack): string {
  return `arn:aws:iam::${stage.account ?? account}:role/${alarmReaderName(stage)}`;
}

/** CDK generates the roles of the pipeline. They only build and deploy, and serve no requests. */
function acknowledgeGenerated(pipeline: CodePipeline): void {
  const stack = Stack.of(pipeline);
  const projects = pipeline.node
    .findAll()
    .filter((child) => child instanceof CfnProject)
    .map((project) => stack.getLogicalId(project));
  const elsewhere = Object.values(pipeline.pipeline.crossRegionSupport);
  const inRegion = (service: string) => `arn:aws:${service}:${stack.region}:${stack.account}`;
  acknowledge(
    pipeline,
    'CDK generates these roles. They may use the artifact bucket and its key, write the logs and reports of their build project, and assume CDK’s deployment roles.',
    ...['GetObject', 'GetBucket', 'List', 'DeleteObject', 'Abort'].map((name) => `IAM5[Action::s3:${name}*]`),
    ...['ReEncrypt', 'GenerateDataKey'].map((name) => `IAM5[Action::kms:${name}*]`),
    ...['*', ...projects.map((project) => `<${project}>:*`)].map(
      (name) => `IAM5[Resource::${inRegion('logs')}:log-group:/aws/codebuild/${name}]`,
    ),
    ...['*', ...projects.map((project) => `<${project}>-*`)].map(
      (name) => `IAM5[Resource::${inRegion('codebuild')}:report-group/${name}]`,
    ),
    ...pipeline.node
      .findAll()
      .filter((child) => child instanceof CfnBucket)
      .map((bucket) => `IAM5[Resource::<${stack.getLogicalId(bucket)}.Arn>/*]`),
    `IAM5[Resource::arn:*:iam::${stack.account}:role/*]`,
    'IAM5[Resource::*]',
    ...elsewhere.map(
      ({ replicationBucket: { bucketName } }) =>
        `IAM5[Resource::arn:aws:s3:::${stack.resolve(bucketName)}/*]`,
    ),
  );
  for (const scope of [pipeline, ...elsewhere.map((support) => support.stack)]) {
    acknowledge(
      scope,
      'The bucket contains build artifacts, which can be rebuilt from the repository.',
      'S1',
    );
  }
}
