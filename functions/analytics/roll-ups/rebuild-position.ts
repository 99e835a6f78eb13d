import { type Owner, type RebuildProgress, rebuildProgress } from '../../../shared/rollups/items.ts';
import type { Table } from '../../../shared/table/table.ts';
import type { Clock } from '../../../shared/values/clock.ts';
import type { Place } from './owners.ts';

/** Where a rebuild continues after a run that has not finished it. */
export interface RebuildPosition {
  /** The position that an earlier run has saved. */
  readonly saved: RebuildProgress | undefined;
  /** Whether this run has saved a position. */
  readonly hasAdvanced: () => boolean;
  /** Saves that all owners before this one are finished, and that its items up to this place are settled. */
  readonly save: (owner: Owner, ownersFailed: number, place?: Place) => Promise<void>;
  readonly forget: () => Promise<void>;
}

/** Reads the saved position of a rebuild. A run that starts from the beginning removes it. */
export async function rebuildPosition(
  table: Table,
  clock: Clock,
  { scope, continues }: { readonly scope: string; readonly continues: boolean },
): Promise<RebuildPosition> {
  const key = rebuildProgress.key({ scope });
  let hasAdvanced = false;
  const forget = async () => void (await table.transact({ progress: { Delete: { Key: key } } }));
  if (!continues) await forget();
  return {
    saved: continues ? rebuildProgress.parseIfAny(await table.get(key)) : undefined,
    hasAdvanced: () => hasAdvanced,
    async save(owner, ownersFailed, place) {
      const savedAt = clock.now().toISOString();
      const Item = rebuildProgress.stored({ scope, owner, ...(place && { place }), ownersFailed, savedAt });
      await table.transact({ progress: { Put: { Item } } });
      hasAdvanced = true;
    },
    forget,
  };
}
