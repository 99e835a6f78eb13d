import { worker } from '../../shared/worker.ts';

export const releaseLapsedLease = worker({
  workerId: 'releaseLapsedLease',
  area: 'rewards',
  summary: 'Puts the unit of a lease that TTL deleted back among the free ones',
  trigger: { kind: 'expired_items', pkPrefix: 'REWARDS#STOCK#', skPrefix: 'LEASE#' },
  touches: {
    table: {
      'REWARDS#ACCOUNT#': ['UpdateItem'],
      'REWARDS#STOCK#': ['UpdateItem', 'DeleteItem'],
    },
  },
});

export const sweepLapsedLeases = worker({
  workerId: 'sweepLapsedLeases',
  area: 'rewards',
  summary: 'Puts the units of all lapsed leases back among the free ones',
  trigger: { kind: 'schedule', everyMinutes: 1 },
  touches: {
    table: {
      'REWARDS#ACCOUNT#': ['UpdateItem'],
      'REWARDS#STOCK#': ['Query', 'UpdateItem', 'DeleteItem'],
    },
    gsi2: ['REWARDS#STOCKED'],
  },
});

export const checkStock = worker({
  workerId: 'checkStock',
  area: 'rewards',
  summary: 'Holds the counters of every shard against its leases and claims',
  trigger: { kind: 'schedule', everyMinutes: 60 },
  touches: {
    table: {
      'REWARDS#ACCOUNT#': ['UpdateItem'],
      'REWARDS#CAMPAIGN#': ['UpdateItem'],
      'REWARDS#STOCK#': ['Query', 'UpdateItem', 'DeleteItem'],
    },
    gsi2: ['REWARDS#STOCKED', 'REWARDS#HELD#'],
  },
});
