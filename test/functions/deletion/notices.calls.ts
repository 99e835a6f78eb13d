import { job as eraseAccounts } from '../../../functions/deletion/erase-accounts.ts';
import { clubMembership } from '../../../shared/community/participation.ts';
import { days, later, minutes } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { callsOf, signedIn, unsigned } from '../../cast/calls.ts';
import { field, ofCaller, TEXT } from '../../cast/visibility.ts';
import { givenAdmin } from '../../given/accounts.ts';
import { givenPractitioner, givenRequest, givenToken } from '../../given/clinical.ts';
import {
  givenAttendee,
  givenCancelled,
  givenChallenge,
  givenClub,
  givenEvent,
  givenMember,
  givenParticipant,
} from '../../given/community.ts';
import { iso } from '../../given/items.ts';
import { givenNoticeSettings, givenTold } from '../../given/notices.ts';
import { givenCampaign } from '../../given/rewards.ts';
import { givenCertificate, givenEmployee, givenWorkspace } from '../../given/workspaces.ts';
import { newAccount, newId, type World } from '../../support/world.ts';

const settings = {
  language: 'zh-Hans-MY',
  mail: false,
  notPushed: ['gift_handed_out', 'exhibition_changed'],
};

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
        await givenAttendee(world, await givenCancelled(world), as);
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
  getNoticeSettings: {
    furtherUses: [
      async (world) => {
        const as = newAccount();
        await givenNoticeSettings(world, as);
        return { as };
      },
    ],
    circle: 'own',
    callers: signedIn,
    request: () => ({}),
    refusals: {},
    rounds: 1,
    units: 2,
  },
  putNoticeSettings: {
    callers: signedIn,
    request: () => ({ body: settings }),
    needsOpenAccount: true,
    refusals: {},
    rounds: 2,
    units: 6,
    mistakes: [{ what: 'no choice of mail', fields: { mail: undefined }, said: 'body.mail is required' }],
  },
});

/** A practitioner has asked for access to the records of a patient. */
const asked =
  (then: (world: World, of: Asked) => Promise<unknown> = async () => {}) =>
  async (world: World) => {
    const [patient, practitioner] = [newAccount(), await givenPractitioner(world, { name: TEXT })];
    const { token } = await givenToken(world, { patientId: patient });
    const { body } = await world.call('createAccessRequest', { as: practitioner, body: { token } });
    await then(world, { patient, practitioner, params: { id: body.id } });
    // What the practitioner is verified as now is another thing.
    const stranger = await givenPractitioner(world);
    const viewers = {
      patient,
      practitioner,
      stranger,
      administrator: await givenAdmin(world),
      nobody: undefined,
    };
    return { viewers, ids: {} };
  };
interface Asked {
  readonly patient: AccountId;
  readonly practitioner: AccountId;
  readonly params: { readonly id: string };
}

/** Of people, a notice names the practitioner of an access request, to the patient. */
export const namedPractitioner = field('about')({
  what: 'the practitioner in a notice',
  text: TEXT,
  states: {
    'access was requested': asked(),
    'access was denied': asked((world, { patient: as, params }) =>
      world.call('denyAccessRequest', { as, params }),
    ),
    'the account of the practitioner is erased': asked(async (world, { practitioner: as }) => {
      await world.call('requestDeletion', { as });
      world.advance(minutes(2));
      await world.run(eraseAccounts);
    }),
    'the account of the patient is closed': asked((world, { patient: as }) =>
      world.call('requestDeletion', { as }),
    ),
  },
  rows: {
    listNotices: {
      ...ofCaller,
      seenBy: {
        'access was requested': ['patient'],
        'access was denied': ['patient'],
        'the account of the practitioner is erased': ['patient'],
        'the account of the patient is closed': [],
      },
    },
    // The request itself is in the data of both, and the verification in that of the practitioner.
    getAccountData: {
      ...ofCaller,
      seenBy: {
        'access was requested': ['patient', 'practitioner'],
        'access was denied': ['patient', 'practitioner'],
        'the account of the practitioner is erased': ['patient'],
        'the account of the patient is closed': ['practitioner'],
      },
    },
  },
});

/** A person is a member of a private club. */
const joined =
  (then: (world: World, of: Joined) => Promise<unknown> = async () => {}) =>
  async (world: World) => {
    const club = await givenClub(world, { visibility: 'private', title: TEXT });
    await givenMember(world, club, 'owner');
    const person = newAccount();
    await world.call('joinClub', { as: person, params: { id: club.id }, body: {} });
    const key = clubMembership.key({ accountId: person, clubId: club.id });
    const { memberId } = clubMembership.parse((await world.item(key)) ?? {});
    const params = { id: club.id, memberId };
    await world.call('approveClubMember', { as: club.ownerId, params });
    await then(world, { owner: club.ownerId, params });
    const viewers = {
      ...{ person, owner: club.ownerId, stranger: newAccount() },
      ...{ administrator: await givenAdmin(world), nobody: undefined },
    };
    return { viewers, ids: {} };
  };
interface Joined {
  readonly owner: AccountId;
  readonly params: { readonly id: string; readonly memberId: string };
}

/** A notice has a title only while its recipient may see what it is about. */
export const titleOfNotice = field('about')({
  what: 'the title of a private club in a notice',
  text: TEXT,
  states: {
    'the person is a member': joined(),
    'the person was removed': joined((world, { owner: as, params }) =>
      world.call('removeClubMember', { as, params }),
    ),
    'the club is hidden': joined(async (world, { params: { id } }) =>
      world.call('unpublishClub', { as: await givenAdmin(world), params: { id } }),
    ),
  },
  rows: {
    listNotices: {
      ...ofCaller,
      seenBy: {
        'the person is a member': ['person', 'owner'],
        'the person was removed': ['owner'],
        'the club is hidden': ['owner'],
      },
    },
    getAccountData: {
      ...ofCaller,
      seenBy: {
        'the person is a member': ['person', 'owner'],
        'the person was removed': ['owner'],
        'the club is hidden': ['owner'],
      },
    },
  },
});
