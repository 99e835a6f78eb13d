import { worker } from '../../../shared/contract/worker.ts';

export const deliverNotices = worker({
  workerId: 'deliverNotices',
  area: 'deletion',
  summary:
    'Writes the notices that are told at a time, deletes those of closed accounts, and takes all others off the list of waiting ones',
  trigger: { kind: 'schedule', everyMinutes: 1 },
  touches: {
    table: {
      'ACCOUNT#': ['BatchGetItem'],
      'CLINICAL#PRACTITIONER#': ['ConditionCheckItem'],
      'NOTICE#': ['PutItem', 'UpdateItem', 'DeleteItem'],
      'NOTICE-TIMES': ['GetItem', 'PutItem'],
      'REWARDS#ACCOUNT#': ['ConditionCheckItem'],
    },
    gsi1: ['CLINICAL#PRACTITIONERS', 'NOTICE#WAITING#'],
    gsi2: ['REWARDS#HELD#'],
  },
});
