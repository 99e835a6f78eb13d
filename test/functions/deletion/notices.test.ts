import { beforeEach, describe, expect, it } from 'vitest';
import { job as eraseAccounts } from '../../../functions/deletion/erase-accounts.ts';
import { job as deliverNotices } from '../../../functions/deletion/notices/deliver-notices.ts';
import { lapseToldAt } from '../../../functions/deletion/notices/timed-notices.ts';
import { notice } from '../../../shared/notices/items.ts';
import { days, hours, later, minutes, seconds } from '../../../shared/values/clock.ts';
import { NOTICE_DAYS } from '../../../shared/values/limits.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { givenAdmin } from '../../given/accounts.ts';
import { givenPractitioner } from '../../given/clinical.ts';
import {
  givenChallenge,
  givenClub,
  givenEvent,
  givenMember,
  givenParticipant,
} from '../../given/community.ts';
import { givenNotice, givenTold } from '../../given/notices.ts';
import { givenCampaign, givenClaim, givenMerchant } from '../../given/rewards.ts';
import { meanwhile } from '../../support/fault-injection.ts';
import { newAccount, newId, newWorld, type World } from '../../support/world.ts';
import { newOffice } from '../analytics/workspace-driver.ts';
import { clinicOf } from '../clinical/clinic-driver.ts';

let world: World;
beforeEach(async () => {
  world = await newWorld();
  world.setTime({ sleep: async () => {} });
});
const clinic = clinicOf(() => world);
const deliver = () => world.run(deliverNotices);
const iso = (time: Date) => time.toISOString();

interface Listed {
  readonly id: string;
  readonly kind: string;
  readonly at: string;
  readonly until: string;
  readonly read: boolean;
  readonly about: Readonly<Record<string, string>>;
  readonly title?: string;
}
async function list(as: AccountId, query: Readonly<Record<string, string>> = {}) {
  const { status, body } = await world.call('listNotices', { as, query });
  expect(status).toBe(200);
  return body as {
    readonly notices: readonly Listed[];
    readonly nextCursor?: string;
    readonly unread?: number;
    readonly exhibitions?: readonly Record<string, unknown>[];
  };
}
const toldTo = async (as: AccountId) => (await list(as, { limit: '100' })).notices;
const kindsTo = async (as: AccountId) => (await toldTo(as)).map(({ kind }) => kind);
const mark = (as: AccountId, noticeId: string) => world.call('markNoticesRead', { as, body: { noticeId } });

/** A practitioner, a patient, and the request of the one for the records of the other. */
async function requested() {
  const [patient, practitioner] = [newAccount(), await givenPractitioner(world)];
  const { body: token } = await clinic.issue(patient);
  const { body: request } = await clinic.exchange(practitioner, token.token);
  world.advance(seconds(1));
  return { patient, practitioner, request };
}

