import { worker } from '../../../shared/contract/worker.ts';

export const deliverNotices = worker({
  workerId: 'deliverNotices',
  area: 'deletion',
  summary:
    'Writes the notices that are told at a time, deletes those of closed accounts, tells phones of the others, sends the mails that are due, and deletes the endpoints of phones that get no more pushes',
  trigger: { kind: 'schedule', everyMinutes: 1 },
  sendsPushes: true,
  sendsMails: true,
  touches: {
    table: {
      'ACCOUNT#': ['BatchGetItem'],
      'CLINICAL#PRACTITIONER#': ['GetItem', 'ConditionCheckItem'],
      'COMMUNITY#ACCOUNT#': ['Query', 'BatchGetItem'],
      'COMMUNITY#EVENT#': ['GetItem'],
      'NOTICE#': ['BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      'NOTICE-DEVICE#': ['GetItem', 'BatchGetItem', 'UpdateItem', 'DeleteItem'],
      'NOTICE-EXHIBITION#': ['GetItem', 'UpdateItem'],
      'NOTICE-ONCE#': ['BatchGetItem', 'PutItem'],
      'NOTICE-TIMES': ['GetItem', 'PutItem'],
      'REWARDS#ACCOUNT#': ['ConditionCheckItem'],
      'WORKSPACE#ACCOUNT#': ['Query', 'BatchGetItem'],
    },
    gsi1: [
      'CLINICAL#PRACTITIONERS',
      'COMMUNITY#ATTENDEES#',
      'COMMUNITY#ENROLLED#',
      'COMMUNITY#MEMBERS#',
      'NOTICE#DEVICES#',
      'NOTICE#EXHIBITIONS',
      'NOTICE#MAILS',
      'NOTICE#WAITING#',
      'WORKSPACE#CERTIFICATES#',
    ],
    gsi2: ['NOTICE#DEVICES-TO-CLEAR', 'REWARDS#HELD#'],
  },
});
