import { countedKinds } from '../../../shared/rollups/contributions.ts';
import { settleTouches } from '../../../shared/rollups/touches.ts';
import { worker } from '../../../shared/worker.ts';

const distinct = (prefixes: readonly string[]) => [...new Set(prefixes)];

export const rollUp = worker({
  workerId: 'rollUp',
  area: 'analytics',
  summary: 'Keeps the numbers of members, participants, units and claims, as the items change',
  trigger: {
    kind: 'changed_items',
    pkPrefixes: distinct(countedKinds.map(({ pkPrefix }) => pkPrefix)),
    skPrefixes: distinct(countedKinds.map(({ skPrefix }) => skPrefix)),
  },
  touches: { table: settleTouches },
});
