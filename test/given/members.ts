import { fingerprint, timeOrderedId } from '../../shared/values/clock.ts';
import { NOON } from '../support/world.ts';

/**
 * The member id of an account in a workspace or a club of `test/given/`. It follows from both, so that a request can name the
 * member without looking it up.
 */
export function memberOf(accountId: string, placeId: string): string {
  const digits = fingerprint(`${accountId} in ${placeId}`);
  return timeOrderedId(NOON, `00000000-0000-4${digits.slice(0, 3)}-8000-${digits.slice(3, 15)}`);
}
