import { type AccountRequirements, type AccountTools, isAccountReady } from './account-readiness.ts';
import {
  type AlarmTopicAddress,
  alarmTopicName,
  alarmTopicsOf,
  delivered,
  delivery,
  EDGE_REGION,
  PIPELINE,
  PLACEHOLDER_ACCOUNT,
  PLACEHOLDER_ID,
  regionsOf,
  type StageConfiguration,
  stages,
} from './stages.ts';

/** The stages and the pipeline. */
export interface Configuration {
  readonly stages: Readonly<Record<string, StageConfiguration>>;
  readonly delivery: { readonly account: string; readonly region: string; readonly connectionArn: string };
  /** The stages that the pipeline deploys. */
  readonly delivered: readonly StageConfiguration[];
}

/** Settings that production needs. An option of `npm run deploy` deploys without one of them. */
const NEEDED = {
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
type NeededSetting = keyof typeof NEEDED;

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

/** Side effects of a deployment. Tests replace them. */
export interface DeploymentTools extends AccountTools {
  readonly writeLine: (line: string) => void;
  /** @returns the exit code of `cdk deploy`. */
  readonly cdkDeploy: (args: readonly string[]) => Promise<number>;
  readonly topicsWithoutRecipient: (alarms: AlarmTopics) => Promise<readonly AlarmTopicAddress[]>;
  readonly hasOriginCertificate: (stage: StageConfiguration) => Promise<boolean>;
}

/** A needed setting is `false` to deploy production without it: `alarmMail` for `--no-alarm-mail`. */
export interface DeploymentOptions extends Readonly<Record<NeededSetting, boolean>> {
  /** Options of `cdk deploy`. */
  readonly cdkOptions: readonly string[];
}

/**
 * Deploys in the order that AWS needs: `stateful` holds the certificate authority, and the API and the edge cannot be
 * deployed before it has issued a certificate.
 * @returns the exit code: that of `cdk deploy`, 1 if the account is not ready or the origin certificate is missing, or 2 if
 * production lacks a setting without which it is not deployed by default. Each of the last cases writes an error message.
 */
export async function deploy(
  name: string,
  plan: DeploymentPlan,
  options: DeploymentOptions,
  tools: DeploymentTools,
): Promise<number> {
  const { stacks, lacking, bootstrap, stageWithEdge, alarms } = plan;
  const { cdkDeploy, hasOriginCertificate, writeLine, writeError } = tools;
  const { cdkOptions } = options;
  const refused = lacking.filter((setting) => options[setting]);
  for (const setting of refused) writeError(NEEDED[setting].refusal);
  if (refused.length > 0) return 2;
  if (!(await isAccountReady(plan, tools))) return 1;
  writeLine(['Run each of these commands once before the first deployment:', ...bootstrap].join('\n  '));
  if (!stageWithEdge || (await hasOriginCertificate(stageWithEdge))) {
    const code = await cdkDeploy([...stacks, ...cdkOptions]);
    if (code === 0 && alarms) await showMissingRecipients(alarms, tools);
    return code;
  }
  const code = await cdkDeploy([`${name}/stateful`, '--context', `stage=${name}`, ...cdkOptions]);
  if (code !== 0) return code;
  writeError(
    `The stage ${name} has no origin certificate yet: run "npm run origin-certificate -- ${name}", then this command again.`,
  );
  return 1;
}

/** A failure here does not fail the deployment, which has already succeeded. */
async function showMissingRecipients(
  alarms: AlarmTopics,
  { topicsWithoutRecipient, writeError }: DeploymentTools,
): Promise<void> {
  const cause = alarms.mail
    ? `${alarms.mail} has not confirmed the subscription`
    : 'infra/stages.ts has no alarmMail';
  try {
    for (const { region, topicName } of await topicsWithoutRecipient(alarms))
      writeError(`Nobody receives the messages of ${topicName} in ${region}: ${cause}.`);
  } catch (error) {
    writeError(`Could not check who receives the alarms: ${error instanceof Error ? error.message : error}`);
  }
}

const CONFIGURED: Configuration = { stages, delivery, delivered };

/** @returns `undefined` for a name that is neither a stage nor the pipeline. */
export function planOf(name: string, configuration: Configuration = CONFIGURED): DeploymentPlan | undefined {
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
  const { account, domain, concurrency } = stage;
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
    ...(concurrency && { stageWithReservations: stage }),
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
