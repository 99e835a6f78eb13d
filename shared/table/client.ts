import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { NodeHttpHandler, type NodeHttpHandlerOptions } from '@smithy/node-http-handler';
import type { Clock } from '../values/clock.ts';
import { type AttemptPolicy, attempts, MAX_SOCKETS, type Pauses, productionPolicy } from './attempts.ts';
import { type Meter, newMeter } from './meter.ts';
import { tableReads } from './reads.ts';
import type { Table } from './table.ts';
import { tableWrites } from './writes.ts';

/** The table for one request, with its deadline and its meter. */
export interface TableSession {
  readonly table: Table;
  readonly meter: Meter;
}

export interface TableClientOptions {
  readonly tableName: string;
  /** Only for functions that write to the ledger of deletions. */
  readonly ledgerName?: string | undefined;
  readonly clock: Clock;
  readonly policy?: AttemptPolicy;
  /** Only for engines other than DynamoDB itself. */
  readonly connection?: DynamoDBClientConfig;
}

export interface TableClient {
  /** @param pauses instead of those of the policy */
  readonly session: (pauses?: Pauses) => TableSession;
  /** The underlying document client, which tests extend. */
  readonly documents: DynamoDBDocumentClient;
  readonly close: () => void;
}

/** The time-out of the SDK's handler ends when the headers arrive; this one also covers the body. */
export class TimedHandler extends NodeHttpHandler {
  readonly #milliseconds: number;

  constructor(milliseconds: number, options: NodeHttpHandlerOptions) {
    super(options);
    this.#milliseconds = milliseconds;
  }

  override handle(...[request, options]: Parameters<NodeHttpHandler['handle']>) {
    return super.handle(request, { ...options, abortSignal: AbortSignal.timeout(this.#milliseconds) });
  }
}

/** One client per process, with a keep-alive connection pool, credentials from the environment, and its own retries. */
export function tableClient({
  tableName,
  ledgerName,
  clock,
  policy = productionPolicy,
  connection,
}: TableClientOptions): TableClient {
  const client = new DynamoDBClient({
    maxAttempts: 1,
    requestHandler: new TimedHandler(policy.requestTimeout, {
      connectionTimeout: policy.connectionTimeout,
      httpsAgent: { keepAlive: true, maxSockets: MAX_SOCKETS },
      httpAgent: { keepAlive: true, maxSockets: MAX_SOCKETS },
    }),
    ...connection,
  });
  leaveOutUnused(client);
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });

  return {
    session(pauses) {
      const meter = newMeter();
      const attempt = attempts({ ...policy, ...pauses }, clock, meter);
      const calls = { documents, tableName, ledgerName, clock, attempt };
      return { table: { ...tableReads(calls), ...tableWrites(calls) }, meter };
    },
    documents,
    close: () => client.destroy(),
  };
}

/**
 * Removes middleware that does nothing for these clients but takes a sixth of the processor time of a call: it copies the
 * input and the output for a logger, composes a header, or counts retries of which there are none.
 */
function leaveOutUnused({ middlewareStack }: DynamoDBClient): void {
  for (const name of ['loggerMiddleware', 'getUserAgentMiddleware', 'recursionDetectionMiddleware'])
    middlewareStack.remove(name);
  // Signing is placed relative to this name.
  middlewareStack.add((next) => next, {
    name: 'retryMiddleware',
    step: 'finalizeRequest',
    priority: 'high',
    override: true,
  });
}
