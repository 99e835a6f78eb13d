import type { Touches } from '../contract/table-definition.ts';

/** The items that `settle` reads and writes. */
export const settleTouches = {
  'COMMUNITY#ACCOUNT#': ['BatchGetItem'],
  'WORKSPACE#ACCOUNT#': ['BatchGetItem'],
  'WORKSPACE#INVITATION#': ['BatchGetItem'],
  'REWARDS#ACCOUNT#': ['BatchGetItem'],
  'REWARDS#STOCK#': ['BatchGetItem'],
  'ROLLUP#RECORD#': ['BatchGetItem', 'PutItem'],
  'ROLLUP#REBUILD#': ['ConditionCheckItem'],
  'COMMUNITY#CLUB#': ['UpdateItem'],
  'COMMUNITY#EVENT#': ['UpdateItem'],
  'COMMUNITY#CHALLENGE#': ['UpdateItem'],
  'COMMUNITY#DISPLAY#': ['UpdateItem'],
  'REWARDS#CAMPAIGN#': ['UpdateItem'],
  'REWARDS#HOLDS#': ['UpdateItem'],
  'WORKSPACE#REPORT#': ['UpdateItem'],
  'WORKSPACE#CERTIFICATE-DAYS#': ['UpdateItem'],
} as const satisfies NonNullable<Touches['table']>;
