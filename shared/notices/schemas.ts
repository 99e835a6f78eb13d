import * as z from 'zod/mini';
import { PAGE_LANGUAGES } from '../values/languages.ts';
import { Timestamp, Uuid } from '../values/resources.ts';
import type { NoticeId } from './kind.ts';
import { NOTICE_KINDS, PUSHED_KINDS } from './kinds.ts';

/** What a notice is about: the ids that its kind declares. */
export const NoticeSubject = z.strictObject({
  accessRequestId: z.optional(Uuid),
  recordId: z.optional(Uuid),
  campaignId: z.optional(Uuid),
  claimId: z.optional(Uuid),
  workspaceId: z.optional(Uuid),
  certificateId: z.optional(Uuid),
  clubId: z.optional(Uuid),
  memberId: z.optional(Uuid),
  challengeId: z.optional(Uuid),
  joinCode: z.optional(z.string()),
} satisfies Record<NoticeId, unknown>);

/** What is stored of a notice and also shown. */
export const noticeFields = {
  id: Uuid,
  kind: z.enum(NOTICE_KINDS),
  at: Timestamp,
  until: Timestamp,
  about: NoticeSubject,
};

/** What an account chooses for its mails and pushes. */
export const noticeSettingFields = {
  /** Without it, a mail is in all languages. */
  language: z.optional(z.enum(PAGE_LANGUAGES)),
  mail: z.boolean(),
  /** The kinds that are only listed. */
  notPushed: z.array(z.enum(PUSHED_KINDS)),
};
