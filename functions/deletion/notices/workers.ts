import { worker } from '../../../shared/contract/worker.ts';

export const deliverNotices = worker({
  workerId: 'deliverNotices',
  area: 'deletion',
  summary:
    'Writes the notices that are told at a time, deletes those of closed accounts, tells phones of the others, and deletes the endpoints of phones that get no more pushes',
  trigger: { kind: 'schedule', everyMinutes: 1 },
  sendsPushes: true,
  touches: {
    table: {
      'ACCOUNT#': ['BatchGetItem'],
      'CLINICAL#PRACTITIONER#': ['ConditionCheckItem'],
      'COMMUNITY#ACCOUNT#': ['BatchGetItem'],
      'COMMUNITY#EVENT#': ['GetItem'],
      'NOTICE#': ['BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      'NOTICE-DEVICE#': ['GetItem', 'BatchGetItem', 'UpdateItem', 'DeleteItem'],
      'NOTICE-EXHIBITION#': ['GetItem', 'UpdateItem'],
      'NOTICE-ONCE#': ['BatchGetItem', 'PutItem'],
      'NOTICE-TIMES': ['GetItem', 'PutItem'],
      'REWARDS#ACCOUNT#': ['ConditionCheckItem'],
    },
    gsi1: [
      'CLINICAL#PRACTITIONERS',
      'COMMUNITY#ATTENDEES#',
      'COMMUNITY#ENROLLED#',
      'NOTICE#DEVICES#',
      'NOTICE#EXHIBITIONS',
      'NOTICE#WAITING#',
    ],
    gsi2: ['NOTICE#DEVICES-TO-CLEAR', 'REWARDS#HELD#'],
  },
});
