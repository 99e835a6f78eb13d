import { days, later } from '../../../shared/values/clock.ts';
import { callsOf, signedIn, unsigned } from '../../cast/calls.ts';
import { givenRequest } from '../../given/clinical.ts';
import {
  givenAttendee,
  givenChallenge,
  givenClub,
  givenEvent,
  givenMember,
  givenParticipant,
} from '../../given/community.ts';
import { iso } from '../../given/items.ts';
import { givenTold } from '../../given/notices.ts';
import { givenCampaign } from '../../given/rewards.ts';
import { givenCertificate, givenEmployee, givenWorkspace } from '../../given/workspaces.ts';
import { newAccount, newId } from '../../support/world.ts';

export const notices = callsOf({
  listNotices: {
    circle: 'own',
    callers: signedIn,
    request: () => ({}),
    refusals: {},
    rounds: 3,
    units: 12,
    furtherUses: [
      // One notice of each kind that shows something.
      async (world) => {
        const as = newAccount();
        const at = world.now().toISOString();
        const told = { to: as, at };
        const request = await givenRequest(world, { patientId: as });
        await givenTold(world, 'access_requested', { ...told, until: at, accessRequestId: request.id });
        const campaign = await givenCampaign(world);
        const gift = { ...told, until: at, campaignId: campaign.id, claimId: newId() };
        await givenTold(world, 'gift_handed_out', gift);
        const company = await givenWorkspace(world);
        const employee = await givenEmployee(world, company, { accountId: as });
        const certificate = await givenCertificate(world, employee);
        const decided = { ...told, workspaceId: company.id, certificateId: certificate.id };
        await givenTold(world, 'certificate_approved', decided);
        const club = await givenClub(world);
        await givenMember(world, club, 'member', as);
        await givenTold(world, 'club_admitted', { ...told, clubId: club.id });
        const asks = { ...told, clubId: club.id, memberId: newId() };
        await givenTold(world, 'join_requested', asks);
        await givenTold(world, 'record_added', { ...told, accessRequestId: request.id, recordId: newId() });
        const event = await givenEvent(world, club, { changes: { venue: at } });
        await givenAttendee(world, event, as);
        const ended = await givenChallenge(world, event, { endsAt: iso(later(world.now(), -days(3))) });
        await givenParticipant(world, ended, { accountId: as });
        const hidden = { ...told, challengeId: ended.id, joinCode: event.joinCode, clubId: club.id };
        await givenTold(world, 'alias_hidden', hidden);
        return { as };
      },
    ],
  },
  markNoticesRead: {
    callers: { ...unsigned, others: 'notice_not_found', patient: 'ok' },
    request: ({ notice }) => ({ body: { noticeId: notice } }),
    refusals: {},
    rounds: 2,
    units: 4,
  },
});
