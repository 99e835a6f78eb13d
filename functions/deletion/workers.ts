import { worker } from '../../shared/contract/worker.ts';

export const eraseAccounts = worker({
  workerId: 'eraseAccounts',
  area: 'deletion',
  summary:
    'Erases the data of closed accounts, completes their deletion requests and tells the people by mail',
  trigger: { kind: 'schedule', everyMinutes: 1 },
  removesSignIns: true,
  sendsMails: true,
  touches: {
    table: {
      'CLINICAL#LOG#': ['Query', 'UpdateItem'],
      'CLINICAL#PRACTITIONER#': ['GetItem', 'UpdateItem'],
      'CLINICAL#RECORDS#': ['Query', 'UpdateItem'],
      'CLINICAL#RECORD-ID#': ['Query', 'UpdateItem'],
      'CLINICAL#REQUEST#': ['UpdateItem'],
      'ACCOUNT#': ['UpdateItem'],
      'COMMUNITY#ACCOUNT#': ['Query', 'PutItem', 'DeleteItem'],
      'COMMUNITY#ALIAS#': ['UpdateItem', 'DeleteItem'],
      'COMMUNITY#CHALLENGE#': ['UpdateItem'],
      'COMMUNITY#CLUB#': ['GetItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
      'COMMUNITY#DISPLAY#': ['DeleteItem', 'UpdateItem'],
      'COMMUNITY#EVENT#': ['UpdateItem'],
      'COMMUNITY#LEADERBOARD#': ['DeleteItem'],
      'DELETION#RECEIPT#': ['PutItem', 'DeleteItem'],
      'DELETION#REQUEST#': ['GetItem', 'PutItem'],
      'NOTICE#': ['GetItem', 'Query', 'PutItem', 'DeleteItem'],
      'NOTICE-DEVICE#': ['UpdateItem', 'DeleteItem'],
      'ONBOARDING#ACCOUNT#': ['GetItem', 'DeleteItem'],
      'REWARDS#ACCOUNT#': ['Query', 'UpdateItem', 'DeleteItem'],
      'REWARDS#HOLDS#': ['UpdateItem'],
      'REWARDS#CLAIM-CODE#': ['DeleteItem'],
      'REWARDS#STOCK#': ['UpdateItem', 'DeleteItem'],
      'ROLLUP#REBUILD#': ['ConditionCheckItem'],
      'ROLLUP#RECORD#': ['BatchGetItem', 'PutItem', 'DeleteItem'],
      'WORKSPACE#ACCOUNT#': ['Query', 'DeleteItem'],
      'WORKSPACE#CERTIFICATE-DAYS#': ['UpdateItem'],
      'WORKSPACE#DRAFTS#': ['GetItem', 'DeleteItem'],
      'WORKSPACE#ID#': ['UpdateItem'],
      'WORKSPACE#INVITATION#': ['UpdateItem'],
      'WORKSPACE#REPORT#': ['UpdateItem'],
    },
    gsi1: ['CLINICAL#OF-PATIENT#', 'COMMUNITY#MEMBERS#', 'DELETION#PENDING', 'NOTICE#DEVICES#'],
    gsi2: ['CLINICAL#OF-PRACTITIONER#', 'COMMUNITY#OF-CLUB#'],
    ledger: { 'ERASED#': ['PutItem'] },
  },
});

export const replayErasures = worker({
  workerId: 'replayErasures',
  area: 'deletion',
  summary:
    'Closes accounts in a restored table again if the ledger has a deletion request or an erasure for them; eraseAccounts then erases them',
  trigger: { kind: 'by_hand' },
  touches: {
    table: {
      'ACCOUNT#': ['UpdateItem'],
      'DELETION#REQUEST#': ['GetItem', 'PutItem'],
      'DELETION#RECEIPT#': ['PutItem', 'DeleteItem'],
      'PLATFORM#ACTS#': ['PutItem'],
      'PLATFORM#ACTS-ON#': ['PutItem'],
    },
    ledger: { 'REQUESTED#': ['Query'], 'ERASED#': ['Query'] },
  },
});

/** The user pool calls this worker. It belongs to no area; it is declared next to the worker that removes sign-ins. */
export const markSignIn = worker({
  workerId: 'markSignIn',
  area: 'deletion',
  summary: 'Adds a claim to each access token that states how the user signed in',
  trigger: { kind: 'token_issue' },
  touches: {},
});
