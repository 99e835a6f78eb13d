import type { StageConfiguration } from '../stage.ts';

/** While a stage is closed, CloudFront answers 503 to every request that its firewall would have let through. */
export type StageState = 'open' | 'closed';

/** What a request from outside finds. */
export type Seen = StageState | 'unreachable';

/** Stops or allows deployments to a stage. @returns whether an execution was in the stage, which is stopped too. */
export type TransitionSwitch = (state: StageState) => Promise<boolean>;

/** The services that the command changes. Tests replace them. */
export interface ClosingServices {
  /** Changes the default action of the firewall. @returns `false` if the stage was in this state already. */
  readonly setFirewall: (state: StageState) => Promise<boolean>;
  /** Sends a request from outside. */
  readonly look: () => Promise<Seen>;
  /** Whether a deployment, or its rollback, is changing the stack of the firewall. */
  readonly isDeploying: () => Promise<boolean>;
  /**
   * Stops or allows deployments by the pipeline. `none` if no pipeline deploys the stage, and absent without credentials for its
   * account.
   */
  readonly setTransition?: TransitionSwitch | 'none' | undefined;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly writeLine: (line: string) => void;
}

const LOOK_EVERY = 5000;
/** AWS WAF distributes a change within a minute or two. */
const LOOKS = 60;
/** A deployment of CloudFront, or its rollback, takes minutes. */
const LOOKS_AT_DEPLOYMENT = 720;

type Stage = Pick<StageConfiguration, 'name' | 'closed'>;

/**
 * Closes or opens a stage by a direct change of its firewall, without a deployment. Running it again is harmless.
 * @returns `false` if requests from outside do not show the change after five minutes, if a deployment that may open the stage
 * does not end within an hour, or if the pipeline was not changed.
 */
export async function setStageState(
  stage: Stage,
  state: StageState,
  services: ClosingServices,
): Promise<boolean> {
  // The pipeline may deploy again only after the stage is open, and must not deploy once it is closed.
  const isChanged = await services.setFirewall(state);
  services.writeLine(
    isChanged
      ? `The firewall of ${stage.name} is ${state} now. Waiting until CloudFront shows it.`
      : `The firewall of ${stage.name} is ${state} already.`,
  );
  const isPipelineSet = await setPipeline(stage, state, services);
  const isShown = await showState(stage, state, services);
  const staysClosed = state === 'open' || (await closeAfterDeployment(stage, services));
  if (state === 'closed' && !stage.closed)
    services.writeLine(
      'If a deployment is needed before it opens, set "closed: true" for the stage in infra/stages.ts, because a deployment may open it otherwise.',
    );
  if (state === 'open' && stage.closed)
    services.writeLine(
      'Remove "closed: true" of the stage from infra/stages.ts, because the next deployment closes it otherwise.',
    );
  return isShown && isPipelineSet && staysClosed;
}

/** @returns `false` if the pipeline can still deploy to a stage that is to be closed, or cannot to one that is to be open. */
async function setPipeline(
  stage: Stage,
  state: StageState,
  { setTransition, writeLine }: ClosingServices,
): Promise<boolean> {
  if (setTransition === 'none') return true;
  if (setTransition === undefined) {
    writeLine(transitionHint(stage, state));
    return false;
  }
  try {
    const wasStopped = await setTransition(state);
    if (state === 'open') writeLine(`The pipeline deploys to ${stage.name} again.`);
    else {
      writeLine(`The pipeline no longer deploys to ${stage.name}.`);
      if (wasStopped) writeLine('It was deploying, and was stopped. Its stacks may be of two versions.');
    }
    return true;
  } catch (error) {
    writeLine(`The pipeline was not changed: ${error instanceof Error ? error.message : error}`);
    writeLine(transitionHint(stage, state));
    return false;
  }
}

/** Waits until requests from outside find the state. */
async function showState({ name }: Stage, state: StageState, services: ClosingServices): Promise<boolean> {
  let seen: Seen | undefined;
  const isShown = await repeat(LOOKS, services, async () => {
    seen = await services.look();
    return seen === state;
  });
  services.writeLine(
    isShown
      ? `Requests find ${name} ${state}.`
      : `Requests find ${name} ${seen} and not ${state}. Look again in some minutes.`,
  );
  return isShown;
}

/**
 * A stack update goes on after the pipeline was stopped, and may set the firewall to the state in the settings. So this waits
 * for its end and closes the stage again.
 */
async function closeAfterDeployment(stage: Stage, services: ClosingServices): Promise<boolean> {
  const { isDeploying, setFirewall, writeLine } = services;
  if (!(await isDeploying())) return true;
  writeLine(
    `CloudFormation is changing the stack of the firewall, which may open ${stage.name} again. Waiting for its end.`,
  );
  const hasEnded = await repeat(LOOKS_AT_DEPLOYMENT, services, async () => !(await isDeploying()));
  if (!hasEnded) {
    writeLine(`It has not ended after an hour. Close ${stage.name} again when it has.`);
    return false;
  }
  if (!(await setFirewall('closed'))) return true;
  writeLine(`It had opened ${stage.name}. The firewall is closed again.`);
  return showState(stage, 'closed', services);
}

/** Repeats a check every five seconds until it succeeds. */
async function repeat(
  times: number,
  { sleep, writeLine }: ClosingServices,
  check: () => Promise<boolean>,
): Promise<boolean> {
  for (let n = 0; n < times; n++) {
    if (await check()) return true;
    if (n > 0 && n % 6 === 0) writeLine(`Still waiting, for ${(n * LOOK_EVERY) / 1000} s.`);
    await sleep(LOOK_EVERY);
  }
  return false;
}

const transitionHint = ({ name }: Stage, state: StageState): string =>
  `The pipeline ${state === 'closed' ? 'can still deploy' : 'may be stopped before'} ${name}. Repeat the command with --pipeline-profile PROFILE, for the account of the pipeline, or with --no-pipeline if none deploys ${name}.`;
