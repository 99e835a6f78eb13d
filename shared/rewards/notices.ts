import type { NoticeKind } from '../notices/kind.ts';

const gift = {
  area: 'rewards',
  recipient: 'visitor',
  mayLeave: true,
  ids: ['campaignId', 'claimId'],
  shows: 'gift',
  worthDays: 'until',
} as const;

/** What becomes of a reservation. */
export const rewardNotices = {
  gift_about_to_lapse: gift,
  gift_handed_out: gift,
  redemption_taken_back: gift,
} as const satisfies Readonly<Record<string, NoticeKind>>;
