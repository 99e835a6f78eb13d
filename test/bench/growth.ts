import type { OperationId } from '../../functions/contracts.ts';
import { progress } from '../reliability/simulation/progress.ts';
import { newWorld, type Sent, type World } from '../support/world.ts';
import {
  admin,
  challengeId,
  clubId,
  clubOwner,
  companyId,
  employee,
  joinCode,
  LAPSED,
  LAST_YEAR,
  merchantId,
  officer,
  patient,
  practitioner,
  requestId,
  type Sizes,
  UNITS,
  visitor,
} from './seeds.ts';
import { median } from './statistics.ts';
import type { Store } from './store.ts';

/**
 * The time, the database calls and the read units of an operation while the items that it lists or counts become more.
 * The tables of different sizes take turns, so that a busy moment of the machine hits them alike.
 */
export interface Grown {
  readonly operation: OperationId;
  /** The items that become more. */
  readonly counted: string;
  readonly sizes: readonly Measured[];
}

export interface Measured {
  readonly items: number;
  readonly calls: number;
  readonly units: number;
  /** The median of a whole request in milliseconds. */
  readonly time: number;
}

interface Row {
  readonly operation: OperationId;
  readonly counted: string;
  readonly request: Sent;
  /** Checks that the response contains what was seeded. */
  readonly holds?: (body: Answered, items: number) => boolean;
}
// biome-ignore lint/suspicious/noExplicitAny: a check reads any JSON that a response holds
type Answered = any;

const page = { limit: '100' };
const company = { workspaceId: companyId };
const ofParticipants: readonly Row[] = [
  {
    operation: 'getDisplay',
    counted: 'participants',
    request: { params: { code: joinCode } },
    holds: ({ challenges: [challenge] }, items) => challenge.top.length === 10 && challenge.total === items,
  },
  {
    operation: 'findEvent',
    counted: 'participants',
    request: { as: visitor, params: { code: joinCode } },
    holds: ({ event }, items) => event.memberCount === items,
  },
  {
    operation: 'getLeaderboard',
    counted: 'participants',
    request: { as: visitor, params: { id: challengeId } },
  },
];
const report: Row = {
  operation: 'workspaceAnalytics',
  counted: 'claims of a year',
  request: { as: admin, params: { workspaceId: merchantId }, query: LAST_YEAR },
  holds: ({ periodCounts }, items) => periodCounts.claimsReserved === items + LAPSED,
};
const totals: Row = {
  operation: 'medicalCertificateTotals',
  counted: 'certificates of a year',
  request: { as: officer, params: company, query: LAST_YEAR },
  holds: ({ requests }, items) =>
    requests.submitted + requests.approved + requests.rejected + requests.withdrawn === items,
};
const lists: readonly Row[] = [
  { operation: 'listCommunity', counted: 'exhibitions and challenges', request: { as: visitor } },
  {
    operation: 'listOwnCommunity',
    counted: 'exhibitions and challenges of 50 clubs',
    request: { as: clubOwner },
  },
  {
    operation: 'listClubMembers',
    counted: 'members',
    request: { as: clubOwner, params: { id: clubId }, query: { ...page, standing: 'member' } },
  },
  { operation: 'listCampaigns', counted: 'claims', request: { as: visitor } },
  { operation: 'listClaims', counted: 'claims of all accounts', request: { as: visitor, query: page } },
  {
    operation: 'listInvitations',
    counted: 'invitations',
    request: { as: officer, params: company, query: page },
  },
  {
    operation: 'listCertificates',
    counted: 'shared certificates',
    request: { as: officer, params: company, query: page },
  },
  { operation: 'listOwnCertificates', counted: 'own certificates', request: { as: employee, query: page } },
  {
    operation: 'listAccessRequests',
    counted: 'own requests',
    request: { as: patient, query: { ...page, as: 'patient' } },
  },
  {
    operation: 'listRecords',
    counted: 'records of the patient',
    request: { as: practitioner, params: { id: requestId }, query: page },
  },
  { operation: 'listOwnRecords', counted: 'own records', request: { as: patient, query: page } },
  { operation: 'listAccessLog', counted: 'entries', request: { as: patient, query: page } },
  { operation: 'listWorkspaces', counted: 'workspaces', request: { as: admin, query: page } },
  { operation: 'listAdministrators', counted: 'administrators', request: { as: admin, query: page } },
  { operation: 'listOnboardingFlows', counted: 'flows', request: { as: admin, query: page } },
];

