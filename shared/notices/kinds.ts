import { clinicalNotices } from '../clinical/notices.ts';
import { communityNotices } from '../community/notices.ts';
import { rewardNotices } from '../rewards/notices.ts';
import { workspaceNotices } from '../workspaces/notices.ts';
import type { NoticeKind } from './kind.ts';

/** All kinds of notices. A new one does not compile without its sentences. */
export const noticeKinds = { ...clinicalNotices, ...rewardNotices, ...workspaceNotices, ...communityNotices };
export type NoticeKindName = keyof typeof noticeKinds;
export const NOTICE_KINDS = Object.keys(noticeKinds) as [NoticeKindName, ...NoticeKindName[]];

export const noticeKindOf = (name: NoticeKindName): NoticeKind => noticeKinds[name];

/** What is told to everybody in an exhibition, and is no notice of one account. */
export const EXHIBITION_KINDS = ['exhibition_changed', 'exhibition_cancelled'] as const;
export type ExhibitionKind = (typeof EXHIBITION_KINDS)[number];

/** The kinds that a phone may be told of. */
export const PUSHED_KINDS = [...NOTICE_KINDS, ...EXHIBITION_KINDS] as const;
export type PushedKind = (typeof PUSHED_KINDS)[number];
