import { worker } from '../../shared/contract/worker.ts';

export const lookAtHiddenAliases = worker({
  workerId: 'lookAtHiddenAliases',
  area: 'community',
  summary: 'Looks again for enrollments with an alias that was hidden or shown two minutes before',
  trigger: { kind: 'schedule', everyMinutes: 1 },
  touches: {
    table: {
      'COMMUNITY#ACCOUNT#': ['GetItem', 'PutItem'],
      'COMMUNITY#ALIAS#': ['GetItem'],
      'COMMUNITY#DISPLAY#': ['PutItem', 'DeleteItem'],
      'COMMUNITY#EVENT#': ['GetItem'],
      'COMMUNITY#HIDDEN#': ['ConditionCheckItem', 'UpdateItem', 'DeleteItem'],
      'COMMUNITY#LEADERBOARD#': ['PutItem', 'DeleteItem'],
      'NOTICE#': ['PutItem'],
    },
    gsi1: ['COMMUNITY#HIDING'],
  },
});

export const writeLastShownSteps = worker({
  workerId: 'writeLastShownSteps',
  area: 'community',
  summary: 'Writes into each live challenge the steps of the last rank that its display shows',
  trigger: { kind: 'schedule', everyMinutes: 1 },
  touches: {
    table: { 'COMMUNITY#CHALLENGE#': ['UpdateItem'], 'COMMUNITY#DISPLAY#': ['Query'] },
    gsi1: ['COMMUNITY#LISTED#'],
  },
});

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
