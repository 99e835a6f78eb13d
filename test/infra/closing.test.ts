import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  deploymentCheck,
  firewallSwitch,
  lookAt,
  transitionSwitch,
} from '../../infra/closing/aws-services.ts';
import { type ClosingServices, type StageState, setStageState } from '../../infra/closing/close.ts';
import { CLOSED_BODY_KEY, CLOSED_RESPONSE } from '../../infra/closing/closed-response.ts';
import type { StageConfiguration } from '../../infra/stage.ts';
import { listening } from '../support/listening.ts';
import { runToTheEnd } from '../support/running.ts';
import { stages } from './configuration.ts';
import { staging, theOnly } from './synthesized.ts';

/** The calls to AWS WAF, CodePipeline and CloudFormation, with the firewall of the templates. */
class FakeAws {
  acl: Record<string, unknown> = {};
  transitions: object[] = [];
  stageStates: object[] = [];
  calls: string[] = [];
  stackStatus = 'UPDATE_COMPLETE';
  /** How many updates meet a concurrent one. */
  conflicts = 0;
  lock = 1;

  readonly handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    if (body.startsWith('Action=DescribeStacks&')) {
      this.calls.push(`StackName=${new URLSearchParams(body).get('StackName')}`);
      const member = `<member><StackName>x</StackName><StackStatus>${this.stackStatus}</StackStatus></member>`;
      const result = `<DescribeStacksResult><Stacks>${member}</Stacks></DescribeStacksResult>`;
      return void response.end(`<DescribeStacksResponse>${result}</DescribeStacksResponse>`);
    }
    const input = JSON.parse(body);
    const operation = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
    const region = /Credential=[^/]+\/\d+\/([\w-]+)\//.exec(request.headers.authorization ?? '')?.[1];
    this.calls.push(`${region} ${operation}`);
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
    if (operation === 'ListWebACLs') {
      // The second page has it.
      return void answer(
        200,
        input.NextMarker
          ? { WebACLs: [{ Name: this.acl['Name'], Id: 'id-1' }] }
          : { WebACLs: [{ Name: 'another', Id: 'id-0' }], NextMarker: 'more' },
      );
    }
    if (operation === 'GetWebACL') {
      const shown = { ...this.acl, Id: 'id-1', ARN: 'arn', Capacity: 900, LabelNamespace: 'awswaf:1:' };
      return void answer(200, { WebACL: shown, LockToken: `lock-${this.lock}` });
    }
    if (operation === 'UpdateWebACL') {
      if (this.conflicts-- > 0) this.lock += 1;
      if (input.LockToken !== `lock-${this.lock}`)
        return void answer(400, { __type: 'WAFOptimisticLockException', message: 'changed' });
      const { Id: _, Scope, LockToken, ...changed } = input;
      this.acl = changed;
      return void answer(200, { NextLockToken: 'lock-9' });
    }
    this.transitions.push({ operation, ...input });
    answer(200, operation === 'GetPipelineState' ? { stageStates: this.stageStates } : {});
  };
}

const aws = new FakeAws();
const server = createServer((request, response) => void aws.handle(request, response));
let connection: { endpoint: string; credentials: { accessKeyId: string; secretAccessKey: string } };
beforeAll(async () => {
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  connection = { endpoint: `http://127.0.0.1:${await listening(server)}`, credentials };
});
afterAll(() => void server.close());

const { edge } = await staging();
const { Scope: _scope, Tags: _tags, ...deployed } = theOnly('AWS::WAFv2::WebACL', edge).Properties;
beforeEach(() => {
  Object.assign(aws, {
    acl: { ...deployed },
    transitions: [],
    stageStates: [],
    calls: [],
    stackStatus: 'UPDATE_COMPLETE',
    conflicts: 0,
    lock: 1,
  });
});

