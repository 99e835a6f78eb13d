import { job as rollUp } from '../../../functions/analytics/roll-ups/roll-up.ts';
import { endpoint as joinClub } from '../../../functions/community/club-members/join-club.ts';
import { endpoint as enroll } from '../../../functions/community/enrollments/enroll.ts';
import { endpoint as reportSteps } from '../../../functions/community/enrollments/report-steps.ts';
import { endpoint as joinEvent } from '../../../functions/community/events/join-event.ts';
import { endpoint as reserveReward } from '../../../functions/rewards/claims/reserve-reward.ts';
import type { Endpoint } from '../../../shared/runtime/endpoint.ts';
import { serve } from '../../../shared/runtime/http-handler.ts';
import { workerPolicy } from '../../../shared/runtime/worker-handler.ts';
import { productionPolicy } from '../../../shared/table/attempts.ts';
import { tableClient } from '../../../shared/table/client.ts';
import { AccountId } from '../../../shared/values/resources.ts';
import { faults } from '../../support/fault-injection.ts';
import { type Draws, draws } from '../simulation/seeds.ts';
import { type Asked, simulatedEvent } from '../simulation/simulated-world.ts';
import { newTimeline, type Timeline } from '../simulation/timeline.ts';
import { simulatedClock } from './clock.ts';
import { contendedDatabase, type DatabaseOptions } from './database.ts';
import { rollingUp } from './roll-up.ts';

/**
 * Plays a crowd against the model of DynamoDB: the real handlers, the real table client with its retries, and the real
 * worker that keeps the counters. Time is virtual.
 */
export interface CrowdOptions extends Pick<DatabaseOptions, 'latency' | 'items' | 'partitions' | 'hashSeed'> {
  readonly seed: number;
  readonly people: number;
  /** The people arrive at random moments of this many milliseconds. */
  readonly within: number;
  readonly at: Date;
}

export type Database = ReturnType<typeof contendedDatabase>;

export interface Answer {
  readonly status: number;
  /** The parsed response. */
  readonly body: { readonly [property: string]: unknown };
}

/** One person, who sends requests one after the other. */
export type Person = (
  /** @param asked without an account, the person has a new one. */
  send: (endpoint: Endpoint, asked: Omit<Asked, 'as'> & Partial<Pick<Asked, 'as'>>) => Promise<Answer>,
  n: number,
  random: Draws,
  timeline: Timeline,
) => Promise<void>;

export async function playCrowd(
  { seed, people, within, at, ...options }: CrowdOptions,
  person: Person,
  /** Called with each response while the other people continue. */
  onResponse: (status: number, database: Database) => void = () => {},
) {
  const timeline = newTimeline();
  const random = draws(seed, 'crowd');
  const database = contendedDatabase({
    timeline,
    chance: draws(seed, 'latency').chance,
    ...options,
  });
  const clock = simulatedClock(at, timeline, random);
  const clientWith = (policy: typeof productionPolicy) => {
    const tables = tableClient({ tableName: 'model', clock, policy, connection: { region: 'model' } });
    faults(tables.documents, () => database.answer);
    return tables;
  };
  const tables = clientWith(productionPolicy);
  const tools = {
    tables,
    clock,
    settings: { CONSENT_NOTICE_VERSION: '2031-02' },
    writeLine: () => {},
    metricsNamespace: 'Sihat',
    verify: async (token: string) => ({
      accountId: AccountId.parse(token),
      signIn: undefined,
      authTime: undefined,
    }),
  };
  const handlers = new Map(
    [joinClub, joinEvent, enroll, reportSteps, reserveReward].map((endpoint) => [
      endpoint,
      serve(endpoint, tools),
    ]),
  );
  const statuses = new Map<number, number>();
  const refused = new Map<string, number>();
  let withoutRetryAfter = 0;

  async function send(endpoint: Endpoint, asked: Asked): Promise<Answer> {
    const {
      statusCode = 0,
      headers,
      body = '{}',
    } = (await handlers.get(endpoint)?.(simulatedEvent(endpoint, asked), {})) ?? {};
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    if (statusCode === 503) {
      const { operationId } = endpoint.contract;
      refused.set(operationId, (refused.get(operationId) ?? 0) + 1);
      if (!headers?.['retry-after']) withoutRetryAfter += 1;
    }
    onResponse(statusCode, database);
    return { status: statusCode, body: JSON.parse(body) };
  }

  let lag = 0;
  const worker = rollingUp({
    database,
    timeline,
    clock,
    beginning: at,
    // The stream has a shard for each partition of the table.
    shards: options.partitions,
    newTable: (pauses) => clientWith(workerPolicy(rollUp.worker)).session(pauses).table,
    onSettled: (after) => {
      lag = Math.max(lag, after);
    },
  });
  const moments = Array.from({ length: people }, () => random.chance() * within).sort((a, b) => a - b);
  await timeline.play(async () => {
    const requests: Promise<void>[] = [];
    for (const [n, moment] of moments.entries()) {
      await timeline.sleep(moment - timeline.now());
      const as = AccountId.parse(random.uuid());
      requests.push(person((endpoint, asked) => send(endpoint, { as, ...asked }), n, random, timeline));
    }
    await Promise.all(requests);
    await worker.drained();
  });
  return {
    statuses,
    refused,
    /** The 503 responses that do not say when to try again. */
    withoutRetryAfter,
    database,
    counts: database.counts,
    /** The most milliseconds from a change to the counters that include it. */
    lag,
  };
}
