import { worker } from '../../shared/contract/worker.ts';

export const startActivities = worker({
  workerId: 'startActivities',
  area: 'community',
  summary: 'Moves exhibitions and challenges that have started to the lists by end',
  trigger: { kind: 'schedule', everyMinutes: 1 },
  touches: {
    table: { 'COMMUNITY#CHALLENGE#': ['UpdateItem'], 'COMMUNITY#EVENT#': ['UpdateItem'] },
    gsi1: ['COMMUNITY#LISTED#'],
  },
});
