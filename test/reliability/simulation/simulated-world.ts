import { createHash, randomUUID } from 'node:crypto';
import {
  type AttributeValue,
  DeleteTableCommand,
  DynamoDBClient,
  type DynamoDBClientConfig,
  ScanCommand,
  type ScanCommandOutput,
} from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { createTable } from '../../../local/engine/tables.ts';
import { passes, type StreamRecord } from '../../../local/events/deliveries.ts';
import { openStream, type Stream } from '../../../local/events/streams.ts';
import { isStreamTrigger, streamFilter } from '../../../shared/contract/worker.ts';
import type { HttpRequest } from '../../../shared/http/gateway.ts';
import type { PushService } from '../../../shared/notices/pushes.ts';
import type { Endpoint } from '../../../shared/runtime/endpoint.ts';
import { serve } from '../../../shared/runtime/http-handler.ts';
import { type Counts, type Job, work, workerPolicy } from '../../../shared/runtime/worker-handler.ts';
import { productionPolicy } from '../../../shared/table/attempts.ts';
import { type TableClient, tableClient } from '../../../shared/table/client.ts';
import type { StoredItem } from '../../../shared/table/item.ts';
import type { Table } from '../../../shared/table/table.ts';
import { type Clock, later, minutes } from '../../../shared/values/clock.ts';
import { AccountId } from '../../../shared/values/resources.ts';
import { type Fault, faults } from '../../support/fault-injection.ts';
import { eventOf } from '../../support/requests.ts';
import { testSettings } from '../../support/settings.ts';
import { type Limits, newNetwork } from './network.ts';
import { type Draws, draws } from './seeds.ts';
import { newTimeline } from './timeline.ts';

/**
 * A simulated world: the real handlers over the real engine. The seed decides the clock, ids, chance and the faults of each
 * database call. Its event log, with one line for each call, is identical for the same seed.
 */
export type Simulation = Awaited<ReturnType<typeof newSimulation>>;

export interface SimulationOptions {
  readonly seed: number;
  readonly connection: DynamoDBClientConfig;
  readonly limits?: Partial<Limits>;
  /** Whether `changes` can be called. */
  readonly hasStream?: boolean;
  /** Changes requests to the engine, to show that the simulation detects it. */
  readonly sabotage?: Sabotage;
}
// biome-ignore lint/suspicious/noExplicitAny: inputs of the SDK's commands
export type Sabotage = (input: any) => void;

