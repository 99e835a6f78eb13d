import type { AlarmTopicAddress, StageConfiguration } from '../stage.ts';
import { type AccountTools, isAccountReady } from './account-readiness.ts';
import { createFirst } from './first-creation.ts';
import { type AlarmTopics, type DeploymentPlan, NEEDED, type NeededSetting } from './plan.ts';

/** Side effects of a deployment. Tests replace them. */
export interface DeploymentTools extends AccountTools {
  readonly writeLine: (line: string) => void;
  /** @returns the exit code of `cdk deploy`. */
  readonly cdkDeploy: (args: readonly string[]) => Promise<number>;
  /** @returns the status of a stack in the region of a stage, or `undefined` if it does not exist. */
  readonly stackStatus: (region: string, stackName: string) => Promise<string | undefined>;
  /** @returns what was raised: the table, and the names of its indexes. */
  readonly raiseWarmThroughput: (stage: StageConfiguration) => Promise<readonly string[]>;
  readonly topicsWithoutRecipient: (alarms: AlarmTopics) => Promise<readonly AlarmTopicAddress[]>;
  readonly hasOriginCertificate: (stage: StageConfiguration) => Promise<boolean>;
}

/** A needed setting is `false` to deploy production without it: `alarmMail` for `--no-alarm-mail`. */
export interface DeploymentOptions extends Readonly<Record<NeededSetting, boolean>> {
  /** Options of `cdk deploy`. */
  readonly cdkOptions: readonly string[];
}

/**
 * Deploys in the order that AWS needs: the stacks that keep data are created by themselves, and the API and the edge cannot be
 * deployed before the certificate authority in `stateful` has issued a certificate.
 * @returns the exit code: that of `cdk deploy`, 1 if the account is not ready, the origin certificate is missing or the warm
 * throughput could not be raised, or 2 if a setting is still a placeholder or production lacks one without which it is not deployed by
 * default. Each of the last cases writes an error message.
 */
export async function deploy(
  name: string,
  plan: DeploymentPlan,
  options: DeploymentOptions,
  tools: DeploymentTools,
): Promise<number> {
  const { stacks, missing, lacking, bootstrap, stage, stageWithEdge, alarms } = plan;
  const { cdkDeploy, hasOriginCertificate, writeLine, writeError } = tools;
  const { cdkOptions } = options;
  if (missing.length > 0) {
    writeError(`Set in infra/stages.ts before deploying ${name}: ${missing.join(', ')}.`);
    return 2;
  }
  const refused = lacking.filter((setting) => options[setting]);
  for (const setting of refused) writeError(NEEDED[setting].refusal);
  if (refused.length > 0) return 2;
  if (!(await isAccountReady(plan, tools))) return 1;
  writeLine(['Run each of these commands once before the first deployment:', ...bootstrap].join('\n  '));
  if (stage) {
    const stackStatus = (stackName: string) => tools.stackStatus(stage.region, stackName);
    const failed = await createFirst(name, cdkOptions, { stackStatus, cdkDeploy, writeError });
    if (failed !== 0) return failed;
  }
  if (stageWithEdge && !(await hasOriginCertificate(stageWithEdge))) {
    writeError(
      `The stage ${name} has no origin certificate yet: run "npm run origin-certificate -- ${name}", then this command again.`,
    );
    return 1;
  }
  const code = await cdkDeploy([...stacks, ...cdkOptions]);
  if (code !== 0) return code;
  if (alarms) await showMissingRecipients(alarms, tools);
  return stage && !(await isWarm(stage, tools)) ? 1 : 0;
}

/** Raises the warm throughput of the table after everything else is deployed. @returns `false` after an error message */
async function isWarm(
  stage: StageConfiguration,
  { raiseWarmThroughput, writeLine, writeError }: DeploymentTools,
): Promise<boolean> {
  try {
    const raised = await raiseWarmThroughput(stage);
    if (raised.length > 0)
      writeLine(`AWS raises the warm throughput of ${raised.join(' and ')} in some minutes.`);
    return true;
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    writeError(
      `The stage is deployed, but its warm throughput was not raised: ${why}. Run this command again.`,
    );
    return false;
  }
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
