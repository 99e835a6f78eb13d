import {
  boardPartitionsFor,
  challenge,
  challengeEntry,
  club,
  event,
  eventPointer,
} from '../../../shared/community/items.ts';
import { entryOf } from '../../../shared/rewards/campaign-items.ts';
import {
  type Campaign,
  campaign,
  newShard,
  publishedCount,
  stockShard,
} from '../../../shared/rewards/items.ts';
import type { StoredItem } from '../../../shared/table/item.ts';
import { hours, later } from '../../../shared/values/clock.ts';
import { AccountId } from '../../../shared/values/resources.ts';
import { membership, workspace } from '../../../shared/workspaces/items.ts';
import type { Draws } from '../simulation/seeds.ts';

/** What an administrator has prepared for a hall: an exhibition with one challenge, and gifts of a merchant. */

export interface Hall {
  readonly items: readonly StoredItem[];
  readonly joinCode: string;
  readonly challenge: { readonly id: string; readonly boardPartitions: number };
  readonly campaign: Campaign;
  readonly staff: AccountId;
}

interface Plan {
  readonly people: number;
  readonly gifts: number;
  readonly opensAt: Date;
  readonly lasts: number;
  readonly reservationSeconds: number;
}

const SHARDS = 20;

export function newHall({ uuid }: Draws, { people, gifts, opensAt, lasts, reservationSeconds }: Plan): Hall {
  const before = later(opensAt, -hours(48)).toISOString();
  const startsAt = later(opensAt, -hours(1)).toISOString();
  const endsAt = later(opensAt, lasts).toISOString();
  const made = { createdAt: before, updatedAt: before, publishedAt: before, reviewedAt: before, version: 1 };
  const visibility = 'public' as const;
  const clubId = uuid();
  const eventId = uuid();
  const joinCode = 'ekspo-dewan';
  const content = {
    ...made,
    clubId,
    joinCode,
    visibility,
    startsAt,
    endsAt,
    hasStarted: true,
    memberCount: 0,
  };
  const challengeId = uuid();
  const boardPartitions = boardPartitionsFor(people);
  const merchantTenantId = uuid();
  const staff = AccountId.parse(uuid());
  const published: Campaign = {
    id: uuid(),
    status: 'published',
    version: 1,
    merchantTenantId,
    eventId,
    title: 'Botol air percuma',
    summary: 'A reusable water bottle for new walkers.',
    rules: 'One bottle per account.',
    deliveryKind: 'physical_gift',
    startsAt,
    endsAt,
    redeemBy: endsAt,
    timezone: 'Asia/Kuala_Lumpur',
    reservationTtlSeconds: reservationSeconds,
    requiresVerifiedIdentity: false,
    stockUnits: gifts,
    stockShards: SHARDS,
    freeUnits: 0,
    createdAt: before,
    updatedAt: before,
    publishedAt: before,
  };
  const items = [
    club.stored({
      ...made,
      id: clubId,
      title: 'Kelab Pejalan Kaki',
      summary: 'Walks around the lake every Sunday.',
      memberCount: 1,
      visibility,
      ownerId: AccountId.parse(uuid()),
      social: false,
    }),
    event.stored({
      ...content,
      id: eventId,
      title: 'Ekspo Kesihatan',
      summary: 'A health exhibition.',
      venue: 'Dewan Besar',
      timezone: 'Asia/Kuala_Lumpur',
      expectedAttendees: people,
      challenges: { [challengeId]: challengeEntry({ ...made, boardPartitions }) },
      parentsShown: true,
    }),
    eventPointer.stored({ eventId, joinCode, startsAt: content.startsAt }),
    challenge.stored({
      ...content,
      id: challengeId,
      eventId,
      title: '10,000 langkah',
      summary: 'Walk ten thousand steps.',
      firstPublishedAt: before,
      boardPartitions,
      parentsShown: true,
      metric: 'steps',
      rules: 'Steps counted by one phone.',
      rewardEligible: true,
    }),
    campaign.stored(published),
    entryOf(published),
    publishedCount.stored({ publishedCampaigns: 1 }),
    workspace.stored({
      id: merchantTenantId,
      name: 'Kedai Botol',
      workspaceKind: 'merchant',
      createdAt: before,
    }),
    membership.stored({
      accountId: staff,
      workspaceId: merchantTenantId,
      memberId: uuid(),
      role: 'staff',
      joinedAt: before,
    }),
    ...Array.from({ length: SHARDS }, (_, shard) =>
      stockShard.stored(newShard(published, shard, gifts / SHARDS)),
    ),
  ];
  return { items, joinCode, challenge: { id: challengeId, boardPartitions }, campaign: published, staff };
}
