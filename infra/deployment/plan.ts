import {
  type AlarmTopicAddress,
  alarmTopicName,
  alarmTopicsOf,
  type Configuration,
  EDGE_REGION,
  PIPELINE,
  PLACEHOLDER_ACCOUNT,
  PLACEHOLDER_ID,
  regionsOf,
  type StageConfiguration,
} from '../stage.ts';
import { configuration as configured } from '../stages.ts';
import type { AccountRequirements } from './account-readiness.ts';

/** Settings that production needs. An option of `npm run deploy` deploys without one of them. */
export const NEEDED = {
  alarmMail: {
    isSet: ({ alarmMail }: StageConfiguration) => alarmMail !== undefined,
    refusal:
      'Production has no alarmMail in infra/stages.ts, so nobody would receive its alarms. Add one, or deploy with --no-alarm-mail.',
  },
  userPoolMail: {
    isSet: ({ userPool }: StageConfiguration) => userPool?.mail !== undefined,
    refusal:
      'Production has no userPool.mail in infra/stages.ts. Cognito would send at most 50 mails a day, so 50 sign-ups would stop sign-up and password reset for everybody. Add one, or deploy with --no-user-pool-mail.',
  },
} as const;
export type NeededSetting = keyof typeof NEEDED;

/** The steps and requirements of one deployment. */
export interface DeploymentPlan extends AccountRequirements {
  /** The stacks, as arguments of `cdk deploy`. */
  readonly stacks: readonly string[];
  /** Values of infra/stages.ts that are still placeholders. */
  readonly missing: readonly string[];
  /** Settings that production needs and does not have. */
  readonly lacking: readonly NeededSetting[];
  /** The bootstrap commands: one for each account and region, to be run once. */
  readonly bootstrap: readonly string[];
  /** Set if the deployment creates topics in an account that the settings name. */
  readonly alarms?: AlarmTopics;
  /** Set for a stage with a domain. Its API accepts only requests with CloudFront's client certificate. */
  readonly stageWithEdge?: StageConfiguration & { readonly account: string };
}

/** The topics that send messages to the people on call. */
export interface AlarmTopics {
  readonly account: string;
  readonly topics: readonly AlarmTopicAddress[];
  /** The recipient in the settings. */
  readonly mail: string | undefined;
}

/** @returns `undefined` for a name that is neither a stage nor the pipeline. */
export function planOf(name: string, configuration: Configuration = configured): DeploymentPlan | undefined {
  return name === PIPELINE ? planOfPipeline(configuration) : planOfStage(name, configuration);
}

function planOfPipeline(configuration: Configuration): DeploymentPlan {
  const { delivery, delivered } = configuration;
  const regions = [...new Set([delivery.region, ...delivered.flatMap(regionsOf), EDGE_REGION])];
  return {
    stacks: [PIPELINE],
    missing: [
      ...missingOfDelivery(configuration),
      ...(delivery.connectionArn.includes(PLACEHOLDER_ID) ? ['delivery.connectionArn'] : []),
      ...delivered.flatMap((stage) => missingOfStage(stage).map((value) => `${stage.name}.${value}`)),
    ],
    lacking: delivered.flatMap(lackingOf),
    account: delivery.account,
    regions,
    alarms: {
      account: delivery.account,
      topics: [{ region: delivery.region, topicName: alarmTopicName(PIPELINE) }],
      mail: configuration.stages['production']?.alarmMail,
    },
    bootstrap: [
      ...new Set([
        ...regions.map((region) => bootstrapCommand(delivery.account, region)),
        ...delivered.flatMap((stage) => bootstrapOf(stage, configuration)),
      ]),
    ],
  };
}

function planOfStage(name: string, configuration: Configuration): DeploymentPlan | undefined {
  const stage = Object.values(configuration.stages).find((candidate) => candidate.name === name);
  if (!stage) return undefined;
  const { account, domain } = stage;
  return {
    // The pattern `**` selects the stacks inside a CDK stage; `--all` selects only those outside.
    stacks: ['**', '--context', `stage=${name}`],
    missing: [
      ...missingOfStage(stage),
      ...(configuration.delivered.includes(stage) ? missingOfDelivery(configuration) : []),
    ],
    lacking: lackingOf(stage),
    account,
    regions: regionsOf(stage),
    bootstrap: bootstrapOf(stage, configuration),
    stage,
    ...(domain &&
      account !== undefined && {
        stageWithEdge: { ...stage, account },
        alarms: { account, topics: alarmTopicsOf(stage), mail: stage.alarmMail },
      }),
  };
}

const lackingOf = (stage: StageConfiguration): NeededSetting[] =>
  stage.name === 'production'
    ? (['alarmMail', 'userPoolMail'] as const).filter((setting) => !NEEDED[setting].isSet(stage))
    : [];

function missingOfStage({ account, domain }: StageConfiguration): string[] {
  return [
    ...(account === PLACEHOLDER_ACCOUNT || (domain && account === undefined) ? ['account'] : []),
    ...(domain?.hostedZoneId === PLACEHOLDER_ID ? ['domain.hostedZoneId'] : []),
  ];
}

function missingOfDelivery({ delivery }: Configuration): string[] {
  return delivery.account === PLACEHOLDER_ACCOUNT ? ['delivery.account'] : [];
}

/** The account of the current AWS credentials, for a stage without a configured account. */
const CALLER_ACCOUNT = '$(aws sts get-caller-identity --query Account --output text)';

function bootstrapOf(stage: StageConfiguration, { delivery, delivered }: Configuration): string[] {
  const { account = CALLER_ACCOUNT } = stage;
  const trusted = delivered.includes(stage) && delivery.account !== account ? delivery.account : undefined;
  return regionsOf(stage).map((region) => bootstrapCommand(account, region, trusted));
}

/** https://docs.aws.amazon.com/cdk/v2/guide/bootstrapping-env.html: `--trust` also requires execution policies. */
function bootstrapCommand(account: string, region: string, trusted?: string): string {
  const trust =
    trusted === undefined
      ? ''
      : ` --trust ${trusted} --cloudformation-execution-policies arn:aws:iam::aws:policy/AdministratorAccess`;
  return `npx cdk bootstrap aws://${account}/${region}${trust}`;
}
