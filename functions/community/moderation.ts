import { aliasHolder, enrollment } from '../../shared/items/community.ts';
import type { Table } from '../../shared/table/client.ts';
import { folded } from './aliases.ts';
import { changed } from './enrollments.ts';

/** Takes whoever has an alias, or one that looks like it, off the boards of a challenge, or puts them back. */
export async function hideAlias(
  table: Table,
  challengeId: string,
  { alias, hidden }: { readonly alias: string; readonly hidden: boolean },
  at: Date,
): Promise<{ readonly kind: 'moderated'; readonly alias: string } | { readonly kind: 'alias_not_found' }> {
  // Looked at anew when its owner changed something meanwhile; the table's deadline ends the loop.
  for (;;) {
    const key = aliasHolder.key({ challengeId, folded: folded(alias) });
    const holder = aliasHolder.parseIfAny(await table.get(key));
    const own = holder && enrollment.parseIfAny(await table.get(enrollment.key(holder)));
    if (!own) return { kind: 'alias_not_found' };
    if ((own.aliasHiddenAt !== undefined) === hidden) return { kind: 'moderated', alias: own.alias };
    const aliasHiddenAt = hidden ? at.toISOString() : undefined;
    const wanted = { ...own, aliasHiddenAt, version: own.version + 1 };
    if (!(await table.transact(changed(own, wanted, at)))) return { kind: 'moderated', alias: own.alias };
  }
}