describe('an act tells its recipient, once', () => {
  it('when access is requested, approved and ended, and when a note is added and marked', async () => {
    const { patient, practitioner, request } = await requested();
    expect(await toldTo(patient)).toEqual([
      {
        id: expect.any(String),
        kind: 'access_requested',
        at: request.requestedAt,
        until: request.pendingExpiresAt,
        read: false,
        about: { accessRequestId: request.id },
        practitioner: {
          name: 'Dr Aisyah binti Rahman',
          specialty: 'Family medicine',
          organization: 'Klinik Seri Damai',
        },
      },
    ]);
    const { body: approved } = await clinic.approve(patient, request.id);
    const about = { about: { accessRequestId: request.id }, read: false };
    expect(await toldTo(practitioner)).toMatchObject([
      { ...about, kind: 'access_approved', at: approved.approvedAt, until: approved.expiresAt },
    ]);
    world.advance(seconds(1));
    const { body: record } = await clinic.add(practitioner, request.id);
    world.advance(seconds(1));
    const marking = { as: practitioner, params: { id: request.id, recordId: record.id } };
    for (let n = 0; n < 2; n++)
      await world.call('markRecordInError', { ...marking, body: { reason: 'Another patient.' } });
    world.advance(seconds(1));
    expect(await toldTo(patient)).toMatchObject([
      { kind: 'record_marked_in_error', about: { ...about.about, recordId: record.id } },
      { kind: 'record_added', about: { ...about.about, recordId: record.id } },
      { ...about, kind: 'access_requested' },
    ]);
    await clinic.revoke(patient, request.id);
    expect(await kindsTo(practitioner)).toEqual(['access_ended_by_patient', 'access_approved']);
  });

  it('when access is denied, and not when the practitioner ends it', async () => {
    const denied = await requested();
    await clinic.deny(denied.patient, denied.request.id);
    expect(await kindsTo(denied.practitioner)).toEqual(['access_denied']);
    const ended = await requested();
    await clinic.approve(ended.patient, ended.request.id);
    await clinic.revoke(ended.practitioner, ended.request.id);
    expect(await kindsTo(ended.practitioner)).toEqual(['access_approved']);
    expect(await kindsTo(ended.patient)).toEqual(['access_requested']);
  });

  it('and nothing of an act that was refused or had been done before', async () => {
    const { patient, practitioner, request } = await requested();
    await clinic.deny(patient, request.id);
    await clinic.approve(patient, request.id);
    await clinic.deny(patient, request.id);
    await clinic.add(practitioner, request.id);
    expect(await kindsTo(practitioner)).toEqual(['access_denied']);
    expect(await kindsTo(patient)).toEqual(['access_requested']);
  });

  it('although two acts race for one request', async () => {
    const { patient, practitioner, request } = await requested();
    await Promise.all([
      clinic.approve(patient, request.id),
      clinic.deny(patient, request.id),
      clinic.approve(patient, request.id),
    ]);
    expect(await kindsTo(practitioner)).toHaveLength(1);
  });

  it('although the answers of the database are lost', async () => {
    const { patient, practitioner, request } = await requested();
    let lost = 0;
    world.setFault(async ({ command, send }) => {
      if (command !== 'TransactWrite' || lost > 0) return send();
      lost += 1;
      await send();
      throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET', name: 'TimeoutError' });
    });
    expect((await clinic.approve(patient, request.id)).status).toBe(200);
    world.setFault(undefined);
    expect(await kindsTo(practitioner)).toEqual(['access_approved']);
  });

  it('when a gift is handed out, and when it is taken back', async () => {
    const merchant = await givenMerchant(world, { reservationTtlSeconds: 3600 });
    const held = await givenClaim(world, merchant.campaign);
    const redemptionId = newId();
    const call = { as: merchant.staffId, params: { claimId: held.id }, body: { redemptionId } };
    for (let n = 0; n < 2; n++) await world.call('redeemClaim', call);
    const redeemedAt = world.now();
    world.advance(minutes(1));
    for (let n = 0; n < 2; n++) await world.call('annulRedemption', call);
    const about = {
      about: { campaignId: held.campaignId, claimId: held.id },
      title: merchant.campaign.title,
    };
    expect(await toldTo(held.accountId)).toMatchObject([
      { ...about, kind: 'redemption_taken_back', until: held.expiresAt },
      { ...about, kind: 'gift_handed_out', at: iso(redeemedAt), until: iso(later(redeemedAt, minutes(10))) },
    ]);
  });

  it('when a certificate is decided, without its reason', async () => {
    const office = await newOffice(world);
    const { accountId: employee } = await office.join();
    const [first, second] = [
      await office.file(employee, '2031-04-01', '2031-04-03'),
      await office.file(employee, '2031-05-01'),
    ];
    await office.decide('approve', employee, first.id);
    world.advance(seconds(1));
    await office.decide('reject', employee, second.id, office.owner, 'The letter is of another clinic.');
    const title = 'Teknologi Maju';
    const about = (certificateId: string) => ({ workspaceId: office.id, certificateId });
    expect(await toldTo(employee)).toMatchObject([
      { title, kind: 'certificate_rejected', about: about(second.id), firstDay: '2031-05-01' },
      { title, kind: 'certificate_approved', about: about(first.id), lastDay: '2031-04-03' },
    ]);
    expect(JSON.stringify(await toldTo(employee))).not.toContain('letter');
    // A former member does not see the present name.
    await office.leave(employee);
    for (const told of await toldTo(employee)) expect(told.title).toBeUndefined();
  });

  it('when somebody asks to join a private club, is admitted, declined and removed', async () => {
    const club = await givenClub(world, { visibility: 'private' });
    await givenMember(world, club, 'owner');
    const params = { id: club.id };
    const [member, stranger] = [newAccount(), newAccount()];
    for (const as of [member, stranger])
      await world.call('joinClub', { as, params, body: { knownAs: 'Aisyah from block C' } });
    const asked = await toldTo(club.ownerId);
    expect(asked).toMatchObject([{ kind: 'join_requested' }, { kind: 'join_requested' }]);
    expect(JSON.stringify(asked)).not.toContain('Aisyah');
    for (const { about, title } of asked) expect([about['clubId'], title]).toEqual([club.id, club.title]);
    const requests = (
      await world.call('listClubMembers', { as: club.ownerId, params, query: { standing: 'requested' } })
    ).body.members as { readonly memberId: string }[];
    expect(new Set(asked.map(({ about }) => about['memberId']))).toEqual(
      new Set(requests.map(({ memberId }) => memberId)),
    );
    for (const { memberId } of requests) {
      const isMember = memberId === requests[0]?.memberId;
      const operation = isMember ? 'approveClubMember' : 'removeClubMember';
      await world.call(operation, { as: club.ownerId, params: { ...params, memberId } });
    }
    const kinds = [...(await kindsTo(member)), ...(await kindsTo(stranger))];
    expect(new Set(kinds)).toEqual(new Set(['club_admitted', 'club_declined']));
    const [admitted] = (await kindsTo(member)).includes('club_admitted') ? [member] : [stranger];
    expect((await toldTo(admitted ?? member))[0]?.title).toBe(club.title);
    world.advance(seconds(1));
    const { memberId } = requests[0] ?? {};
    await world.call('removeClubMember', {
      as: club.ownerId,
      params: { ...params, memberId: String(memberId) },
    });
    const [removed] = await toldTo(admitted ?? member);
    expect(removed?.kind).toBe('club_removed');
    // Who was removed from a private club no longer sees its title.
    expect(removed?.title).toBeUndefined();
  });

  it('at most once a day of one person who asks to join again and again', async () => {
    const club = await givenClub(world, { visibility: 'private' });
    await givenMember(world, club, 'owner');
    const [as, other] = [newAccount(), newAccount()];
    const ask = async (who: AccountId) => {
      const { status } = await world.call('joinClub', { as: who, params: { id: club.id }, body: {} });
      expect(status).toBe(200);
      await world.call('leaveClub', { as: who, params: { id: club.id } });
    };
    for (let n = 0; n < 6; n++) {
      await ask(as);
      if (n === 4) expect(await kindsTo(club.ownerId)).toHaveLength(1);
      world.advance(hours(5));
    }
    expect(await kindsTo(club.ownerId)).toHaveLength(2);
    await ask(other);
    expect(await kindsTo(club.ownerId)).toHaveLength(3);
  });

  it('when an administrator hides an alias, which the notice does not repeat', async () => {
    const club = await givenClub(world);
    const event = await givenEvent(world, club);
    const challenge = await givenChallenge(world, event);
    const { accountId } = await givenParticipant(world, challenge, {
      alias: 'Si Nakal',
      shareLeaderboard: true,
    });
    const hide = (hidden: boolean) =>
      givenAdmin(world).then((as) =>
        world.call('moderateAlias', {
          as,
          params: { id: challenge.id },
          body: { alias: 'Si Nakal', hidden },
        }),
      );
    expect((await hide(true)).status).toBe(200);
    await hide(false);
    const told = await toldTo(accountId);
    expect(told).toMatchObject([
      { kind: 'alias_hidden', about: { challengeId: challenge.id }, title: event.title },
    ]);
    expect(JSON.stringify(told)).not.toContain('Nakal');
  });
});

