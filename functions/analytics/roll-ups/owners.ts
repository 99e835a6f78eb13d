import { ContentState, club, clubsInState, event, eventsOfClub } from '../../../shared/community/items.ts';
import { attendeesOf, enrolledIn, membersOfClub } from '../../../shared/community/participation.ts';
import { ClubStanding } from '../../../shared/community/schemas.ts';
import {
  type Campaign,
  CampaignStatus,
  campaign,
  campaignsWithStatus,
  claimsOfShard,
  finishedCampaigns,
  ofMerchant,
  stockedCampaigns,
  stockShard,
} from '../../../shared/rewards/items.ts';
import { keyOf } from '../../../shared/rollups/contributions.ts';
import { contributionRecord, type Owner, recordsOf } from '../../../shared/rollups/items.ts';
import type { Counted } from '../../../shared/rollups/settle.ts';
import type { Key, StoredItem } from '../../../shared/table/item.ts';
import { type List, pages, sortKeyIn } from '../../../shared/table/pages.ts';
import type { Reads } from '../../../shared/table/table.ts';
import { invitationsInto } from '../../../shared/workspaces/invitations.ts';
import { allWorkspaces, membersOf, sharedCertificates, workspace } from '../../../shared/workspaces/items.ts';

/** Lists all owners of counters and all items of an owner, without a scan of the table. */

/** The number of clubs whose exhibitions are read at the same time. Each takes one query at a time. */
const CLUBS_TOGETHER = 10;
/** The number of other owners that are read at the same time. */
const OWNERS_OF_A_PAGE = 500;
/** The number of items that are read and settled before the position is saved. */
const ITEMS_OF_A_PAGE = 1000;

/** The campaigns that count: nobody has a claim on a draft. */
const countedStatuses = CampaignStatus.options.filter((status) => status !== 'draft');

/** Lists everything whose numbers a rebuild corrects. It reads all clubs, exhibitions, challenges, campaigns and workspaces. */
export async function allOwners(table: Reads): Promise<Owner[]> {
  const owners: Owner[] = [];
  for (const state of ContentState.options) {
    for await (const clubs of pages(table, clubsInState(state), { size: CLUBS_TOGETHER })) {
      owners.push(
        ...(await Promise.all(clubs.map((stored) => ownersInClub(table, club.parse(stored).id)))).flat(),
      );
    }
  }
  for (const status of countedStatuses) {
    for await (const campaigns of pages(table, campaignsWithStatus(status), { size: OWNERS_OF_A_PAGE })) {
      owners.push(...campaigns.map((stored): Owner => ({ kind: 'campaign', id: campaign.parse(stored).id })));
    }
  }
  for await (const workspaces of pages(table, allWorkspaces, { size: OWNERS_OF_A_PAGE })) {
    for (const { id, workspaceKind } of workspaces.map(workspace.parse)) {
      owners.push({ kind: 'workspace', id });
      if (workspaceKind === 'corporate') owners.push({ kind: 'certificates', id });
    }
  }
  return owners;
}

async function ownersInClub(table: Reads, clubId: string): Promise<Owner[]> {
  const owners: Owner[] = [{ kind: 'club', id: clubId }];
  for (const { joinCode, challenges } of (await table.query(eventsOfClub(clubId))).map(event.parse)) {
    owners.push({ kind: 'event', id: joinCode });
    owners.push(...Object.keys(challenges).map((id): Owner => ({ kind: 'challenge', id })));
  }
  return owners;
}

/** The position of a reader of the items of an owner: the name of a list, and the sort key of the last item. */
export interface Place {
  readonly list: string;
  readonly after: string;
}

/** Some items of an owner. `place` is where the next page begins; it is missing until a list has an item. */
export interface PageOfItems {
  readonly items: readonly Counted[];
  readonly place: Place | undefined;
}

/**
 * Reads the items that are or once were counted for an owner, with one query at a time. An item may occur twice.
 * @param from continues after an earlier page.
 */
export async function* pagesOfItems(table: Reads, owner: Owner, from?: Place): AsyncGenerator<PageOfItems> {
  const { lists, shards } = await placesOf(table, owner);
  const first = lists.findIndex(({ list }) => list.pk === from?.list);
  let items = first < 0 ? shards.map(stockShard.key) : [];
  let place: Place | undefined;
  for (const [n, { list, itemIn }] of lists.entries()) {
    if (n < first) continue;
    const after = n === first ? from?.after : undefined;
    for await (const found of pages(table, list, { size: ITEMS_OF_A_PAGE, after })) {
      items.push(...found.map(itemIn));
      place = { list: list.pk, after: found.map((stored) => sortKeyIn(list, stored)).at(-1) ?? '' };
      if (items.length < ITEMS_OF_A_PAGE) continue;
      yield { items: items.map((item) => ({ owner, item })), place };
      items = [];
    }
  }
  if (items.length > 0) yield { items: items.map((item) => ({ owner, item })), place };
}

interface Shard {
  readonly campaignId: string;
  readonly shard: number;
}

/** A list, and how its items name a counted item. */
export interface ListOfItems {
  readonly list: List;
  readonly itemIn: (stored: StoredItem) => Key;
}

/** The lists that contain the items of an owner, beginning with its contribution records, and its stock shards. */
export async function placesOf(
  table: Reads,
  owner: Owner,
): Promise<{ readonly lists: readonly ListOfItems[]; readonly shards: readonly Shard[] }> {
  const { lists, shards } = await indexedPlacesOf(table, owner);
  const itemIn = (stored: StoredItem) => contributionRecord.parse(stored).item;
  const records = recordsOf(owner).map((list) => ({ list, itemIn }));
  return { lists: [...records, ...lists.map((list) => ({ list, itemIn: keyOf }))], shards };
}

async function indexedPlacesOf(
  table: Reads,
  { kind, id }: Owner,
): Promise<{ readonly lists: readonly List[]; readonly shards: readonly Shard[] }> {
  switch (kind) {
    case 'club':
      return { lists: ClubStanding.options.map((standing) => membersOfClub(id, standing)), shards: [] };
    case 'event':
      return { lists: attendeesOf(id), shards: [] };
    case 'challenge':
      return { lists: enrolledIn(id), shards: [] };
    case 'certificates':
      return { lists: [sharedCertificates(id)], shards: [] };
    case 'campaign': {
      const found = await table.get(campaign.key({ id }));
      const shards = found ? shardsOf(campaign.parse(found)) : [];
      return { lists: shards.map(claimsOfShard), shards };
    }
    case 'workspace': {
      // In this order, a campaign that is settled between the two queries is in both lists and never in neither.
      const campaigns = [
        ...(await table.query(ofMerchant(stockedCampaigns, id))),
        ...(await table.query(ofMerchant(finishedCampaigns, id))),
      ];
      const distinct = new Map(campaigns.map((stored) => [keyOf(stored).pk, campaign.parse(stored)]));
      const shards = [...distinct.values()].flatMap(shardsOf);
      return { lists: [membersOf(id), invitationsInto(id), ...shards.map(claimsOfShard)], shards };
    }
  }
}

const shardsOf = ({ id: campaignId, stockShards }: Campaign): Shard[] =>
  Array.from({ length: stockShards }, (_, shard) => ({ campaignId, shard }));
