import { endpoint as changeSharing } from '../../../functions/analytics/certificates/change-sharing.ts';
import { endpoint as createCertificate } from '../../../functions/analytics/certificates/create-certificate.ts';
import { endpoint as submitCertificate } from '../../../functions/analytics/certificates/submit-certificate.ts';
import { endpoint as acceptInvitation } from '../../../functions/analytics/invitations/accept-invitation.ts';
import { endpoint as createInvitation } from '../../../functions/analytics/invitations/create-invitation.ts';
import { endpoint as leaveWorkspace } from '../../../functions/analytics/members/leave-workspace.ts';
import { allOwners } from '../../../functions/analytics/roll-ups/owners.ts';
import { job as rebuildRollUps } from '../../../functions/analytics/roll-ups/rebuild-roll-ups.ts';
import { job as rollUp } from '../../../functions/analytics/roll-ups/roll-up.ts';
import { endpoint as joinClub } from '../../../functions/community/club-members/join-club.ts';
import { endpoint as leaveClub } from '../../../functions/community/club-members/leave-club.ts';
import { endpoint as changeEnrollment } from '../../../functions/community/enrollments/change-enrollment.ts';
import { endpoint as enroll } from '../../../functions/community/enrollments/enroll.ts';
import { endpoint as reportSteps } from '../../../functions/community/enrollments/report-steps.ts';
import { endpoint as withdrawEnrollment } from '../../../functions/community/enrollments/withdraw-enrollment.ts';
import { endpoint as joinEvent } from '../../../functions/community/events/join-event.ts';
import { endpoint as leaveEvent } from '../../../functions/community/events/leave-event.ts';
import { endpoint as reserveReward } from '../../../functions/rewards/claims/reserve-reward.ts';
import { widenBoards } from '../../../shared/community/board-width.ts';
import { challenge, club, event } from '../../../shared/community/items.ts';
import { enrollment } from '../../../shared/community/participation.ts';
import { ownerName } from '../../../shared/rollups/items.ts';
import { days, later, seconds } from '../../../shared/values/clock.ts';
import { ATTENDEES_OF_A_BOARD_PARTITION } from '../../../shared/values/limits.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { membership, workspace } from '../../../shared/workspaces/items.ts';
import { expectBoards } from '../../support/community-invariants.ts';
import { expectCounters } from '../../support/counter-invariants.ts';
import { givenOffer } from './fixtures.ts';
import type { Heard, Simulation } from './simulated-world.ts';

/**
 * People join and leave everything while the stream delivers the changes of the previous round and a rebuild runs, which
 * the next round continues if it was stopped.
 * Stream records arrive late, repeatedly and in any order, at instances that may stop at any call. Some records are
 * lost in every other run. After the last record, or after a rebuild if records were lost, every counter equals a
 * recount of the items. Meanwhile the boards of the challenge become wider, and people report steps: each board holds the ranks of its
 * participants at the end.
 */
const ROUNDS = 3;
const PEOPLE = 6;
const MOVES = 4;
/** The input of a run that continues an earlier one. */
const continued: object = { continue: true };

export async function counters(world: Simulation): Promise<void> {
  const place = await givenPlace(world);
  const people = Array.from({ length: PEOPLE }, world.newAccount);
  const loses = world.scenario.chance() < 0.5;
  let waiting = await world.changes();
  for (let round = 1; round <= ROUNDS; round++) {
    const records = waiting.filter(() => !loses || world.scenario.chance() < 0.9);
    await world.play(() =>
      Promise.all([
        world.deliver(records, rollUp),
        ...people.map((as, n) => live(world, place, { as, who: `account ${n + 1}` })),
        widened(world, place.challengeId),
        round > 1 && world.run('a rebuild', rebuildRollUps, round > 2 ? continued : {}),
      ]),
    );
    waiting = await world.changes();
  }
  await world.play(() => world.deliver(waiting, rollUp));
  // One run for each owner, because a run over all of them makes too many calls to end without a stop.
  for (const owner of loses ? await allOwners(world.freshTable()) : []) {
    const event = { owner: ownerName(owner), ...continued };
    await world.play(() => world.runUntilDone('a rebuild', rebuildRollUps, event));
  }
  await expectCounters(world);
  const items = await world.dump();
  const enrolled = items.filter((item) => String(item['sk']).startsWith('CHALLENGE#'));
  expectBoards(items, enrolled.map(enrollment.parse));
}

/** The boards become wider, as for a crowd. */
async function widened(world: Simulation, challengeId: string): Promise<void> {
  await world.sleep(world.scenario.between(0, seconds(5)));
  await world.atOneMoment(async () => {
    const table = world.freshTable();
    const found = challenge.parse((await table.get(challenge.key({ id: challengeId }))) ?? {});
    const partitions = (found.boardPartitions ?? 1) + 1;
    await widenBoards(table, found, partitions * ATTENDEES_OF_A_BOARD_PARTITION);
  });
}