describe('the list of notices', () => {
  it('has the latest first, page by page, with the number of unread ones on the first', async () => {
    const as = newAccount();
    const made = [];
    for (let n = 0; n < 7; n++) {
      made.unshift((await givenNotice(world, as)).id);
      world.advance(minutes(1));
    }
    const found: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 3; page++) {
      const { notices, nextCursor, unread, exhibitions } = await list(as, {
        limit: '3',
        ...(cursor && { cursor }),
      });
      expect([unread, exhibitions]).toEqual(page === 0 ? [7, []] : [undefined, undefined]);
      found.push(...notices.map(({ id }) => id));
      cursor = nextCursor;
    }
    expect([found, cursor]).toEqual([made, undefined]);
  });

  it('counts at most 100 unread ones, and is read up to a notice', async () => {
    const as = newAccount();
    const made = [];
    for (let n = 0; n < 103; n++) made.push(await givenNotice(world, as, later(world.now(), -minutes(n))));
    expect((await list(as)).unread).toBe(100);
    expect((await mark(as, made[2]?.id ?? '')).status).toBe(204);
    expect((await list(as)).unread).toBe(2);
    // An older mark changes nothing.
    expect((await mark(as, made[9]?.id ?? '')).status).toBe(204);
    const { notices, unread } = await list(as);
    expect([unread, notices.slice(0, 4).map(({ read }) => read)]).toEqual([2, [false, false, true, true]]);
    await mark(as, made[0]?.id ?? '');
    expect((await list(as)).unread).toBe(0);
  });

  it('knows only the notices of the caller, of the last 90 days', async () => {
    const [as, other] = [newAccount(), newAccount()];
    const foreign = await givenNotice(world, other);
    const old = await givenNotice(world, as, later(world.now(), -days(NOTICE_DAYS) - seconds(1)));
    for (const id of [foreign.id, old.id, newId()]) {
      const { status, body } = await mark(as, id);
      expect([status, body.code]).toEqual([404, 'notice_not_found']);
    }
    expect(await list(as)).toEqual({ notices: [], unread: 0, exhibitions: [] });
    // A page that follows has none of them either.
    const recent = await givenNotice(world, as, later(world.now(), -days(NOTICE_DAYS) + seconds(1)));
    const { notices, nextCursor } = await list(as, { limit: '1' });
    expect([notices.map(({ id }) => id), nextCursor]).toEqual([[recent.id], undefined]);
  });

  it('shows a title as it is now, and none of what is hidden or gone', async () => {
    const as = newAccount();
    const club = await givenClub(world, { visibility: 'private' });
    await givenMember(world, club, 'member', as);
    await givenTold(world, 'club_admitted', { to: as, at: iso(world.now()), clubId: club.id });
    await givenTold(world, 'club_admitted', { to: as, at: iso(world.now()), clubId: newId() });
    const titles = async () => (await toldTo(as)).map(({ title }) => title ?? '');
    expect((await titles()).sort()).toEqual(['', club.title]);
    const admin = await givenAdmin(world);
    await world.call('unpublishClub', { as: admin, params: { id: club.id } });
    expect(await titles()).toEqual(['', '']);
  });

  it('has what has changed of exhibitions since the person joined, and what is final', async () => {
    const club = await givenClub(world);
    const event = await givenEvent(world, club);
    const [early, late] = [newAccount(), newAccount()];
    await world.call('joinEvent', { as: early, params: { code: event.joinCode } });
    const admin = await givenAdmin(world);
    const change = async (more: object) => {
      const { body } = await world.call('getPlatformEvent', { as: admin, params: { code: event.joinCode } });
      const { title, summary, startsAt, endsAt, timezone, venue, expectedAttendees, version } = body.event;
      const whole = { title, summary, startsAt, endsAt, timezone, venue, expectedAttendees, version };
      world.advance(minutes(1));
      const { status } = await world.call('updateEvent', {
        as: admin,
        params: { code: event.joinCode },
        body: { ...whole, ...more },
      });
      expect(status).toBe(200);
      world.advance(minutes(1));
    };
    await change({ title: 'Ekspo Baharu' });
    expect((await list(early)).exhibitions).toEqual([]);
    await change({ venue: 'Putrajaya' });
    await world.call('joinEvent', { as: late, params: { code: event.joinCode } });
    await change({ endsAt: '2031-03-20T00:00:00.000Z' });
    const [forEarly] = (await list(early)).exhibitions ?? [];
    expect(forEarly).toMatchObject({
      joinCode: event.joinCode,
      title: 'Ekspo Baharu',
      venue: 'Putrajaya',
      changed: ['endsAt', 'venue'],
      read: false,
    });
    expect((await list(late)).exhibitions).toMatchObject([{ changed: ['endsAt'] }]);
    const latest = await givenNotice(world, early);
    await mark(early, latest.id);
    expect((await list(early)).exhibitions).toMatchObject([{ read: true }]);

    const ended = await givenChallenge(world, await givenEvent(world, club), {
      endsAt: iso(later(world.now(), -hours(1))),
    });
    const { accountId } = await givenParticipant(world, ended);
    expect((await list(accountId)).exhibitions).toEqual([]);
    world.advance(days(1));
    expect((await list(accountId)).exhibitions).toMatchObject([{ finalChallengeId: ended.id }]);
  });
});

