import * as z from 'zod/mini';
import { AccessLogEntry } from '../../../shared/clinical/schemas.ts';
import { contract } from '../../../shared/contract/contract.ts';
import { AccountId, pageOf, pageQuery, reason, Timestamp, Uuid } from '../../../shared/values/resources.ts';

/** Patients read who used their records. Administrators search what one practitioner used. */

export const listAccessLog = contract({
  operationId: 'listAccessLog',
  area: 'clinical',
  method: 'GET',
  path: '/v1/clinical/access-log',
  summary: "List who used the caller's records",
  description: 'The latest entries come first. Entries are never changed or removed.',
  caller: 'account',
  query: z.object(pageQuery),
  success: { 200: pageOf('entries', AccessLogEntry) },
  refusals: {},
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: { table: { 'CLINICAL#LOG#': ['Query'], 'CLINICAL#REQUEST#': ['BatchGetItem'] } },
});

/** A use of a patient's records as administrators see it: whose records and when, but nothing of their content. */
export const PractitionerAccess = z.strictObject({
  id: Uuid,
  at: Timestamp,
  action: AccessLogEntry.shape.action,
  patientId: AccountId,
});

export const searchAccessLog = contract({
  operationId: 'searchAccessLog',
  area: 'clinical',
  method: 'POST',
  path: '/v1/platform/practitioners/{accountId}/access-log',
  summary: 'Search whose records an account has used, and when',
  description:
    "For notifying patients after a breach. The latest entries come first. The response has account ids of patients and times, and nothing of their records. The log of administrators' acts records each request for a page, with its `reason`.",
  caller: 'platform_admin',
  session: 'fresh_password',
  params: z.strictObject({ accountId: AccountId }),
  query: z.object(pageQuery),
  body: z.strictObject({ reason: reason() }),
  success: { 200: pageOf('entries', PractitionerAccess) },
  refusals: {},
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: { gsi1: ['CLINICAL#LOG-OF-PRACTITIONER#'] },
});
