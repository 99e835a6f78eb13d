import { verification } from '../../../shared/clinical/schemas.examples.ts';
import { enrollmentMeanings } from '../../../shared/community/schemas.examples.ts';
import type { ExamplesOf } from '../../../shared/contract/examples.ts';
import { deviceMeanings, noticeMeanings, settingMeanings } from '../../../shared/notices/schemas.examples.ts';
import { answersMeanings } from '../../../shared/onboarding/schemas.examples.ts';
import { CLUB_ID, CURSOR, PRACTITIONER_ACCOUNT_ID } from '../../../shared/values/ids.examples.ts';
import { MAX_CONSENT_CHANGES, MAX_LISTED_CONTENT } from '../../../shared/values/limits.ts';
import { meaningsOf, parametersOf } from '../../../shared/values/meanings.ts';
import { nextCursor, page } from '../../../shared/values/resources.examples.ts';
import { membershipMeanings, ownMembership } from '../../../shared/workspaces/schemas.examples.ts';
import type * as contract from './contract.ts';
import {
  Account,
  AccountDataEntry,
  CertificateConsent,
  CreatedClubs,
  EnrollmentConsents,
  ExhibitionMembership,
  getAccountData,
  OwnAnswer,
  OwnAnswers,
  OwnDevice,
  OwnEnrollment,
  OwnExclusion,
  OwnedClub,
  OwnMail,
  OwnNotice,
  OwnNoticeSettings,
  PlatformRoles,
  ReadNotices,
  ReferenceConsent,
  WorkspaceMembership,
} from './contract.ts';
import { entries } from './entries.examples.ts';

const exhibition = {
  joinCode: 'The enrollment code of the exhibition',
  clubId: 'The club of the exhibition',
};

const changes = `When the account consented, and when that ended: the latest ${MAX_CONSENT_CHANGES} changes, the latest last`;

export const meanings = [
  meaningsOf(PlatformRoles, {
    platformAdmin: 'Whether the account is an administrator of the platform',
    platformAdminSince: 'Since when it has been one; omitted otherwise',
  }),
  meaningsOf(WorkspaceMembership, {
    ...membershipMeanings,
    endedAt: 'When the membership ended; omitted for current members',
    removedAt: 'When an officer last ended the membership; omitted if none did',
  }),
  meaningsOf(ExhibitionMembership, {
    ...exhibition,
    joinedAt: 'When the account joined the exhibition',
  }),
  meaningsOf(OwnEnrollment, {
    ...enrollmentMeanings,
    challengeId: 'The challenge of the enrollment',
    ...exhibition,
    reportedAt: 'When the last step report was accepted; omitted before the first one',
    aliasHiddenAt: 'When an administrator hid the alias from both boards; omitted otherwise',
    aliasHiddenInEventAt: 'When an administrator hid the alias in the whole exhibition; omitted otherwise',
  }),
  meaningsOf(OwnExclusion, {
    challengeId: 'The challenge from which the account is excluded',
    alias: 'The alias of the account at the time of the exclusion',
    excludedAt: 'When the account was excluded',
  }),
  meaningsOf(EnrollmentConsents, {
    challengeId: 'The challenge of the boards',
    shareLeaderboard: `When the account consented to be shown to the other participants, and when that ended: the latest ${MAX_CONSENT_CHANGES} changes, the latest last`,
    sharePublicDisplay: 'The same for the public display',
  }),
  meaningsOf(ReferenceConsent, {
    workspaceId: 'The workspace whose officers see the reference',
    changes,
  }),
  meaningsOf(CertificateConsent, {
    certificateId: 'The medical-certificate request that the officers see',
    changes,
  }),
  meaningsOf(OwnAnswer, {
    questionId: 'The id of the question within the flow',
    optionIds: 'The ids of the chosen options',
    question: 'The question with its options, as the person read it',
  }),
  meaningsOf(OwnAnswers, {
    ...answersMeanings,
    answers: 'The answered questions; skipped questions are omitted',
  }),
  meaningsOf(CreatedClubs, { createdClubs: 'The number of clubs that the account has created' }),
  ...AccountDataEntry.def.options.map((entry) =>
    meaningsOf(entry, {
      area: 'The area of the item',
      kind: 'The kind of the item',
      data: 'The item itself',
      ...('title' in entry.shape && {
        title:
          'The present title of the club, exhibition, challenge or campaign; omitted while the account may not see it',
      }),
    }),
  ),
  meaningsOf(OwnedClub, { id: 'The id of the club', title: 'The title of the club' }),
  meaningsOf(Account, {
    id: 'The id of the account',
    platformAdmin: 'Whether the account is an administrator of the platform',
    verification: 'The verification as a practitioner, also one that has ended; omitted if there was none',
    workspaces: 'The workspaces of the account, with its role in each',
    ownedClubs: `The clubs that the account owns, the latest first, ${MAX_LISTED_CONTENT} at most`,
    accessNoticeVersion: 'The version of the notice about access to records, labelled with its date',
    consentNoticeVersion:
      'The version of the notice about the consents to boards, references and certificates, labelled with its date',
    deletionNoticeVersion: 'The version of the notice about deletion, labelled with its date',
  }),
  parametersOf(getAccountData.query, page),
  meaningsOf(OwnNotice, noticeMeanings),
  meaningsOf(ReadNotices, {
    noticeId: 'The latest notice that the account has read',
    noticeAt: 'The time of this notice',
  }),
  meaningsOf(OwnNoticeSettings, settingMeanings),
  meaningsOf(OwnMail, {
    kind: 'What the mail is about',
    at: 'When it became due',
    doneAt: 'When it was sent, or found not to be needed',
  }),
  meaningsOf(OwnDevice, {
    ...deviceMeanings,
    endedAt: 'When pushes to it ended; it is deleted within minutes after that',
  }),
  meaningsOf(getAccountData.success[200], { entries: 'The items of this page, by their area', nextCursor }),
];

export const examples = {
  getAccount: {
    success: {
      200: {
        id: PRACTITIONER_ACCOUNT_ID,
        platformAdmin: false,
        verification,
        workspaces: [ownMembership],
        ownedClubs: [{ id: CLUB_ID, title: 'Kelab Larian Merdeka' }],
        accessNoticeVersion: '2026-01-01',
        consentNoticeVersion: '2026-01-01',
        deletionNoticeVersion: '2026-12-01',
      },
    },
  },
  getAccountData: {
    success: {
      200: {
        entries,
        nextCursor: CURSOR,
      },
    },
  },
} satisfies ExamplesOf<typeof contract>;
