import { worker } from '../../../shared/contract/worker.ts';

export const closeEndedCampaigns = worker({
  workerId: 'closeEndedCampaigns',
  area: 'rewards',
  summary: 'Closes published campaigns after the end of their redemptions',
  trigger: { kind: 'schedule', everyMinutes: 5 },
  touches: {
    table: {
      'REWARDS#CAMPAIGN#': ['UpdateItem'],
      'REWARDS#OF-EVENT#': ['PutItem'],
      'REWARDS#PUBLISHED-COUNT': ['UpdateItem'],
      'REWARDS#STOCK#': ['UpdateItem'],
    },
    gsi1: ['REWARDS#PUBLISHED'],
  },
});
