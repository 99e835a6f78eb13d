import { createHmac } from 'node:crypto';
import type { Row } from './invitations.ts';

/**
 * The token of an invitation follows from its id and the `INVITATION_SECRET` of the stage, so a repeated call returns the same
 * token although only its hash is stored. The id alone, which officers see, does not reveal it.
 */

/** The token of an invitation: HMAC-SHA-256 of its id, base64url (43 characters). */
export const tokenOf = (secret: string, invitationId: string): string =>
  hmac(secret, ['token', invitationId]).toString('base64url');

/**
 * Recognizes the rows of a repeated call: HMAC-SHA-256 of their roles and references, in hexadecimal. The secret keeps it from
 * revealing a reference to somebody who tries all staff numbers.
 */
export const hashOfRows = (secret: string, rows: readonly Row[]): string =>
  hmac(secret, ['rows', ...rows.map(({ role, reference = null }) => [role, reference])]).toString('hex');

/** The first part keeps the two uses of the secret apart. */
const hmac = (secret: string, parts: readonly unknown[]): Buffer =>
  createHmac('sha256', secret).update(JSON.stringify(parts)).digest();
