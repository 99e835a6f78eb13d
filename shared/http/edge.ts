import { timingSafeEqual } from 'node:crypto';
import { fingerprint } from '../clock.ts';
import type { HttpRequest } from './gateway.ts';

/** The edge sends the present secret in it; no client knows one, and what a client sends is replaced at the edge. */
export const ORIGIN_SECRET_HEADER = 'x-origin-secret';

/** Whether a request came the way that is guarded. Without secrets there is no edge, and every way is as good. */
export function cameThroughEdge({ headers }: HttpRequest, secrets: readonly string[]): boolean {
  if (secrets.length === 0) return true;
  const given = Buffer.from(fingerprint(headers[ORIGIN_SECRET_HEADER] ?? ''));
  return secrets.some((secret) => timingSafeEqual(given, Buffer.from(fingerprint(secret))));
}
