import { worker } from '../../../shared/contract/worker.ts';

export const writeDailyMails = worker({
  workerId: 'writeDailyMails',
  area: 'deletion',
  summary:
    'Makes the daily mails due, to officers for whom certificates wait and to owners of clubs that people ask to join; deliverNotices sends them',
  trigger: { kind: 'daily', hour: 8 },
  touches: {
    table: { 'NOTICE#': ['PutItem'], 'WORKSPACE#ACCOUNT#': ['BatchGetItem'] },
    gsi1: ['COMMUNITY#MEMBERS#', 'WORKSPACE#ALL', 'WORKSPACE#CERTIFICATES#', 'WORKSPACE#MEMBERS#'],
    gsi2: ['COMMUNITY#CLUBS#'],
  },
});
