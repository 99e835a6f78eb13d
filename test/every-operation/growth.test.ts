import { marshall } from '@aws-sdk/util-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '../../functions/contracts.ts';
import { withCounters } from '../../local/demo/counters.ts';
import { enrollment, eventMembership } from '../../shared/community/participation.ts';
import { type Claim, claim } from '../../shared/rewards/items.ts';
import { rowKey } from '../../shared/rollups/counters.ts';
import { CertificateDay, dayRow, type Owner, ReportDay, ReportTotals } from '../../shared/rollups/items.ts';
import type { StoredItem } from '../../shared/table/item.ts';
import { addDays, datesOf, daysIn, firstOfMonth, type Period } from '../../shared/values/calendar.ts';
import { days, later, minutes } from '../../shared/values/clock.ts';
import { certificate, membership } from '../../shared/workspaces/items.ts';
import { givenAdmin } from '../given/accounts.ts';
import { aliasAndRanks, givenChallenge, givenClub, givenEvent, newParticipant } from '../given/community.ts';
import { givenMerchant } from '../given/rewards.ts';
import { givenEmployee, givenWorkspace } from '../given/workspaces.ts';
import { sizeOf } from '../support/request-check/values.ts';
import { NOON, newAccount, newId, newWorld, type Sent, type World } from '../support/world.ts';
import { calls, contractOf, operations } from './calls.ts';

/**
 * The cost of reports and boards does not grow with the number of people. The test stores the counters directly, with
 * the values of a recount.
 */

async function cost(world: World, operation: OperationId, sent: Sent) {
  world.lines.length = 0;
  const { status } = await world.call(operation, sent);
  const [line] = world.lines;
  expect(status).toBe(200);
  return { calls: Number(line?.['databaseCalls']), units: Number(line?.['consumedUnits']) };
}

/** The longest period. It begins on the 31st, so its first month has the most days before it. */
const YEAR: Period = { from: '2030-03-31', to: '2031-03-31' };

/** A stored row in which each counter has this many digits. */
function fullRow(owner: Owner, row: string, fields: object, digits: number): StoredItem {
  const counters = Object.keys(fields).map((field) => [field, 10 ** digits - 1]);
  return { ...rowKey(owner, row), ...Object.fromEntries(counters) };
}

const reportRows = (id: string, dates: readonly string[], digits: number): StoredItem[] => [
  fullRow({ kind: 'workspace', id }, 'TOTALS', ReportTotals.shape, digits),
  ...dates.map((date) => ({
    ...fullRow({ kind: 'workspace', id }, dayRow(date), ReportDay.shape, digits),
    // Only created invitations can be accepted or revoked, so these numbers are smaller.
    accepted: 10 ** digits / 2 - 1,
    revoked: 10 ** digits / 2 - 1,
  })),
];
const certificateRows = (id: string, dates: readonly string[], digits: number): StoredItem[] =>
  dates.map((date) => fullRow({ kind: 'certificates', id }, dayRow(date), CertificateDay.shape, digits));

