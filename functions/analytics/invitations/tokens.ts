import { createHmac } from 'node:crypto';
import type { RoleBesideOwner } from '../../../shared/workspaces/roles.ts';

/**
 * The token of an invitation follows from its id and the `INVITATION_SECRET` of the stage, so a repeated call returns the same
 * token although only its hash is stored. The id alone, which officers see, does not reveal it.
 */

/** What an officer says about an invitation. */
export interface Row {
  readonly role: RoleBesideOwner;
  readonly reference?: string | undefined;
}

/** The token of an invitation: HMAC-SHA-256 of its id, base64url (43 characters). */
export const tokenOf = (secret: string, invitationId: string): string =>
  hmac(secret, ['token', invitationId]).toString('base64url');

/**
 * Recognizes a row of a batch in a repeated call: the first 12 bytes of an HMAC-SHA-256 of its role and reference, in hexadecimal. The
 * secret keeps it from revealing a reference to somebody who tries all staff numbers.
 */
export const hashOfRow = (secret: string, batchId: string, { role, reference }: Row): string =>
  hmac(secret, ['row', batchId, role, reference ?? null])
    .subarray(0, 12)
    .toString('hex');

/** The first part keeps the two uses of the secret apart. */
const hmac = (secret: string, parts: readonly unknown[]): Buffer =>
  createHmac('sha256', secret).update(JSON.stringify(parts)).digest();
