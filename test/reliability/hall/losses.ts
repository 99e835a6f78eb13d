import { enrollment, eventMembership } from '../../../shared/community/participation.ts';
import { deletionRequest } from '../../../shared/deletion/items.ts';
import { notice } from '../../../shared/notices/items.ts';
import { claim, stockShard } from '../../../shared/rewards/items.ts';
import { rowKey } from '../../../shared/rollups/counters.ts';
import { recount } from '../../../shared/rollups/recount.ts';
import type { StoredItem } from '../../../shared/table/item.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import type { contendedDatabase } from '../contention/database.ts';
import type { Hall } from './items.ts';

/** What people were told. */
export interface Claimed {
  readonly joined: Set<AccountId>;
  /** The most steps that were confirmed to an account. */
  readonly steps: Map<AccountId, number>;
  /** The id of the claim of an account. */
  readonly reserved: Map<AccountId, string>;
  readonly redeemed: Set<string>;
}

/** Compares what people were told with what is stored at the end of the day. @returns what was lost or given twice. */
export function findLosses(
  database: ReturnType<typeof contendedDatabase>,
  { joinCode, challenge: { id: challengeId }, campaign }: Hall,
  told: Claimed,
  closed: ReadonlySet<AccountId>,
): string[] {
  const losses: string[] = [];
  const check = (holds: boolean, loss: string) => {
    if (!holds) losses.push(loss);
  };
  for (const accountId of told.joined) {
    const isThere = database.item(eventMembership.key({ accountId, joinCode })) !== undefined;
    check(isThere !== closed.has(accountId), `the membership of ${accountId}`);
  }
  for (const [accountId, steps] of told.steps) {
    if (closed.has(accountId)) continue;
    const stored = enrollment.parseIfAny(database.item(enrollment.key({ accountId, challengeId })));
    check((stored?.steps ?? -1) >= steps, `steps of ${accountId}`);
  }
  const items = database.items();
  const under = (pk: string, sk: string) =>
    items.filter((item) => String(item['pk']).startsWith(pk) && String(item['sk']).startsWith(sk));
  const claims = under('REWARDS#ACCOUNT#', 'CLAIM#').map(claim.parse);
  const byId = new Map(claims.map((stored) => [stored.id, stored]));
  for (const [accountId, id] of told.reserved) {
    check(closed.has(accountId) || byId.get(id)?.accountId === accountId, `the claim of ${accountId}`);
  }
  const shards = under('REWARDS#STOCK#', 'SHARD').map((item) => stockShard.parse(item));
  const sum = (unitsIn: (shard: (typeof shards)[number]) => number) =>
    shards.reduce((units, shard) => units + unitsIn(shard), 0);
  const held = claims.filter(({ status }) => status === 'reserved').length;
  check(sum(({ redeemedUnits }) => redeemedUnits) === told.redeemed.size, 'redeemed units');
  check(sum(({ heldUnits }) => heldUnits) === held, 'held units');
  check(
    sum(({ freeUnits, heldUnits, redeemedUnits }) => freeUnits + heldUnits + redeemedUnits) ===
      campaign.stockUnits,
    'units of the campaign',
  );
  const notices = under('NOTICE#', 'AT#').map(notice.parse);
  const collected = Map.groupBy(
    notices.filter(({ kind }) => kind === 'gift_handed_out'),
    ({ about }) => about.claimId,
  );
  for (const id of told.redeemed) {
    const { accountId } = byId.get(id) ?? {};
    const isOpen = accountId !== undefined && !closed.has(accountId);
    check(!isOpen || collected.get(id)?.length === 1, `the notice that ${id} was handed out`);
  }
  check(
    notices.every(({ accountId }) => !closed.has(accountId)),
    'the notices of closed accounts',
  );
  for (const accountId of closed) {
    const request = deletionRequest.parseIfAny(database.item(deletionRequest.key({ accountId })));
    check(request?.status === 'completed', `the erasure of ${accountId}`);
  }
  check(mentions(items, closed) === 0, 'items of erased accounts are left');
  for (const { owner, amounts } of recount(items)) {
    for (const [row, fields] of Object.entries(amounts)) {
      const stored = database.item(rowKey(owner, row));
      for (const [field, n] of Object.entries(fields))
        check(stored?.[field] === n, `${owner.kind} ${row} ${field}: ${stored?.[field]} instead of ${n}`);
    }
  }
  return losses;
}

/** The items with personal data of accounts in their keys. */
function mentions(items: readonly StoredItem[], accounts: ReadonlySet<string>): number {
  return items.filter((item) => {
    const [area, kind, id = ''] = String(item['pk']).split('#');
    return kind === 'ACCOUNT' && area !== 'DELETION' && accounts.has(id);
  }).length;
}
