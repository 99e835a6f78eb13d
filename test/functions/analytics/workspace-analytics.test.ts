import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { presentReport } from '../../../functions/analytics/reports/workspace-analytics-report.ts';
import { holdsFrom } from '../../../shared/rewards/holds.ts';
import { type Claim, claim } from '../../../shared/rewards/items.ts';
import type { Amounts } from '../../../shared/rollups/amounts.ts';
import { ReportDay, ReportTotals, TOTALS_ROW } from '../../../shared/rollups/items.ts';
import { recount } from '../../../shared/rollups/recount.ts';
import { days, hours, later } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { type Invitation, invitation, invitationExpiry } from '../../../shared/workspaces/invitations.ts';
import { type Membership, membership } from '../../../shared/workspaces/items.ts';
import { givenAdmin } from '../../given/accounts.ts';
import { givenCampaign, givenClaim } from '../../given/rewards.ts';
import { givenEmployee, givenInvitation, givenWorkspace } from '../../given/workspaces.ts';
import { NOON, newAccount, newId, newWorld, type World } from '../../support/world.ts';

let world: World;
let admin: AccountId;
let workspace: { id: string };
beforeEach(async () => {
  world = await newWorld();
  admin = await givenAdmin(world);
  workspace = await givenWorkspace(world, 'merchant');
});

const report = (from = '2031-03-01', to = '2031-03-31') =>
  world.call('workspaceAnalytics', { as: admin, params: { workspaceId: workspace.id }, query: { from, to } });

const invite = (more: Parameters<typeof givenInvitation>[2] = {}) => givenInvitation(world, workspace, more);

describe('the analytics of a workspace', () => {
  it('has the shape of the contract, with zeros for an empty workspace', async () => {
    const zero = {
      membersJoined: 0,
      membersEnded: 0,
      invitationsCreated: 0,
      invitationsAccepted: 0,
      claimsReserved: 0,
    };
    const { status, body } = await report('2031-03-13', '2031-03-14');
    expect(status).toBe(200);
    expect(body).toEqual({
      workspaceId: workspace.id,
      reportedAt: world.now().toISOString(),
      timezone: 'Asia/Kuala_Lumpur',
      period: { from: '2031-03-13', to: '2031-03-14', days: 2 },
      current: { activeMembers: 0, pendingInvitations: 0, availableStock: 0, heldStock: 0, redeemedStock: 0 },
      periodCounts: zero,
      invitationOutcomes: { accepted: 0, pending: 0, expired: 0, revoked: 0 },
      claimOutcomes: { reserved: 0, redeemed: 0, expired: 0 },
      daily: ['2031-03-13', '2031-03-14'].map((date) => ({
        date,
        ...zero,
        claimOutcomes: { reserved: 0, redeemed: 0, expired: 0 },
      })),
    });
  });

  it('assigns 23:59:59.999 and 00:00 in Malaysia to different days', async () => {
    await givenEmployee(world, workspace, { joinedAt: '2031-03-10T15:59:59.999Z' });
    await givenEmployee(world, workspace, { joinedAt: '2031-03-10T16:00:00.000Z' });
    const { body } = await report('2031-03-10', '2031-03-11');
    expect(
      body.daily.map(({ date, membersJoined }: { date: string; membersJoined: number }) => [
        date,
        membersJoined,
      ]),
    ).toEqual([
      ['2031-03-10', 1],
      ['2031-03-11', 1],
    ]);
  });

  it('keeps the selected period and omits future days from the daily rows', async () => {
    world.setNow(new Date('2031-03-14T15:59:59.999Z'));
    const { body } = await report('2031-03-13', '2031-03-20');
    expect(body.period).toEqual({ from: '2031-03-13', to: '2031-03-20', days: 8 });
    expect(body.daily.map(({ date }: { date: string }) => date)).toEqual(['2031-03-13', '2031-03-14']);
    world.advance(1);
    expect((await report('2031-03-13', '2031-03-20')).body.daily).toHaveLength(3);
    expect((await report('2031-04-01', '2031-04-02')).body.daily).toEqual([]);
  });

  it('counts current values at the time of the report, whatever the period', async () => {
    await givenEmployee(world, workspace);
    await givenEmployee(world, workspace, { endedAt: world.now().toISOString() });
    await invite();
    const campaign = await givenCampaign(world, { merchantTenantId: workspace.id, units: [5, 5] });
    await givenClaim(world, campaign, { shard: 1 });
    await givenClaim(world, campaign, { status: 'redeemed' });
    await givenClaim(world, campaign, { expiresAt: world.now().toISOString() });
    // Another merchant's items do not count.
    await givenCampaign(world, { units: [7] });
    await givenEmployee(world, await givenWorkspace(world, 'merchant'));
    const current = {
      activeMembers: 1,
      pendingInvitations: 1,
      availableStock: 8,
      heldStock: 1,
      redeemedStock: 1,
    };
    for (const period of [
      ['2031-03-14', '2031-03-14'],
      ['2020-01-01', '2020-01-02'],
      ['2040-01-01', '2040-02-01'],
    ]) {
      expect((await report(...period)).body.current).toEqual(current);
    }
  });

  it('gives each claim of the period one outcome, on the day of its reservation', async () => {
    const campaign = await givenCampaign(world, { merchantTenantId: workspace.id });
    const day = (n: number) => later(world.now(), -days(n)).toISOString();
    await givenClaim(world, campaign, { reservedAt: day(1), status: 'redeemed', redeemedAt: day(0) });
    await givenClaim(world, campaign, { reservedAt: day(1), expiresAt: day(0) });
    await givenClaim(world, campaign, { reservedAt: day(0) });
    await givenClaim(world, campaign, { reservedAt: day(40), expiresAt: day(39) });
    const { body } = await report('2031-03-13', '2031-03-14');
    expect(body.claimOutcomes).toEqual({ reserved: 1, redeemed: 1, expired: 1 });
    expect(body.periodCounts.claimsReserved).toBe(3);
    expect(body.daily.map((row: { claimOutcomes: object }) => row.claimOutcomes)).toEqual([
      { reserved: 0, redeemed: 1, expired: 1 },
      { reserved: 1, redeemed: 0, expired: 0 },
    ]);
  });
});

