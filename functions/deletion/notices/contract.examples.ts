import type { ExamplesOf } from '../../../shared/contract/examples.ts';
import {
  noticeMeanings,
  ownNotices,
  ownSettings,
  settingMeanings,
} from '../../../shared/notices/schemas.examples.ts';
import { CHALLENGE_ID, CURSOR, JOIN_CODE, NOTICE_ID } from '../../../shared/values/ids.examples.ts';
import { NOTICE_DAYS } from '../../../shared/values/limits.ts';
import { meaningsOf, parametersOf } from '../../../shared/values/meanings.ts';
import { nextCursor, page } from '../../../shared/values/resources.examples.ts';
import type * as contract from './contract.ts';
import {
  ExhibitionNews,
  listNotices,
  markNoticesRead,
  NamedPractitioner,
  Notice,
  NoticeSettings,
  putNoticeSettings,
} from './contract.ts';

const read = 'Whether it is not later than the latest notice that was marked as read';

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
    name: 'The name of the practitioner',
    specialty: 'The field of medicine',
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
    cancelled: 'True if the exhibition was cancelled; omitted otherwise',
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
  meaningsOf(NoticeSettings, settingMeanings),
  meaningsOf(putNoticeSettings.body, settingMeanings),
];

const { certificate, record, gift, join, alias } = ownNotices;

const settings = { ...ownSettings, notPushed: [...ownSettings.notPushed] };

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
          { ...exhibition, at: '2026-02-27T02:15:09.412Z', read: true, cancelled: true },
        ],
      },
    },
  },
  markNoticesRead: { body: { noticeId: NOTICE_ID }, success: { 204: undefined } },
  getNoticeSettings: { success: { 200: settings } },
  putNoticeSettings: { body: settings, success: { 200: settings } },
} satisfies ExamplesOf<typeof contract>;
