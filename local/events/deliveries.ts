import { isStreamTrigger, streamFilter, streamRetries, type Worker } from '../../shared/contract/worker.ts';
import type { WriteLine } from '../../shared/runtime/log.ts';
import type { StreamEvent, WorkerHandler } from '../../shared/runtime/worker-handler.ts';

/**
 * Imitates a Lambda event source mapping: passes the stream records that match a worker's filter to the worker, in order
 * and in batches, and retries failed records. Records that fail every time are logged and dropped; in AWS they go to a queue.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html
 */
export type StreamRecord = StreamEvent['Records'][number];

export interface Mapping {
  readonly worker: Worker;
  readonly handle: WorkerHandler;
}

const BATCH = 100;

export interface DeliveryTools {
  readonly writeLine: WriteLine;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

export async function deliver(
  records: readonly StreamRecord[],
  mappings: readonly Mapping[],
  tools: DeliveryTools,
) {
  for (const { worker, handle } of mappings) {
    if (!isStreamTrigger(worker.trigger)) continue;
    const pattern = streamFilter(worker.trigger);
    const wanted = records.filter((record) => passes(pattern, record));
    for (let n = 0; n < wanted.length; n += BATCH) {
      await deliverBatch(wanted.slice(n, n + BATCH), { worker, handle }, tools);
    }
  }
}

async function deliverBatch(
  batch: readonly StreamRecord[],
  { worker: { workerId, trigger }, handle }: Mapping,
  { writeLine, sleep }: DeliveryTools,
): Promise<void> {
  // A maximum age becomes a number of tries here, because nothing on a laptop fails for an hour.
  const { tries: mostTries = 10 } = isStreamTrigger(trigger) ? streamRetries(trigger) : {};
  let left = batch;
  for (let tries = 0; left.length > 0; tries++) {
    if (tries === mostTries) {
      const records = left.map(({ dynamodb }) => dynamodb?.SequenceNumber);
      writeLine(JSON.stringify({ level: 'error', worker: workerId, code: 'records_dropped', records }));
      return;
    }
    if (tries > 0) await sleep(50 * 2 ** tries);
    left = await failedOf(left, handle);
  }
}

/** Returns the records that a run reported as failed: all of them if it threw, or reported a record that is not in the batch. */
async function failedOf(
  batch: readonly StreamRecord[],
  handle: WorkerHandler,
): Promise<readonly StreamRecord[]> {
  try {
    const { batchItemFailures } = await handle({ Records: batch });
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    const named = batch.filter(({ dynamodb }) => failed.has(dynamodb?.SequenceNumber ?? ''));
    return named.length === failed.size ? named : batch;
  } catch {
    return batch;
  }
}

/** Evaluates the subset of Lambda's filter patterns that workers use: lists of alternatives, each a value or a `prefix`. */
export function passes(pattern: unknown, value: unknown): boolean {
  if (Array.isArray(pattern)) return pattern.some((alternative) => isAlternative(alternative, value));
  if (!isObject(pattern) || !isObject(value)) return false;
  return Object.entries(pattern).every(([name, part]) => passes(part, value[name]));
}

function isAlternative(alternative: unknown, value: unknown): boolean {
  if (!isObject(alternative)) return alternative === value;
  return (
    typeof alternative['prefix'] === 'string' &&
    typeof value === 'string' &&
    value.startsWith(alternative['prefix'])
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
