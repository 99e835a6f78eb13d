import type { StageConfiguration } from '../stages.ts';

/** While a stage is closed, CloudFront answers every request with 503. */
export type StageState = 'open' | 'closed';

/** The services that the command changes. Tests replace them. */
export interface ClosingServices {
  /** Changes the default action of the firewall. @returns false if it was so already. */
  readonly setFirewall: (state: StageState) => Promise<boolean>;
  /** What requests from outside get at the moment. */
  readonly look: () => Promise<StageState>;
  /** Stops or allows deployments by the pipeline. Absent without credentials for its account. */
  readonly setTransition?: ((state: StageState) => Promise<void>) | undefined;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly writeLine: (line: string) => void;
}

const LOOK_EVERY = 5000;
/** AWS WAF distributes a change within a minute or two. */
const LOOKS = 60;

/**
 * Closes or opens a stage by a direct change of its firewall, without a deployment. Running it again is harmless.
 * @returns whether requests from outside show the change. It takes effect later if they do not after five minutes.
 */
export async function setStageState(
  stage: Pick<StageConfiguration, 'name' | 'closed'>,
  state: StageState,
  services: ClosingServices,
): Promise<boolean> {
  const { setFirewall, setTransition, writeLine } = services;
  // The pipeline may deploy again only after the stage is open, and must not deploy once it is closed.
  const isChanged = await setFirewall(state);
  writeLine(
    isChanged
      ? `The firewall of ${stage.name} is ${state} now. Waiting until CloudFront shows it.`
      : `The firewall of ${stage.name} is ${state} already.`,
  );
  if (setTransition) {
    await setTransition(state);
    writeLine(
      `The pipeline ${state === 'closed' ? 'no longer deploys' : 'deploys'} to ${stage.name}${state === 'closed' ? '' : ' again'}.`,
    );
  } else writeLine(transitionHint(stage, state));
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
  return isShown;
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