const expired: Row = {
  operation: 'listCampaigns',
  counted: 'expired claims',
  request: { as: visitor },
  holds: ({ campaigns }) =>
    campaigns.every(({ availableStock }: { readonly availableStock: number }) => availableStock === UNITS),
};
const EXPIRED = [200, 10_000, 20_000];

const all = (n: number): Sizes => ({
  participants: n,
  claims: n,
  members: n,
  certificates: n,
  employees: n,
  listed: n,
});
/** 100 participants are the small end of the boards. */
const small: Sizes = { participants: 100 };
const PEOPLE = { members: 100_000, employees: 100_000 };

/** A round is one request to the table of each size. */
export interface GrowthOptions {
  readonly sizes: readonly number[];
  readonly rounds: number;
}

/** Measures all operations with up to 100,000 items. */
export async function measureGrowth(store: Store, { sizes, rounds }: GrowthOptions): Promise<Grown[]> {
  const worlds = new Map<number, World>();
  for (const [items, seeds] of [[100, small] as const, ...sizes.map((n) => [n, all(n)] as const)])
    worlds.set(items, await seededWorld(store, `items-${items}`, seeds));
  const grown: Grown[] = [];
  for (const row of [...ofParticipants, report, totals, ...lists]) {
    const taken = ofParticipants.includes(row) ? [100, ...sizes] : sizes;
    grown.push(
      await measure(
        row,
        taken.map((items) => [items, worldIn(worlds, items)] as const),
        rounds,
      ),
    );
  }
  const withExpired: (readonly [number, World])[] = [];
  for (const lapsed of EXPIRED)
    withExpired.push([lapsed, await seededWorld(store, `expired-${lapsed}`, { claims: 0, lapsed })]);
  return [...grown, await measure(expired, withExpired, rounds)];
}

/** Measures the two reports with up to a million claims and 200,000 certificates, of 100,000 people each. */
export async function measureLarge(store: Store, rounds: number): Promise<Grown[]> {
  const few = await seededWorld(store, 'report-small', { ...PEOPLE, claims: 1_000, certificates: 1_000 });
  const many = await seededWorld(store, 'report-large', {
    ...PEOPLE,
    claims: 1_000_000,
    certificates: 200_000,
  });
  return [
    await measure(
      report,
      [
        [1_000, few],
        [1_000_000, many],
      ],
      rounds,
    ),
    await measure(
      totals,
      [
        [1_000, few],
        [200_000, many],
      ],
      rounds,
    ),
  ];
}

async function seededWorld({ seed, connection }: Store, tableName: string, sizes: Sizes): Promise<World> {
  await seed(tableName, sizes);
  return newWorld({ on: { connection, tableName } });
}

function worldIn(worlds: ReadonlyMap<number, World>, items: number): World {
  const world = worlds.get(items);
  if (!world) throw new Error(`no table has ${items} items`);
  return world;
}

async function measure(
  { operation, counted, request, holds = () => true }: Row,
  worlds: readonly (readonly [items: number, world: World])[],
  rounds: number,
): Promise<Grown> {
  const bar = progress(operation, rounds);
  const runs = worlds.map(([items, world]) => ({ items, world, times: [] as number[], calls: 0, units: 0 }));
  for (let round = 0; round <= rounds; round++) {
    // The order is reversed in every second round, because a request may leave work to the next one.
    for (const run of round % 2 === 0 ? runs : runs.toReversed()) {
      const { world, items } = run;
      world.lines.length = 0;
      const startedAt = performance.now();
      const { status, body } = await world.call(operation, request);
      const time = performance.now() - startedAt;
      if (status !== 200 || !holds(body, items))
        throw new Error(`${operation} with ${items} ${counted}: unexpected response ${status}`);
      const [line] = world.lines;
      Object.assign(run, { calls: Number(line?.['databaseCalls']), units: Number(line?.['consumedUnits']) });
      if (round > 0) run.times.push(time); // the first request of a process also loads modules
    }
    if (round > 0) bar.step();
  }
  bar.end();
  return {
    operation,
    counted,
    sizes: runs.map(({ items, calls, units, times }) => ({ items, calls, units, time: median(times) })),
  };
}