describe('the period', () => {
  it.each([
    ['2031-01-01', '2031-12-31', 365],
    ['2028-01-01', '2028-12-31', 366],
    ['2031-01-01', '2032-01-01', 366],
    ['2031-03-14', '2031-03-14', 1],
    ['9998-12-31', '9999-12-31', 366],
  ])('from %s to %s has %i days', async (from, to, n) => {
    const { status, body } = await report(from, to);
    expect([status, body.period?.days]).toEqual([200, n]);
  });

  it.each([
    ['367 days', '2031-01-01', '2032-01-02', 'to'],
    ['the 29th of a common year', '2031-02-01', '2031-02-29', 'to'],
    ['another format', '14/03/2031', '2031-03-31', 'from'],
    ['two of them', '2031-03-01,2031-03-02', '2031-03-31', 'from'],
    ['nothing', '', '2031-03-31', 'from'],
  ])('is refused: %s', async (_, from, to, path) => {
    const { status, body } = await report(from, to);
    expect([status, body.issues[0].path]).toEqual([400, `query.${path}`]);
  });
});

interface Items {
  readonly memberships: readonly Membership[];
  readonly invitations: readonly Invitation[];
  readonly claims: readonly Claim[];
}

/** The rows that the worker keeps for these items. */
function storedRows({ memberships, invitations, claims }: Items) {
  const all = [
    ...memberships.map(membership.stored),
    ...invitations.map(invitation.stored),
    ...claims.map(claim.stored),
  ];
  const rows = recount(all).find(({ owner }) => owner.kind === 'workspace')?.amounts ?? {};
  const [days, holds] = [rowsOf(rows, 'DAY'), rowsOf(rows, 'HOLDS')];
  return {
    totals: ReportTotals.parse(rows[TOTALS_ROW] ?? {}),
    days: new Map(days.map(({ sk, ...day }) => [sk.slice('DAY#'.length), ReportDay.parse(day)])),
    holds: holdsFrom(holds.filter(({ sk }) => sk <= `HOLDS-UNTIL#${NOON.toISOString()}`)),
    countedUpTo: undefined,
  };
}

const rowsOf = (rows: Amounts, head: string) =>
  Object.entries(rows)
    .filter(([sk]) => sk.startsWith(head))
    .map(([sk, row]) => ({ pk: '', sk, ...row }));

