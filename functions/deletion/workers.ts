import { worker } from '../../shared/worker.ts';

export const eraseAccounts = worker({
  workerId: 'eraseAccounts',
  area: 'deletion',
  summary: 'Erases what closed accounts have left behind, and completes their deletion requests',
  trigger: { kind: 'schedule', everyMinutes: 1 },
  removesSignIns: true,
  touches: {
    table: {
      'CLINICAL#LOG#': ['Query', 'UpdateItem'],
      'CLINICAL#PRACTITIONER#': ['GetItem', 'DeleteItem'],
      'CLINICAL#RECORDS#': ['Query', 'UpdateItem'],
      'CLINICAL#REQUEST#': ['UpdateItem'],
      'COMMUNITY#ACCOUNT#': ['Query', 'DeleteItem'],
      'COMMUNITY#ALIAS#': ['UpdateItem', 'DeleteItem'],
      'COMMUNITY#CHALLENGE#': ['UpdateItem'],
      'COMMUNITY#CLUB#': ['UpdateItem'],
      'COMMUNITY#DISPLAY#': ['DeleteItem', 'UpdateItem'],
      'COMMUNITY#EVENT#': ['UpdateItem'],
      'COMMUNITY#LEADERBOARD#': ['DeleteItem'],
      'DELETION#RECEIPT#': ['PutItem', 'DeleteItem'],
      'DELETION#REQUEST#': ['GetItem', 'PutItem'],
      'REWARDS#ACCOUNT#': ['Query', 'UpdateItem', 'DeleteItem'],
      'REWARDS#CLAIM-ID#': ['DeleteItem'],
      'REWARDS#STOCK#': ['UpdateItem', 'DeleteItem'],
      'WORKSPACE#ACCOUNT#': ['Query', 'DeleteItem'],
      'WORKSPACE#ID#': ['UpdateItem'],
      'WORKSPACE#INVITATION#': ['UpdateItem'],
    },
    gsi1: ['CLINICAL#OF-PATIENT#', 'DELETION#PENDING'],
    gsi2: ['CLINICAL#OF-PRACTITIONER#'],
    ledger: { 'ERASED#': ['PutItem'] },
  },
});

export const replayErasures = worker({
  workerId: 'replayErasures',
  area: 'deletion',
  summary:
    'Closes again, in a restored table, the accounts whose deletion was requested or done since; eraseAccounts then does the rest',
  trigger: { kind: 'by_hand' },
  touches: {
    table: {
      'ACCOUNT#': ['UpdateItem'],
      'DELETION#REQUEST#': ['GetItem', 'PutItem'],
      'DELETION#RECEIPT#': ['PutItem', 'DeleteItem'],
    },
    ledger: { 'REQUESTED#': ['Query'], 'ERASED#': ['Query'] },
  },
});

/** It stands here because the sign-in, as its end, is the account's own; the pool calls it, and no area does. */
export const markSignIn = worker({
  workerId: 'markSignIn',
  area: 'deletion',
  summary: 'Says in each access token how its bearer signed in',
  trigger: { kind: 'token_issue' },
  touches: {},
});
