import { contributionsOf, keyOf } from '../../../shared/rollups/contributions.ts';
import { stateBehind } from '../../../shared/rollups/counted-up-to.ts';
import { remainingCertificates } from '../../../shared/rollups/items.ts';
import { type Counted, countedIn, isUnreadable, settle } from '../../../shared/rollups/settle.ts';
import type { Change } from '../../../shared/runtime/worker-handler.ts';
import { ignoringTheDeadline } from '../../../shared/table/attempts.ts';
import type { StoredItem } from '../../../shared/table/item.ts';
import { pages } from '../../../shared/table/pages.ts';
import type { Table } from '../../../shared/table/table.ts';
import type { Clock } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { certificate, certificatesById, membership } from '../../../shared/workspaces/items.ts';

/** The items to settle after a change. A change that alters no contribution affects no item. */
export function affectedBy({ before, after }: Change): Counted[] {
  if (contributed(before) === contributed(after)) return [];
  const item = after ?? before;
  return item ? countedIn(item) : [];
}

const contributed = (item: StoredItem | undefined): string =>
  JSON.stringify(
    (item ? contributionsOf(item) : [])
      .map(({ owner, amounts }) => [owner, amounts])
      .filter(([, amounts]) => Object.keys(amounts ?? {}).length > 0),
  );

/** The certificates of an account in a workspace, from a sort key on. */
interface Certificates {
  readonly accountId: AccountId;
  readonly workspaceId: string;
  readonly after?: string | undefined;
  /** When the membership changed. */
  readonly since?: string | undefined;
}

/**
 * The certificates to settle after a change. Their amounts depend on the membership of their employee. They can be too many
 * to settle at once without holding up all other counters, so they are settled page by page, and each page is a change of its own.
 */
export function certificatesBehind(change: Change): Certificates | undefined {
  const item = change.after ?? change.before ?? {};
  const { pk, sk } = keyOf(item);
  if (pk.startsWith(remainingCertificates.prefix))
    return change.after && remainingCertificates.parse(change.after);
  if (!sk.startsWith('MEMBER#') || affectedBy(change).length === 0) return undefined;
  return { ...membership.parse(item), since: change.changedAt?.toISOString() };
}

const PAGE = 200;

/** Settles a page of certificates, and hands the others on to the stream. @returns the numbers of items. */
export async function settleCertificates(
  table: Table,
  { accountId, workspaceId, after, since }: Certificates,
  { now, newId }: Clock,
): Promise<{ readonly corrected: number; readonly unreadable: number }> {
  const list = certificatesById(accountId);
  const page = await pages(table, list, { size: PAGE, after }).next();
  const items = page.done ? [] : page.value;
  let unreadable = 0;
  const counted = items.flatMap((item) => {
    try {
      const found = certificate.parse(item);
      // A draft adds nothing, and nothing was ever added for one that was never submitted.
      return found.workspaceId === workspaceId && found.submittedAt ? countedIn(item) : [];
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      unreadable += 1;
      return [];
    }
  });
  const settled = await settle(table, counted, now());
  const Key = remainingCertificates.key({ accountId, workspaceId });
  const last = items.at(-1);
  if (last && items.length === PAGE) {
    const rest = {
      accountId,
      workspaceId,
      after: keyOf(last).sk,
      since,
      id: newId(),
      writtenAt: now().toISOString(),
    };
    await table.transact({ rest: { Put: { Item: remainingCertificates.stored(rest) } } });
    if (since) await stateBehind(table, new Date(since), now()).catch(ignoringTheDeadline);
  } else if (after !== undefined) await table.transact({ rest: { Delete: { Key } } });
  return { corrected: settled.corrected, unreadable: settled.unreadable + unreadable };
}
