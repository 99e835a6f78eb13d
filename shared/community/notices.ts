import type { NoticeKind } from '../notices/kind.ts';

const club = { area: 'community', mayLeave: true, ids: ['clubId'], shows: 'club', worthDays: 7 } as const;
const toParticipant = {
  area: 'community',
  recipient: 'participant',
  mayLeave: true,
  shows: 'exhibition',
  worthDays: 7,
} as const;
const toMember = { ...club, recipient: 'club_member' } as const;

/** What happens between members and owners of clubs, and to an alias, which is never repeated. */
export const communityNotices = {
  join_requested: { ...club, recipient: 'club_owner', ids: ['clubId', 'memberId'] },
  club_admitted: toMember,
  club_declined: toMember,
  club_removed: toMember,
  alias_hidden: { ...toParticipant, ids: ['challengeId', 'joinCode', 'clubId'] },
  alias_hidden_in_event: { ...toParticipant, ids: ['joinCode', 'clubId'] },
} as const satisfies Readonly<Record<string, NoticeKind>>;
