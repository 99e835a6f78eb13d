import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { job } from '../../functions/analytics/roll-ups/roll-up.ts';
import { deliver } from '../../local/deliveries.ts';
import { openStream, type Stream } from '../../local/streams.ts';
import type { WorkerHandler } from '../../shared/runtime/worker-handler.ts';

/**
 * The counters of a test world. They follow the items a second later in AWS; here they do before each request that reads,
 * by the real worker and from the engine's stream. A world that nobody asks for numbers never opens its stream.
 */
export function rolledUp(
  { connection, tableName }: { readonly connection: DynamoDBClientConfig; readonly tableName: string },
  handle: WorkerHandler,
) {
  let isBehind = false;
  let stream: Promise<Stream> | undefined;
  let last = Promise.resolve();

  async function readStream(): Promise<void> {
    stream ??= openStream({ connection, tableName, from: 'beginning', wasExpiry: () => false });
    const tools = { writeLine: fail, sleep: () => Promise.resolve() };
    await (await stream).poll((records) => deliver(records, [{ worker: job.worker, handle }], tools));
  }

  return {
    /** Notices the writes of a client. */
    watch(documents: DynamoDBDocumentClient): void {
      documents.middlewareStack.add(
        (next, { commandName = '' }) =>
          async (args) => {
            if (/^(TransactWrite|Put)/.test(commandName)) isBehind = true;
            return next(args);
          },
        { step: 'initialize', name: 'rolled-up' },
      );
    },
    /** Brings the counters up to date. */
    catchUp(): Promise<void> {
      if (isBehind) {
        isBehind = false;
        last = last.then(readStream);
      }
      return last;
    },
  };
}

function fail(line: string): never {
  throw new Error(`the counters could not be brought up to date: ${line}`);
}