describe('the firewall of a stage', () => {
  const change = (state: StageState) => firewallSwitch(stages.staging, connection)(state);

  it('is closed and opened without a change of its rules, and in us-east-1', async () => {
    expect(await change('closed')).toBe(true);
    const { DefaultAction, ...rest } = aws.acl;
    const { DefaultAction: before, ...unchanged } = deployed;
    expect(rest).toEqual(unchanged);
    expect(before).toEqual({ Allow: {} });
    // The same response as that of a stage that is closed in its settings.
    const body = deployed.CustomResponseBodies[CLOSED_BODY_KEY];
    expect(body).toEqual({ ContentType: 'APPLICATION_JSON', Content: CLOSED_RESPONSE.body });
    expect(DefaultAction).toEqual({
      Block: {
        CustomResponse: {
          ResponseCode: 503,
          CustomResponseBodyKey: CLOSED_BODY_KEY,
          ResponseHeaders: [{ Name: 'Retry-After', Value: '300' }],
        },
      },
    });
    expect(new Set(aws.calls.map((call) => call.split(' ')[0]))).toEqual(new Set(['us-east-1']));

    expect(await change('open')).toBe(true);
    expect(aws.acl).toEqual(deployed);
  });

  it('is changed once', async () => {
    expect([await change('open'), await change('closed'), await change('closed')]).toEqual([
      false,
      true,
      false,
    ]);
    expect(aws.calls.filter((call) => call.includes('Update'))).toHaveLength(1);
  });

  it('is changed despite concurrent changes, but not forever', async () => {
    aws.conflicts = 2;
    expect(await change('closed')).toBe(true);
    aws.conflicts = 99;
    await expect(change('open')).rejects.toThrow('changed');
  });

  it('must exist', async () => {
    await expect(firewallSwitch({ name: 'dev' }, connection)('closed')).rejects.toThrow(
      'The account of these credentials has no firewall sihat-dev. Deploy the stage first.',
    );
  });
});

describe('the pipeline', () => {
  it('stops before a closed stage, and continues afterwards', async () => {
    const change = transitionSwitch(stages.production, connection);
    expect([await change('closed'), await change('open')]).toEqual([false, false]);
    const transition = { pipelineName: 'sihat', stageName: 'production', transitionType: 'Inbound' };
    expect(aws.transitions).toEqual([
      {
        operation: 'DisableStageTransition',
        ...transition,
        reason: 'The stage production is closed.',
      },
      { operation: 'GetPipelineState', name: 'sihat' },
      { operation: 'EnableStageTransition', ...transition },
    ]);
    expect(aws.calls.every((call) => call.startsWith('ap-southeast-1 '))).toBe(true);
  });
});

describe('an execution that is in the stage already', () => {
  it.each([
    ['production', 'InProgress', true],
    ['production', 'Succeeded', false],
    ['staging', 'InProgress', false],
  ])('of %s with the status %s is stopped: %s', async (stageName, status, isStopped) => {
    aws.stageStates = [{ stageName, latestExecution: { status, pipelineExecutionId: 'run-1' } }];
    expect(await transitionSwitch(stages.production, connection)('closed')).toBe(isStopped);
    const stopped = { operation: 'StopPipelineExecution', pipelineExecutionId: 'run-1', abandon: true };
    if (isStopped) expect(aws.transitions.at(-1)).toMatchObject(stopped);
    else expect(aws.transitions).toHaveLength(2);
  });
});

it.each([
  ['UPDATE_COMPLETE', false],
  ['UPDATE_IN_PROGRESS', true],
  ['UPDATE_ROLLBACK_IN_PROGRESS', true],
  ['UPDATE_COMPLETE_CLEANUP_IN_PROGRESS', true],
  ['UPDATE_ROLLBACK_COMPLETE', false],
])('the stack of the firewall with the status %s is being deployed: %s', async (status, isDeploying) => {
  aws.stackStatus = status;
  expect(await deploymentCheck(stages.production, connection)()).toBe(isDeploying);
  expect(aws.calls).toEqual(['StackName=production-edge']);
});

