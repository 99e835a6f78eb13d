import type { ExamplesOf } from '../../../shared/contract/examples.ts';
import {
  ADMINISTRATOR_ID,
  CURSOR,
  JOIN_CODE,
  PRACTITIONER_ACCOUNT_ID,
} from '../../../shared/values/ids.examples.ts';
import { meaningsOf, parametersOf } from '../../../shared/values/meanings.ts';
import { nextCursor, page } from '../../../shared/values/resources.examples.ts';
import type * as contract from './contract.ts';
import {
  AdministratorAct,
  grantAdministrator,
  listAdministratorActs,
  listAdministrators,
} from './contract.ts';

export const meanings = [
  parametersOf(grantAdministrator.params, {
    accountId: { meaning: 'The account that gets or loses the role', example: ADMINISTRATOR_ID },
  }),
  parametersOf(listAdministrators.query, page),
  meaningsOf(listAdministrators.success[200], {
    administrators: {
      meaning: 'The administrators of the platform on this page, by their account',
      properties: {
        accountId: 'The account of the administrator, by the `sub` of its access tokens',
        since: 'Since when the account has had the role',
      },
    },
    nextCursor,
  }),
  meaningsOf(AdministratorAct, {
    id: 'The id of the entry',
    at: 'When the administrator acted',
    operation: 'The id of the operation; for an operator with AWS credentials, the command or the worker',
    administratorId: 'The account of the administrator; omitted for an operator',
    subjects: 'The ids and codes of what was changed or searched',
    reason: 'The reason that the administrator gave; omitted for operations without one',
  }),
  parametersOf(listAdministratorActs.query, {
    month: { meaning: 'The month of the acts, in Malaysian time', example: '2026-03' },
    administratorId: { meaning: 'The administrator whose acts are listed', example: ADMINISTRATOR_ID },
    subject: { meaning: 'The id or the code on which the listed acts are', example: JOIN_CODE },
    ...page,
  }),
  meaningsOf(listAdministratorActs.success[200], {
    acts: 'The acts of this page, the latest first',
    nextCursor,
  }),
];

export const examples = {
  listAdministrators: {
    success: {
      200: {
        administrators: [{ accountId: ADMINISTRATOR_ID, since: '2026-01-05T01:00:00.000Z' }],
        nextCursor: CURSOR,
      },
    },
  },
  grantAdministrator: { success: { 204: undefined } },
  revokeAdministrator: { success: { 204: undefined } },
  listAdministratorActs: {
    success: {
      200: {
        acts: [
          {
            id: '7f1d7d0c-6a38-4f0b-8f43-3ac1f0a7b5e2',
            at: '2026-03-02T01:12:45.318Z',
            operation: 'searchAccessLog',
            administratorId: ADMINISTRATOR_ID,
            subjects: [PRACTITIONER_ACCOUNT_ID],
            reason: 'Stolen phone, incident 2026-14',
          },
        ],
        nextCursor: CURSOR,
      },
    },
  },
} satisfies ExamplesOf<typeof contract>;
