import { entryOf } from '../../shared/rewards/campaign-items.ts';
import { claimPointer, pointerOf } from '../../shared/rewards/claim-codes.ts';
import {
  type Campaign,
  type Claim,
  campaign,
  claim,
  lease,
  leaseOf,
  newShard,
  publishedCount,
  redeemerOf,
  shareOf,
  stockShard,
} from '../../shared/rewards/items.ts';
import type { StoredItem } from '../../shared/table/item.ts';
import { TIMEZONE } from '../../shared/values/calendar.ts';
import { days, hours, later, seconds } from '../../shared/values/clock.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import { EXPO } from './events.ts';
import { fixedAccount, fixedId } from './ids.ts';
import { accountOf, MERCHANT_WORKSPACE } from './people.ts';
import type { Times } from './times.ts';

/** A claim: the persona or participant, its state, and how many hours ago it was reserved. */
interface Claimed {
  readonly by: AccountId;
  readonly status: Claim['status'];
  readonly hoursAgo: number;
}

interface Stocked {
  readonly campaign: Campaign;
  readonly claims: readonly Claimed[];
}

export const campaigns = {
  live: fixedId('campaign', 1),
  upcoming: fixedId('campaign', 2),
  soldOut: fixedId('campaign', 3),
  ended: fixedId('campaign', 4),
  verifiedIdentity: fixedId('campaign', 5),
  twentySeconds: fixedId('campaign', 6),
  closed: fixedId('campaign', 7),
  draft: fixedId('campaign', 8),
} as const;

/** Campaigns of Pasar Segar with their stock and claims. */
export function rewards(times: Times): StoredItem[] {
  let claims = 0;
  const all = stocked(times);
  const publishedCampaigns = all.filter(({ campaign: { status } }) => status === 'published').length;
  return [
    publishedCount.stored({ publishedCampaigns }),
    ...all.flatMap(({ campaign: definition, claims: claimed }) => {
      const made = claimed.map((each, n) =>
        claimOf(definition, each, n % definition.stockShards, ++claims, times),
      );
      return [
        campaign.stored(definition),
        entryOf(definition),
        ...shards(definition, made),
        ...made.flatMap(claimItems),
      ];
    }),
  ];
}

function claimOf(
  of: Campaign,
  { by, status, hoursAgo }: Claimed,
  shard: number,
  n: number,
  { at, ago }: Times,
): Claim {
  const reservedAt = later(at, -hours(hoursAgo));
  const leaseEnd = later(reservedAt, seconds(of.reservationTtlSeconds)).toISOString();
  const id = fixedId('claim', n);
  return {
    id,
    accountId: by,
    campaignId: of.id,
    merchantTenantId: of.merchantTenantId,
    deliveryKind: of.deliveryKind,
    status,
    reservedAt: reservedAt.toISOString(),
    expiresAt: leaseEnd < of.redeemBy ? leaseEnd : of.redeemBy,
    ...(status === 'redeemed' && {
      redeemedAt: ago(hours(hoursAgo) - Math.min(hours(3), seconds(of.reservationTtlSeconds) / 2)),
      redeemedBy: redeemerOf(id, accountOf('merchant-staff')),
      redemptionId: fixedId('redemption', n),
    }),
    shard,
  };
}

/** Units are spread evenly; a draft has no stock yet. */
function shards(of: Campaign, claims: readonly Claim[]): StoredItem[] {
  if (of.status === 'draft') return [];
  return Array.from({ length: of.stockShards }, (_, shard) => {
    const inShard = claims.filter((made) => made.shard === shard);
    const heldUnits = inShard.filter(({ status }) => status === 'reserved').length;
    const redeemedUnits = inShard.filter(({ status }) => status === 'redeemed').length;
    const whole = newShard(of, shard, shareOf(of.stockUnits, shard, of.stockShards));
    return stockShard.stored({
      ...whole,
      freeUnits: whole.totalUnits - heldUnits - redeemedUnits,
      heldUnits,
      redeemedUnits,
    });
  });
}

function claimItems(made: Claim): StoredItem[] {
  return [
    claim.stored(made),
    claimPointer.stored(pointerOf(made)),
    ...(made.status === 'reserved' ? [lease.stored(leaseOf(made))] : []),
  ];
}

const byParticipants = (
  first: number,
  count: number,
  status: Claim['status'],
  hoursAgo: (n: number) => number,
): Claimed[] =>
  Array.from({ length: count }, (_, n) => ({
    by: fixedAccount('participant', first + n),
    status,
    hoursAgo: hoursAgo(n),
  }));

