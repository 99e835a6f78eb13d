import type { Touches } from '../../../shared/contract/table-definition.ts';
import { worker } from '../../../shared/contract/worker.ts';
import { countedKinds } from '../../../shared/rollups/contributions.ts';
import { settleTouches } from '../../../shared/rollups/touches.ts';

const distinct = (prefixes: readonly string[]) => [...new Set(prefixes)];

export const rollUp = worker({
  workerId: 'rollUp',
  area: 'analytics',
  summary: 'Keeps the numbers of members, participants, units and claims, as the items change',
  trigger: {
    kind: 'changed_items',
    pkPrefixes: distinct([...countedKinds.map(({ pkPrefix }) => pkPrefix), 'ROLLUP#CERTIFICATES#']),
    skPrefixes: distinct([...countedKinds.map(({ skPrefix }) => skPrefix), 'REST#']),
  },
  // A change of a membership also affects the certificates of the account.
  touches: {
    table: {
      ...settleTouches,
      // Boards are widened for the people who have joined.
      'COMMUNITY#CHALLENGE#': ['GetItem', 'UpdateItem'],
      'COMMUNITY#EVENT#': ['GetItem', 'UpdateItem'],
      'ROLLUP#CERTIFICATES#': ['PutItem', 'DeleteItem'],
      'ROLLUP#COUNTED': ['GetItem', 'UpdateItem'],
      'WORKSPACE#ACCOUNT#': ['BatchGetItem', 'Query'],
    },
  },
});

/** The indexes and partitions that list all owners of counters and all counted items. */
const everything = {
  table: {
    ...settleTouches,
    'ROLLUP#RECORD#': [...settleTouches['ROLLUP#RECORD#'], 'Query'],
    'REWARDS#CAMPAIGN#': [...settleTouches['REWARDS#CAMPAIGN#'], 'GetItem'],
  },
  gsi1: [
    'COMMUNITY#ATTENDEES#',
    'COMMUNITY#ENROLLED#',
    'COMMUNITY#MEMBERS#',
    'REWARDS#CLOSED',
    'REWARDS#OF-SHARD#',
    'REWARDS#PUBLISHED',
    'WORKSPACE#ALL',
    'WORKSPACE#CERTIFICATES#',
    'WORKSPACE#INVITATIONS#',
    'WORKSPACE#MEMBERS#',
  ],
  gsi2: ['COMMUNITY#CLUBS#', 'COMMUNITY#OF-CLUB#', 'REWARDS#FINISHED', 'REWARDS#STOCKED'],
} as const satisfies Touches;

export const rebuildRollUps = worker({
  workerId: 'rebuildRollUps',
  area: 'analytics',
  summary: 'Counts the items of one owner or of all owners again, and corrects the counters',
  trigger: { kind: 'by_hand' },
  touches: {
    ...everything,
    table: {
      ...everything.table,
      'COMMUNITY#CHALLENGE#': ['GetItem', 'UpdateItem'],
      'COMMUNITY#CLUB#': ['GetItem', 'UpdateItem'],
      'COMMUNITY#DISPLAY#': ['GetItem', 'UpdateItem'],
      'COMMUNITY#EVENT#': ['GetItem', 'UpdateItem'],
      'PLATFORM#ACTS#': ['PutItem'],
      'PLATFORM#ACTS-ON#': ['PutItem'],
      'REWARDS#HOLDS#': ['Query', 'UpdateItem'],
      'ROLLUP#REBUILD#': ['ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem'],
      'WORKSPACE#CERTIFICATE-DAYS#': ['Query', 'UpdateItem'],
      'WORKSPACE#REPORT#': ['Query', 'UpdateItem'],
    },
  },
});

export const checkRollUps = worker({
  workerId: 'checkRollUps',
  area: 'analytics',
  summary: 'Compares counters with a sample of their items every hour, and corrects them',
  trigger: { kind: 'schedule', everyMinutes: 60 },
  touches: everything,
});
