import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import {
  CodePipelineClient,
  DisableStageTransitionCommand,
  EnableStageTransitionCommand,
  GetPipelineStateCommand,
  StopPipelineExecutionCommand,
} from '@aws-sdk/client-codepipeline';
import {
  type DefaultAction,
  GetWebACLCommand,
  ListWebACLsCommand,
  UpdateWebACLCommand,
  WAFOptimisticLockException,
  WAFV2Client,
} from '@aws-sdk/client-wafv2';
import type { AwsConnection } from '../aws-connection.ts';
import { firewallName } from '../constructs/firewall.ts';
import { EDGE_REGION, PIPELINE_NAME, type StageConfiguration } from '../stage.ts';
import { delivery } from '../stages.ts';
import type { ClosingServices, Seen, StageState, TransitionSwitch } from './close.ts';
import { CLOSED_BODY_KEY, CLOSED_RESPONSE, isClosedResponse } from './closed-response.ts';

const SCOPE = 'CLOUDFRONT';
/** Attempts against concurrent changes of the firewall. */
const ATTEMPTS = 3;

const ACTIONS: Readonly<Record<StageState, DefaultAction>> = {
  open: { Allow: {} },
  closed: {
    Block: {
      CustomResponse: {
        ResponseCode: CLOSED_RESPONSE.status,
        CustomResponseBodyKey: CLOSED_BODY_KEY,
        ResponseHeaders: [{ Name: 'Retry-After', Value: String(CLOSED_RESPONSE.retryAfterSeconds) }],
      },
    },
  },
};

/** Sets what the firewall of a stage does with a request that no rule blocks. @throws {Error} if the stage has none. */
export function firewallSwitch(
  stage: Pick<StageConfiguration, 'name'>,
  connection: AwsConnection = {},
): ClosingServices['setFirewall'] {
  const client = new WAFV2Client({ ...connection, region: EDGE_REGION });
  return async (state) => {
    for (let n = 1; ; n++) {
      const { Id } = await findFirewall(client, firewallName(stage));
      const key = { Id, Name: firewallName(stage), Scope: SCOPE } as const;
      const { WebACL: found, LockToken } = await client.send(new GetWebACLCommand(key));
      if (!found) throw new Error(`AWS WAF does not show the firewall ${firewallName(stage)}.`);
      const isClosed = found.DefaultAction?.Block !== undefined;
      if (isClosed === (state === 'closed')) return false;
      try {
        // An update replaces everything, so it repeats all that is not to change.
        await client.send(
          new UpdateWebACLCommand({ ...found, ...key, LockToken, DefaultAction: ACTIONS[state] }),
        );
        return true;
      } catch (error) {
        if (!(error instanceof WAFOptimisticLockException) || n === ATTEMPTS) throw error;
      }
    }
  };
}

async function findFirewall(client: WAFV2Client, name: string): Promise<{ readonly Id: string }> {
  let marker: string | undefined;
  do {
    const { WebACLs = [], NextMarker } = await client.send(
      new ListWebACLsCommand({ Scope: SCOPE, ...(marker && { NextMarker: marker }) }),
    );
    const found = WebACLs.find(({ Name }) => Name === name);
    if (found?.Id) return { Id: found.Id };
    marker = NextMarker;
  } while (marker);
  throw new Error(`The account of these credentials has no firewall ${name}. Deploy the stage first.`);
}

/** Stops or allows deployments of the pipeline to a stage, and stops one that has begun. */
export function transitionSwitch(
  { name }: Pick<StageConfiguration, 'name'>,
  connection: AwsConnection,
): TransitionSwitch {
  const client = new CodePipelineClient({ ...connection, region: delivery.region });
  const transition = { pipelineName: PIPELINE_NAME, stageName: name, transitionType: 'Inbound' } as const;
  return async (state) => {
    if (state === 'open') {
      await client.send(new EnableStageTransitionCommand(transition));
      return false;
    }
    const reason = `The stage ${name} is closed.`;
    await client.send(new DisableStageTransitionCommand({ ...transition, reason }));
    // An execution that is in the stage already would fail its smoke test, and its rollback might open the stage.
    const { stageStates = [] } = await client.send(new GetPipelineStateCommand({ name: PIPELINE_NAME }));
    const { latestExecution } = stageStates.find(({ stageName }) => stageName === name) ?? {};
    if (latestExecution?.status !== 'InProgress') return false;
    const { pipelineExecutionId } = latestExecution;
    await client.send(
      new StopPipelineExecutionCommand({
        pipelineName: PIPELINE_NAME,
        pipelineExecutionId,
        abandon: true,
        reason,
      }),
    );
    return true;
  };
}

/** Finds out whether CloudFormation is changing the stack of the firewall. @throws {Error} if the stage has no such stack. */
export function deploymentCheck(
  { name }: Pick<StageConfiguration, 'name'>,
  connection: AwsConnection = {},
): ClosingServices['isDeploying'] {
  const client = new CloudFormationClient({ ...connection, region: EDGE_REGION });
  return async () => {
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: `${name}-edge` }));
    return Stacks.some(({ StackStatus = '' }) => StackStatus.endsWith('_IN_PROGRESS'));
  };
}

/** What CloudFront answers if it cannot reach the API. */
const WITHOUT_ORIGIN = [502, 504];

/** Sends a request to a stage from outside. */
export function lookAt(url: string): ClosingServices['look'] {
  return async (): Promise<Seen> => {
    try {
      const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(10_000) });
      const { status, headers } = response;
      if (isClosedResponse({ status, headers, body: await response.text() })) return 'closed';
      return WITHOUT_ORIGIN.includes(status) ? 'unreachable' : 'open';
    } catch {
      return 'unreachable';
    }
  };
}
