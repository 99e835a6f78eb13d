import { hours, later } from '../../shared/values/clock.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import { givenAdmin } from '../given/accounts.ts';
import { givenPractitioner, givenRequest, givenToken, recordBody } from '../given/clinical.ts';
import {
  eventContent,
  givenAttendee,
  givenCancelled,
  givenChallenge,
  givenClub,
  givenEvent,
  givenExclusion,
  givenHiddenAlias,
  givenLatestEvents,
  givenMember,
  givenParticipant,
} from '../given/community.ts';
import { givenDevice, givenNotice } from '../given/notices.ts';
import { givenAnswers, givenFlow } from '../given/onboarding.ts';
import { givenCampaign, givenClaim, givenDefinition } from '../given/rewards.ts';
import { givenCertificate, givenEmployee, givenInvitation, givenWorkspace } from '../given/workspaces.ts';
import { newAccount, type World } from '../support/world.ts';

/** Every kind of caller. */
export const principals = [
  'nobody',
  'patient',
  'other account',
  'practitioner',
  'lapsed practitioner',
  'club owner',
  'merchant staff',
  'HR admin',
  'workspace owner',
  'platform admin',
] as const;
export type Principal = (typeof principals)[number];

export type Cast = Awaited<ReturnType<typeof newCast>>;

const casts = new WeakMap<World, Promise<Cast>>();

/** The cast of a world, which is created when a test first needs it. */
export function castOf(world: World): Promise<Cast> {
  const cast = casts.get(world) ?? newCast(world);
  casts.set(world, cast);
  return cast;
}

/**
 * One account of each kind with items of its own, in one world. The patient has an access request of the practitioner, a
 * claim and medical certificates, and is a member of the owner's private club, which the practitioner has asked to join.
 */
export async function newCast(world: World) {
  const patient = newAccount();
  const approved = await givenRequest(world, { status: 'approved', patientId: patient });
  const practitioner = approved.practitioner.accountId;
  const pending = await givenRequest(world, { patientId: patient, practitioner: approved.practitioner });
  const approvedOfLapsed = await givenRequest(world, { status: 'approved', patientId: patient });
  const lapsed = approvedOfLapsed.practitioner.accountId;
  await givenPractitioner(world, { accountId: lapsed, verificationValidUntil: world.now().toISOString() });
  const { token } = await givenToken(world, { patientId: patient });
  const added = await world.call('addRecord', {
    ...{ as: practitioner, params: { id: approved.id } },
    body: recordBody,
  });

  const club = await givenClub(world, { visibility: 'private' });
  await givenMember(world, club, 'owner');
  await givenMember(world, club, 'member', patient);
  await givenMember(world, club, 'requested', practitioner);
  const exhibition = await givenEvent(world, club);
  await givenLatestEvents(world, [exhibition]);
  await givenAttendee(world, exhibition, patient);
  const entered = await givenChallenge(world, exhibition);
  const { alias } = await givenParticipant(world, entered, { accountId: patient, shareLeaderboard: true });
  const open = await givenChallenge(world, exhibition);
  const shown = await givenEvent(world, await givenClub(world));
  await givenParticipant(world, await givenChallenge(world, shown), { steps: 1200 });

  const draftClub = await givenClub(world, { reviewedAt: undefined, publishedAt: undefined });
  const draftEvent = await givenEvent(world, draftClub, {
    publishedAt: undefined,
    endsAt: '2031-03-17T00:00:00.000Z',
  });
  const draftChallenge = await givenChallenge(world, draftEvent, {
    publishedAt: undefined,
    endsAt: eventContent.startsAt,
  });

  const shop = await givenWorkspace(world, 'merchant');
  const shopOwner = await givenEmployee(world, shop, { role: 'owner' });
  const staff = await givenEmployee(world, shop, { role: 'staff' });
  const campaign = await givenCampaign(world, { merchantTenantId: shop.id, units: [5] });
  const claim = await givenClaim(world, campaign, { accountId: patient });
  const redeemed = await givenClaim(world, campaign, { status: 'redeemed' });
  const draftCampaign = await givenCampaign(world, { status: 'draft' });
  const definition = await givenDefinition(world);

  const company = await givenWorkspace(world);
  const companyOwner = await givenEmployee(world, company, { role: 'owner' });
  const officer = await givenEmployee(world, company, { role: 'hr_admin' });
  const employee = await givenEmployee(world, company, {
    accountId: patient,
    reference: 'TM-0001',
    shareReference: false,
  });
  await givenInvitation(world, company, { by: patient });

  const draftFlow = await givenFlow(world);
  const publishedFlow = await givenFlow(world, { status: 'published' });
  await givenAnswers(world, patient);
  const { body: left } = await world.call('requestDeletion', { as: newAccount() });

  const someone = newAccount();
  const accounts: Readonly<Record<Principal, AccountId | undefined>> = {
    nobody: undefined,
    patient,
    'other account': someone,
    practitioner,
    'lapsed practitioner': lapsed,
    'club owner': club.ownerId,
    'merchant staff': staff.accountId,
    'HR admin': officer.accountId,
    'workspace owner': companyOwner.accountId,
    'platform admin': await givenAdmin(world),
  };
  await givenHiddenAlias(world, exhibition, 'Si Kasar');
  await givenCancelled(world);
  const inHours = (n: number) => later(world.now(), hours(n)).toISOString();
  await givenEvent(world, club, { startsAt: inHours(1), endsAt: inHours(24) });
  await givenEvent(world, club, { startsAt: inHours(-2), endsAt: inHours(-1) });
  return {
    at: world.now().toISOString(),
    accounts,
    /** The `other account`, where a request names an account. */
    someone,
    patient,
    practitioner,
    lapsed,
    token,
    /** A record that the practitioner has added. */
    record: String(added.body.id),
    pending: pending.id,
    approved: approved.id,
    /** The approved request of the caller; for callers without one, that of the practitioner. */
    letIn: (principal: Principal) => (principal === 'lapsed practitioner' ? approvedOfLapsed : approved).id,
    club,
    exhibition,
    /** A challenge that the patient is enrolled in, and one without participants. */
    entered,
    alias,
    open,
    exclusion: (await givenExclusion(world, entered)).id,
    /** A public exhibition. */
    shown,
    draftClub,
    draftEvent,
    draftChallenge,
    shop: shop.id,
    shopOwner: shopOwner.accountId,
    campaign: campaign.id,
    claim: claim.id,
    redeemed: { claimId: redeemed.id, redemptionId: String(redeemed.redemptionId) },
    draftCampaign: draftCampaign.id,
    definition,
    company: company.id,
    companyOwner: companyOwner.accountId,
    submitted: (await givenCertificate(world, employee)).id,
    drafted: (await givenCertificate(world, employee, { status: 'draft' })).id,
    invitation: await givenInvitation(world, company, { reference: 'TM-0002' }),
    draftFlow: draftFlow.id,
    publishedFlow: publishedFlow.id,
    secondAdmin: await givenAdmin(world),
    notice: (await givenNotice(world, patient)).id,
    device: (await givenDevice(world, patient)).id,
    /** Items of a deleted account. */
    receiptToken: String(left.receiptToken),
  };
}
