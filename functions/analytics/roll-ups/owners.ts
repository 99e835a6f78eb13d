import {
  challenge,
  challengesOfEvent,
  club,
  clubsInState,
  event,
  eventsOfClub,
} from '../../../shared/items/community.ts';
import { attendeesOf, enrolledIn, membersOfClub } from '../../../shared/items/participation.ts';
import {
  type Campaign,
  campaign,
  campaignsWithStatus,
  claimsOfShard,
  ofMerchant,
  settledCampaigns,
  stockedCampaigns,
  stockShard,
} from '../../../shared/items/rewards.ts';
import { contributionRecord, type Owner, recordsOf } from '../../../shared/items/rollups.ts';
import {
  allWorkspaces,
  invitationsInto,
  membersOf,
  sharedCertificates,
  workspace,
} from '../../../shared/items/workspace.ts';
import { keyOf } from '../../../shared/rollups/contributions.ts';
import type { Counted } from '../../../shared/rollups/settle.ts';
import type { Range, Reads } from '../../../shared/table/table.ts';

/** Lists all owners of counters, and all items of an owner, without reading the whole table. */

/** All owners. */
export async function allOwners(table: Reads): Promise<Owner[]> {
  const owners: Owner[] = [];
  for (const state of ['draft', 'unreviewed', 'rejected', 'published'] as const) {
    for (const { id } of (await table.query(clubsInState(state))).map(club.parse)) {
      owners.push({ kind: 'club', id }, ...(await ownersInClub(table, id)));
    }
  }
  for (const status of ['published', 'closed'] as const) {
    const campaigns = (await table.query(campaignsWithStatus(status))).map(campaign.parse);
    owners.push(...campaigns.map(({ id }): Owner => ({ kind: 'campaign', id })));
  }
  for (const { id, workspaceKind } of (await table.query(allWorkspaces)).map(workspace.parse)) {
    owners.push({ kind: 'workspace', id });
    if (workspaceKind === 'corporate') owners.push({ kind: 'certificates', id });
  }
  return owners;
}

async function ownersInClub(table: Reads, clubId: string): Promise<Owner[]> {
  const codes = (await table.query(eventsOfClub(clubId))).map((item) => event.parse(item).joinCode);
  const challenges = await Promise.all(codes.map((code) => table.query(challengesOfEvent(code))));
  return [
    ...codes.map((id): Owner => ({ kind: 'event', id })),
    ...challenges.flat().map((item): Owner => ({ kind: 'challenge', id: challenge.parse(item).id })),
  ];
}

/**
 * The items that are counted for an owner, and those that once were. An item may occur twice.
 * @param part bounds what is read of each list; by default everything is.
 */
export async function itemsOf(
  table: Reads,
  owner: Owner,
  part: Pick<Range, 'limit' | 'descending'> = {},
): Promise<Counted[]> {
  const { lists, shards } = await placesOf(table, owner);
  const [records, ...items] = await Promise.all(
    [recordsOf(owner), ...lists].map((list: Range) => table.query({ ...list, ...part })),
  );
  return [
    ...(records ?? []).map((record) => contributionRecord.parse(record).item),
    ...items.flat().map(keyOf),
    ...shards.map(stockShard.key),
  ].map((item) => ({ owner, item }));
}

interface Shard {
  readonly campaignId: string;
  readonly shard: number;
}

/** Where the items of an owner are listed: in indexes, and stock shards by their number. */
async function placesOf(
  table: Reads,
  { kind, id }: Owner,
): Promise<{ readonly lists: readonly Range[]; readonly shards: readonly Shard[] }> {
  switch (kind) {
    case 'club': {
      const roles = ['owner', 'member', 'requested'] as const;
      return { lists: roles.map((role) => membersOfClub(id, role)), shards: [] };
    }
    case 'event':
      return { lists: attendeesOf(id), shards: [] };
    case 'challenge':
      return { lists: enrolledIn(id), shards: [] };
    case 'certificates':
      return { lists: [sharedCertificates(id)], shards: [] };
    case 'campaign': {
      const found = await table.get(campaign.key({ id }));
      return { lists: [], shards: found ? shardsOf(campaign.parse(found)) : [] };
    }
    case 'workspace': {
      const campaigns = await Promise.all(
        [stockedCampaigns, settledCampaigns].map((list) => table.query(ofMerchant(list, id))),
      );
      const shards = campaigns.flat().map(campaign.parse).flatMap(shardsOf);
      return { lists: [membersOf(id), invitationsInto(id), ...shards.map(claimsOfShard)], shards };
    }
  }
}

const shardsOf = ({ id: campaignId, stockShards }: Campaign): Shard[] =>
  Array.from({ length: stockShards }, (_, shard) => ({ campaignId, shard }));
