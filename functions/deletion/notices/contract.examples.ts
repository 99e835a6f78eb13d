import type { ExamplesOf } from '../../../shared/contract/examples.ts';
import {
  ACCESS_REQUEST_ID,
  CAMPAIGN_ID,
  CERTIFICATE_ID,
  CHALLENGE_ID,
  CLAIM_ID,
  CLUB_ID,
  CLUB_REQUEST_ID,
  CURSOR,
  JOIN_CODE,
  NOTICE_ID,
  RECORD_ID,
  WORKSPACE_ID,
} from '../../../shared/values/ids.examples.ts';
import { NOTICE_DAYS } from '../../../shared/values/limits.ts';
import { meaningsOf, parametersOf } from '../../../shared/values/meanings.ts';
import { nextCursor, page } from '../../../shared/values/resources.examples.ts';
import type * as contract from './contract.ts';
import { ExhibitionNews, listNotices, markNoticesRead, NamedPractitioner, Notice } from './contract.ts';

const read = 'Whether it is not later than the latest notice that was marked as read';

export const noticeMeanings = {
  id: 'The id of the notice, which begins with its time',
  kind: 'What it tells',
  at: 'When it happened',
  until: 'Until when it is worth telling: the end of what it is about, or a day or a week later',
  accessRequestId: 'The access request; omitted for other kinds',
  recordId: 'The note in the records; omitted for other kinds',
  campaignId: 'The campaign of the gift; omitted for other kinds',
  claimId: 'The reservation; omitted for other kinds',
  workspaceId: 'The workspace; omitted for other kinds',
  certificateId: 'The medical-certificate request; omitted for other kinds',
  clubId: 'The club; omitted for other kinds',
  memberId: 'Who asks to join the club; omitted for other kinds',
  challengeId: 'The challenge; omitted for other kinds',
  joinCode: 'The code of the exhibition; omitted for other kinds',
};

export const meanings = [
  meaningsOf(Notice, {
    ...noticeMeanings,
    read,
    title:
      'The present title of the gift, club or exhibition, or the name of the workspace; omitted for other kinds, or while the caller may not see it',
    practitioner: 'The practitioner who asked for access, as verified then; omitted for other kinds',
    firstDay: 'The first day of the certificate; omitted for other kinds',
    lastDay: 'The last day of the certificate; omitted for other kinds',
  }),
  meaningsOf(NamedPractitioner, {
    name: 'The name',
    specialty: 'The specialty',
    organization: 'The clinic or hospital',
  }),
  meaningsOf(ExhibitionNews, {
    joinCode: 'The code of the exhibition',
    title: 'The title of the exhibition',
    startsAt: 'Its present start',
    endsAt: 'Its present end',
    timezone: 'Its time zone',
    venue: 'Its present venue',
    at: 'When it last changed, or when the result became final',
    read,
    changed: 'What has changed since the caller joined; omitted for a final result',
    finalChallengeId: "The caller's challenge whose result is final; omitted for a change",
  }),
  parametersOf(listNotices.query, page),
  meaningsOf(listNotices.success[200], {
    notices: `The notices of this page, the latest first, of the last ${NOTICE_DAYS} days`,
    nextCursor,
    unread: 'How many notices are unread, up to 100; only on the first page',
    exhibitions:
      'What is new in the 100 exhibitions that the caller joined last, the latest first; only on the first page',
  }),
  meaningsOf(markNoticesRead.body, { noticeId: 'The latest notice that the person has seen' }),
];

const times = { id: NOTICE_ID, at: '2026-03-02T02:15:09.412Z', until: '2026-03-09T02:15:09.412Z' };

/** Notices as they are stored. */
export const ownNotices = {
  certificate: {
    ...times,
    kind: 'certificate_approved',
    workspaceId: WORKSPACE_ID,
    certificateId: CERTIFICATE_ID,
  },
  record: { ...times, kind: 'record_added', accessRequestId: ACCESS_REQUEST_ID, recordId: RECORD_ID },
  gift: { ...times, kind: 'gift_about_to_lapse', campaignId: CAMPAIGN_ID, claimId: CLAIM_ID },
  join: { ...times, kind: 'join_requested', clubId: CLUB_ID, memberId: CLUB_REQUEST_ID },
  alias: {
    ...times,
    kind: 'alias_hidden',
    challengeId: CHALLENGE_ID,
    clubId: CLUB_ID,
    joinCode: JOIN_CODE,
  },
} as const;
const { certificate, record, gift, join, alias } = ownNotices;

const exhibition = {
  joinCode: JOIN_CODE,
  title: 'Ekspo Sihat Kuala Lumpur',
  startsAt: '2026-03-07T02:00:00.000Z',
  endsAt: '2026-03-08T10:00:00.000Z',
  timezone: 'Asia/Kuala_Lumpur',
  venue: 'Putrajaya',
};

export const examples = {
  listNotices: {
    success: {
      200: {
        notices: [
          {
            ...certificate,
            read: false,
            title: 'Teknologi Maju Sdn Bhd',
            firstDay: '2026-02-24',
            lastDay: '2026-02-26',
          },
          {
            ...record,
            read: true,
            practitioner: {
              name: 'Dr Lim Wei Han',
              specialty: 'Family medicine',
              organization: 'Klinik Keluarga Damansara',
            },
          },
          { ...gift, read: true, title: 'Botol air percuma' },
          { ...join, read: true, title: 'Kelab Larian Merdeka' },
          { ...alias, read: true },
        ],
        nextCursor: CURSOR,
        unread: 1,
        exhibitions: [
          {
            ...exhibition,
            at: '2026-03-01T02:15:09.412Z',
            read: true,
            changed: ['venue' as const],
          },
          { ...exhibition, at: '2026-03-10T10:00:00.000Z', read: false, finalChallengeId: CHALLENGE_ID },
        ],
      },
    },
  },
  markNoticesRead: { body: { noticeId: NOTICE_ID }, success: { 204: undefined } },
} satisfies ExamplesOf<typeof contract>;