type Place = Awaited<ReturnType<typeof givenPlace>>;

/** One person makes some moves, one after the other. Some of them are refused. */
async function live(
  world: Simulation,
  place: Place,
  { as, who }: { readonly as: AccountId; readonly who: string },
): Promise<void> {
  const { clubId, joinCode, challengeId, workspaceId, owner, campaignId } = place;
  const { scenario } = world;
  const isShared = () => ({
    sharePublicDisplay: scenario.chance() < 0.5,
    shareLeaderboard: scenario.chance() < 0.5,
  });
  const moves: readonly (() => Promise<Heard>)[] = [
    () => world.ask(who, joinClub, { as, params: { id: clubId }, body: {} }),
    () => world.ask(who, leaveClub, { as, params: { id: clubId } }),
    () => world.ask(who, joinEvent, { as, params: { code: joinCode } }),
    () => world.ask(who, leaveEvent, { as, params: { code: joinCode } }),
    () =>
      world.ask(who, enroll, {
        as,
        params: { id: challengeId },
        body: { alias: `Pejalan ${who.replace(/\D/g, '')}`, ...isShared() },
      }),
    () => world.ask(who, changeEnrollment, { as, params: { id: challengeId }, body: isShared() }),
    () => {
      const measuredAt = world.now().toISOString();
      const body = { steps: Math.floor(scenario.chance() * 100), measuredAt };
      return world.ask(who, reportSteps, { as, params: { id: challengeId }, body });
    },
    () => world.ask(who, withdrawEnrollment, { as, params: { id: challengeId } }),
    () => world.ask(who, leaveWorkspace, { as, params: { workspaceId } }),
    () => {
      const body = { claimId: scenario.uuid() };
      return world.ask(who, reserveReward, { as, params: { campaignId }, body });
    },
    async () => {
      const invited = await world.ask(who, createInvitation, {
        as: owner,
        params: { workspaceId },
        body: { invitationId: scenario.uuid(), role: 'member', reference: `Pekerja ${who}` },
      });
      const { invitationToken } = invited.body ?? {};
      return invited.kind === 'ok'
        ? world.ask(who, acceptInvitation, {
            as,
            body: { invitationToken, shareReference: scenario.chance() < 0.5 },
          })
        : invited;
    },
    async () => {
      const body = { workspaceId, firstDay: '2031-03-10', lastDay: '2031-05-02' };
      const made = await world.ask(who, createCertificate, { as, body });
      if (made.kind !== 'ok') return made;
      const params = { certificateId: made.body.id };
      await world.ask(who, submitCertificate, { as, params, body: { sharingConsent: true } });
      if (scenario.chance() < 0.7) return made;
      return world.ask(who, changeSharing, { as, params, body: { sharingConsent: false } });
    },
  ];
  for (let n = 0; n < MOVES; n++) await scenario.pick(moves)();
}

async function givenPlace(world: Simulation) {
  const { uuid } = world.scenario;
  const [clubId, challengeId, workspaceId, owner] = [uuid(), uuid(), uuid(), world.newAccount()];
  const joinCode = 'ekspo';
  const before = later(world.now(), -days(1)).toISOString();
  const after = later(world.now(), days(7)).toISOString();
  const content = {
    title: 'Larian',
    summary: '',
    memberCount: 0,
    visibility: 'public' as const,
    version: 1,
    createdAt: before,
    updatedAt: before,
    publishedAt: before,
    reviewedAt: before,
  };
  const times = { startsAt: before, endsAt: after };
  const eventId = uuid();
  const { campaign } = await givenOffer(world, { units: [2, 2] });
  await world.put(
    club.stored({ ...content, id: clubId, social: false }),
    event.stored({
      ...content,
      ...times,
      id: eventId,
      clubId,
      joinCode,
      timezone: 'Asia/Kuala_Lumpur',
      venue: 'Dewan',
      expectedAttendees: 10,
      challenges: { [challengeId]: { createdAt: before, isShown: true, boardPartitions: 3 } },
      parentsShown: true,
    }),
    challenge.stored({
      ...content,
      ...times,
      id: challengeId,
      clubId,
      eventId,
      joinCode,
      rules: '',
      rewardEligible: true,
      firstPublishedAt: before,
      boardPartitions: 3,
      parentsShown: true,
      metric: 'steps',
    }),
    workspace.stored({
      id: workspaceId,
      name: 'Syarikat',
      ownerId: owner,
      createdAt: before,
      workspaceKind: 'corporate',
    }),
    workspace.stored({
      id: campaign.merchantTenantId,
      name: 'Kedai',
      createdAt: before,
      workspaceKind: 'merchant',
    }),
    membership.stored({
      accountId: owner,
      workspaceId,
      memberId: uuid(),
      role: 'owner',
      joinedAt: before,
    }),
  );
  return { clubId, joinCode, challengeId, workspaceId, owner, campaignId: campaign.id };
}
