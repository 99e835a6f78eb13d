import { contributionsOf } from '../../../shared/rollups/contributions.ts';
import { type Counted, countedIn } from '../../../shared/rollups/settle.ts';
import type { Change } from '../../../shared/runtime/worker-handler.ts';
import { beginningWith, type StoredItem } from '../../../shared/table/item.ts';
import type { Reads } from '../../../shared/table/table.ts';
import { certificate, membership, workspacesOfAccount } from '../../../shared/workspaces/items.ts';

/**
 * The items to settle after a change. A change that alters no contribution affects no item. The amounts of medical
 * certificates depend on the membership of their employee, so a change of the membership affects them too.
 */
export async function affectedBy(table: Reads, { before, after }: Change): Promise<Counted[]> {
  if (contributed(before) === contributed(after)) return [];
  const item = after ?? before;
  return item ? [...countedIn(item), ...(await certificatesBehind(table, item))] : [];
}

const contributed = (item: StoredItem | undefined): string =>
  JSON.stringify(
    (item ? contributionsOf(item) : [])
      .map(({ owner, amounts }) => [owner, amounts])
      .filter(([, amounts]) => Object.keys(amounts ?? {}).length > 0),
  );

async function certificatesBehind(table: Reads, item: StoredItem): Promise<Counted[]> {
  if (!String(item['sk']).startsWith('MEMBER#')) return [];
  const { accountId, workspaceId } = membership.parse(item);
  const own = await table.query({ ...workspacesOfAccount(accountId), ...beginningWith('CERTIFICATE#') });
  return own.filter((stored) => certificate.parse(stored).workspaceId === workspaceId).flatMap(countedIn);
}
