import { worker } from '../../../shared/contract/worker.ts';

export const writeDailyMails = worker({
  workerId: 'writeDailyMails',
  area: 'deletion',
  summary:
    'Makes the daily mails due, to officers for whom certificates wait and to owners of clubs that people ask to join; sendMails sends them',
  trigger: { kind: 'daily', hour: 8 },
  touches: {
    table: { 'NOTICE#': ['PutItem'], 'WORKSPACE#ACCOUNT#': ['BatchGetItem'] },
    gsi1: ['COMMUNITY#MEMBERS#', 'WORKSPACE#ALL', 'WORKSPACE#CERTIFICATES#', 'WORKSPACE#MEMBERS#'],
    gsi2: ['COMMUNITY#CLUBS#'],
  },
});

export const sendMails = worker({
  workerId: 'sendMails',
  area: 'deletion',
  summary: 'Sends the mails that are due, if what they say still holds',
  trigger: { kind: 'schedule', everyMinutes: 1 },
  sendsMails: true,
  touches: {
    table: {
      'ACCOUNT#': ['BatchGetItem'],
      'CLINICAL#PRACTITIONER#': ['GetItem'],
      'COMMUNITY#ACCOUNT#': ['Query'],
      'NOTICE#': ['BatchGetItem', 'UpdateItem'],
      'WORKSPACE#ACCOUNT#': ['Query', 'BatchGetItem'],
    },
    gsi1: ['COMMUNITY#MEMBERS#', 'NOTICE#MAILS', 'WORKSPACE#CERTIFICATES#'],
  },
});
