import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod/mini';
import { validated } from '../../../shared/http/validation.ts';
import { campaignEntry, entryOf } from '../../../shared/rewards/campaign-items.ts';
import { eachShard } from '../../../shared/rewards/closing.ts';
import { type Campaign, campaign, reservationsEnd, stockShard } from '../../../shared/rewards/items.ts';
import { finalOutcome } from '../../../shared/table/final-outcome.ts';
import type { Table } from '../../../shared/table/table.ts';
import { assigning } from '../../../shared/table/update.ts';
import type { updateCampaign } from './contract.ts';
import {
  type Definition,
  findCampaign,
  merchantAndEventExist,
  putIfDraft,
  type UnknownReference,
  unknownReference,
} from './platform-campaigns.ts';
import { reread } from './publication.ts';
import { draft } from './schemas.ts';

/**
 * A draft can be changed completely. A published campaign can be corrected: its texts and its image, and the ends of its
 * times, which only become later. People rely on everything else. Each change has a condition on the version.
 */
type ChangeOutcome =
  | { readonly kind: 'changed'; readonly campaign: Campaign }
  | {
      readonly kind:
        | UnknownReference
        | 'campaign_not_found'
        | 'campaign_closed'
        | 'fixed_by_publication'
        | 'version_conflict';
    };

/**
 * Changes a campaign that still has the given `version`.
 * @param found the campaign as it was read. It is read again if a concurrent write fails the transaction.
 * @returns the campaign with `version + 1`, or the reason for the refusal.
 * @throws {RefusedRequest} invalid_request if a draft cannot have these units and shards.
 * @throws {TryAgain} if concurrent writes still win at the deadline.
 */
export async function change(
  table: Table,
  id: string,
  found: Campaign | undefined,
  { version, ...definition }: z.infer<typeof updateCampaign.body>,
  at: Date,
): Promise<ChangeOutcome> {
  const next = { version: version + 1, updatedAt: at.toISOString() };
  const again = () => findCampaign(table, id);
  return finalOutcome(found, again, async (current): Promise<ChangeOutcome | undefined> => {
    if (!current) return { kind: 'campaign_not_found' };
    if (current.status === 'closed') return { kind: 'campaign_closed' };
    if (current.version !== version) return { kind: 'version_conflict' };
    if (current.status === 'published') {
      return isCorrection(current, definition)
        ? correct(table, current, { ...correctable(definition), ...next })
        : { kind: 'fixed_by_publication' };
    }
    validated(draft, definition, 'body');
    const { deliveryKind, freeUnits, createdAt } = current;
    const kept = { id, status: 'draft', deliveryKind, freeUnits, createdAt } as const;
    const changed: Campaign = { ...definition, ...kept, ...next };
    const refused = await table.transact({
      campaign: putIfDraft(changed, version),
      ...(changed.eventId !== current.eventId && {
        entry: { Put: { Item: entryOf(changed) } },
        oldEntry: { Delete: { Key: campaignEntry.key({ eventId: current.eventId, campaignId: id }) } },
      }),
      ...merchantAndEventExist(definition),
    });
    if (!refused) return { kind: 'changed', campaign: changed };
    return refused.campaign ? undefined : { kind: unknownReference(refused) };
  });
}

/** The fields that a correction of a published campaign may change. */
const correctable = ({ title, summary, rules, imagePath, endsAt, redeemBy }: Definition) => ({
  title,
  summary,
  rules,
  imagePath,
  endsAt,
  redeemBy,
});

function isCorrection(published: Campaign, wanted: Definition): boolean {
  const fixed = (definition: Definition) => [
    definition.merchantTenantId,
    definition.eventId,
    definition.startsAt,
    definition.timezone,
    definition.reservationTtlSeconds,
    definition.requiresVerifiedIdentity,
    definition.stockShards,
  ];
  const { stockUnits, unitsAtPublication = stockUnits, withdrawnUnits = 0 } = published;
  return (
    isDeepStrictEqual(fixed(published), fixed(wanted)) &&
    // Restocks and withdrawals do not raise the version, so the caller may have read the units before some of them.
    wanted.stockUnits >= unitsAtPublication - withdrawnUnits &&
    wanted.stockUnits <= stockUnits + withdrawnUnits &&
    wanted.endsAt >= published.endsAt &&
    wanted.redeemBy >= published.redeemBy
  );
}

/** The end of reservations is copied to the shards. A claim keeps its own expiry. */
async function correct(
  table: Table,
  published: Campaign,
  changes: ReturnType<typeof correctable> & Pick<Campaign, 'version' | 'updatedAt'>,
): Promise<ChangeOutcome | undefined> {
  const endsAt = reservationsEnd(changes);
  const refused = await table.transact({
    campaign: {
      Update: {
        Key: campaign.key(published),
        ...assigning(changes, {
          ConditionExpression: '#status = :published AND #version = :before',
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: { ':published': 'published', ':before': published.version },
        }),
      },
    },
    ...(endsAt !== reservationsEnd(published) &&
      eachShard(published, (shard) => ({
        Update: {
          Key: stockShard.key({ campaignId: published.id, shard }),
          UpdateExpression: 'SET endsAt = :end',
          ExpressionAttributeValues: { ':end': endsAt },
        },
      }))),
  });
  return refused ? undefined : { kind: 'changed', campaign: await reread(table, published) };
}
