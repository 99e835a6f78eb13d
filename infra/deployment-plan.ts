import {
  ACCOUNT_TO_BE_PUT_IN,
  delivered,
  delivery,
  EDGE_REGION,
  type StageConfiguration,
  stages,
  TO_BE_PUT_IN,
} from './stages.ts';

/** What `npm run deploy` can deploy besides stages. */
export const PIPELINE = 'pipeline';

/** Where deployments go to, and what deploys them. */
export interface Configuration {
  readonly stages: Readonly<Record<string, StageConfiguration>>;
  readonly delivery: { readonly account: string; readonly region: string; readonly connectionArn: string };
  /** The stages that the pipeline deploys. */
  readonly delivered: readonly StageConfiguration[];
}

/** What one deployment needs and does. */
export interface DeploymentPlan {
  /** The stacks, as arguments of `cdk deploy`. */
  readonly stacks: readonly string[];
  /** Values of infra/stages.ts that are still placeholders. */
  readonly missing: readonly string[];
  /** Nobody would be told of production's alarms. */
  readonly lacksAlarmMail: boolean;
  /** One command for each account and region, needed once. */
  readonly bootstrap: readonly string[];
  /** The stage, if it has a domain: then its API accepts only requests with the certificate of its edge. */
  readonly stageWithEdge?: StageConfiguration & { readonly account: string };
}

/** What a deployment does outside this process. */
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
 * @returns the exit code; after one line of explanation, 1 when the certificate is missing, and 2, before anything is
 * deployed, when production has no `alarmMail` and `--no-alarm-mail` is not given.
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
  writeLine(['Each account and region needs its command once:', ...bootstrap].join('\n  '));
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

/** @returns nothing for a name that is neither a stage nor the pipeline. */
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
      ...(delivery.connectionArn.includes(TO_BE_PUT_IN) ? ['delivery.connectionArn'] : []),
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
  const stage = Object.values(configuration.stages).find((one) => one.name === name);
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
    ...(account === ACCOUNT_TO_BE_PUT_IN || (domain && account === undefined) ? ['account'] : []),
    ...(domain?.hostedZoneId === TO_BE_PUT_IN ? ['domain.hostedZoneId'] : []),
  ];
}

function missingOfDelivery({ delivery }: Configuration): string[] {
  return delivery.account === ACCOUNT_TO_BE_PUT_IN ? ['delivery.account'] : [];
}

/** The account of whoever runs the command, for a stage that names none. */
const OWN_ACCOUNT = '$(aws sts get-caller-identity --query Account --output text)';

function bootstrapOf(stage: StageConfiguration, { delivery, delivered }: Configuration): string[] {
  const { account = OWN_ACCOUNT, region, domain } = stage;
  const trusted = delivered.includes(stage) && delivery.account !== account ? delivery.account : undefined;
  return [...new Set([region, ...(domain ? [EDGE_REGION] : [])])].map((one) =>
    bootstrapCommand(account, one, trusted),
  );
}

/** https://docs.aws.amazon.com/cdk/v2/guide/bootstrapping-env.html: trust needs execution policies beside it. */
function bootstrapCommand(account: string, region: string, trusted?: string): string {
  const trust =
    trusted === undefined
      ? ''
      : ` --trust ${trusted} --cloudformation-execution-policies arn:aws:iam::aws:policy/AdministratorAccess`;
  return `npx cdk bootstrap aws://${account}/${region}${trust}`;
}
