import { club, type Event, event, eventPointer, isShown } from '../../../shared/community/items.ts';
import { entryOf } from '../../../shared/rewards/campaign-items.ts';
import { closing, eachShard } from '../../../shared/rewards/closing.ts';
import {
  type Campaign,
  campaign,
  newShard,
  publishedCount,
  reservationsEnd,
  shareOf,
  stockShard,
} from '../../../shared/rewards/items.ts';
import { finalOutcome } from '../../../shared/table/final-outcome.ts';
import type { Part, Reads, Table } from '../../../shared/table/table.ts';
import { MAX_PUBLISHED_CAMPAIGNS } from '../../../shared/values/limits.ts';
import { findCampaign, putIfDraft } from './platform-campaigns.ts';

/**
 * A campaign is published at most once and closed at most once. The transaction that publishes it creates all shards of
 * its stock. The counter of published campaigns changes in the
 * transactions that publish and close.
 */
export type PublicationOutcome<Kind extends string> =
  | { readonly kind: 'done'; readonly campaign: Campaign }
  | { readonly kind: Kind | 'campaign_not_found' };

/** Reads a campaign, then its exhibition. Both are in any state, and `undefined` if they do not exist. */
export async function findForPublication(table: Reads, campaignId: string) {
  const found = await findCampaign(table, campaignId);
  const pointer = eventPointer.parseIfAny(found && (await table.get(eventPointer.key(found))));
  const itsEvent = event.parseIfAny(pointer && (await table.get(event.key(pointer))));
  return { campaign: found, event: itsEvent };
}

/**
 * Publishes a draft and creates its stock. A published campaign stays as it is.
 * @param found the result of `findForPublication`. It is read again if a concurrent write fails the transaction.
 * @returns `campaign_over` if the time for reservations has already passed, and `exhibition_not_public` if strangers
 * cannot see the exhibition.
 * @throws {TryAgain} if concurrent writes still win at the deadline.
 */
export async function publish(
  table: Table,
  campaignId: string,
  found: Awaited<ReturnType<typeof findForPublication>>,
  at: Date,
): Promise<
  PublicationOutcome<'not_draft' | 'campaign_over' | 'exhibition_not_public' | 'too_many_published'>
> {
  const now = at.toISOString();
  const again = () => findForPublication(table, campaignId);
  return finalOutcome(found, again, async ({ campaign: draft, event: itsEvent }) => {
    if (!draft) return { kind: 'campaign_not_found' };
    if (draft.status === 'published') return { kind: 'done', campaign: draft };
    if (draft.status === 'closed') return { kind: 'not_draft' };
    if (reservationsEnd(draft) <= now) return { kind: 'campaign_over' };
    if (!itsEvent || !isShown(itsEvent)) return { kind: 'exhibition_not_public' };
    const published: Campaign = { ...draft, status: 'published', publishedAt: now, updatedAt: now };
    const refused = await table.transact({
      // The checks above apply to this version only.
      campaign: putIfDraft(published, draft.version),
      entry: { Put: { Item: entryOf(published) } },
      ...everyoneSees(itsEvent),
      count: {
        Update: {
          Key: publishedCount.key({}),
          UpdateExpression: 'ADD publishedCampaigns :one',
          ConditionExpression: 'attribute_not_exists(publishedCampaigns) OR publishedCampaigns < :most',
          ExpressionAttributeValues: { ':one': 1, ':most': MAX_PUBLISHED_CAMPAIGNS },
        },
      },
      ...eachShard(published, (shard) => ({
        Put: {
          Item: stockShard.stored(
            newShard(published, shard, shareOf(published.stockUnits, shard, published.stockShards)),
          ),
        },
      })),
    });
    if (!refused) return { kind: 'done', campaign: published };
    if (refused.campaign) return undefined;
    return { kind: refused.event || refused.club ? 'exhibition_not_public' : 'too_many_published' };
  });
}

/** Transaction parts that fail unless the exhibition and its public club are published and reviewed, and it was not cancelled. */
function everyoneSees({ joinCode, clubId }: Event): Record<'event' | 'club', Part> {
  const shown = 'attribute_exists(publishedAt) AND attribute_exists(reviewedAt)';
  const isOn = `${shown} AND attribute_not_exists(cancelledAt)`;
  return {
    event: { ConditionCheck: { Key: event.key({ joinCode }), ConditionExpression: isOn } },
    club: {
      ConditionCheck: {
        Key: club.key({ id: clubId }),
        ConditionExpression: `${shown} AND visibility = :public`,
        ExpressionAttributeValues: { ':public': 'public' },
      },
    },
  };
}

/**
 * Closes a campaign permanently. Its shards refuse new reservations; existing ones stay until they expire or are
 * redeemed.
 * @param found the campaign as it was read.
 */
export async function close(
  table: Table,
  found: Campaign | undefined,
  at: Date,
): Promise<PublicationOutcome<'not_published'>> {
  if (!found) return { kind: 'campaign_not_found' };
  if (found.status === 'draft') return closeDraft(table, found, at);
  if (found.status !== 'published') return { kind: 'not_published' };
  const refused = await table.transact(closing(found, '#status = :published', at));
  return refused ? { kind: 'not_published' } : { kind: 'done', campaign: await reread(table, found) };
}

/**
 * Closes a published campaign after its `redeemBy`, when nobody can reserve or redeem anything any more.
 * @returns false if it was closed or extended since it was read.
 */
export async function closeEnded(table: Table, found: Campaign, at: Date): Promise<boolean> {
  return !(await table.transact(closing(found, '#status = :published AND redeemBy <= :now', at)));
}

/** Closes a draft, which has no stock and is not counted as published. */
async function closeDraft(
  table: Table,
  draft: Campaign,
  at: Date,
): Promise<PublicationOutcome<'not_published'>> {
  const now = at.toISOString();
  const closed: Campaign = { ...draft, status: 'closed', closedAt: now, updatedAt: now };
  const refused = await table.transact({
    campaign: putIfDraft(closed, draft.version),
    entry: { Put: { Item: entryOf(closed) } },
  });
  return refused ? { kind: 'not_published' } : { kind: 'done', campaign: closed };
}

/** Reads the campaign again, because concurrent restocks and withdrawals may have changed its units. */
export async function reread(table: Reads, { id }: Campaign): Promise<Campaign> {
  return campaign.parse((await table.get(campaign.key({ id }))) ?? {});
}
