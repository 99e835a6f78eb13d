import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { StreamRecord } from '../../local/events/deliveries.ts';
import { deliver } from './events/mappings.ts';

/** Lambda's event source mappings deliver a batch until all records are processed or discarded. */

const Event = z.object({
  Records: z.array(z.object({ dynamodb: z.object({ SequenceNumber: z.string() }) })),
});
const record = (SequenceNumber: string): StreamRecord => ({ dynamodb: { SequenceNumber } });
const batch = ['1', '2', '3', '4'].map(record);
const reports = (...failed: string[]) => ({
  batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })),
});

/** The records of each run, and the records in the queue. */
async function delivered(run: (numbers: readonly string[], n: number) => unknown, retries = 2) {
  const runs: string[][] = [];
  const queued: unknown[] = [];
  const invoke = async (event: unknown) => {
    const numbers = Event.parse(event).Records.map(({ dynamodb }) => dynamodb.SequenceNumber);
    runs.push(numbers);
    return run(numbers, runs.length);
  };
  await deliver(batch, {
    target: { invoke, principal: { name: 'worker', credentials: { accessKeyId: '', secretAccessKey: '' } } },
    queues: { send: (_principal, _arn, message) => queued.push(message) },
    mapping: {
      FunctionName: 'worker',
      EventSourceArn: 'stream',
      StartingPosition: 'LATEST',
      MaximumRetryAttempts: retries,
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      DestinationConfig: { OnFailure: { Destination: 'queue' } },
    },
    sleep: async () => {},
  });
  return { runs: runs.map((numbers) => numbers.join('')), queued };
}

describe('a batch', () => {
  it('is finished when nothing is reported', async () => {
    expect(await delivered(() => reports())).toEqual({ runs: ['1234'], queued: [] });
  });

  it('is delivered again from the first reported record on', async () => {
    const run = (_: unknown, n: number) => (n === 1 ? reports('4', '2') : reports());
    expect(await delivered(run)).toEqual({ runs: ['1234', '234'], queued: [] });
  });

  it('is delivered again completely when an unknown record is reported', async () => {
    const run = (_: unknown, n: number) => (n === 1 ? reports('9') : reports());
    expect(await delivered(run)).toEqual({ runs: ['1234', '1234'], queued: [] });
  });

  it('is split when the run fails, until a single record goes to the queue', async () => {
    const run = (numbers: readonly string[]) => {
      if (numbers.includes('3')) throw new Error('three again');
      return reports();
    };
    expect(await delivered(run, 1)).toEqual({
      runs: ['1234', '12', '34', '3', '3', '4'],
      queued: [{ DDBStreamBatchInfo: { startSequenceNumber: '3', endSequenceNumber: '3', batchSize: 1 } }],
    });
  });
});