describe('random workspaces, recounted', () => {
  const DAY = days(1);
  const earlier = (a: Date, b: Date) => (a < b ? a : b);
  const time = fc
    .integer({ min: 0, max: 40 * 24 * 4 })
    .map((quarters) => later(NOON, -quarters * 900_000).toISOString());
  const optional = <T>(arb: fc.Arbitrary<T>) => fc.option(arb, { nil: undefined });
  const memberships = fc.array(
    fc.record({ joinedAt: time, endedAt: optional(time), accountClosed: fc.boolean() }),
    { maxLength: 12 },
  );
  const invitations = fc.array(
    fc.record({
      createdAt: time,
      acceptedAfter: optional(fc.nat(14 * 24)),
      revoked: fc.boolean(),
      accountClosed: fc.boolean(),
    }),
    { maxLength: 12 },
  );
  const claims = fc.array(
    fc.record({
      reservedAt: time,
      ttl: fc.integer({ min: 1, max: 40 * 24 }),
      redeemed: fc.boolean(),
      accountClosed: fc.boolean(),
    }),
    { maxLength: 12 },
  );
  const period = fc.tuple(fc.integer({ min: -45, max: 5 }), fc.nat(30)).map(([start, length]) => {
    const date = (offset: number) =>
      new Date(Date.parse('2031-03-14T00:00:00Z') + offset * DAY).toISOString().slice(0, 10);
    return { from: date(start), to: date(start + length) };
  });

  /** Computes the Malaysian date with the time-zone data of Node.js instead of our arithmetic. */
  const malaysian = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kuala_Lumpur' });
  const dateOf = (iso: string) => malaysian.format(new Date(iso));

  /** How often each of these names occurs. */
  const numbersOf = (names: readonly string[], all: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, all.filter((outcome) => outcome === name).length]));

  it('give the same numbers', () => {
    fc.assert(
      fc.property(memberships, invitations, claims, period, (members, invited, claimed, { from, to }) => {
        const accountId = newAccount();
        const id = newId();
        const stored: Items = {
          memberships: members.map((member) => ({
            accountId,
            workspaceId: id,
            memberId: newId(),
            role: 'member',
            ...member,
          })),
          invitations: invited.map(({ createdAt, acceptedAfter, revoked, accountClosed }) => ({
            workspaceId: id,
            invitationId: id,
            batchId: id,
            role: 'member',
            createdAt,
            expiresAt: invitationExpiry(new Date(createdAt)).toISOString(),
            acceptedAt:
              acceptedAfter === undefined
                ? undefined
                : earlier(NOON, later(new Date(createdAt), hours(acceptedAfter))).toISOString(),
            revokedAt: revoked ? createdAt : undefined,
            accountClosed,
          })),
          claims: claimed.map(({ reservedAt, ttl, redeemed, accountClosed }) => ({
            id,
            accountId,
            campaignId: id,
            merchantTenantId: id,
            deliveryKind: 'physical_gift',
            status: redeemed ? 'redeemed' : 'reserved',
            reservedAt,
            expiresAt: later(new Date(reservedAt), hours(ttl)).toISOString(),
            shard: 0,
            accountClosed,
          })),
        };
        const counted = presentReport(id, storedRows(stored), { from, to }, NOON);

        const isOpen = ({ accountClosed }: { readonly accountClosed?: boolean | undefined }) =>
          !accountClosed;
        const [memberships, invitations, claims] = [
          stored.memberships.filter(isOpen),
          stored.invitations.filter(isOpen),
          stored.claims.filter(isOpen),
        ];
        const outcomeOf = ({ acceptedAt, revokedAt, expiresAt }: Invitation) => {
          if (acceptedAt) return 'accepted';
          if (revokedAt) return 'revoked';
          return Date.parse(expiresAt) <= NOON.getTime() ? 'expired' : 'pending';
        };
        const statusOf = ({ status, expiresAt }: Claim) =>
          status === 'reserved' && Date.parse(expiresAt) <= NOON.getTime() ? 'expired' : status;
        const during = (first: string, last: string) => {
          const isWithin = (iso?: string) => iso !== undefined && dateOf(iso) >= first && dateOf(iso) <= last;
          const reserved = claims.filter((candidate) => isWithin(candidate.reservedAt)).map(statusOf);
          const created = invitations.filter((candidate) => isWithin(candidate.createdAt)).map(outcomeOf);
          return {
            counts: {
              membersJoined: memberships.filter((candidate) => isWithin(candidate.joinedAt)).length,
              membersEnded: memberships.filter((candidate) => isWithin(candidate.endedAt)).length,
              invitationsCreated: created.length,
              invitationsAccepted: invitations.filter((candidate) => isWithin(candidate.acceptedAt)).length,
              claimsReserved: reserved.length,
            },
            claimOutcomes: numbersOf(['reserved', 'redeemed', 'expired'], reserved),
            invitationOutcomes: numbersOf(['accepted', 'pending', 'expired', 'revoked'], created),
          };
        };
        const { counts: periodCounts, ...outcomes } = during(from, to);
        expect(counted).toMatchObject({ periodCounts, ...outcomes });
        expect(counted.daily).toEqual(
          counted.daily.map(({ date }) => {
            const { counts, claimOutcomes } = during(date, date);
            return { date, ...counts, claimOutcomes };
          }),
        );
        expect(counted.current).toMatchObject({
          activeMembers: memberships.filter((candidate) => !candidate.endedAt).length,
          pendingInvitations: invitations.filter((candidate) => outcomeOf(candidate) === 'pending').length,
        });
      }),
      { numRuns: 300 },
    );
  });
});
