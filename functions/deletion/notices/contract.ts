import * as z from 'zod/mini';
import { contract } from '../../../shared/contract/contract.ts';
import { PUSHED_KINDS } from '../../../shared/notices/kinds.ts';
import { noticeFields, noticeSettingFields } from '../../../shared/notices/schemas.ts';
import { NOTICE_DAYS } from '../../../shared/values/limits.ts';
import {
  calendarDate,
  count,
  Nothing,
  pageOf,
  pageQuery,
  Timestamp,
  Uuid,
} from '../../../shared/values/resources.ts';

/** The practitioner of an access request, as verified then. */
export const NamedPractitioner = z.strictObject({
  name: z.string(),
  specialty: z.string(),
  organization: z.string(),
});

/** What an account has read is up to a notice, so a notice that was committed late may be read at once. */
export const Notice = z.strictObject({
  ...noticeFields,
  read: z.boolean(),
  title: z.optional(z.string()),
  practitioner: z.optional(NamedPractitioner),
  firstDay: z.optional(calendarDate()),
  lastDay: z.optional(calendarDate()),
});

/** What has changed of an exhibition that the account joined, or is final in it, or that it was cancelled. */
export const ExhibitionNews = z.strictObject({
  joinCode: z.string(),
  title: z.string(),
  startsAt: Timestamp,
  endsAt: Timestamp,
  timezone: z.string(),
  venue: z.string(),
  at: Timestamp,
  read: z.boolean(),
  changed: z.optional(z.array(z.enum(['startsAt', 'endsAt', 'venue']))),
  finalChallengeId: z.optional(Uuid),
  cancelled: z.optional(z.boolean()),
});

const Notices = z.extend(pageOf('notices', Notice), {
  unread: z.optional(count()),
  exhibitions: z.optional(z.array(ExhibitionNews)),
});

export const listNotices = contract({
  operationId: 'listNotices',
  area: 'deletion',
  method: 'GET',
  path: '/v1/account/notices',
  summary: 'List what the platform has to tell the caller',
  description: `The latest notices come first, and stay for ${NOTICE_DAYS} days. The first page also has \`unread\`, up to 100, and \`exhibitions\`: of the 100 exhibitions joined last, what has changed since then, what is final, and whether it was cancelled. A notice holds ids and times; titles and the practitioner are read with the list, and omitted while the caller may not see them.`,
  caller: 'account',
  query: z.object(pageQuery),
  success: { 200: Notices },
  refusals: {},
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: {
    table: {
      'NOTICE#': ['GetItem', 'Query'],
      'CLINICAL#REQUEST#': ['BatchGetItem'],
      'COMMUNITY#ACCOUNT#': ['Query', 'BatchGetItem'],
      'COMMUNITY#CLUB#': ['BatchGetItem'],
      'COMMUNITY#EVENT#': ['BatchGetItem'],
      'REWARDS#CAMPAIGN#': ['BatchGetItem'],
      'WORKSPACE#ACCOUNT#': ['BatchGetItem'],
      'WORKSPACE#ID#': ['BatchGetItem'],
    },
  },
});

export const markNoticesRead = contract({
  operationId: 'markNoticesRead',
  area: 'deletion',
  method: 'PUT',
  path: '/v1/account/notices/read',
  summary: 'Mark notices as read up to one of them',
  description:
    'Name the latest notice that the person has seen. Notices that are older, and exhibitions that changed before it, are read, too. An older notice than the last one changes nothing.',
  caller: 'account',
  body: z.strictObject({ noticeId: Uuid }),
  success: { 204: Nothing },
  refusals: { notice_not_found: [404, 'The caller has no notice with this id.'] },
  touches: { table: { 'NOTICE#': ['GetItem', 'UpdateItem'] } },
});

/** How the caller is told. An account that has chosen nothing gets mail in all languages, and pushes of every kind. */
export const NoticeSettings = z.strictObject(noticeSettingFields);

export const getNoticeSettings = contract({
  operationId: 'getNoticeSettings',
  area: 'deletion',
  method: 'GET',
  path: '/v1/account/notices/settings',
  summary: 'Get how the caller is told',
  description:
    'Until the caller has chosen something, mail is on and every kind is pushed. Without a `language`, a mail is in all languages.',
  caller: 'account',
  success: { 200: NoticeSettings },
  refusals: {},
  touches: { table: { 'NOTICE#': ['GetItem'] } },
});

export const putNoticeSettings = contract({
  operationId: 'putNoticeSettings',
  area: 'deletion',
  method: 'PUT',
  path: '/v1/account/notices/settings',
  summary: 'Choose how the caller is told',
  description:
    'Replaces all settings. `listNotices` shows every notice, also of the kinds in `notPushed`. Phones have languages of their own, with `putDevice`.',
  caller: 'account',
  body: z.extend(NoticeSettings, {
    notPushed: noticeSettingFields.notPushed.check(z.maxLength(PUSHED_KINDS.length)),
  }),
  success: { 200: NoticeSettings },
  refusals: {},
  touches: { table: { 'ACCOUNT#': ['ConditionCheckItem'], 'NOTICE#': ['PutItem'] } },
});
