import { type Clock, fingerprint, later, minutes } from '../../shared/clock.ts';
import { qrToken } from '../../shared/items/clinical.ts';
import { QR_TOKEN_MINUTES } from '../../shared/limits.ts';
import type { AccountId } from '../../shared/resources.ts';
import { TryAgain } from '../../shared/table/attempts.ts';
import type { Table } from '../../shared/table/table.ts';

/** A patient's QR token is a secret of 256 bits: it is shown once, and only its hash is stored. */

/** Issues a token, 256 random bits in base64url, of which only a hash is stored. @throws {TryAgain} when it is taken. */
export async function issueToken(table: Table, patientId: AccountId, { now, newSecret }: Clock) {
  const at = now();
  const token = newSecret();
  const issued = {
    tokenHash: fingerprint(token),
    patientId,
    issuedAt: at.toISOString(),
    expiresAt: later(at, minutes(QR_TOKEN_MINUTES)).toISOString(),
  };
  const there = await table.putNew(qrToken.stored(issued));
  // What is there can only be this very write, repeated after a lost answer: nobody else has the secret.
  if (there && qrToken.parse(there).patientId !== patientId) throw new TryAgain('collision');
  return { token, expiresAt: issued.expiresAt };
}
