import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { addDays, endOfDay } from '../../../shared/calendar.ts';
import { hours, later } from '../../../shared/clock.ts';
import type { AccountId } from '../../../shared/resources.ts';
import { givenCampaign } from '../../support/given.ts';
import { expectOneOwner, expectWholeItems } from '../../support/item-integrity.ts';
import { newAccount, newId, newWorld, type World } from '../../support/world.ts';
import { newOffice } from './workspace-driver.ts';

/** Both reports (interface, section 4.9) of workspaces whose items were all created through the API. */

let world: World;
beforeEach(async () => {
  world = await newWorld();
  at('2031-03-01');
});

/** Noon of a Malaysian day. */
const at = (date: string) => world.setNow(new Date(`${date}T04:00:00.000Z`));

describe('workspace analytics, counted by hand', () => {
  it('counts members by their latest membership, and one outcome for each invitation', async () => {
    const office = await newOffice(world);
    at('2031-03-02');
    const { accountId: returns } = await office.join();
    const { accountId: removed } = await office.join();
    const { body: taken } = await office.invite();
    await office.invite(); // this one is never accepted
    at('2031-03-03');
    await office.revoke(taken.invitation.id);
    at('2031-03-05');
    await office.leave(returns);
    const before = await office.report('2031-03-01', '2031-03-31');
    expect(before.current.activeMembers).toBe(2);
    expect(before.periodCounts).toMatchObject({ membersJoined: 3, membersEnded: 1 });

    at('2031-03-08');
    await office.join(returns);
    at('2031-03-09');
    await office.remove(removed);
    at('2031-03-10');
    const { accountId: closes } = await office.join();
    at('2031-03-11');
    await world.call('requestDeletion', { as: closes });
    at('2031-03-19');
    await office.invite('hr_admin');
    at('2031-03-20');

    const report = await office.report('2031-03-01', '2031-03-31');
    expect(report.current).toMatchObject({ activeMembers: 2, pendingInvitations: 1 });
    expect(report.periodCounts).toEqual({
      membersJoined: 3, // the owner, the removed member, and the returned one by their second joining
      membersEnded: 1, // the removed member; rejoining replaced the other end
      invitationsCreated: 6, // not that of the closed account
      invitationsAccepted: 3,
      claimsReserved: 0,
    });
    expect(report.invitationOutcomes).toEqual({ accepted: 3, pending: 1, expired: 1, revoked: 1 });
    const joined = report.daily.map((row: { date: string; membersJoined: number; membersEnded: number }) => [
      row.date,
      row.membersJoined,
      row.membersEnded,
    ]);
    expect(joined).toHaveLength(20);
    expect(joined.filter(([, one, other]: number[]) => one || other)).toEqual([
      ['2031-03-01', 1, 0],
      ['2031-03-02', 1, 0],
      ['2031-03-08', 1, 0],
      ['2031-03-09', 0, 1],
    ]);
    const acceptedIn = await office.report('2031-03-05', '2031-03-08');
    expect(acceptedIn.periodCounts).toMatchObject({ invitationsCreated: 1, invitationsAccepted: 1 });
  });

  it('counts the claims, the stock and the members of a merchant', async () => {
    const office = await newOffice(world, 'merchant');
    await office.join(newAccount(), 'staff');
    const { id: campaignId } = await givenCampaign(world, { merchantTenantId: office.id, units: [3] });
    const [stays, closes] = [newAccount(), newAccount()];
    for (const as of [stays, closes])
      await world.call('reserveReward', { as, params: { campaignId }, body: { claimId: newId() } });
    await world.call('requestDeletion', { as: closes });
    const report = await office.report('2031-03-01', '2031-03-01');
    expect(report.current).toEqual({
      activeMembers: 2,
      pendingInvitations: 0,
      availableStock: 1,
      heldStock: 2,
      redeemedStock: 0,
    });
    expect(report.claimOutcomes).toEqual({ reserved: 1, redeemed: 0, expired: 0 });
    expect(JSON.stringify(report)).not.toMatch(/certificate|sharing/i);
  });
});

