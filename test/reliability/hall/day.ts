import { job as rollUp } from '../../../functions/analytics/roll-ups/roll-up.ts';
import { endpoint as getDisplay } from '../../../functions/community/boards/get-display.ts';
import { endpoint as getLeaderboard } from '../../../functions/community/boards/get-leaderboard.ts';
import { job as writeLastShownSteps } from '../../../functions/community/boards/write-last-shown-steps.ts';
import { endpoint as enroll } from '../../../functions/community/enrollments/enroll.ts';
import { endpoint as reportSteps } from '../../../functions/community/enrollments/report-steps.ts';
import { endpoint as findEvent } from '../../../functions/community/events/find-event.ts';
import { endpoint as joinEvent } from '../../../functions/community/events/join-event.ts';
import { job as eraseAccounts } from '../../../functions/deletion/erase-accounts.ts';
import { job as deliverNotices } from '../../../functions/deletion/notices/deliver-notices.ts';
import { endpoint as requestDeletion } from '../../../functions/deletion/request-deletion.ts';
import { endpoint as listCampaigns } from '../../../functions/rewards/campaigns/list-campaigns.ts';
import { endpoint as redeemClaim } from '../../../functions/rewards/claims/redeem-claim.ts';
import { endpoint as reserveReward } from '../../../functions/rewards/claims/reserve-reward.ts';
import { job as sweepLapsedLeases } from '../../../functions/rewards/stock/sweep-lapsed-leases.ts';
import { displayOf, displayRank } from '../../../shared/community/boards.ts';
import { countedIn, settle } from '../../../shared/rollups/settle.ts';
import type { Endpoint } from '../../../shared/runtime/endpoint.ts';
import { serve } from '../../../shared/runtime/http-handler.ts';
import { type Job, work, workerPolicy } from '../../../shared/runtime/worker-handler.ts';
import { type Pauses, productionPolicy } from '../../../shared/table/attempts.ts';
import { tableClient } from '../../../shared/table/client.ts';
import { queryTogether } from '../../../shared/table/query-together.ts';
import { type Clock, hours, later, minutes, seconds, systemClock } from '../../../shared/values/clock.ts';
import { DISPLAY_CACHE_SECONDS, DISPLAY_TOP } from '../../../shared/values/limits.ts';
import { AccountId } from '../../../shared/values/resources.ts';
import { faults } from '../../support/fault-injection.ts';
import { contendedDatabase } from '../contention/database.ts';
import { rollingUp } from '../contention/roll-up.ts';
import { draws } from '../simulation/seeds.ts';
import { type Asked, simulatedEvent } from '../simulation/simulated-world.ts';
import { newTimeline } from '../simulation/timeline.ts';
import { newHall } from './items.ts';
import { type Claimed, findLosses } from './losses.ts';
import { newTallies } from './tallies.ts';
import { newWalker, newWallCheck, type Steps, type Visible } from './walkers.ts';

/**
 * The day of a hall in the model of DynamoDB, with the real handlers, workers and retries. Everybody is behind one address. The
 * edge caches the display and the look-up for five seconds, as CloudFront does for one location.
 */
export interface DayOptions {
  readonly people: number;
  readonly partitions: number;
  readonly seed: number;
  /** The length of the day in milliseconds. */
  readonly lasts: number;
  /** The average time of a database call in milliseconds. */
  readonly latency: number;
  readonly onProgress: (time: number) => void;
}

const ARRIVE_WITHIN = minutes(10);
const GIFTS = 1000;
const RESERVED_FOR = minutes(30);
/** The part of the reserved gifts that people collect. All others lapse at about the same time. */
const COLLECTED = 0.7;
/** The client package first asks for the time of the platform. */
const FIRST_REPORT = { from: seconds(10), to: seconds(30) };
const LOOK_AT_LEADERBOARD_EVERY = minutes(30);
const NETWORK_IS_BACK_AT = hours(3);
const NETWORK_FAILS_FOR = minutes(5);
const REPORT_AFTER_RESTART_WITHIN = seconds(30);
const ROLL_UP_DOWN = { from: hours(2), to: hours(2) + minutes(2) };
const CLOSING_AT = hours(4);
/** The numbers of closed accounts and of displays follow from the number of people. */
const PEOPLE_FOR_A_CLOSED_ACCOUNT = 100;
const PEOPLE_FOR_A_DISPLAY = 50;
/** As `web/display/poll.ts` does: five seconds, and a random time. */
const POLL_EVERY = { least: seconds(5), jitter: seconds(1.5) };
/** A phone that was refused with `Retry-After` tries again this often. */
const ATTEMPTS = 8;