describe('deliverNotices', () => {
  const waiting = async () =>
    (await world.dump()).filter(({ gsi1pk }) => String(gsi1pk).startsWith('NOTICE#WAITING#')).length;
  const counts = () => world.lines.findLast((line) => line['worker'] === 'deliverNotices');

  it('takes the notices off its list, and deletes those of closed accounts', async () => {
    const [open, closed] = [newAccount(), newAccount()];
    for (const accountId of [open, closed]) for (let n = 0; n < 60; n++) await givenNotice(world, accountId);
    await world.call('requestDeletion', { as: closed });
    expect(await waiting()).toBe(120);
    await deliver();
    expect(counts()).toMatchObject({ noticesDelivered: 60, noticesDeleted: 60 });
    expect([await waiting(), (await toldTo(open)).length]).toEqual([0, 60]);
    await deliver();
    expect(counts()).toMatchObject({ noticesDelivered: 0, noticesDeleted: 0 });
  });

  it('brings back no notice that was erased meanwhile', async () => {
    const as = newAccount(); // One account, so that both are in one transaction.
    const [erased, kept] = [await givenNotice(world, as), await givenNotice(world, as)];
    meanwhile(world, () => world.remove(notice.key(erased)), 'deliveredAt');
    await deliver();
    expect(await world.item(notice.key(erased))).toBeUndefined();
    await deliver();
    expect([await waiting(), await world.item(notice.key(kept))]).toMatchObject([0, { id: kept.id }]);
  });

  it('tells that a reservation is about to lapse: a third of its time before, at least 2 and at most 30 minutes', () => {
    const told = (length: number) => {
      const at = new Date('2031-03-14T04:00:00.000Z');
      const expiresAt = later(at, length);
      const claim = { reservedAt: iso(at), expiresAt: iso(expiresAt) };
      return expiresAt.getTime() - lapseToldAt(claim).getTime();
    };
    expect([minutes(3), minutes(6), minutes(30), minutes(90), days(2)].map(told)).toEqual(
      [2, 2, 10, 30, 30].map(minutes),
    );
  });

  it('tells it once, and nobody who has collected', async () => {
    const campaign = await givenCampaign(world, { reservationTtlSeconds: 1800, units: [5] });
    await deliver();
    const [held, collected, late] = [
      await givenClaim(world, campaign),
      await givenClaim(world, campaign, { status: 'redeemed' }),
      await givenClaim(world, campaign, { accountClosed: true }),
    ];
    world.advance(minutes(20) - seconds(1));
    await deliver();
    expect(await kindsTo(held.accountId)).toEqual([]);
    world.advance(seconds(1));
    for (let n = 0; n < 3; n++) {
      await deliver();
      world.advance(minutes(1));
    }
    expect(await toldTo(held.accountId)).toMatchObject([
      {
        kind: 'gift_about_to_lapse',
        until: held.expiresAt,
        about: { claimId: held.id },
        title: campaign.title,
      },
    ]);
    for (const { accountId } of [collected, late]) expect(await kindsTo(accountId)).toEqual([]);
  });

  it('tells what became due while it did not run, and nothing that is over', async () => {
    const campaign = await givenCampaign(world, { reservationTtlSeconds: 1800, units: [5] });
    await deliver();
    const over = await givenClaim(world, campaign);
    world.advance(minutes(15));
    const held = await givenClaim(world, campaign);
    world.advance(minutes(25));
    await deliver();
    expect([await kindsTo(over.accountId), await kindsTo(held.accountId)]).toEqual([
      [],
      ['gift_about_to_lapse'],
    ]);
  });

  it('tells what became due while its first runs failed', async () => {
    const campaign = await givenCampaign(world, { reservationTtlSeconds: 1800, units: [5] });
    const held = await givenClaim(world, campaign);
    world.advance(minutes(25));
    await deliver();
    expect(await kindsTo(held.accountId)).toEqual(['gift_about_to_lapse']);
  });

  it('tells nothing of a claim that was collected after the list was read', async () => {
    const campaign = await givenCampaign(world, { reservationTtlSeconds: 1800 });
    await deliver();
    const held = await givenClaim(world, campaign);
    const other = await givenClaim(world, campaign);
    world.advance(minutes(20));
    meanwhile(world, () => givenClaim(world, campaign, { ...held, status: 'redeemed' }), 'about_to_lapse');
    await deliver();
    expect([await kindsTo(held.accountId), await kindsTo(other.accountId)]).toEqual([
      [],
      ['gift_about_to_lapse'],
    ]);
  });

  it('tells a practitioner 30 days before the end of the verification, for each end once', async () => {
    await deliver();
    const end = iso(later(world.now(), days(40)));
    const [ends, withdrawn] = [
      await givenPractitioner(world, { verificationValidUntil: end }),
      await givenPractitioner(world, { verificationValidUntil: end, withdrawnAt: iso(world.now()) }),
    ];
    world.advance(days(10) - seconds(1));
    await deliver();
    expect(await kindsTo(ends)).toEqual([]);
    world.advance(seconds(1));
    for (let n = 0; n < 2; n++) {
      await deliver();
      world.advance(minutes(1));
    }
    expect(await toldTo(ends)).toMatchObject([{ kind: 'verification_ends_30', until: end }]);
    expect(await kindsTo(withdrawn)).toEqual([]);
  });
});

