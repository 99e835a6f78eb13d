import { worker } from '../../../shared/contract/worker.ts';

export const releaseLapsedLease = worker({
  workerId: 'releaseLapsedLease',
  area: 'rewards',
  summary: 'Releases the unit of a lease that TTL has deleted',
  trigger: { kind: 'expired_items', pkPrefix: 'REWARDS#STOCK#', skPrefix: 'LEASE#' },
  touches: {
    table: {
      'REWARDS#ACCOUNT#': ['GetItem', 'UpdateItem'],
      'REWARDS#STOCK#': ['UpdateItem', 'DeleteItem'],
    },
  },
});

export const sweepLapsedLeases = worker({
  workerId: 'sweepLapsedLeases',
  area: 'rewards',
  summary: 'Releases the units of expired reservations, and deletes the rows that counted them',
  trigger: { kind: 'schedule', everyMinutes: 1 },
  touches: {
    table: {
      'REWARDS#ACCOUNT#': ['UpdateItem'],
      'REWARDS#HOLDS#': ['Query', 'DeleteItem'],
      'REWARDS#STOCK#': ['UpdateItem', 'DeleteItem'],
      'WORKSPACE#REPORT#': ['Query', 'DeleteItem'],
    },
    gsi2: ['REWARDS#HELD#', 'REWARDS#STOCKED'],
  },
});

export const checkStock = worker({
  workerId: 'checkStock',
  area: 'rewards',
  summary: 'Compares the counters of every stock shard with its leases and claims',
  trigger: { kind: 'schedule', everyMinutes: 60 },
  touches: {
    table: {
      'REWARDS#ACCOUNT#': ['UpdateItem'],
      'REWARDS#CAMPAIGN#': ['UpdateItem'],
      'REWARDS#HOLDS#': ['DeleteItem'],
      'REWARDS#STOCK#': ['Query', 'UpdateItem', 'DeleteItem'],
    },
    gsi1: ['REWARDS#OF-SHARD#'],
    gsi2: ['REWARDS#STOCKED'],
  },
});
