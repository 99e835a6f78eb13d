import { DEFAULT_PAGE_ITEMS, MOST_PAGE_ITEMS, MOST_PERIOD_DAYS } from '../../../shared/limits.ts';
import type { JsonObject } from '../parts.ts';
import {
  ACCESS_REQUEST_ID,
  CAMPAIGN_ID,
  CERTIFICATE_ID,
  CLAIM_ID,
  CURSOR,
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

/** Path and query parameters, by name: a name means the same wherever it stands. */
export const parameters: Readonly<Record<string, ParameterText>> = {
  id: { description: 'The id of the resource', example: ACCESS_REQUEST_ID },
  accountId: { description: 'The id of the account', example: PRACTITIONER_ID },
  as: { description: 'Whose list: as the patient, or as the practitioner', example: 'patient' },
  state: { description: 'In which state', example: 'unreviewed' },
  standing: { description: 'Members, or those who ask to join', example: 'requested' },
  limit: {
    description: 'The most items of the page',
    example: DEFAULT_PAGE_ITEMS,
    schema: { type: 'integer', minimum: 1, maximum: MOST_PAGE_ITEMS, default: DEFAULT_PAGE_ITEMS },
  },
  cursor: {
    description: 'Where to go on: `nextCursor` of the page before; of this list and caller alone',
    example: CURSOR,
  },
  code: { description: "The exhibition's enrollment code", example: JOIN_CODE },
  campaignId: { description: 'The id of the campaign', example: CAMPAIGN_ID },
  claimId: { description: 'The id of the claim, as the phone shows it', example: CLAIM_ID },
  status: { description: 'Which of them: those in this state', example: 'draft' },
  certificateId: { description: 'The id of the medical-certificate request', example: CERTIFICATE_ID },
  invitationId: { description: 'The id of the invitation', example: INVITATION_ID },
  workspaceId: { description: 'The id of the workspace', example: WORKSPACE_ID },
  from: {
    description: 'First day of the period, a Malaysian calendar day, included',
    example: '2026-03-01',
  },
  to: {
    description: `Last day of the period, a Malaysian calendar day, included; the period has at most ${MOST_PERIOD_DAYS} days`,
    example: '2026-03-02',
  },
};
