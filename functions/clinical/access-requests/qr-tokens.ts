import { qrToken } from '../../../shared/clinical/items.ts';
import { TryAgain } from '../../../shared/table/attempts.ts';
import type { Table } from '../../../shared/table/table.ts';
import { type Clock, fingerprint, later, minutes } from '../../../shared/values/clock.ts';
import { QR_TOKEN_MINUTES } from '../../../shared/values/limits.ts';
import type { AccountId } from '../../../shared/values/resources.ts';

/**
 * Issues a QR token to a patient. Only the hash of the token is stored, so the token cannot be returned again.
 * @returns the token (256 random bits, base64url) and its expiry.
 * @throws {TryAgain} if another patient has the same token.
 */
export async function issueToken(table: Table, patientId: AccountId, { now, newSecret }: Clock) {
  const at = now();
  const token = newSecret();
  const issued = {
    tokenHash: fingerprint(token),
    patientId,
    issuedAt: at.toISOString(),
    expiresAt: later(at, minutes(QR_TOKEN_MINUTES)).toISOString(),
  };
  const existing = await table.putNew(qrToken.stored(issued));
  // An existing item of the same patient is this write: `putNew` retried it after a lost response.
  if (existing && qrToken.parse(existing).patientId !== patientId) throw new TryAgain('collision');
  return { token, expiresAt: issued.expiresAt };
}
