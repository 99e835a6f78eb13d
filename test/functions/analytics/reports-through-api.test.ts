import { beforeEach, describe, expect, it } from 'vitest';
import { givenCampaign } from '../../given/rewards.ts';
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
    expect(joined.filter(([, a, b]: number[]) => a || b)).toEqual([
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
    const [first, second, leaves, closes] = [
      (await office.join()).accountId,
      (await office.join()).accountId,
      (await office.join()).accountId,
      (await office.join()).accountId,
    ];

    const approved = await office.file(first, '2031-03-10', '2031-03-12');
    await office.decide('approve', first, approved.id, officer);
    await office.file(first, '2031-03-30', '2031-04-02');
    await office.draft(first, '2031-03-14');

    const rejected = await office.file(second, '2031-03-05');
    await office.decide('reject', second, rejected.id, officer);
    const kept = await office.file(second, '2031-03-06', '2031-03-07', false);
    const taken = await office.file(second, '2031-03-08');
    await office.withdraw(second, taken.id);
    const ended = await office.file(second, '2031-03-15');
    await office.decide('approve', second, ended.id, officer);
    await office.share(second, ended.id, false);
    const { body: dropped } = await office.draft(second, '2031-03-16');
    await office.withdraw(second, dropped.id);

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
    await office.share(second, kept.id, true);
    await office.join(leaves);
    expect(await march()).toEqual({
      requests: { submitted: 3, approved: 2, rejected: 1, withdrawn: 1 },
      calendarDays: { submitted: 5, approved: 4, rejected: 1, withdrawn: 1 },
    });
    await office.withdraw(first, approved.id);
    expect(await march()).toEqual({
      requests: { submitted: 3, approved: 1, rejected: 1, withdrawn: 2 },
      calendarDays: { submitted: 5, approved: 1, rejected: 1, withdrawn: 4 },
    });
    const april = await office.totals('2031-04-01', '2031-04-30', officer);
    expect([april.requests.submitted, april.calendarDays.submitted]).toEqual([1, 2]);
  });
});
