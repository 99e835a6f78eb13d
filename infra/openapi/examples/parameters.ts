import { DEFAULT_PAGE_ITEMS, MAX_PAGE_ITEMS, MAX_PERIOD_DAYS } from '../../../shared/values/limits.ts';
import type { JsonObject } from '../parts.ts';
import {
  ACCESS_REQUEST_ID,
  CAMPAIGN_ID,
  CERTIFICATE_ID,
  CLAIM_ID,
  CURSOR,
  EXCLUSION_ID,
  INVITATION_ID,
  JOIN_CODE,
  PRACTITIONER_ID,
  WORKSPACE_ID,
} from './names.ts';

interface ParameterText {
  readonly description: string;
  readonly example: string | number;
  /** The schema of the parsed value, when it is not a string. */
  readonly schema?: JsonObject;
}

/** Path and query parameters by name. A name means the same in every operation. */
export const parameters: Readonly<Record<string, ParameterText>> = {
  id: { description: 'The id of the resource', example: ACCESS_REQUEST_ID },
  accountId: { description: 'The id of the account', example: PRACTITIONER_ID },
  as: { description: "The caller's role in the listed requests", example: 'patient' },
  state: { description: 'The state of the listed clubs', example: 'unreviewed' },
  standing: { description: 'Lists members or requests to join', example: 'requested' },
  limit: {
    description: 'The maximum number of items on the page',
    example: DEFAULT_PAGE_ITEMS,
    schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE_ITEMS, default: DEFAULT_PAGE_ITEMS },
  },
  cursor: {
    description:
      'The `nextCursor` of the previous page. A cursor is valid only for the same list and caller.',
    example: CURSOR,
  },
  code: { description: 'The enrollment code of the exhibition', example: JOIN_CODE },
  recordId: { description: 'The id of the note', example: '0195f8b0-1d2c-7e11-9c3a-5f0e7a6b4d30' },
  campaignId: { description: 'The id of the campaign', example: CAMPAIGN_ID },
  claimId: { description: "The id of the claim, as shown on the customer's phone", example: CLAIM_ID },
  status: { description: 'The status of the listed campaigns', example: 'draft' },
  exclusionId: { description: 'The id of the exclusion', example: EXCLUSION_ID },
  certificateId: { description: 'The id of the medical-certificate request', example: CERTIFICATE_ID },
  invitationId: { description: 'The id of the invitation', example: INVITATION_ID },
  workspaceId: { description: 'The id of the workspace', example: WORKSPACE_ID },
  month: { description: 'The month of the acts, in Malaysian time', example: '2026-03' },
  administratorId: { description: 'The administrator whose acts are listed', example: PRACTITIONER_ID },
  subject: { description: 'The id or the code on which the listed acts are', example: JOIN_CODE },
  from: {
    description: 'The first day of the period, a Malaysian calendar day',
    example: '2026-03-01',
  },
  to: {
    description: `The last day of the period, a Malaysian calendar day. The period includes both ends and has at most ${MAX_PERIOD_DAYS} days.`,
    example: '2026-03-02',
  },
};