export interface Asked {
  readonly as: AccountId;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The response to a caller; `unknown` when it was lost or is a 503. */
export interface Heard {
  readonly kind: 'ok' | 'refused' | 'unknown';
  readonly status: number;
  readonly code: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON the answer holds
  readonly body: any;
}

const BEGINNING = new Date('2031-03-14T04:00:00.000Z');
/** The number of concurrent instances of each function. Each has its own clock. */
const INSTANCES = 3;
const SKEW = 2000;
/** The share of gateway responses that never reach the phone. */
const DROPPED = 0.05;
/** The probability of each of two further deliveries of a stream record. */
const REPEATED = 0.3;
/** A worker that fails this often has a defect: a run of 40 calls ends without a crash in one of eight tries. */
const MAX_TRIES = 200;
const UNKNOWN: Heard = { kind: 'unknown', status: 0, code: 'no_answer', body: undefined };

export async function newSimulation({
  seed,
  limits,
  sabotage,
  connection,
  hasStream = false,
}: SimulationOptions) {
  const TableName = `simulation-${randomUUID()}`;
  await createTable(connection, TableName, { stream: hasStream });
  const story: string[] = [];
  const timeline = newTimeline();
  const note = (line: string) => void story.push(`${timeline.now().toString().padStart(9)} ${line}`);
  /** A hash of a value without the name of the run's table, so that it is equal in every run of this seed. */
  const digest = (value: unknown) => digestOf(value, TableName);
  let mostDeliveries = 0;
  let afterNo = 0;
  const network = newNetwork({
    timeline,
    draws: draws(seed, 'network'),
    limits: { most: Number.POSITIVE_INFINITY, without: [], ...limits },
    note,
    digest,
  });
  const scenario = draws(seed, 'scenario');
  const own = draws(seed, 'functions');
  const skews = draws(seed, 'skew');
  const pace = draws(seed, 'pace');
  const engine = new DynamoDBClient(connection);
  const tables: TableClient[] = [];
  const functions = new Map<object, readonly unknown[]>();
  let stream: Promise<Stream> | undefined;
  let pushes: PushService | undefined;

  const clockOf = (draw: Draws, skew: number): Clock => ({
    now: () => later(BEGINNING, timeline.now() + skew),
    elapsed: timeline.now,
    sleep: timeline.sleep,
    newId: draw.uuid,
    newSecret: () => createHash('sha256').update(draw.uuid()).digest('base64url'),
    chance: draw.chance,
  });
  const honest = clockOf(draws(seed, 'given'), 0);
  // It is used between the events of the timeline, which does not let it sleep then.
  const plain = tableClient({
    tableName: TableName,
    clock: { ...honest, sleep: async () => {} },
    connection,
  });
  ownTokens(plain, TableName);

  function clientOf(clock: Clock, policy: typeof productionPolicy): TableClient {
    // All clients share one connection pool, because it holds no state of a request.
    const requestHandler = engine.config.requestHandler;
    const client = tableClient({
      tableName: TableName,
      // The keys of the ledger differ from all others, so one table holds both.
      ledgerName: TableName,
      clock,
      policy,
      connection: { ...connection, requestHandler },
    });
    const befall: Fault = (call) => {
      sabotage?.(call.input);
      return network.database(call);
    };
    faults(client.documents, () => befall);
    ownTokens(client, TableName);
    tables.push(client);
    return client;
  }

  /** Returns an instance of a function; each instance is created once. */
  function functionFor<F>(what: object, make: (clock: Clock) => F): F {
    const made = (functions.get(what) ??
      Array.from({ length: INSTANCES }, () => {
        const skew = skews.between(-SKEW, SKEW);
        return make(clockOf(own, network.allowed('skew') ? skew : 0));
      })) as readonly F[];
    functions.set(what, made);
    return pace.pick(made);
  }

  async function ask(who: string, endpoint: Endpoint, asked: Asked): Promise<Heard> {
    const handle = functionFor(endpoint, (clock) =>
      serve(endpoint, {
        tables: clientOf(clock, productionPolicy),
        // A token contains only the account id; other tests verify tokens.
        verify: async (token) => ({
          accountId: AccountId.parse(token),
          // Everybody has just signed in.
          signIn: 'password',
          authTime: Math.floor(clock.now().getTime() / 1000),
        }),
        clock,
        settings: testSettings,
        writeLine: () => {},
        metricsNamespace: 'Sihat',
      }),
    );
    await timeline.sleep(pace.between(1, 50));
    const { statusCode: status, body } = await network.as({ who }, () =>
      handle(simulatedEvent(endpoint, asked), {}),
    );
    await timeline.sleep(pace.between(1, 50));
    const parsed = body ? JSON.parse(body) : undefined;
    if (status === 500) throw new Error(`${who} met an unexpected error`);
    const dropped = network.strikes('dropped', DROPPED);
    const code = status < 300 ? '' : String(parsed.code);
    note(
      `${who} is answered ${status}${code && ` ${code}`}${dropped ? ' and never hears' : ''}: ${digest(body)}`,
    );
    if (dropped) return UNKNOWN;
    const kind = status < 300 ? 'ok' : status < 500 ? 'refused' : 'unknown';
    return { kind, status, code, body: parsed };
  }

  /** Runs a worker. `crashed` when it stopped at a database call and never continues. */
  async function run(who: string, job: Job, event: Parameters<ReturnType<typeof work>>[0] = {}) {
    const handle = functionFor(job, (clock) =>
      work(job, {
        tables: clientOf(clock, workerPolicy(job.worker)),
        clock,
        writeLine: () => {},
        metricsNamespace: 'Sihat',
        signIns: { remove: async () => {} },
        ledger: { requestedOn: async () => [], erasedOn: async () => [] },
        pushes,
      }),
    );
    const crashed = Promise.withResolvers<'crashed'>();
    const crash = () => crashed.resolve('crashed');
    const ended = network.as({ who, crash }, () => handle(event)).catch(() => 'failed' as const);
    return Promise.race([ended, crashed.promise]);
  }

  /** Runs a scheduled worker until a run succeeds. */
  async function runUntilDone(who: string, job: Job, event: object = {}): Promise<Counts> {
    for (let n = 1; n <= MAX_TRIES; n++) {
      const ended = await run(who, job, event);
      if (typeof ended === 'object') return ended.done ?? {};
      await timeline.sleep(minutes(6)); // This is long enough for the lock of a stopped rebuild to expire.
    }
    throw new Error(`${who} fails for ever`);
  }

  /** Plays DynamoDB's TTL and deletes expired items. @returns their stream records. */
  async function expire(): Promise<StreamRecord[]> {
    const { promise, resolve } = Promise.withResolvers<StreamRecord[]>();
    timeline.after(0, async () => {
      const seconds = String(Math.floor(honest.now().getTime() / 1000));
      const { Items = [] } = await scan({
        FilterExpression: '#ttl <= :now',
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: { ':now': { N: seconds } },
      });
      const gone = Items.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
      for (const { pk, sk } of gone) {
        const Key = { pk: pk?.S ?? '', sk: sk?.S ?? '' };
        await plain.session().table.transact({ gone: { Delete: { Key } } });
      }
      if (gone.length > 0) note(`TTL deletes ${gone.length} items`);
      resolve(
        gone.map(({ pk, sk, ...rest }, n) => ({
          eventName: 'REMOVE',
          userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' },
          dynamodb: {
            SequenceNumber: `${timeline.now()}-${n}`,
            Keys: { pk: pk ?? { S: '' }, sk: sk ?? { S: '' } },
            OldImage: { pk: pk ?? { S: '' }, sk: sk ?? { S: '' }, ...rest },
          },
        })),
      );
    });
    return promise;
  }

  /** Plays an event source mapping: each record is delivered one to three times, in batches, and again after a failure. */
  async function deliver(records: readonly StreamRecord[], job: Job): Promise<void> {
    const { trigger } = job.worker;
    if (!isStreamTrigger(trigger)) throw new Error('the worker reads no stream');
    const pattern = streamFilter(trigger);
    const wanted = records.filter((record) => passes(pattern, record));
    const all = wanted.flatMap((record) => {
      const again = [network.strikes('repeat', REPEATED), network.strikes('repeat', REPEATED)];
      const times = [record, ...again.flatMap((is) => (is ? [record] : []))];
      mostDeliveries = Math.max(mostDeliveries, times.length);
      return times;
    });
    const batches: StreamRecord[][] = [];
    for (let left = scenario.shuffled(all); left.length > 0; ) {
      batches.push(left.slice(0, scenario.between(1, 10)));
      left = left.slice(batches.at(-1)?.length);
    }
    await Promise.all(
      batches.map(async (batch, n) => {
        await timeline.sleep(scenario.between(0, 5000));
        let tries = 0;
        for (let Records = batch; Records.length > 0; ) {
          if (++tries > MAX_TRIES) throw new Error('a record of the stream fails for ever');
          const ended = await run(`stream batch ${n + 1}`, job, { Records });
          const failed = typeof ended === 'object' ? ended.batchItemFailures : undefined;
          const names = new Set(failed?.map(({ itemIdentifier }) => itemIdentifier));
          if (failed) Records = Records.filter(({ dynamodb }) => names.has(dynamodb?.SequenceNumber ?? ''));
          if (Records.length > 0) await timeline.sleep(1000 * tries); // This is long enough for the lock of a stopped rebuild to expire.
        }
      }),
    );
  }

  async function scan(filter: object = {}) {
    const Items: Record<string, AttributeValue>[] = [];
    let start: ScanCommandOutput['LastEvaluatedKey'];
    do {
      const page: ScanCommandOutput = await engine.send(
        new ScanCommand({
          TableName,
          ConsistentRead: true,
          ...filter,
          ...(start && { ExclusiveStartKey: start }),
        }),
      );
      Items.push(...(page.Items ?? []));
      start = page.LastEvaluatedKey;
    } while (start);
    return { Items };
  }

  return {
    story,
    note,
    struck: network.struck,
    /** The number of calls, the most deliveries of one stream record, and the number of refusals before a late write. */
    made: () => ({ ...network.made(), mostDeliveries, afterNo }),
    gaveUpOn: network.gaveUpOn,
    /** Counts a caller who was refused and then got the item of a late write. */
    notedAfterNo: () => void afterNo++,
    play: timeline.play,
    sleep: timeline.sleep,
    elapsed: timeline.now,
    now: honest.now,
    scenario,
    ask,
    run,
    runUntilDone,
    expire,
    deliver,

    newAccount: () => AccountId.parse(scenario.uuid()),

    /** A phone that retries until it gets a final response. */
    async insist(who: string, endpoint: Endpoint, asked: Asked): Promise<Heard> {
      for (let n = 1; n <= MAX_TRIES; n++) {
        const heard = await ask(n === 1 ? who : `${who}, try ${n},`, endpoint, asked);
        if (heard.kind !== 'unknown') return heard;
        await timeline.sleep(pace.between(500, 2000));
      }
      throw new Error(`${who} never hears anything`);
    },

    /** Does something at one moment: nothing else happens until it is done. */
    atOneMoment: (what: () => Promise<void>): Promise<void> =>
      new Promise((resolve, reject) => timeline.after(0, () => what().then(resolve, reject))),

    /** Call this before the first run of a worker. Without it, the platform sends no pushes. */
    usePushes: (service: PushService) => {
      pushes = service;
    },

    /** Call this only at a quiet point. */
    async put(...items: StoredItem[]): Promise<void> {
      for (let n = 0; n < items.length; n += 100) {
        const parts = items.slice(n, n + 100).map((Item, i) => [`${i}`, { Put: { Item } }] as const);
        await plain.session().table.transact(Object.fromEntries(parts));
      }
    },
    /** The stream records since the last call, at a quiet point. They happened at this moment by the simulated clock. */
    async changes(): Promise<StreamRecord[]> {
      stream ??= openStream({ connection, tableName: TableName, from: 'beginning', wasExpiry: () => false });
      const records: StreamRecord[] = [];
      await (await stream).poll(async (some) => void records.push(...some));
      const ApproximateCreationDateTime = Math.floor(later(BEGINNING, timeline.now()).getTime() / 1000);
      return records.map(({ dynamodb, ...record }) => ({
        ...record,
        dynamodb: { ...dynamodb, ApproximateCreationDateTime },
      }));
    },
    freshTable: (): Table => plain.session().table,
    /** All items, at a quiet point. */
    dump: async (): Promise<StoredItem[]> => (await scan()).Items.map((item) => unmarshall(item)),

    async end(): Promise<void> {
      const items = (await scan()).Items.map((item) => unmarshall(item));
      note(`in the end there are ${items.length} items: ${digest(items.sort(byKey))}`);
      await engine.send(new DeleteTableCommand({ TableName }));
      for (const table of [...tables, plain]) table.close();
      (await stream)?.close();
      engine.destroy();
    },
  };
}

const byKey = (a: StoredItem, b: StoredItem) => (`${a.pk}\n${a.sk}` < `${b.pk}\n${b.sk}` ? -1 : 1);

/** Fields that differ between runs of the same seed. They are not part of the event log. */
const OF_ONE_RUN = new Set(['TableName', 'ClientRequestToken', '$metadata', '$response', 'response']);

/** The engine returns attributes in any order. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function digestOf(value: unknown, tableName: string): string {
  const said = value instanceof Error ? { ...value, message: value.message } : value;
  const text = JSON.stringify(said, (name, part: unknown) =>
    OF_ONE_RUN.has(name) ? undefined : sorted(part),
  );
  return createHash('sha256')
    .update((text ?? '').replaceAll(tableName, ''))
    .digest('hex')
    .slice(0, 8);
}

const keyOf = ({ pk, sk }: Record<string, AttributeValue>): string => `${pk?.S}\n${sk?.S}`;

/**
 * The engine remembers idempotency tokens longer than a run. Tokens of another run of this seed must not match, so they
 * are replaced below the table client.
 */
function ownTokens(client: TableClient, tableName: string): void {
  client.documents.middlewareStack.add(
    (next) => (args) => {
      const { ClientRequestToken: token } = args.input as { ClientRequestToken?: string };
      if (token === undefined) return next(args);
      const ClientRequestToken = createHash('sha256')
        .update(`${tableName} ${token}`)
        .digest('hex')
        .slice(0, 36);
      return next({ ...args, input: { ...args.input, ClientRequestToken } });
    },
    { step: 'initialize', priority: 'low', name: 'own-tokens' },
  );
}

/** The event of a request, whose token names the account. */
export const simulatedEvent = ({ contract }: Endpoint, { as, ...sent }: Asked): HttpRequest =>
  eventOf(contract, { ...sent, event: { requestContext: { requestId: 'simulated' } } }, as);
