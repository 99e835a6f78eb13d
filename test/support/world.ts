import { randomUUID } from 'node:crypto';
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { job as rollUp } from '../../functions/analytics/roll-ups/roll-up.ts';
import { contracts, type OperationId } from '../../functions/contracts.ts';
import { sourceOf } from '../../functions/sources.ts';
import { createTestTable } from '../../local/engine/tables.ts';
import { type Contract, touchesOf } from '../../shared/contract/contract.ts';
import type { Settings } from '../../shared/contract/environment.ts';
import type { Touches } from '../../shared/contract/table-definition.ts';
import { MAX_RESPONSE_BYTES } from '../../shared/http/response-size.ts';
import type { SignIns } from '../../shared/identity/sign-ins.ts';
import type { MailService } from '../../shared/notices/mails.ts';
import type { PushService } from '../../shared/notices/pushes.ts';
import type { Endpoint } from '../../shared/runtime/endpoint.ts';
import { serve } from '../../shared/runtime/http-handler.ts';
import { keepNothing } from '../../shared/runtime/kept.ts';
import { type Job, type StreamEvent, work } from '../../shared/runtime/worker-handler.ts';
import { type AttemptPolicy, productionPolicy } from '../../shared/table/attempts.ts';
import { type TableClient, type TableClientOptions, tableClient } from '../../shared/table/client.ts';
import { systemClock } from '../../shared/values/clock.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import { assertNoOtherAccount, knownAccount } from './account-guard.ts';
import { mutations } from './condition-mutations.ts';
import { engineConnection } from './connection.ts';
import { type Fault, faults } from './fault-injection.ts';
import { guarded, LEDGER_SUFFIX } from './iam-guard.ts';
import { pendingWrites } from './pending-writes.ts';
import { type Answer, answerOf, eventOf, type Sent } from './requests.ts';
import { rolledUp } from './rolled-up.ts';
import { testSettings } from './settings.ts';
import { worldClock } from './world-clock.ts';
import { worldItems } from './world-items.ts';
import { worldLedger } from './world-ledger.ts';
import { worldTokens } from './world-tokens.ts';

export type { Answer, Sent };

/** Friday 14 March 2031, noon in Malaysia. */
export const NOON = new Date('2031-03-14T04:00:00.000Z');

export const newAccount = (): AccountId => knownAccount(randomUUID());
export const newId = (): string => randomUUID();

export type World = Awaited<ReturnType<typeof newWorld>>;

/**
 * The embedded engine executes one call after the other. With 200 concurrent callers its responses take longer than
 * DynamoDB's, and much longer on a busy machine.
 */
export const PATIENT: AttemptPolicy = {
  ...productionPolicy,
  connectionTimeout: 100_000,
  requestTimeout: 100_000,
  deadline: 120_000,
};

export interface WorldOptions {
  readonly policy?: AttemptPolicy;
  /** Set to false in tests that compare all items before and after a request. */
  readonly rollsUp?: boolean;
  /**
   * Set to true in tests that read an index only where it may lag. Over a hostile engine, the indexes of the table then do.
   */
  readonly indexesLag?: boolean;
  /** Set to true in tests of what functions keep between requests. Otherwise each request sees what was just changed. */
  readonly keepsCopies?: boolean;
  /** The push service of the platform; by default it sends no pushes. */
  readonly pushes?: PushService;
  /** The mail service of the platform; by default it sends no mails. */
  readonly mails?: MailService;
  /** Settings that differ from those of other tests. */
  readonly settings?: Partial<Settings>;
  /** Uses an existing table and its ledger. Pass another world to share its table. */
  readonly on?: {
    readonly connection: DynamoDBClientConfig;
    readonly tableName: string;
    /** Writes what the other world has not written yet. */
    readonly flush?: () => Promise<void>;
  };
}

