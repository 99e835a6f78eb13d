import * as z from 'zod/mini';
import { kind, partition } from '../table/item.ts';
import { count, Timestamp, Uuid } from '../values/resources.ts';
import { type Campaign, CampaignStatus } from './items.ts';

/**
 * What belongs to a campaign, apart from its stock.
 *
 * REWARDS#CAMPAIGN#<campaignId> | RESTOCK#<restockId>          units that were added after the publication
 * REWARDS#CAMPAIGN#<campaignId> | WITHDRAWAL#<withdrawalId>    free units that were withdrawn, and why
 * REWARDS#OF-EVENT#<eventId> | CAMPAIGN#<campaignId>          a campaign of an exhibition, with its status
 */

/** The campaigns of an exhibition in any state. */
export const campaignsOfEvent = (eventId: string) => ({ pk: partition('REWARDS#OF-EVENT#', eventId) });

/** What leads from an exhibition to a campaign. Each write of the status also writes it. */
export const campaignEntry = kind({
  prefix: 'REWARDS#OF-EVENT#',
  shape: z.object({ eventId: Uuid, campaignId: Uuid, status: CampaignStatus }),
  key: ({ eventId, campaignId }: { eventId: string; campaignId: string }) => ({
    ...campaignsOfEvent(eventId),
    sk: `CAMPAIGN#${campaignId}`,
  }),
});

/** The entry of a campaign with its present status. */
export const entryOf = ({ id: campaignId, eventId, status }: Campaign) =>
  campaignEntry.stored({ eventId, campaignId, status });

export const restock = kind({
  prefix: 'REWARDS#CAMPAIGN#',
  shape: z.object({ campaignId: Uuid, restockId: Uuid, units: count(), restockedAt: Timestamp }),
  key: ({ campaignId, restockId }: { campaignId: string; restockId: string }) => ({
    pk: partition('REWARDS#CAMPAIGN#', campaignId),
    sk: `RESTOCK#${restockId}`,
  }),
});

export const WithdrawalReason = z.enum(['broken', 'missing', 'miscounted']);

export const withdrawal = kind({
  prefix: 'REWARDS#CAMPAIGN#',
  shape: z.object({
    campaignId: Uuid,
    withdrawalId: Uuid,
    units: count(),
    reason: WithdrawalReason,
    withdrawnAt: Timestamp,
  }),
  key: ({ campaignId, withdrawalId }: { campaignId: string; withdrawalId: string }) => ({
    pk: partition('REWARDS#CAMPAIGN#', campaignId),
    sk: `WITHDRAWAL#${withdrawalId}`,
  }),
});
