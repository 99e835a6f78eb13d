import { randomUUID } from 'node:crypto';
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { ScanCommand, type ScanCommandOutput } from '@aws-sdk/lib-dynamodb';
import { job as rollUp } from '../../functions/analytics/roll-ups/roll-up.ts';
import { contracts, type OperationId } from '../../functions/contracts.ts';
import { sourceOf } from '../../functions/sources.ts';
import { createLedger, createTable } from '../../local/engine/tables.ts';
import { tokenIssuer } from '../../local/http/issuer.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import { touchesOf } from '../../shared/contract/contract.ts';
import type { Touches } from '../../shared/contract/table-definition.ts';
import { erasureLedger } from '../../shared/deletion/ledger.ts';
import type { HttpRequest, HttpResponse } from '../../shared/http/gateway.ts';
import { MAX_RESPONSE_BYTES } from '../../shared/http/response-size.ts';
import type { SignIns } from '../../shared/identity/sign-ins.ts';
import { tokenVerifier } from '../../shared/identity/token-verifier.ts';
import type { Endpoint } from '../../shared/runtime/endpoint.ts';
import { serve } from '../../shared/runtime/http-handler.ts';
import { type Job, type StreamEvent, work } from '../../shared/runtime/worker-handler.ts';
import { type AttemptPolicy, productionPolicy } from '../../shared/table/attempts.ts';
import { type TableClient, tableClient } from '../../shared/table/client.ts';
import type { Key, StoredItem } from '../../shared/table/item.ts';
import type { Table } from '../../shared/table/table.ts';
import type { CalendarDate } from '../../shared/values/calendar.ts';
import { type Clock, systemClock } from '../../shared/values/clock.ts';
import { AccountId } from '../../shared/values/resources.ts';
import { mutations } from './condition-mutations.ts';
import { engineConnection } from './connection.ts';
import { type Fault, faults } from './fault-injection.ts';
import { guarded, LEDGER_SUFFIX } from './iam-guard.ts';
import { rolledUp } from './rolled-up.ts';

/** Friday 14 March 2031, noon in Malaysia. */
export const NOON = new Date('2031-03-14T04:00:00.000Z');

export const newAccount = (): AccountId => AccountId.parse(randomUUID());
export const newId = (): string => randomUUID();

/** What a test sends. By default, `as` has just signed in with a password; `token` changes that. */
export interface Sent {
  readonly as?: AccountId | undefined;
  readonly token?: {
    readonly signIn?: string | null;
    readonly authTime?: number | null;
    readonly expiresIn?: number;
    readonly clientId?: string;
    readonly tokenUse?: string;
  };
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Overrides fields of the finished event. */
  readonly event?: Partial<HttpRequest>;
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any JSON that a response holds
  readonly body: any;
  readonly headers: Readonly<Record<string, string>>;
  readonly raw: HttpResponse;
}

export type World = Awaited<ReturnType<typeof newWorld>>;

const issuer = tokenIssuer('https://issuer.test/sihat', () => new Date());
const JWKS_URI = 'https://issuer.test/sihat/.well-known/jwks.json';
const endpoints = new Map<OperationId, Promise<Endpoint>>();

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
  /** Uses an existing table with its ledger. */
  readonly on?: { readonly connection: DynamoDBClientConfig; readonly tableName: string };
}

/** Creates a world's ledger when a function first needs it, because most worlds never need one. */
function ledgerIn(connection: DynamoDBClientConfig, tableName: string, isThere: boolean) {
  const ledgerOf = (tables: TableClient) => {
    const ledger = erasureLedger(tables);
    return {
      requestedOn: (day: CalendarDate) => isMade().then(() => ledger.requestedOn(day)),
      erasedOn: (day: CalendarDate) => isMade().then(() => ledger.erasedOn(day)),
    };
  };
  const newClient = () => tableClient({ tableName, clock: systemClock, policy: PATIENT, connection });
  let made = isThere ? Promise.resolve(true) : undefined;
  const isMade = (): Promise<unknown> => {
    made ??= createLedger(connection, tableName);
    return made;
  };
  return {
    name: tableName,
    isMade,
    ...ledgerOf(newClient()),
    /** The ledger as a function with these permissions sees it. */
    guardedFor(name: string, touches: Touches) {
      const tables = newClient();
      guarded(tables.documents, name, touches);
      return ledgerOf(tables);
    },
  };
}

