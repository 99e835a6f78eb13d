import {
  delivered,
  delivery,
  EDGE_REGION,
  PLACEHOLDER_ACCOUNT,
  PLACEHOLDER_ID,
  type StageConfiguration,
  stages,
} from './stages.ts';

/** The name of the pipeline as an argument of `npm run deploy`. */
export const PIPELINE = 'pipeline';

/** The stages and the pipeline. */
export interface Configuration {
  readonly stages: Readonly<Record<string, StageConfiguration>>;
  readonly delivery: { readonly account: string; readonly region: string; readonly connectionArn: string };
  /** The stages that the pipeline deploys. */
  readonly delivered: readonly StageConfiguration[];
}

/** The steps and requirements of one deployment. */
export interface DeploymentPlan {
  /** The stacks, as arguments of `cdk deploy`. */
  readonly stacks: readonly string[];
  /** Values of infra/stages.ts that are still placeholders. */
  readonly missing: readonly string[];
  /** Production has no `alarmMail`, so nobody would receive its alarms. */
  readonly lacksAlarmMail: boolean;
  /** The bootstrap commands: one for each account and region, to be run once. */
  readonly bootstrap: readonly string[];
  /** Set for a stage with a domain. Its API accepts only requests with CloudFront's client certificate. */
  readonly stageWithEdge?: StageConfiguration & { readonly account: string };
}

/** Side effects of a deployment. Tests replace them. */
export interface DeploymentTools {
  readonly writeLine: (line: string) => void;
  /** @returns the exit code of `cdk deploy`. */
  readonly cdkDeploy: (args: readonly string[]) => Promise<number>;
  readonly hasOriginCertificate: (stage: StageConfiguration) => Promise<boolean>;
  readonly writeError: (line: string) => void;
}

export interface DeploymentOptions {
  /** Options of `cdk deploy`. */
  readonly cdkOptions: readonly string[];
  /** `false` for `--no-alarm-mail`: production is deployed although nobody receives its alarms. */
  readonly alarmMail: boolean;
}

/**
 * Deploys in the order that AWS needs: `stateful` holds the certificate authority, and the API and the edge cannot be
 * deployed before it has issued a certificate.
 * @returns the exit code: that of `cdk deploy`, 1 if the origin certificate is missing, or 2 if production has no
 * `alarmMail` and `--no-alarm-mail` is not given. In the last two cases an error message is written.
 */
export async function deploy(
  name: string,
  { stacks, lacksAlarmMail, bootstrap, stageWithEdge }: DeploymentPlan,
  { cdkOptions, alarmMail }: DeploymentOptions,
  { cdkDeploy, hasOriginCertificate, writeLine, writeError }: DeploymentTools,
): Promise<number> {
  if (lacksAlarmMail && alarmMail) {
    writeError(
      'Production has no alarmMail in infra/stages.ts, so nobody would receive its alarms. Add one, or deploy with --no-alarm-mail.',
    );
    return 2;
  }
  writeLine(['Run each of these commands once before the first deployment:', ...bootstrap].join('\n  '));
  if (!stageWithEdge || (await hasOriginCertificate(stageWithEdge))) {
    return cdkDeploy([...stacks, ...cdkOptions]);
  }
  const code = await cdkDeploy([`${name}/stateful`, '--context', `stage=${name}`, ...cdkOptions]);
  if (code !== 0) return code;
  writeError(
    `The stage ${name} has no origin certificate yet: run "npm run origin-certificate -- ${name}", then this command again.`,
  );
  return 1;
}

const CONFIGURED: Configuration = { stages, delivery, delivered };

/** @returns `undefined` for a name that is neither a stage nor the pipeline. */
export function planOf(name: string, configuration: Configuration = CONFIGURED): DeploymentPlan | undefined {
  return name === PIPELINE ? planOfPipeline(configuration) : planOfStage(name, configuration);
}

function planOfPipeline(configuration: Configuration): DeploymentPlan {
  const { delivery, delivered } = configuration;
  const own = new Set([delivery.region, ...delivered.map(({ region }) => region), EDGE_REGION]);
  return {
    stacks: [PIPELINE],
    missing: [
      ...missingOfDelivery(configuration),
      ...(delivery.connectionArn.includes(PLACEHOLDER_ID) ? ['delivery.connectionArn'] : []),
      ...delivered.flatMap((stage) => missingOfStage(stage).map((value) => `${stage.name}.${value}`)),
    ],
    lacksAlarmMail: delivered.some(lacksAlarmMail),
    bootstrap: [
      ...new Set([
        ...[...own].map((region) => bootstrapCommand(delivery.account, region)),
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
    lacksAlarmMail: lacksAlarmMail(stage),
    bootstrap: bootstrapOf(stage, configuration),
    ...(domain && account !== undefined && { stageWithEdge: { ...stage, account } }),
  };
}

const lacksAlarmMail = ({ name, alarmMail }: StageConfiguration): boolean =>
  name === 'production' && alarmMail === undefined;

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
  const { account = CALLER_ACCOUNT, region, domain } = stage;
  const trusted = delivered.includes(stage) && delivery.account !== account ? delivery.account : undefined;
  return [...new Set([region, ...(domain ? [EDGE_REGION] : [])])].map((target) =>
    bootstrapCommand(account, target, trusted),
  );
}

/** https://docs.aws.amazon.com/cdk/v2/guide/bootstrapping-env.html: `--trust` also requires execution policies. */
function bootstrapCommand(account: string, region: string, trusted?: string): string {
  const trust =
    trusted === undefined
      ? ''
      : ` --trust ${trusted} --cloudformation-execution-policies arn:aws:iam::aws:policy/AdministratorAccess`;
  return `npx cdk bootstrap aws://${account}/${region}${trust}`;
}