describe('the medical-certificate totals, counted by hand', () => {
  it('count shared requests of current employees', async () => {
    const office = await newOffice(world);
    const { accountId: officer } = await office.join(newAccount(), 'hr_admin');
    const [one, other, leaves, closes] = [
      (await office.join()).accountId,
      (await office.join()).accountId,
      (await office.join()).accountId,
      (await office.join()).accountId,
    ];

    const approved = await office.file(one, '2031-03-10', '2031-03-12');
    await office.decide('approve', one, approved.id, officer);
    await office.file(one, '2031-03-30', '2031-04-02');
    await office.draft(one, '2031-03-14');

    const rejected = await office.file(other, '2031-03-05');
    await office.decide('reject', other, rejected.id, officer);
    const kept = await office.file(other, '2031-03-06', '2031-03-07', false);
    const taken = await office.file(other, '2031-03-08');
    await office.withdraw(other, taken.id);
    const ended = await office.file(other, '2031-03-15');
    await office.decide('approve', other, ended.id, officer);
    await office.share(other, ended.id, false);
    const { body: dropped } = await office.draft(other, '2031-03-16');
    await office.withdraw(other, dropped.id);

    await office.file(leaves, '2031-03-10');
    await office.leave(leaves);
    await office.file(closes, '2031-03-10');
    await world.call('requestDeletion', { as: closes });

    const owners = await office.file(office.owner, '2031-03-20');
    expect((await office.decide('approve', office.owner, owners.id)).body.code).toBe('own_certificate');
    await office.decide('approve', office.owner, owners.id, officer);

    const march = async () => {
      const { requests, calendarDays } = await office.totals('2031-03-01', '2031-03-31', officer);
      return { requests, calendarDays };
    };
    expect(await march()).toEqual({
      requests: { submitted: 1, approved: 2, rejected: 1, withdrawn: 1 },
      calendarDays: { submitted: 2, approved: 4, rejected: 1, withdrawn: 1 },
    });
    await office.share(other, kept.id, true);
    await office.join(leaves);
    expect(await march()).toEqual({
      requests: { submitted: 3, approved: 2, rejected: 1, withdrawn: 1 },
      calendarDays: { submitted: 5, approved: 4, rejected: 1, withdrawn: 1 },
    });
    await office.withdraw(one, approved.id);
    expect(await march()).toEqual({
      requests: { submitted: 3, approved: 1, rejected: 1, withdrawn: 2 },
      calendarDays: { submitted: 5, approved: 1, rejected: 1, withdrawn: 4 },
    });
    const april = await office.totals('2031-04-01', '2031-04-30', officer);
    expect([april.requests.submitted, april.calendarDays.submitted]).toEqual([1, 2]);
  });
});

