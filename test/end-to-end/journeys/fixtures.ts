import { days, later } from '../../../shared/values/clock.ts';
import { newId } from '../../support/world.ts';
import type { RequestOf } from './client.ts';
import type { Person, Town } from './platform-under-test.ts';

export type Role = RequestOf<'createInvitation'>['body']['role'];

/** Creates over HTTP what a journey needs at its start. */

export async function verifiedPractitioner(town: Town, admin: Person, name = 'Dr Aminah') {
  const practitioner = town.person();
  const verified = await admin.does('verifyPractitioner', {
    params: { accountId: practitioner.id },
    body: {
      name,
      licenseAuthority: 'Majlis Perubatan Malaysia',
      licenseNumber: '45678',
      specialty: 'Family medicine',
      organization: 'Klinik Kita',
      verificationValidUntil: later(await town.now(), days(365)).toISOString(),
    },
  });
  return { ...practitioner, practitionerId: verified.id };
}

/** A public club with an exhibition and a challenge in it, all of them published. */
export async function publishedChallenge(admin: Person, times: { startsAt: string; endsAt: string }) {
  const words = { title: 'Kelab Larian Titiwangsa', summary: 'Kita berjalan bersama' };
  const club = await admin.does('createPlatformClub', {
    body: { ...words, visibility: 'public', ownerId: admin.id },
  });
  await admin.does('publishClub', { params: { id: club.id } });
  const event = await admin.does('createEvent', {
    body: {
      ...words,
      ...times,
      title: 'Ekspo Sihat',
      clubId: club.id,
      joinCode: `ekspo-${newId()}`,
      venue: 'Pusat Dagangan Dunia',
      expectedAttendees: 500,
    },
  });
  const code = event.joinCode;
  await admin.does('publishEvent', { params: { code } });
  const challenge = await admin.does('createChallenge', {
    params: { code },
    body: { ...words, ...times, title: 'Sejuta Langkah', rules: 'Jalan sahaja.', rewardEligible: true },
  });
  await admin.does('publishChallenge', { params: { id: challenge.id } });
  return { club, event, code, challenge };
}

export const newWorkspace = (admin: Person, workspaceKind: 'corporate' | 'merchant', owner: Person) =>
  admin.does('createWorkspace', { body: { name: 'Teknologi Maju', workspaceKind, ownerId: owner.id } });

/** Adds a member to a workspace by an invitation of an officer. */
export async function joins(person: Person, officer: Person, workspaceId: string, role: Role = 'member') {
  const { invitationToken } = await officer.does('createInvitation', {
    params: { workspaceId },
    body: { invitationId: newId(), role },
  });
  return person.does('acceptInvitation', { body: { invitationToken } });
}

export interface CampaignOverrides {
  readonly merchantTenantId: string;
  readonly eventId: string;
  readonly startsAt: string;
  readonly endsAt: string;
  /** By default, `endsAt`. */
  readonly redeemBy?: string;
  readonly stockUnits: number;
}

/** A draft of a campaign with reservations of one hour. */
export const draftCampaign = (admin: Person, overrides: CampaignOverrides) =>
  admin.does('createCampaign', {
    body: {
      title: 'Beg guni',
      summary: 'Untuk yang mula-mula datang',
      rules: 'Satu seorang.',
      redeemBy: overrides.endsAt,
      reservationTtlSeconds: 3600,
      requiresVerifiedIdentity: false,
      ...overrides,
    },
  });

export const reserves = (campaignId: string, claimId = newId()) =>
  ['reserveReward', { params: { campaignId }, body: { claimId } }] as const;

/** The only challenge of an exhibition, as the display shows it. */
export async function displayed(town: Town, code: string) {
  const [challenge] = (await town.visitor.does('getDisplay', { params: { code } })).challenges;
  if (!challenge) throw new Error('the display shows no challenge');
  return challenge;
}