/** Creates an isolated world: a table, a clock that stands still, real tokens and the real handlers. */
export async function newWorld({ policy = PATIENT, on, rollsUp = !on }: WorldOptions = {}) {
  const { connection, tableName } = on ?? (await newTable());
  const { sign, jwks, clientId, issuer: issuerName } = await issuer;
  let now = NOON;
  let time: Pick<Clock, 'elapsed' | 'sleep'> = systemClock;
  let newRandom: Pick<Clock, 'newId' | 'newSecret'> = systemClock;
  const ownClock: Clock = {
    ...systemClock,
    now: () => now,
    elapsed: () => time.elapsed(),
    sleep: (milliseconds) => time.sleep(milliseconds),
  };
  const clock: Clock = {
    ...ownClock,
    newId: () => newRandom.newId(),
    newSecret: () => newRandom.newSecret(),
  };
  const lines: Record<string, unknown>[] = [];
  const removedSignIns: AccountId[] = [];
  const signIns: SignIns = {
    remove: async (accountId) => {
      removedSignIns.push(accountId);
    },
  };
  const ledger = ledgerIn(connection, tableName + LEDGER_SUFFIX, on !== undefined);
  const writeLine = (line: string) => lines.push(JSON.parse(line));
  const verify = tokenVerifier({
    issuer: issuerName,
    clientId,
    jwksUri: JWKS_URI,
    fetcher: { fetch: async () => new TextEncoder().encode(JSON.stringify(jwks)).buffer as ArrayBuffer },
  });
  const plain = tableClient({ tableName, clock, policy, connection });
  mutations(plain.documents);
  const handlers = new Map<string, ReturnType<typeof serve>>();
  const jobs = new Map<Job, ReturnType<typeof work>>();
  let fault: Fault | undefined;

  // All clients share one connection pool, because a world has many of them.
  const { requestHandler } = plain.documents.config;
  function guardedClient(name: string, touches: Touches) {
    const tables = tableClient({
      ...{ tableName, ledgerName: touches.ledger && ledger.name, clock: ownClock, policy },
      connection: { ...connection, requestHandler },
    });
    guarded(tables.documents, name, touches);
    mutations(tables.documents);
    counters.watch(tables.documents);
    faults(tables.documents, () => fault);
    return tables;
  }

  const counting = tableClient({
    tableName,
    clock: ownClock,
    policy,
    connection: { ...connection, requestHandler },
  });
  guarded(counting.documents, rollUp.worker.workerId, rollUp.worker.touches);
  mutations(counting.documents);
  const counters = rolledUp(() => counting.session().table, ownClock.now);
  counters.watch(plain.documents);
  /** A platform that runs elsewhere rolls up its own numbers. */
  const catchUp = async (): Promise<void> => (rollsUp ? counters.catchUp() : undefined);

  async function handlerOf(operation: OperationId) {
    const contract: Contract = contracts[operation];
    let handler = handlers.get(operation);
    if (!handler) {
      if (contract.touches.ledger) await ledger.isMade();
      const loading =
        endpoints.get(operation) ??
        import(/* @vite-ignore */ `../../${sourceOf(contract.area, operation)}`).then((m) => m.endpoint);
      endpoints.set(operation, loading);
      handler = serve(await loading, {
        tables: guardedClient(operation, touchesOf(contract)),
        verify,
        clock,
        settings: {
          ACCESS_NOTICE_VERSION: '2031-01-01',
          DELETION_NOTICE_VERSION: '2031-02',
          CURSOR_SECRET: 'what the cursors of tests are sealed with',
        },
        writeLine,
        metricsNamespace: 'Sihat',
      });
      handlers.set(operation, handler);
    }
    return handler;
  }

  /** Signing is slow, so a token is reused while the clock stands still. */
  const tokens = new Map<string, Promise<string>>();
  function tokenFor(accountId: AccountId, wish: Sent['token'] = {}): Promise<string> {
    const key = JSON.stringify([accountId, wish, now]);
    const token = tokens.get(key) ?? newTokenFor(accountId, wish);
    tokens.set(key, token);
    return token;
  }

  async function newTokenFor(accountId: AccountId, wish: NonNullable<Sent['token']>): Promise<string> {
    // The verifier also reads the real clock, so the token must be valid by both.
    const left = Math.max(0, Math.ceil((now.getTime() - Date.now()) / 1000));
    return sign({
      accountId,
      authTime: Math.floor(now.getTime() / 1000),
      ...wish,
      expiresIn: (wish.expiresIn ?? 3600) + (wish.expiresIn === undefined ? left : 0),
    });
  }

  return {
    tableName,
    connection,
    clock,
    /** Every log line that the handlers wrote, parsed. */
    lines,
    /** The accounts whose sign-in was removed. */
    removedSignIns,
    tokenFor,
    now: () => now,
    setNow: (time: Date) => {
      now = time;
    },
    advance: (milliseconds: number) => {
      now = new Date(now.getTime() + milliseconds);
    },
    /** Replaces the source of ids and secrets. The table's idempotency tokens stay random. */
    setRandom: (next: Pick<Clock, 'newId' | 'newSecret'>) => {
      newRandom = next;
    },
    /** Replaces how the table client and the handlers measure time and wait. */
    setTime: (next: Partial<typeof time>) => {
      time = { ...time, ...next };
    },
    /** Replaces how the database behaves; `undefined` restores it. */
    setFault: (next: Fault | undefined) => {
      fault = next;
    },

    /** Sends a request through the real handler, as API Gateway would. */
    async call(operation: OperationId, sent: Sent = {}): Promise<Answer> {
      if (contracts[operation].method === 'GET') await catchUp();
      const handler = await handlerOf(operation);
      const raw = await handler(await eventOf(contracts[operation], sent, tokenFor), {});
      const bytes = Buffer.byteLength(JSON.stringify(raw));
      if (bytes > MAX_RESPONSE_BYTES)
        throw new Error(`${operation} answers ${bytes} bytes: Lambda would fail`);
      return {
        status: raw.statusCode,
        body: raw.body ? JSON.parse(raw.body) : undefined,
        headers: raw.headers,
        raw,
      };
    },

    /** Rolls up the numbers of everything that was written so far. Each GET does this first. */
    catchUp,

    /** Runs a worker's real handler. */
    async run(job: Job, event: Partial<StreamEvent> | { readonly from?: string } = {}) {
      let handler = jobs.get(job);
      if (!handler) {
        if (job.worker.touches.ledger) await ledger.isMade();
        handler = work(job, {
          tables: guardedClient(job.worker.workerId, job.worker.touches),
          clock,
          writeLine,
          metricsNamespace: 'Sihat',
          signIns,
          ledger: ledger.guardedFor(job.worker.workerId, job.worker.touches),
        });
        jobs.set(job, handler);
      }
      return handler(event as Partial<StreamEvent>);
    },

    ledger,

    /** The table without the permissions of a function. */
    table: plain.session().table as Table,
    freshTable: (): Table => plain.session().table,
    /**
     * A table whose batch reads return only some of the keys, as DynamoDB's may; the others are unprocessed.
     * @param time replaces parts of the clock, so that a busy machine does not decide when a deadline has passed.
     */
    tableThatLeavesOut(
      some: (keys: readonly unknown[]) => readonly unknown[],
      time: Partial<Pick<Clock, 'elapsed' | 'sleep'>> = {},
    ) {
      const tables = tableClient({ tableName, clock: { ...clock, ...time }, policy, connection });
      let batches = 0;
      faults(tables.documents, () => async ({ command, input, send }) => {
        if (command !== 'BatchGet') return send();
        batches += 1;
        const { Keys } = input.RequestItems[tableName];
        const answered = some(Keys);
        input.RequestItems[tableName].Keys = answered;
        const answer = (await send()) as { output: Record<string, unknown> };
        const left = Keys.filter((key: unknown) => !answered.includes(key));
        answer.output['UnprocessedKeys'] = left.length > 0 ? { [tableName]: { Keys: left } } : {};
        return answer;
      });
      return { table: tables.session().table, batches: () => batches };
    },
    async put(...items: StoredItem[]): Promise<void> {
      for (let n = 0; n < items.length; n += 100) {
        const parts = items.slice(n, n + 100).map((Item, i) => [`${i}`, { Put: { Item } }] as const);
        await plain.session().table.transact(Object.fromEntries(parts));
      }
    },
    async remove({ pk, sk }: Key | StoredItem): Promise<void> {
      const Key = { pk: String(pk), sk: String(sk) };
      await plain.session().table.transact({ gone: { Delete: { Key } } });
    },
    item: (key: Key): Promise<StoredItem | undefined> => plain.session().table.get(key),
    /** All items in the order of their keys, to show that nothing changed. */
    async dump(): Promise<StoredItem[]> {
      const items: StoredItem[] = [];
      let start: Record<string, unknown> | undefined;
      do {
        const page: ScanCommandOutput = await plain.documents.send(
          new ScanCommand({ TableName: tableName, ...(start && { ExclusiveStartKey: start }) }),
        );
        items.push(...(page.Items ?? []));
        start = page.LastEvaluatedKey;
      } while (start);
      const keyOf = (item: StoredItem) => `${item['pk']}\n${item['sk']}`;
      return items.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    },
  };
}

async function newTable() {
  const connection = engineConnection();
  const tableName = `test-${randomUUID()}`;
  await createTable(connection, tableName, { stream: false });
  return { connection, tableName };
}

async function eventOf(
  contract: Contract,
  { as, token, params, query, body, headers, event }: Sent,
  tokenFor: (accountId: AccountId, wish: Sent['token']) => Promise<string>,
): Promise<HttpRequest> {
  const path = contract.path.replace(/\{(\w+)\}/g, (_, name: string) => params?.[name] ?? '');
  return {
    version: '2.0',
    routeKey: `${contract.method} ${contract.path}`,
    rawPath: path,
    rawQueryString: new URLSearchParams(query).toString(),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(as && { authorization: `Bearer ${await tokenFor(as, token)}` }),
      ...headers,
    },
    ...(params && { pathParameters: params }),
    ...(query && { queryStringParameters: query }),
    requestContext: { requestId: randomUUID() },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    isBase64Encoded: false,
    ...event,
  };
}