describe('random weeks of a workspace, recounted from the responses', () => {
  const people = 4;
  const who = fc.nat(people - 1);
  const step = fc.record({
    pause: fc.integer({ min: 0, max: 4 * 24 }),
    does: fc.constantFrom(
      'invite',
      'join',
      'revoke',
      'leave',
      'remove',
      'file',
      'share',
      'unshare',
      'withdraw',
      'approve',
      'reject',
      'close',
    ),
    who,
    which: fc.nat(99),
  });

  /** Computes the Malaysian date with the time-zone data of Node.js instead of our arithmetic. */
  const malaysian = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kuala_Lumpur' });
  const dateOf = (iso: string) => malaysian.format(new Date(iso));

  it('give the same numbers', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        world = await newWorld();
        at('2031-03-01');
        const office = await newOffice(world);
        const accounts = Array.from({ length: people }, newAccount);
        const closed = new Set<AccountId>();
        const edges = new Map([
          [office.owner, { joinedAt: world.now().toISOString(), endedAt: undefined as string | undefined }],
        ]);
        const invited: {
          id: string;
          token: string;
          createdAt: string;
          acceptedAt?: string;
          by?: AccountId;
          revoked?: true;
        }[] = [];
        const filed: { id: string; by: AccountId; firstDay: string; status: string; shared: boolean }[] = [];

        for (const { pause, does, who: n, which } of steps) {
          world.setNow(later(world.now(), hours(pause)));
          const now = world.now().toISOString();
          const account = accounts[n] ?? newAccount();
          const pick = <T>(of: readonly T[]): T | undefined => of[which % Math.max(1, of.length)];
          const invitation = pick(invited);
          const request = pick(filed);
          const edge = edges.get(account);
          const fine = ({ status }: { status: number }) => status < 300;
          if (does === 'invite') {
            const { body } = await office.invite();
            invited.push({ id: body.invitation.id, token: body.invitationToken, createdAt: now });
          }
          if (does === 'join' && invitation) {
            const { status } = await office.accept(account, invitation.token);
            if (status === 201) {
              Object.assign(invitation, { acceptedAt: now, by: account });
              edges.set(account, { joinedAt: now, endedAt: undefined });
            }
          }
          if (does === 'revoke' && invitation && fine(await office.revoke(invitation.id)))
            invitation.revoked = true;
          if (does === 'leave' && fine(await office.leave(account)) && edge) edge.endedAt = now;
          if (does === 'remove' && fine(await office.remove(account)) && edge) edge.endedAt = now;
          if (does === 'file') {
            const firstDay = dateOf(now);
            const { body, status } = await office.draft(account, firstDay);
            if (status === 201 && fine(await office.submit(account, body.id, which % 2 === 0)))
              filed.push({
                id: body.id,
                by: account,
                firstDay,
                status: 'submitted',
                shared: which % 2 === 0,
              });
          }
          if (request) {
            const { id, by } = request;
            if (does === 'share' && fine(await office.share(by, id, true))) request.shared = true;
            if (does === 'unshare' && fine(await office.share(by, id, false))) request.shared = false;
            if (does === 'withdraw' && fine(await office.withdraw(by, id))) request.status = 'withdrawn';
            if (does === 'approve' && fine(await office.decide('approve', by, id)))
              request.status = 'approved';
            if (does === 'reject' && fine(await office.decide('reject', by, id))) request.status = 'rejected';
          }
          if (does === 'close' && which < 20 && fine(await world.call('requestDeletion', { as: account })))
            closed.add(account);
        }

        const [from, to] = ['2031-03-03', '2031-04-30'];
        const within = (iso: string | undefined) =>
          iso !== undefined && dateOf(iso) >= from && dateOf(iso) <= to;
        const open = [...edges].filter(([account]) => !closed.has(account)).map(([, edge]) => edge);
        const counted = invited.filter(({ by }) => by === undefined || !closed.has(by));
        const outcome = ({ acceptedAt, revoked, createdAt }: (typeof invited)[number]) => {
          if (acceptedAt) return 'accepted';
          if (revoked) return 'revoked';
          return endOfDay(addDays(dateOf(createdAt), 14)) <= world.now() ? 'expired' : 'pending';
        };
        const outcomes = (of: typeof invited, which: string) =>
          of.filter((one) => outcome(one) === which).length;
        const created = counted.filter(({ createdAt }) => within(createdAt));

        const report = await office.report(from, to);
        expect(report.current).toMatchObject({
          activeMembers: open.filter(({ endedAt }) => endedAt === undefined).length,
          pendingInvitations: outcomes(counted, 'pending'),
        });
        expect(report.periodCounts).toEqual({
          membersJoined: open.filter(({ joinedAt }) => within(joinedAt)).length,
          membersEnded: open.filter(({ endedAt }) => within(endedAt)).length,
          invitationsCreated: created.length,
          invitationsAccepted: counted.filter(({ acceptedAt }) => within(acceptedAt)).length,
          claimsReserved: 0,
        });
        expect(report.invitationOutcomes).toEqual({
          accepted: outcomes(created, 'accepted'),
          pending: outcomes(created, 'pending'),
          expired: outcomes(created, 'expired'),
          revoked: outcomes(created, 'revoked'),
        });

        const employed = ({ by }: (typeof filed)[number]) =>
          !closed.has(by) && edges.get(by)?.endedAt === undefined;
        const seen = filed.filter((one) => one.shared && employed(one));
        const inPeriod = seen.filter(({ firstDay }) => firstDay >= from && firstDay <= to);
        const byStatus = (status: string) => inPeriod.filter((one) => one.status === status).length;
        const totals = {
          submitted: byStatus('submitted'),
          approved: byStatus('approved'),
          rejected: byStatus('rejected'),
          withdrawn: byStatus('withdrawn'),
        };
        expect(await office.totals(from, to)).toMatchObject({ requests: totals, calendarDays: totals });
        expect((await office.shared()).map(({ id }: { id: string }) => id).sort()).toEqual(
          seen.map(({ id }) => id).sort(),
        );
        await expectWholeItems(world);
        await expectOneOwner(world);
      }),
      { numRuns: 25 },
    );
  });
});