describe('the reports on a year', () => {
  const daysBefore = (date: string) => datesOf({ from: firstOfMonth(date), to: addDays(date, -1) });

  it('is about the longest period', () => {
    expect(daysIn(YEAR)).toBe(366);
    expect(daysBefore(YEAR.from)).toHaveLength(30);
  });

  const newClaim = (merchantTenantId: string, n: number, more: Partial<Claim> = {}): StoredItem => {
    const reservedAt = later(NOON, -days(n % 366));
    return claim.stored({
      id: newId(),
      accountId: newAccount(),
      campaignId: newId(),
      merchantTenantId,
      deliveryKind: 'physical_gift',
      status: n % 3 === 0 ? 'expired' : 'redeemed',
      reservedAt: reservedAt.toISOString(),
      expiresAt: later(reservedAt, minutes(10)).toISOString(),
      shard: n % 10,
      ...more,
    });
  };
  const lapsed = (workspaceId: string, claims: number) =>
    Array.from({ length: claims }, (_, n) =>
      newClaim(workspaceId, 0, {
        status: 'reserved',
        reservedAt: later(NOON, -minutes(11)).toISOString(),
        expiresAt: later(NOON, -minutes(1)).toISOString(),
        shard: n % 10,
      }),
    );

  it('workspaceAnalytics: the same calls with few and with many claims, and at most 60 units', {
    tags: ['calls'],
  }, async () => {
    const costWith = async (items: (workspaceId: string) => readonly StoredItem[]) => {
      const world = await newWorld({ rollsUp: false });
      const { id: workspaceId } = await givenWorkspace(world, 'merchant');
      const as = await givenAdmin(world);
      await world.put(...items(workspaceId));
      // The report has no rows for future days, so the whole year is in the past.
      const query = { from: '2030-03-14', to: '2031-03-14' };
      return cost(world, 'workspaceAnalytics', { as, params: { workspaceId }, query });
    };
    const few = await costWith((id) =>
      withCounters(
        Array.from({ length: 20 }, (_, n) => newClaim(id, n)),
        NOON,
      ),
    );
    const many = await costWith((id) => [
      ...reportRows(id, datesOf({ from: '2030-03-01', to: '2031-03-31' }), 5),
      ...lapsed(id, 200),
    ]);
    expect(many.calls).toBe(few.calls);
    expect(many.units).toBeLessThanOrEqual(60);
  });

  it('merchantReport: the same calls with few and with many claims, and at most 60 units', {
    tags: ['calls'],
  }, async () => {
    const costWith = async (items: (workspaceId: string) => readonly StoredItem[]) => {
      const world = await newWorld({ rollsUp: false });
      const { workspaceId, staffId: as } = await givenMerchant(world);
      await world.put(...items(workspaceId));
      const query = { from: '2030-03-14', to: '2031-03-14' };
      return cost(world, 'merchantReport', { as, params: { workspaceId }, query });
    };
    const few = await costWith((id) => lapsed(id, 1));
    const many = await costWith((id) => [
      ...reportRows(id, datesOf({ from: '2030-03-01', to: '2031-03-31' }), 5),
      ...lapsed(id, 200),
    ]);
    expect(many.calls).toBe(few.calls);
    expect(many.units).toBeLessThanOrEqual(60);
  });

  it('listMerchantCampaigns: the same cost with few and with many claims and shards', {
    tags: ['calls'],
  }, async () => {
    const costWith = async (claims: number, units: readonly number[]) => {
      const world = await newWorld({ rollsUp: false });
      const { workspaceId, staffId: as, campaign } = await givenMerchant(world, { units });
      const items = Array.from({ length: claims }, (_, n) =>
        newClaim(workspaceId, n, { campaignId: campaign.id, shard: n % units.length }),
      );
      await world.put(...withCounters([...(await world.dump()), ...items], NOON));
      return cost(world, 'listMerchantCampaigns', { as, params: { workspaceId }, query: {} });
    };
    expect(await costWith(2_000, Array(20).fill(10))).toEqual(await costWith(20, [10]));
  });

  it('medicalCertificateTotals: the same calls with few and with many certificates, and at most 60 units', {
    tags: ['calls'],
  }, async () => {
    const costWith = async (items: (employee: Employee) => readonly StoredItem[]) => {
      const world = await newWorld({ rollsUp: false });
      const workspace = await givenWorkspace(world);
      const { accountId: as } = await givenEmployee(world, workspace, { role: 'owner' });
      const employee = await givenEmployee(world, workspace);
      await world.put(...items(employee));
      const params = { workspaceId: workspace.id };
      return cost(world, 'medicalCertificateTotals', { as, params, query: { ...YEAR } });
    };
    const few = await costWith((employee) => {
      const counted = Array.from({ length: 20 }, (_, n) => newCertificate(employee, n));
      return withCounters([membership.stored(employee), ...counted], NOON);
    });
    const many = await costWith(({ workspaceId }) =>
      certificateRows(workspaceId, [...daysBefore(YEAR.from), ...datesOf(YEAR)], 5),
    );
    expect(many.calls).toBe(few.calls);
    expect(many.units).toBeLessThanOrEqual(60);
  });

  type Employee = Awaited<ReturnType<typeof givenEmployee>>;
  function newCertificate({ accountId, workspaceId }: Employee, n: number): StoredItem {
    const firstDay = addDays(YEAR.from, 18 * n);
    const at = NOON.toISOString();
    return certificate.stored({
      ...{ id: newId(), accountId, workspaceId, firstDay, lastDay: addDays(firstDay, 40) },
      ...{ status: 'submitted', sharingConsent: true, createdAt: at, submittedAt: at },
    });
  }

  it('a row has at most 450 bytes, also with numbers of six digits', () => {
    const rows = [...reportRows(newId(), [YEAR.to], 6), ...certificateRows(newId(), [YEAR.to], 6)];
    for (const row of rows) expect(sizeOf(marshall(row)), String(row['sk'])).toBeLessThanOrEqual(450);
  });
});

describe('an exhibition costs the same with 100 and with 2,000 participants', { tags: ['calls'] }, () => {
  /** An exhibition whose participants are all on both boards. */
  async function givenExhibition(participants: number) {
    const world = await newWorld({ rollsUp: false });
    const event = await givenEvent(world, await givenClub(world));
    const challenge = await givenChallenge(world, event, { boardPartitions: 1 });
    const people = Array.from({ length: participants }, (_, n) =>
      newParticipant(NOON, challenge, {
        ...{ alias: `Pejalan ${10_000 + n}`, steps: 1_000 + (n % 100), shareLeaderboard: true },
      }),
    );
    const { joinCode, clubId } = event;
    const counted = people.flatMap((person) => [
      enrollment.stored(person),
      eventMembership.stored({ accountId: person.accountId, joinCode, clubId, joinedAt: person.joinedAt }),
    ]);
    const content = (await world.dump()).filter(({ sk }) => sk === 'EVENT' || sk === 'CHALLENGE');
    await world.put(...withCounters([...content, ...counted], NOON), ...people.flatMap(aliasAndRanks));
    return { world, code: event.joinCode, id: challenge.id, as: newAccount() };
  }
  type Exhibition = Awaited<ReturnType<typeof givenExhibition>>;
  let few: Exhibition;
  let many: Exhibition;
  beforeAll(async () => {
    few = await givenExhibition(100);
    many = await givenExhibition(2_000);
  });

  const reading = operations.flatMap((operation) => {
    const { onExhibition } = calls[operation];
    return onExhibition && contractOf(operation).method === 'GET' ? [[operation, onExhibition] as const] : [];
  });
  it.each(reading)('%s', async (operation, onExhibition) => {
    const costIn = ({ world, as, ...named }: Exhibition) => cost(world, operation, onExhibition(as, named));
    expect(await costIn(many)).toEqual(await costIn(few));
  });
});
