import type { sources } from '../../functions/deletion/account-data/sources.ts';
import {
  logEntry,
  practitionerVerification,
  record,
  recordPointer,
  StoredPractitioner,
} from '../../shared/clinical/items.ts';
import { createdClubs, enrollmentConsents } from '../../shared/community/participation.ts';
import type { ByHead } from '../../shared/table/item.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import { certificateDrafts, sharingConsent, workspace } from '../../shared/workspaces/items.ts';
import { newId, type World } from '../support/world.ts';
import { givenAdmin } from './accounts.ts';
import { givenPractitioner, givenRequest, givenToken } from './clinical.ts';
import {
  givenAttendee,
  givenChallenge,
  givenClub,
  givenEvent,
  givenExclusion,
  givenMember,
  givenParticipant,
} from './community.ts';
import { givenDevice, givenDueMail, givenNotice, givenNoticeSettings, givenReadMark } from './notices.ts';
import { givenAnswers } from './onboarding.ts';
import { givenCampaign, givenClaim } from './rewards.ts';
import { givenCertificate, givenEmployee, givenInvitation, givenWorkspace } from './workspaces.ts';

type PartitionOfAccount = Exclude<(typeof sources)[number]['prefix'], 'CLINICAL#REQUEST#' | 'NOTICE-DEVICE#'>;

/**
 * The heads of the sort keys in the partitions of an account. A head that is missing here does not compile, and a test fails
 * while the account with everything has no such item.
 */
export const headsOfAccount: { readonly [In in PartitionOfAccount]: ByHead<In, true> } = {
  'ACCOUNT#': { STANDING: true },
  'CLINICAL#PRACTITIONER#': { VERIFICATION: true },
  'CLINICAL#RECORDS#': {},
  'CLINICAL#LOG#': {},
  'COMMUNITY#ACCOUNT#': {
    CREATED: true,
    CLUB: true,
    EVENT: true,
    CHALLENGE: true,
    CONSENTS: true,
    EXCLUSION: true,
  },
  'NOTICE#': { AT: true, MAIL: true, READ: true, SETTINGS: true },
  'ONBOARDING#ACCOUNT#': { ANSWERS: true },
  'REWARDS#ACCOUNT#': { CLAIM: true },
  'WORKSPACE#ACCOUNT#': { MEMBER: true, CERTIFICATE: true, ACCEPTED: true, CONSENTS: true },
};

const iso = (time: Date) => time.toISOString();

/** An account with every kind of item in every area, next to other accounts that must not change. */
export async function givenFullLife(world: World, account: AccountId) {
  const now = iso(world.now());
  const open = await givenClub(world);
  await givenMember(world, open, 'owner');
  const event = await givenEvent(world, open);
  const challenge = await givenChallenge(world, event);
  await givenAttendee(world, event, account);
  await givenParticipant(world, challenge, { accountId: account, steps: 700, shareLeaderboard: true });
  const given = { given: true, at: now, noticeVersion: '2031-02' };
  const both = { shareLeaderboard: [given], sharePublicDisplay: [given], version: 1 };
  await world.put(enrollmentConsents.stored({ accountId: account, challengeId: challenge.id, ...both }));
  const rude = await givenChallenge(world, await givenEvent(world, open));
  await givenParticipant(world, rude, { accountId: account, alias: 'Si Nakal', aliasHiddenAt: now });
  const fast = await givenChallenge(world, await givenEvent(world, open));
  await givenParticipant(world, fast, { accountId: account, alias: 'Si Kilat', excludedAt: now });
  await givenExclusion(world, fast, { accountId: account });
  await givenParticipant(world, challenge, { steps: 900, alias: 'Orang Lain', shareLeaderboard: true });
  const own = await givenClub(world, { ownerId: account, visibility: 'private' });
  await givenMember(world, own, 'owner');
  await givenMember(world, own);
  await world.put(createdClubs.stored({ accountId: account, clubs: 1 }));
  const asked = await givenClub(world, { visibility: 'private' });
  await givenMember(world, asked, 'owner');
  await world.call('joinClub', { as: account, params: { id: asked.id }, body: { knownAs: 'Pak Long' } });
  await world.call('joinClub', { as: account, params: { id: open.id }, body: {} });

  const held = await givenCampaign(world, { units: [2] });
  const claims = [
    await givenClaim(world, held, { accountId: account }),
    await givenClaim(world, await givenCampaign(world), { accountId: account, status: 'redeemed' }),
    await givenClaim(world, await givenCampaign(world), { accountId: account, status: 'expired' }),
    await givenClaim(world, await givenCampaign(world), { accountId: account, expiresAt: now }),
  ];
  await givenClaim(world, held);

  const company = await givenWorkspace(world);
  await givenEmployee(world, company, {
    accountId: account,
    role: 'hr_admin',
    reference: 'TM-0417',
    shareReference: true,
  });
  await givenInvitation(world, company, { by: account, reference: 'TM-0417' });
  await world.put(certificateDrafts.stored({ accountId: account, drafts: 1 }));
  for (const status of ['draft', 'approved', 'rejected'] as const) {
    await givenCertificate(world, { accountId: account, workspaceId: company.id }, { status });
  }
  for (const shared of ['reference', 'certificate'] as const) {
    const of = { accountId: account, shared, id: shared === 'reference' ? company.id : newId() };
    await world.put(sharingConsent.stored({ ...of, changes: [given], version: 1 }));
  }
  const merchant = await givenWorkspace(world, 'merchant');
  await world.put(workspace.stored({ ...merchant, ownerId: account }));
  await givenEmployee(world, merchant, { accountId: account, role: 'owner' });

  await givenAnswers(world, account);
  await givenReadMark(world, await givenNotice(world, account));
  await givenDueMail(world, account);
  await givenNoticeSettings(world, account);
  await givenDevice(world, account);

  // It becomes an administrator, who acts once.
  const grant = (as: AccountId, accountId: AccountId) =>
    world.call('grantAdministrator', { as, params: { accountId } });
  await grant(await givenAdmin(world), account);
  await grant(account, account);

  await givenToken(world, { patientId: account });
  await givenPractitioner(world, { accountId: account, name: 'Dr Rosnah' });
  const verified = await world.item(practitionerVerification.key({ accountId: account }));
  const practitioner = StoredPractitioner.parse(verified);
  const requests = {
    asPatient: await givenRequest(world, { status: 'approved', patientId: account }),
    pending: await givenRequest(world, { patientId: account }),
    denied: await givenRequest(world, { status: 'denied', patientId: account, deniedAt: now }),
    asPractitioner: await givenRequest(world, { status: 'approved', practitioner }),
  };
  const { asPatient, asPractitioner } = requests;
  const note = { title: 'Blood pressure', body: '128/82', consultedAt: now, createdAt: now };
  const notes = [asPatient, asPractitioner].map(({ id, patientId, practitioner: by }) => ({
    ...note,
    id: newId(),
    patientId,
    accessRequestId: id,
    practitionerId: by.id,
    practitionerAccountId: by.accountId,
    practitionerName: by.name,
    practitionerOrganization: by.organization,
  }));
  await world.put(
    ...notes.map(record.stored),
    ...notes.map(recordPointer.stored),
    ...notes.map(({ id: recordId, ...note }) =>
      logEntry.stored({
        ...{ ...note, id: newId(), recordId },
        at: now,
        action: 'record_added',
      }),
    ),
  );
  return { own, challenge, rude, event, claims, held, company, merchant, requests };
}