export async function playDay({ people, partitions, seed, lasts, latency, onProgress }: DayOptions) {
  const opensAt = new Date('2031-03-14T02:00:00.000Z');
  const { uuid, chance, between } = draws(seed, 'hall');
  const walkers = draws(seed, 'walkers');
  const hall = newHall(draws(seed, 'items'), {
    people,
    gifts: GIFTS,
    opensAt,
    lasts,
    reservationSeconds: RESERVED_FOR / 1000,
  });
  const { joinCode, challenge, campaign, staff } = hall;
  const challengeId = challenge.id;
  const timeline = newTimeline();
  const { now, sleep } = timeline;
  const own = draws(seed, 'functions');
  const database = contendedDatabase({
    timeline,
    chance: draws(seed, 'latency').chance,
    partitions,
    hashSeed: seed,
    latency,
    items: hall.items,
  });
  const clock: Clock = {
    ...systemClock,
    now: () => later(opensAt, now()),
    elapsed: now,
    sleep,
    newId: own.uuid,
    newSecret: () => own.uuid() + own.uuid(),
    chance: own.chance,
  };
  const tallies = newTallies(now);
  const closing = Math.ceil(people / PEOPLE_FOR_A_CLOSED_ACCOUNT);
  const clientWith = (policy: typeof productionPolicy) => {
    const ledgerName = 'model-ledger';
    const connection = { region: 'model' };
    const tables = tableClient({ tableName: 'model', ledgerName, clock, policy, connection });
    faults(tables.documents, () => database.answer);
    return tables;
  };

  const tools = {
    tables: clientWith(productionPolicy),
    clock,
    settings: {
      CONSENT_NOTICE_VERSION: '2031-02',
      DELETION_NOTICE_VERSION: '2031-03',
      CURSOR_SECRET: 'a secret of 32 characters, at least',
    },
    writeLine: () => {},
    metricsNamespace: 'Sihat',
    verify: async (token: string) => ({
      accountId: AccountId.parse(token),
      signIn: 'password',
      authTime: clock.now().getTime() / 1000,
    }),
  };
  const handlers = new Map<Endpoint, ReturnType<typeof serve>>();

  /** Sends a request to its function once. */
  async function invoke(endpoint: Endpoint, asked: Asked | Omit<Asked, 'as'>) {
    const handle = handlers.get(endpoint) ?? serve(endpoint, tools);
    handlers.set(endpoint, handle);
    const ended = tallies.began(endpoint.contract.operationId);
    const { statusCode, body = '{}' } = await handle(simulatedEvent(endpoint, asked as Asked), {});
    const answer = JSON.parse(body);
    ended(statusCode, answer.code);
    return { statusCode, answer };
  }

  /** Sends a request as a phone does: after `try_again` it waits and sends the request again. */
  async function send(endpoint: Endpoint, asked: Asked) {
    for (let attempt = 1; ; attempt++) {
      const { statusCode, answer } = await invoke(endpoint, asked);
      if (statusCode < 500) return { statusCode, answer };
      if (attempt === ATTEMPTS) {
        tallies.gaveUp(endpoint.contract.operationId);
        return undefined;
      }
      await sleep(seconds(1) * 2 ** Math.min(attempt, 5) * (0.5 + chance()));
    }
  }

  // CloudFront sends one of several concurrent requests for an expired response to the function.
  const cached = new Map<Endpoint, { readonly until: number; readonly response: Promise<unknown> }>();
  async function atEdge(endpoint: Endpoint, asked: Omit<Asked, 'as'>): Promise<void> {
    tallies.atEdge(endpoint.contract.operationId);
    const copy = cached.get(endpoint);
    if (copy && copy.until > now()) return void (await copy.response);
    const response = invoke(endpoint, asked);
    cached.set(endpoint, { until: now() + seconds(DISPLAY_CACHE_SECONDS), response });
    await response;
  }

  const claimed: Claimed = { joined: new Set(), steps: new Map(), reserved: new Map(), redeemed: new Set() };
  const closed = new Set<AccountId>();
  const visible = new Map<string, Visible>();
  const wall = newWallCheck(visible);

  async function reserve(as: AccountId) {
    const params = { campaignId: campaign.id };
    const answer = await send(reserveReward, { as, params, body: { claimId: uuid() } });
    if (!isSuccess(answer)) return;
    claimed.reserved.set(as, answer.answer.id);
    if (chance() >= COLLECTED) return;
    await sleep(chance() * (RESERVED_FOR - minutes(5)));
    const redeemed = await send(redeemClaim, {
      as: staff,
      params: { claimId: answer.answer.id },
      body: { redemptionId: uuid() },
    });
    if (isSuccess(redeemed)) claimed.redeemed.add(answer.answer.id);
  }

  /** @returns when the platform asks for the next report */
  async function report(as: AccountId, steps: Steps): Promise<number> {
    const body = { steps: steps(now()), measuredAt: clock.now().toISOString() };
    const answer = await send(reportSteps, { as, params: { id: challengeId }, body });
    if (!isSuccess(answer)) return now() + between(FIRST_REPORT.from, FIRST_REPORT.to);
    claimed.steps.set(as, Math.max(claimed.steps.get(as) ?? 0, answer.answer.steps));
    return Date.parse(answer.answer.nextReportAt) - opensAt.getTime();
  }

  async function walk(as: AccountId, steps: Steps, until: number): Promise<void> {
    let next = now() + between(FIRST_REPORT.from, FIRST_REPORT.to);
    for (;;) {
      const isCut = next >= NETWORK_IS_BACK_AT - NETWORK_FAILS_FOR && next < NETWORK_IS_BACK_AT;
      // The network fails for a while, and then every phone reports within half a minute.
      await sleep((isCut ? NETWORK_IS_BACK_AT + chance() * REPORT_AFTER_RESTART_WITHIN : next) - now());
      if (now() >= until) return;
      next = await report(as, steps);
    }
  }

  async function lookAtLeaderboard(as: AccountId, until: number): Promise<void> {
    for (;;) {
      await sleep(LOOK_AT_LEADERBOARD_EVERY * (0.5 + chance()));
      if (now() >= until) return;
      await send(getLeaderboard, { as, params: { id: challengeId } });
    }
  }

  async function live(as: AccountId, n: number): Promise<void> {
    await atEdge(findEvent, { params: { code: joinCode } });
    await sleep(between(500, 5000));
    if (isSuccess(await send(joinEvent, { as, params: { code: joinCode } }))) claimed.joined.add(as);
    await sleep(between(1000, 10_000));
    const body = { alias: `Pejalan ${n}`, shareLeaderboard: true, sharePublicDisplay: chance() < 0.7 };
    await send(enroll, { as, params: { id: challengeId }, body });
    const steps = newWalker(walkers, now(), lasts);
    const gift = (async () => {
      await send(listCampaigns, { as });
      await reserve(as);
      if (claimed.reserved.has(as) || n % 5 > 0) return;
      // Some come back when the first reservations have lapsed.
      await sleep(RESERVED_FOR + minutes(5) * chance());
      await reserve(as);
    })();
    const leaves = lasts * (0.25 + 0.75 * chance());
    const closes = n < closing ? CLOSING_AT + chance() * minutes(10) : Number.POSITIVE_INFINITY;
    const until = Math.min(closes, n < closing ? lasts : leaves);
    if (body.sharePublicDisplay) visible.set(body.alias, { steps, until });
    await Promise.all([walk(as, steps, until), lookAtLeaderboard(as, until), gift]);
    if (closes > now() && closes !== Number.POSITIVE_INFINITY) await sleep(closes - now());
    if (n >= closing) return;
    const receipt = await send(requestDeletion, { as });
    if (isSuccess(receipt)) closed.add(as);
  }

  async function poll(): Promise<void> {
    await sleep(chance() * POLL_EVERY.least);
    while (now() < lasts) {
      await atEdge(getDisplay, { params: { code: joinCode } });
      await sleep(POLL_EVERY.least + chance() * POLL_EVERY.jitter);
    }
  }

  async function everyMinute(job: Job, until: number): Promise<void> {
    const handle = work(job, {
      tables: clientWith(workerPolicy(job.worker)),
      clock,
      writeLine: () => {},
      metricsNamespace: 'Sihat',
      signIns: { remove: async () => {} },
      ledger: { requestedOn: async () => [], erasedOn: async () => [] },
    });
    while (now() < until) {
      const ended = tallies.began(job.worker.workerId);
      await handle({}).then(
        () => ended(200),
        () => ended(500),
      );
      await sleep(minutes(1));
    }
  }

  async function watchWall(): Promise<void> {
    const tables = clientWith(productionPolicy);
    for (; now() < lasts; await sleep(seconds(20))) {
      const { table } = tables.session();
      const items = await queryTogether(table, displayOf(hall.challenge), { limit: DISPLAY_TOP + 1 });
      const ranks = items.filter(({ sk }) => sk !== 'COUNT').map(displayRank.parse);
      const isCut =
        now() >= NETWORK_IS_BACK_AT - NETWORK_FAILS_FOR && now() < NETWORK_IS_BACK_AT + minutes(1);
      if (!isCut) wall.look(now(), ranks.slice(0, DISPLAY_TOP), DISPLAY_TOP);
    }
  }

  const newTable = (pauses?: Pauses) => clientWith(workerPolicy(rollUp.worker)).session(pauses).table;
  let lag = 0;
  let lagOfOutage = 0;
  const worker = rollingUp({
    database,
    timeline,
    clock,
    beginning: opensAt,
    shards: partitions,
    newTable,
    isDown: () => now() >= ROLL_UP_DOWN.from && now() < ROLL_UP_DOWN.to,
    onSettled: (after) => {
      const isOutage = now() >= ROLL_UP_DOWN.from && now() - after < ROLL_UP_DOWN.to;
      if (isOutage) lagOfOutage = Math.max(lagOfOutage, after);
      else lag = Math.max(lag, after);
    },
  });

  await timeline.play(async () => {
    // Everything that was prepared is counted long before.
    await settle(newTable(), hall.items.flatMap(countedIn), clock.now());
    const all = Array.from({ length: people }, async (_, n) => {
      await sleep(chance() * ARRIVE_WITHIN);
      await live(AccountId.parse(uuid()), n);
    });
    const displays = Array.from({ length: Math.ceil(people / PEOPLE_FOR_A_DISPLAY) }, poll);
    const workers = [sweepLapsedLeases, eraseAccounts, deliverNotices, writeLastShownSteps].map((job) =>
      everyMinute(job, lasts),
    );
    const clockwork = (async () => {
      for (; now() < lasts; await sleep(minutes(1))) onProgress(now());
    })();
    await Promise.all([...all, ...displays, ...workers, watchWall(), clockwork]);
    await worker.drained();
  });
  return {
    ...tallies.all(),
    lag,
    lagOfOutage,
    oldestRank: wall.oldest(),
    counts: database.counts,
    busiest: { reads: database.busiest.reads(), writes: database.busiest.writes() },
    losses: findLosses(database, hall, claimed, closed),
    joined: claimed.joined.size,
    closed: closed.size,
    gifts: { redeemed: claimed.redeemed.size, reserved: claimed.reserved.size },
  };
}

/** Whether a phone was told that its request had succeeded. A repeated request may get 200 instead of 201. */
const isSuccess = <A extends { readonly statusCode: number }>(answer: A | undefined): answer is A =>
  answer !== undefined && answer.statusCode < 300;
