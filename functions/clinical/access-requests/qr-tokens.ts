import type * as z from 'zod/mini';
import { qrToken } from '../../../shared/clinical/items.ts';
import { TryAgain } from '../../../shared/table/attempts.ts';
import type { Reads, Table } from '../../../shared/table/table.ts';
import { type Clock, fingerprint, later, minutes } from '../../../shared/values/clock.ts';
import { QR_TOKEN_MINUTES } from '../../../shared/values/limits.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import type { QrToken } from './contract.ts';

type StoredToken = ReturnType<typeof qrToken.parse>;

/**
 * Issues a QR token to a patient. Only the hash of the token is stored, so the token cannot be returned again.
 * @returns the token (256 random bits, base64url), its id, which is the hash, and its expiry.
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
  return { token, id: issued.tokenHash, expiresAt: issued.expiresAt };
}

/** Finds a QR token of a patient by its id. Others do not find it. */
export async function findOwnToken(table: Reads, tokenHash: string, patientId: AccountId) {
  const found = qrToken.parseIfAny(await table.get(qrToken.key({ tokenHash })));
  return found?.patientId === patientId ? found : undefined;
}

/** A QR token as its patient sees it. */
export function presentToken(
  { tokenHash: id, expiresAt, requestId: accessRequestId }: StoredToken,
  at: Date,
): z.input<typeof QrToken> {
  if (accessRequestId !== undefined) return { id, status: 'used', expiresAt, accessRequestId };
  return { id, status: expiresAt > at.toISOString() ? 'open' : 'expired', expiresAt };
}
