import * as z from 'zod/mini';
import { passes, type StreamRecord } from '../../../local/events/deliveries.ts';
import type { Expiry } from '../../../local/events/expiry.ts';
import { openStream, type Stream } from '../../../local/events/streams.ts';
import type { Deployment } from '../cloudformation/deployment.ts';
import { isObject } from '../cloudformation/expressions.ts';
import type { Lambda } from '../functions/lambda.ts';
import type { Usage } from '../services/principals.ts';
import type { Queues } from './queues.ts';

/**
 * Event source mappings: Lambda reads the table's stream with the role of the function, and invokes it with batches of the
 * records that pass its filters. https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-eventsourcemapping.html
 */
export interface StreamMapping {
  readonly function: Lambda;
  /** Reads new records and delivers them. */
  readonly poll: () => Promise<void>;
  readonly close: () => void;
}

export interface MappingOptions {
  readonly deployment: Deployment;
  readonly functions: readonly Lambda[];
  readonly usage: Usage;
  readonly queues: Queues;
  /** The endpoint of the stream. */
  readonly endpoint: string;
  readonly tableName: string;
  readonly wasExpiry: Expiry['wasExpiry'];
  readonly sleep: (milliseconds: number) => Promise<void>;
}

const Mapping = z.object({
  FunctionName: z.string(),
  EventSourceArn: z.string(),
  Enabled: z.optional(z.literal(true)),
  StartingPosition: z.enum(['TRIM_HORIZON', 'LATEST']),
  BatchSize: z.optional(z.number()),
  BisectBatchOnFunctionError: z.optional(z.boolean()),
  MaximumRetryAttempts: z.optional(z.number()),
  MaximumRecordAgeInSeconds: z.optional(z.number()),
  FunctionResponseTypes: z.optional(z.array(z.literal('ReportBatchItemFailures'))),
  FilterCriteria: z.optional(z.object({ Filters: z.array(z.object({ Pattern: z.string() })) })),
  DestinationConfig: z.optional(z.object({ OnFailure: z.optional(z.object({ Destination: z.string() })) })),
});
type Mapping = z.infer<typeof Mapping>;

/** The actions that Lambda checks before it creates a mapping. */
const STREAM_ACTIONS = ['GetRecords', 'GetShardIterator', 'DescribeStream', 'ListStreams'];

export async function streamMappings(options: MappingOptions): Promise<readonly StreamMapping[]> {
  const { deployment, functions, usage } = options;
  const resources = deployment.ofType('AWS::Lambda::EventSourceMapping');
  const wasExpiry = toldToEach(options.wasExpiry, resources.length);
  const made = resources.map(async (resource) => {
    const mapping = resource.read(Mapping);
    const target = functions.find(({ name, arn }) => [name, arn].includes(mapping.FunctionName));
    if (!target) throw new Error(`${resource.label}: no template makes its function ${mapping.FunctionName}`);
    try {
      for (const action of STREAM_ACTIONS) {
        const request = { action: `dynamodb:${action}`, resource: mapping.EventSourceArn, context: {} };
        usage.authorize(target.principal, request);
      }
    } catch {
      usage.deny(
        `${resource.label} was not made: Cannot access stream ${mapping.EventSourceArn}. Please ensure the role can perform the ${STREAM_ACTIONS.join(', ')} Actions on your stream in IAM.`,
      );
      return [];
    }
    return [await opened(mapping, target, resource.region, { ...options, wasExpiry: wasExpiry() })];
  });
  return (await Promise.all(made)).flat();
}

/**
 * `wasExpiry` answers only once for each deletion, but each mapping reads the stream itself, so this keeps the answers.
 */
function toldToEach(wasExpiry: Expiry['wasExpiry'], readers: number): () => Expiry['wasExpiry'] {
  const known: { readonly name: string; readonly readBy: Set<number> }[] = [];
  let reader = 0;
  return () => {
    const own = ++reader;
    return (key) => {
      const name = `${key.pk}\n${key.sk}`;
      if (wasExpiry(key)) known.push({ name, readBy: new Set() });
      const found = known.find((candidate) => candidate.name === name && !candidate.readBy.has(own));
      found?.readBy.add(own);
      if (found?.readBy.size === readers) known.splice(known.indexOf(found), 1);
      return found !== undefined;
    };
  };
}