function stocked({ ago, ahead }: Times): Stocked[] {
  const common = {
    status: 'published',
    version: 2,
    merchantTenantId: MERCHANT_WORKSPACE,
    eventId: EXPO.id,
    rules:
      'Satu hadiah bagi setiap akaun. Tunjukkan kod hadiah anda di kaunter Pasar Segar. / One gift for each account. Show your gift code at the Pasar Segar counter. / 每个账号一份礼品。请到 Pasar Segar 柜台出示礼品代码。',
    deliveryKind: 'physical_gift',
    requiresVerifiedIdentity: false,
    reservationTtlSeconds: 2 * 24 * 3600,
    stockShards: 1,
    freeUnits: 0,
    timezone: TIMEZONE,
    createdAt: ago(days(60)),
    updatedAt: ago(days(45)),
    publishedAt: ago(days(45)),
  } as const;
  const { publishedAt: _, ...draft } = common;
  return [
    {
      campaign: {
        ...common,
        id: campaigns.live,
        title: 'Botol Air Sihat',
        summary:
          'A steel water bottle for everyone who is new to walking. Botol air keluli untuk anda yang baru mula berjalan.',
        imagePath: 'https://images.sihat.example/campaigns/botol-air.webp',
        startsAt: ago(days(6)),
        endsAt: ahead(days(21)),
        redeemBy: ahead(days(28)),
        stockShards: 2,
        stockUnits: 120,
      },
      claims: [
        ...byParticipants(1, 30, 'redeemed', (n) => 10 + n * 4),
        ...byParticipants(41, 14, 'reserved', (n) => 1 + n * 3),
        ...byParticipants(71, 5, 'expired', (n) => 72 + n * 9),
      ],
    },
    {
      campaign: {
        ...common,
        id: campaigns.upcoming,
        title: 'Tuala Sukan Merdeka',
        summary:
          'A sports towel for the first hundred at the Penang walk. Tuala sukan untuk seratus yang pertama.',
        imagePath: 'https://images.sihat.example/campaigns/tuala.webp',
        startsAt: ahead(days(5)),
        endsAt: ahead(days(26)),
        redeemBy: ahead(days(33)),
        stockUnits: 100,
      },
      claims: [],
    },
    {
      campaign: {
        ...common,
        id: campaigns.soldOut,
        title: 'Beg Galas Edisi Terhad',
        summary: 'A limited backpack, gone within a day. Beg galas edisi terhad.',
        startsAt: ago(days(2)),
        endsAt: ahead(days(12)),
        redeemBy: ahead(days(19)),
        reservationTtlSeconds: 10 * 24 * 3600,
        stockUnits: 12,
      },
      claims: [
        ...byParticipants(81, 8, 'redeemed', (n) => 5 + n * 5),
        ...byParticipants(91, 3, 'reserved', (n) => 3 + n * 6),
        { by: accountOf('walker'), status: 'reserved', hoursAgo: 20 },
      ],
    },
    {
      campaign: {
        ...common,
        id: campaigns.ended,
        title: 'Set Cuba Teh Halia',
        summary: 'A ginger tea sampler from the Johor carnival. Set cuba teh halia.',
        startsAt: ago(days(40)),
        endsAt: ago(days(10)),
        redeemBy: ago(days(3)),
        stockUnits: 40,
      },
      claims: [
        ...byParticipants(101, 25, 'redeemed', (n) => 260 + n * 24),
        ...byParticipants(131, 4, 'expired', (n) => 300 + n * 50),
        { by: accountOf('patient'), status: 'redeemed', hoursAgo: 400 },
      ],
    },
    {
      campaign: {
        ...common,
        id: campaigns.verifiedIdentity,
        title: 'Saringan Kesihatan Percuma',
        summary: 'A free screening voucher, for verified identities only. Baucar saringan percuma.',
        imagePath: 'https://images.sihat.example/campaigns/saringan.webp',
        startsAt: ago(days(3)),
        endsAt: ahead(days(30)),
        redeemBy: ahead(days(60)),
        requiresVerifiedIdentity: true,
        stockUnits: 30,
      },
      claims: [],
    },
    {
      campaign: {
        ...common,
        id: campaigns.twentySeconds,
        title: 'Hadiah Kilat',
        summary:
          'One gift, held for 20 seconds: come to the counter first. Satu hadiah, disimpan selama 20 saat.',
        startsAt: ago(hours(5)),
        endsAt: ahead(days(60)),
        redeemBy: ahead(days(60)),
        reservationTtlSeconds: 20,
        stockUnits: 1,
      },
      claims: [],
    },
    {
      campaign: {
        ...common,
        id: campaigns.closed,
        status: 'closed',
        title: 'Payung Lipat',
        summary: 'A folding umbrella; closed when the delivery was late. Payung lipat.',
        updatedAt: ago(days(7)),
        closedAt: ago(days(7)),
        startsAt: ago(days(15)),
        endsAt: ahead(days(5)),
        redeemBy: ahead(days(12)),
        stockUnits: 20,
      },
      claims: byParticipants(141, 6, 'redeemed', (n) => 200 + n * 10),
    },
    {
      campaign: {
        ...draft,
        id: campaigns.draft,
        status: 'draft',
        stockUnits: 50,
        title: 'Kad Hadiah Deepavali',
        summary: 'A gift card, still being discussed. Kad hadiah.',
        startsAt: ahead(days(30)),
        endsAt: ahead(days(50)),
        redeemBy: ahead(days(60)),
      },
      claims: [],
    },
  ];
}