describe('npm run close', () => {
  const stage: StageConfiguration = stages.staging;
  /** Closes a stage whose requests show it after some looks. */
  async function close(state: StageState, services: Partial<ClosingServices> = {}, of = stage) {
    const lines: string[] = [];
    let looks = 0;
    const isShown = await setStageState(of, state, {
      setFirewall: async () => true,
      look: async () => (++looks > 8 ? state : state === 'open' ? 'closed' : 'open'),
      isDeploying: async () => false,
      setTransition: 'none',
      sleep: async () => {},
      writeLine: (line) => lines.push(line),
      ...services,
    });
    return { isShown, lines, looks };
  }

  it('waits until requests from outside find the stage closed, and shows its progress', async () => {
    const { isShown, lines } = await close('closed', { setTransition: async () => true });
    expect(isShown).toBe(true);
    expect(lines).toEqual([
      'The firewall of staging is closed now. Waiting until CloudFront shows it.',
      'The pipeline no longer deploys to staging.',
      'It was deploying, and was stopped. Its stacks may be of two versions.',
      'Still waiting, for 30 s.',
      'Requests find staging closed.',
      expect.stringContaining('set "closed: true"'),
    ]);
  });

  it('closes the stage although the pipeline cannot be changed, and says so', async () => {
    const setTransition = () => Promise.reject(new Error('the profile has expired'));
    const { isShown, lines } = await close('closed', { setTransition });
    expect(isShown).toBe(false);
    expect(lines).toEqual(
      expect.arrayContaining([
        'The pipeline was not changed: the profile has expired',
        expect.stringContaining('--pipeline-profile PROFILE'),
        'Requests find staging closed.',
      ]),
    );
  });

  it.each([
    ['closed', 'open'],
    ['open', 'closed'],
    ['open', 'unreachable'],
  ] as const)('says so if requests do not find it %s after five minutes, but %s', async (state, seen) => {
    const { isShown, lines } = await close(state, { look: async () => seen });
    expect(isShown).toBe(false);
    expect(lines).toContain(`Requests find staging ${seen} and not ${state}. Look again in some minutes.`);
  });

  /** A deployment that opens the firewall when it ends, after some checks. */
  function deployment(checks: number) {
    let state: StageState = 'open';
    let left = checks;
    return {
      setFirewall: async (wanted: StageState) => {
        const isChanged = state !== wanted;
        state = wanted;
        return isChanged;
      },
      isDeploying: async () => {
        if (left === 1) state = 'open';
        return left-- > 0;
      },
      look: async () => state,
    };
  }

  it('closes the stage again after a deployment that opens it', async () => {
    const services = deployment(8);
    const { isShown, lines } = await close('closed', services);
    expect([isShown, await services.look()]).toEqual([true, 'closed']);
    expect(lines.slice(1, 6)).toEqual([
      'Requests find staging closed.',
      'CloudFormation is changing the stack of the firewall, which may open staging again. Waiting for its end.',
      'Still waiting, for 30 s.',
      'It had opened staging. The firewall is closed again.',
      'Requests find staging closed.',
    ]);
  });

  it('fails after an hour of waiting for a deployment', async () => {
    const { isShown, lines } = await close('closed', deployment(Number.POSITIVE_INFINITY));
    expect(isShown).toBe(false);
    expect(lines).toContain('It has not ended after an hour. Close staging again when it has.');
  });

  it.each([
    ['closed', 'The pipeline can still deploy staging.'],
    ['open', 'The pipeline may be stopped before staging.'],
  ] as const)('without credentials for the pipeline is done only in part: %s', async (state, problem) => {
    const { isShown, lines } = await close(state, { setTransition: undefined });
    expect([isShown, lines[1]]).toEqual([
      false,
      expect.stringContaining(`${problem} Repeat the command with`),
    ]);
    expect(lines).toContain(`Requests find staging ${state}.`);
  });

  it('says what the settings would do at the next deployment', async () => {
    const closed = { ...stage, closed: true } as const;
    expect((await close('open', {}, closed)).lines.at(-1)).toContain('Remove "closed: true"');
    expect((await close('closed', {}, closed)).lines.at(-1)).toBe('Requests find staging closed.');
  });

  it.each(['dev', 'nowhere'])('does not know %s, which has no CloudFront', async (name) => {
    const { code, stderr } = await runToTheEnd({ args: [name] }, 'infra/closing/main.ts');
    expect([code, stderr.trim()]).toEqual([2, `${name} is not a stage with a domain.`]);
  });

  it('tells a closed stage from one that fails or does not answer', async () => {
    const { status, body, retryAfterSeconds } = CLOSED_RESPONSE;
    const responses: Readonly<Record<string, () => [number, Record<string, string>, string]>> = {
      '/closed': () => [status, { 'retry-after': String(retryAfterSeconds) }, body],
      '/busy': () => [503, { 'retry-after': '1' }, body],
      '/fails': () => [503, {}, body],
      '/open': () => [200, {}, '{}'],
      '/no-origin': () => [502, {}, '<html>'],
      '/slow-origin': () => [504, {}, '<html>'],
    };
    const stageServer = createServer(({ url = '' }, response) => {
      const [code, headers, text] = responses[url]?.() ?? [404, {}, ''];
      response.writeHead(code, headers).end(text);
    });
    const at = `http://127.0.0.1:${await listening(stageServer)}`;
    for (const [path, state] of [
      ['/closed', 'closed'],
      ['/busy', 'open'],
      ['/fails', 'open'],
      ['/open', 'open'],
      ['/no-origin', 'unreachable'],
      ['/slow-origin', 'unreachable'],
    ]) {
      expect([path, await lookAt(at + path)()]).toEqual([path, state]);
    }
    stageServer.close();
    expect(await lookAt(at)()).toBe('unreachable');
  });
});
