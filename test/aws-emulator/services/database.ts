import { Agent, request as send } from 'node:http';
import * as z from 'zod/mini';
import type { Fault } from '../../support/fault-injection.ts';
import { engineRejection, requestProblem } from '../../support/request-check/checked-connection.ts';
import { type ServiceAnswer, ServiceError } from './answers.ts';
import type { Principal, Usage } from './principals.ts';
import { type TableKeys, tableRequests } from './table-actions.ts';

/** DynamoDB and its streams: the embedded engine behind the policies of the caller. */
export interface Database {
  readonly answer: (call: DatabaseCall) => Promise<ServiceAnswer>;
  /** Replaces how the database behaves; `undefined` restores it. */
  readonly setFault: (fault: Fault | undefined) => void;
  readonly close: () => void;
}

export interface DatabaseCall {
  readonly principal: Principal;
  /** The operation in the header `x-amz-target`. */
  readonly service: string;
  readonly operation: string;
  readonly body: Buffer;
}

export interface DatabaseOptions {
  readonly engine: string;
  readonly tables: readonly TableKeys[];
  /** The ARN of any table, up to its name. */
  readonly arnPrefix: string;
  /** The engine's own ARNs of the streams. */
  readonly streams: ReadonlyMap<string, string>;
  readonly usage: Usage;
}

export const TABLES = 'DynamoDB_20120810';
export const STREAMS = 'DynamoDBStreams_20120810';

const Iterator = z.object({ ShardIterator: z.string() });
const OfStream = z.object({ StreamArn: z.string() });

export function database({ engine, tables, arnPrefix, streams, usage }: DatabaseOptions): Database {
  const agent = new Agent({ keepAlive: true });
  let fault: Fault | undefined;

  async function onTable({ principal, operation, body }: DatabaseCall): Promise<ServiceAnswer> {
    const input: unknown = JSON.parse(body.toString('utf8'));
    const requests = tableRequests(operation, input, tables, arnPrefix);
    if (!requests) {
      usage.deny(`${principal.name} asked the database for ${operation}, which the emulator does not know`);
      throw new ServiceError('AccessDeniedException', `${operation} is not known here`);
    }
    for (const request of requests) usage.authorize(principal, request);
    const problem = requestProblem(operation, body.toString('utf8'));
    if (problem) {
      usage.deny(`${principal.name}: ${problem.message}`);
      throw new ServiceError('ValidationException', problem.message);
    }
    const toEngine = async () => {
      const answer = await forward(TABLES, operation, body);
      const rejection = engineRejection(answer.body);
      if (rejection) usage.deny(`${principal.name}: ${rejection.message}`);
      return answer;
    };
    if (!fault || !principal.policy) return toEngine();
    let answer: ServiceAnswer | undefined;
    const keep = async () => {
      answer = await toEngine();
      return answer;
    };
    await fault({ command: operation.replace(/Items?$/, ''), input, send: keep }).catch((error: unknown) => {
      throw asService(error);
    });
    return answer ?? toEngine();
  }

  /** An iterator starts with its stream's ARN, as in AWS, because policies name the stream. */
  async function onStream({ principal, operation, body }: DatabaseCall): Promise<ServiceAnswer> {
    const input: unknown = JSON.parse(body.toString('utf8'));
    const { data } = Iterator.safeParse(input);
    const [iteratorArn, ...iterator] = data?.ShardIterator.split('|') ?? [];
    const streamArn = iteratorArn ?? OfStream.parse(input).StreamArn;
    usage.authorize(principal, { action: `dynamodb:${operation}`, resource: streamArn, context: {} });
    const engineStreamArn = streams.get(streamArn);
    if (engineStreamArn === undefined) {
      throw new ServiceError('ResourceNotFoundException', `There is no stream ${streamArn}.`);
    }
    const translated = {
      ...(typeof input === 'object' ? input : {}),
      ...(data ? { ShardIterator: iterator.join('|') } : { StreamArn: engineStreamArn }),
    };
    const answer = await forward(STREAMS, operation, Buffer.from(JSON.stringify(translated)));
    return { ...answer, body: answer.body.replace(/"((?:Next)?ShardIterator)":"/g, `"$1":"${streamArn}|`) };
  }

  function forward(service: string, operation: string, body: Buffer): Promise<ServiceAnswer> {
    return new Promise((resolve, reject) => {
      const headers = {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `${service}.${operation}`,
        'content-length': body.length,
        'x-amz-date': '20260101T000000Z',
        authorization:
          'AWS4-HMAC-SHA256 Credential=local/20260101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
      };
      send(engine, { method: 'POST', agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 500, body: Buffer.concat(chunks).toString('utf8') }),
        );
      })
        .once('error', reject)
        .end(body);
    });
  }

  return {
    answer: (call) => (call.service === STREAMS ? onStream(call) : onTable(call)),
    setFault: (next) => {
      fault = next;
    },
    close: () => agent.destroy(),
  };
}

/** Turns the SDK error of a fault into DynamoDB's response. A lost connection stays one. */
function asService(error: unknown): unknown {
  if (!(error instanceof Error) || 'code' in error) return error;
  const details = 'CancellationReasons' in error ? { CancellationReasons: error.CancellationReasons } : {};
  return new ServiceError(error.name, error.message, { details });
}