/** Creates an isolated world: a table, a clock that stands still, real tokens and the real handlers. */
export async function newWorld({
  policy = PATIENT,
  on,
  rollsUp = !on,
  indexesLag = false,
  keepsCopies = false,
  pushes,
  mails,
  settings = {},
}: WorldOptions = {}) {
  const { connection, tableName } = on ?? {
    connection: engineConnection({ indexesLag }),
    tableName: `test-${randomUUID()}`,
  };
  const { clock, ofTables, now, ...changingTime } = worldClock(NOON);
  const { verify, tokenFor } = await worldTokens(now);
  const ledger = worldLedger({
    connection,
    tableName: tableName + LEDGER_SUFFIX,
    policy: PATIENT,
    isThere: on !== undefined,
  });
  const writing = tableClient({ tableName, clock: systemClock, policy, connection });
  if (!on) await createTestTable(writing.documents, tableName);
  let fault: Fault | undefined;

  // All clients share one connection pool, because a world has many of them.
  const shared = { ...connection, requestHandler: writing.documents.config.requestHandler };
  const writes = pendingWrites(() => writing.session().table, on?.flush);
  /** A client whose requests find everything that the test has put. */
  function following(options: Partial<TableClientOptions> = {}): TableClient {
    const tables = tableClient({ tableName, clock, policy, connection, ...options });
    writes.precede(tables.documents);
    return tables;
  }
  const plain = following({ connection: shared });
  mutations(plain.documents);
  /** A client with the permissions of a function. */
  function clientOf(name: string, touches: Touches): TableClient {
    const ledgerName = touches.ledger && ledger.name;
    const tables = following({ ledgerName, clock: ofTables, connection: shared });
    guarded(tables.documents, name, touches);
    mutations(tables.documents);
    return tables;
  }
  const counting = clientOf(rollUp.worker.workerId, rollUp.worker.touches);
  const counters = rolledUp(() => counting.session().table, now);
  for (const { documents } of [writing, plain]) counters.watch(documents);
  /** A platform that runs elsewhere rolls up its own numbers. */
  const catchUp = async (): Promise<void> => {
    await writes.flush();
    if (rollsUp) await counters.catchUp();
  };

  /** A client of a function, whose writes are counted, and whose calls a test can disturb. */
  async function watchedClientOf(name: string, touches: Touches): Promise<TableClient> {
    if (touches.ledger) await ledger.isMade();
    const tables = clientOf(name, touches);
    counters.watch(tables.documents);
    faults(tables.documents, () => fault);
    return tables;
  }

  const lines: Record<string, unknown>[] = [];
  const removedSignIns: AccountId[] = [];
  const surroundings = {
    clock,
    writeLine: (line: string) => lines.push(JSON.parse(line)),
    metricsNamespace: 'Sihat',
  };
  const handlerOf = remembering(async (operation: OperationId) => {
    const endpoint = await endpointOf(operation);
    const tables = await watchedClientOf(operation, touchesOf(contracts[operation]));
    const keeping = keepsCopies ? {} : { keep: keepNothing };
    return serve(endpoint, {
      ...surroundings,
      ...keeping,
      tables,
      verify,
      settings: { ...testSettings, ...settings },
    });
  });
  const jobHandlerOf = remembering(async (job: Job) => {
    const { workerId, touches } = job.worker;
    const signIns: SignIns = {
      remove: async (accountId) => {
        removedSignIns.push(accountId);
      },
    };
    return work(job, {
      ...surroundings,
      tables: await watchedClientOf(workerId, touches),
      signIns,
      pushes,
      mails,
      ledger: ledger.guardedFor(workerId, touches),
    });
  });

  return {
    tableName,
    connection,
    clock,
    now,
    ...changingTime,
    ...worldItems({
      tableName,
      plain,
      writes,
      writesAtOnce: on !== undefined,
      newClient: (time) => following({ clock: { ...clock, ...time } }),
    }),
    /** Creates another client of the table. */
    newClient: following,
    ledger,
    tokenFor,
    /** Every log line that the handlers wrote, parsed. */
    lines,
    /** The accounts whose sign-in was removed. */
    removedSignIns,
    /** Replaces how the database behaves; `undefined` restores it. */
    setFault: (next: Fault | undefined) => {
      fault = next;
    },
    /** Rolls up the numbers of everything that was written so far. Each GET does this first. */
    catchUp,

    /** Sends a request through the real handler, as API Gateway would. */
    async call(operation: OperationId, sent: Sent = {}): Promise<Answer> {
      // The deadline of the request begins afterwards.
      await (contracts[operation].method === 'GET' ? catchUp() : writes.flush());
      const handler = await handlerOf(operation);
      const token = sent.as && (await tokenFor(sent.as, sent.token));
      const event = eventOf(contracts[operation], sent, token);
      const raw = await handler(event, {});
      const bytes = Buffer.byteLength(JSON.stringify(raw));
      if (bytes > MAX_RESPONSE_BYTES)
        throw new Error(`${operation} answers ${bytes} bytes: Lambda would fail`);
      const answer = answerOf(raw);
      assertNoOtherAccount(contracts[operation], event.headers?.['authorization'], JSON.stringify(answer));
      return answer;
    },

    /** Runs a worker's real handler. */
    async run(job: Job, event: Partial<StreamEvent> | { readonly from?: string } = {}) {
      await writes.flush();
      const handler = await jobHandlerOf(job);
      return handler(event as Partial<StreamEvent>);
    },
  };
}

/** All worlds of a process share the loaded endpoints. */
const endpointOf = remembering(async (operation: OperationId): Promise<Endpoint> => {
  const { area }: Contract = contracts[operation];
  const module = await import(/* @vite-ignore */ `../../${sourceOf(area, operation)}`);
  return module.endpoint;
});

/** A function that makes the value of each argument once. */
function remembering<Argument, Value>(make: (argument: Argument) => Promise<Value>) {
  const made = new Map<Argument, Promise<Value>>();
  return (argument: Argument): Promise<Value> => {
    const value = made.get(argument) ?? make(argument);
    made.set(argument, value);
    return value;
  };
}