async function opened(
  mapping: Mapping,
  target: Lambda,
  region: string,
  options: MappingOptions,
): Promise<StreamMapping> {
  const patterns = mapping.FilterCriteria?.Filters.map(({ Pattern }): unknown => JSON.parse(Pattern)) ?? [];
  for (const pattern of patterns) checkPattern(pattern);
  const stream: Stream = await openStream({
    connection: { endpoint: options.endpoint, region, credentials: target.principal.credentials },
    tableName: options.tableName,
    streamArn: mapping.EventSourceArn,
    from: mapping.StartingPosition === 'LATEST' ? 'now' : 'beginning',
    wasExpiry: options.wasExpiry,
  });
  const take = async (records: readonly StreamRecord[]) => {
    const wanted = records
      .filter((record) => patterns.length === 0 || patterns.some((pattern) => passes(pattern, record)))
      .map((record) => ({
        ...record,
        eventSource: 'aws:dynamodb',
        awsRegion: region,
        eventSourceARN: mapping.EventSourceArn,
      }));
    const { BatchSize = 100 } = mapping;
    for (let n = 0; n < wanted.length; n += BatchSize) {
      await deliver(wanted.slice(n, n + BatchSize), { mapping, target, ...options });
    }
  };
  return { function: target, poll: () => stream.poll(take), close: stream.close };
}

interface Delivery {
  readonly mapping: Mapping;
  readonly target: Pick<Lambda, 'invoke' | 'principal'>;
  readonly queues: Pick<Queues, 'send'>;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** Delivers a batch until it is processed or discarded. The halves of a failed batch keep its remaining tries. */
export async function deliver(
  batch: readonly StreamRecord[],
  delivery: Delivery,
  retries = 0,
): Promise<void> {
  const { mapping, target, queues, sleep } = delivery;
  if (batch.length === 0) return;
  const { left, thrown } = await leftOver(batch, delivery);
  if (left.length === 0) return;
  const { BisectBatchOnFunctionError = false, DestinationConfig } = mapping;
  if (thrown && BisectBatchOnFunctionError && left.length > 1) {
    const half = Math.ceil(left.length / 2);
    await deliver(left.slice(0, half), delivery, retries);
    await deliver(left.slice(half), delivery, retries);
    return;
  }
  if (retries >= retriesOf(mapping)) {
    const destination = DestinationConfig?.OnFailure?.Destination;
    const numbers = left.map(({ dynamodb }) => dynamodb?.SequenceNumber);
    const info = {
      startSequenceNumber: numbers[0],
      endSequenceNumber: numbers.at(-1),
      batchSize: left.length,
    };
    if (destination) queues.send(target.principal, destination, { DDBStreamBatchInfo: info });
    return;
  }
  await sleep(10 * 2 ** retries);
  await deliver(left, delivery, retries + 1);
}

/** A maximum age becomes a number of retries here, because no time passes between them. */
function retriesOf({ MaximumRetryAttempts = -1, MaximumRecordAgeInSeconds = -1 }: Mapping): number {
  if (MaximumRetryAttempts >= 0) return MaximumRetryAttempts;
  return MaximumRecordAgeInSeconds >= 0 ? 9 : Number.POSITIVE_INFINITY;
}

const BatchAnswer = z.object({
  batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })),
});

/** The records to deliver again: from the first reported one on, or all after a failed run. */
async function leftOver(
  batch: readonly StreamRecord[],
  { mapping, target }: Delivery,
): Promise<{ readonly left: readonly StreamRecord[]; readonly thrown: boolean }> {
  try {
    const answer = await target.invoke({ Records: batch });
    if (!mapping.FunctionResponseTypes) return { left: [], thrown: false };
    const { data } = BatchAnswer.safeParse(answer);
    const failed = data?.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier) ?? [];
    if (failed.length === 0) return { left: [], thrown: false };
    const places = failed.map((identifier) =>
      batch.findIndex(({ dynamodb }) => dynamodb?.SequenceNumber === identifier),
    );
    return { left: places.includes(-1) ? batch : batch.slice(Math.min(...places)), thrown: false };
  } catch {
    return { left: batch, thrown: true };
  }
}

/** @throws {Error} for an unsupported rule. */
function checkPattern(pattern: unknown): void {
  if (Array.isArray(pattern)) {
    for (const rule of pattern) {
      if (isObject(rule) && Object.keys(rule).join() !== 'prefix') {
        throw new Error(`the filter rule ${Object.keys(rule).join()} is not known`);
      }
    }
    return;
  }
  if (!isObject(pattern)) throw new Error(`the filter ${JSON.stringify(pattern)} is not known`);
  for (const part of Object.values(pattern)) checkPattern(part);
}