describe('the notices of a closed account', () => {
  it('are gone with the erasure, also one that is written at the last moment', async () => {
    const { patient, practitioner, request } = await requested();
    await mark(patient, (await toldTo(patient))[0]?.id ?? '');
    await world.call('requestDeletion', { as: patient });
    world.advance(minutes(3));
    await world.run(eraseAccounts);
    const ofPatient = async () =>
      (await world.dump()).filter(({ pk }) => String(pk) === `NOTICE#${patient}`).length;
    expect(await ofPatient()).toBe(0);
    await givenTold(world, 'record_added', {
      to: patient,
      at: iso(world.now()),
      accessRequestId: request.id,
      recordId: newId(),
    });
    await deliver();
    expect(await ofPatient()).toBe(0);
    // The erasure has ended the request, which the practitioner is told as of any other end.
    expect(await toldTo(practitioner)).toMatchObject([
      { kind: 'access_denied', about: { accessRequestId: request.id } },
    ]);
  });
});

describe('how an account is told', () => {
  it('is by mail in all languages and by pushes of every kind, until it chooses', async () => {
    const as = newAccount();
    const { body: before } = await world.call('getNoticeSettings', { as });
    expect(before).toEqual({ mail: true, notPushed: [] });
    const chosen = { language: 'zh-Hans-MY', mail: false, notPushed: ['gift_handed_out', 'gift_handed_out'] };
    const { body: saved } = await world.call('putNoticeSettings', { as, body: chosen });
    expect(saved).toEqual({ ...chosen, notPushed: ['gift_handed_out'] });
    expect((await world.call('getNoticeSettings', { as })).body).toEqual(saved);
    const all = { mail: true, notPushed: [] };
    await world.call('putNoticeSettings', { as, body: all });
    expect((await world.call('getNoticeSettings', { as })).body).toEqual(all);
  });
});
