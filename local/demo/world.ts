import type { StoredItem } from '../../shared/table/item.ts';
import { clinical } from './clinical.ts';
import { community } from './community.ts';
import { withCounters } from './counters.ts';
import { deletion } from './deletion.ts';
import { onboarding } from './onboarding.ts';
import { people } from './people.ts';
import { rewards } from './rewards.ts';
import { timesAround } from './times.ts';
import { workspaces } from './workspaces.ts';

/** All demo items, with timestamps relative to a given time. The people and numbers are the same each time. */
export function demoItems(at: Date): StoredItem[] {
  const times = timesAround(at);
  const items = [
    ...clinical(times),
    ...community(times),
    ...rewards(times),
    ...workspaces(times),
    ...onboarding(times),
    ...deletion(times),
    ...people(times),
  ];
  return withCounters(items, at);
}
