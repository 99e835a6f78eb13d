/** Kinds of things that the pages of administrators have words for. */

/** Where an exhibition is, as people call it. The platform calls an exhibition with final results ended. */
export const STATES = ['live', 'announced', 'draft', 'ended', 'final', 'cancelled'] as const;
export type StateName = (typeof STATES)[number];

/** Why an exhibition cannot be published, apart from a gift whose time is over. */
export type ObstacleName = 'has_ended' | 'club_not_published' | 'club_is_private' | 'too_many';

export const CAMPAIGN_STATUSES = ['published', 'draft', 'closed'] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

export const WITHDRAWAL_REASONS = ['broken', 'missing', 'miscounted'] as const;
export type WithdrawalReason = (typeof WITHDRAWAL_REASONS)[number];
