import type { StageConfiguration } from '../stages.ts';

/** While a stage is closed, CloudFront answers every request with 503. */
export type StageState = 'open' | 'closed';

/** The services that the command changes. Tests replace them. */
export interface ClosingServices {
  /** Changes the default action of the firewall. @returns false if it was so already. */
  readonly setFirewall: (state: StageState) => Promise<boolean>;
  /** What requests from outside get at the moment. */
  readonly look: () => Promise<StageState>;
  /**
   * Stops or allows deployments by the pipeline. Absent without credentials for its account.
   * @returns whether an execution was in the stage, which is stopped too
   */
  readonly setTransition?: ((state: StageState) => Promise<boolean>) | undefined;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly writeLine: (line: string) => void;
}

const LOOK_EVERY = 5000;
/** AWS WAF distributes a change within a minute or two. */
const LOOKS = 60;

/**
 * Closes or opens a stage by a direct change of its firewall, without a deployment. Running it again is harmless.
 * @returns `false` if requests from outside do not show the change after five minutes, or the pipeline was not changed.
 */
export async function setStageState(
  stage: Pick<StageConfiguration, 'name' | 'closed'>,
  state: StageState,
  services: ClosingServices,
): Promise<boolean> {
  const { setFirewall, writeLine } = services;
  // The pipeline may deploy again only after the stage is open, and must not deploy once it is closed.
  const isChanged = await setFirewall(state);
  writeLine(
    isChanged
      ? `The firewall of ${stage.name} is ${state} now. Waiting until CloudFront shows it.`
      : `The firewall of ${stage.name} is ${state} already.`,
  );
  const isPipelineSet = await setPipeline(stage, state, services);
  const isShown = await waitFor(state, services);
  writeLine(
    isShown
      ? `Requests find ${stage.name} ${state}.`
      : `Requests do not find ${stage.name} ${state} yet. Look again in some minutes.`,
  );
  if (state === 'closed' && !stage.closed)
    writeLine(
      'If a deployment is needed before it opens, set "closed: true" for the stage in infra/stages.ts, because a deployment may open it otherwise.',
    );
  if (state === 'open' && stage.closed)
    writeLine(
      'Remove "closed: true" of the stage from infra/stages.ts, because the next deployment closes it otherwise.',
    );
  return isShown && isPipelineSet;
}

/** @returns `false` if the pipeline could not be reached. Without credentials for it, a line says what to run. */
async function setPipeline(
  stage: Pick<StageConfiguration, 'name'>,
  state: StageState,
  { setTransition, writeLine }: ClosingServices,
): Promise<boolean> {
  try {
    const wasStopped = await setTransition?.(state);
    if (wasStopped === undefined) writeLine(transitionHint(stage, state));
    else if (state === 'open') writeLine(`The pipeline deploys to ${stage.name} again.`);
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

async function waitFor(state: StageState, { look, sleep, writeLine }: ClosingServices): Promise<boolean> {
  for (let n = 0; n < LOOKS; n++) {
    if ((await look()) === state) return true;
    if (n > 0 && n % 6 === 0) writeLine(`Still waiting, for ${(n * LOOK_EVERY) / 1000} s.`);
    await sleep(LOOK_EVERY);
  }
  return false;
}

const transitionHint = ({ name }: Pick<StageConfiguration, 'name'>, state: StageState): string =>
  `${state === 'closed' ? 'Stop' : 'Allow'} deployments by the pipeline with the credentials of its account: npm run close -- ${name} ${state === 'closed' ? '' : '--open '}--pipeline-profile PROFILE`;
