/**
 * The stacks that keep data are created by themselves, and CloudFormation keeps what it has created when a resource fails. A second
 * run continues. A rollback would be a dead end: named resources that are retained survive it and block the next creation, and the
 * CDK command line has already enabled the termination protection of the stack.
 */
export const CREATED_FIRST = ['stateful', 'identity'] as const;

export interface CreationTools {
  /** @returns the status of a stack, such as `CREATE_COMPLETE`, or `undefined` if it does not exist. */
  readonly stackStatus: (stackName: string) => Promise<string | undefined>;
  /** @returns the exit code of `cdk deploy`. */
  readonly cdkDeploy: (args: readonly string[]) => Promise<number>;
  readonly writeError: (line: string) => void;
}

const SEE_RUNBOOK = 'See "The first deployment failed" in docs/operations/runbook.md.';

/** A stack that only has a change set does not exist yet. */
const UNFINISHED = [undefined, 'REVIEW_IN_PROGRESS', 'CREATE_FAILED'];

/**
 * Creates the stacks that keep data, or continues their creation.
 * @param stage its name
 * @returns the exit code of the first one that fails, or 0 if all of them exist
 */
export async function createFirst(
  stage: string,
  cdkOptions: readonly string[],
  { stackStatus, cdkDeploy, writeError }: CreationTools,
): Promise<number> {
  for (const stack of CREATED_FIRST) {
    const name = `${stage}-${stack}`;
    const status = await statusOf(name, { stackStatus, writeError });
    if (status.kind === 'unknown') continue;
    if (status.value?.startsWith('ROLLBACK_')) {
      writeError(`The stack ${name} is ${status.value}, so its creation cannot continue. ${SEE_RUNBOOK}`);
      return 1;
    }
    if (!UNFINISHED.includes(status.value)) continue;
    const options = ['--exclusively', '--no-rollback', '--context', `stage=${stage}`];
    const code = await cdkDeploy([`${stage}/${stack}`, ...options, ...cdkOptions]);
    if (code === 0) continue;
    writeError(
      `The stack ${name} could not be created. Remove the cause that CloudFormation names above and run this command again: it continues. Do not roll the stack back or delete it. ${SEE_RUNBOOK}`,
    );
    return code;
  }
  return 0;
}

/** A status that cannot be read does not stop the deployment of a stack that exists. */
async function statusOf(
  name: string,
  { stackStatus, writeError }: Pick<CreationTools, 'stackStatus' | 'writeError'>,
): Promise<{ readonly kind: 'known'; readonly value: string | undefined } | { readonly kind: 'unknown' }> {
  try {
    return { kind: 'known', value: await stackStatus(name) };
  } catch (error) {
    writeError(
      `Could not check whether the stack ${name} exists: ${error instanceof Error ? error.message : error}`,
    );
    return { kind: 'unknown' };
  }
}
