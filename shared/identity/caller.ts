import type { Contract } from '../contract/contract.ts';
import { RefusedRequest } from '../contract/refusals.ts';
import type { Reads } from '../table/table.ts';
import { minutes } from '../values/clock.ts';
import { FRESH_SESSION_MINUTES } from '../values/limits.ts';
import type { AccountId } from '../values/resources.ts';
import { accountStanding } from './account.ts';
import { NO_BEARER } from './token-problem.ts';

/** The signed-in account. Nothing else in a token grants permissions. */
export interface Caller {
  readonly accountId: AccountId;
}

/** A verified access token: its account, and how and when the account signed in. */
export interface Identity extends Caller {
  readonly signIn: string | undefined;
  /** Seconds since 1970. */
  readonly authTime: number | undefined;
}

/** @throws {RefusedRequest} invalid_token. @throws {TryAgain} when the issuer's keys cannot be fetched. */
export type VerifyToken = (token: string, now: Date) => Promise<Identity>;

const CLOCK_SKEW = minutes(1);
const BEARER = /^Bearer +([\w\-.~+/]+=*)$/i;

/** The caller of a request by its token. @throws {RefusedRequest} not_signed_in, invalid_token, fresh_session_required. */
export async function authenticated(
  contract: Contract,
  header: string | undefined,
  verify: VerifyToken,
  now: Date,
): Promise<Caller | undefined> {
  if (contract.caller === 'nobody') return undefined;
  if (header === undefined) {
    if (contract.caller === 'optional') return undefined;
    throw new RefusedRequest('not_signed_in');
  }
  const token = BEARER.exec(header)?.[1];
  if (token === undefined) throw new RefusedRequest('invalid_token', { message: NO_BEARER });
  const identity = await verify(token, now);
  if (contract.session && !isFresh(identity, now)) throw new RefusedRequest('fresh_session_required');
  return { accountId: identity.accountId };
}

/** True for a recent password sign-in. A time in the future beyond the clock tolerance is not accepted. */
function isFresh({ signIn, authTime }: Identity, now: Date): boolean {
  if (signIn !== 'password' || authTime === undefined) return false;
  const age = now.getTime() - authTime * 1000;
  return age <= minutes(FRESH_SESSION_MINUTES) && age >= -CLOCK_SKEW;
}

/** Checks in the table that the caller's account is open and has the role. @throws {RefusedRequest} account_closed, not_platform_admin. */
export async function assertAccountOpen(
  contract: Contract,
  caller: Caller | undefined,
  reads: Reads,
): Promise<void> {
  if (!caller || contract.admitsClosedAccounts) return;
  const standing = accountStanding.parseIfAny(await reads.get(accountStanding.key(caller)));
  if (standing?.closedAt) throw new RefusedRequest('account_closed');
  if (contract.caller === 'platform_admin' && !standing?.platformAdmin)
    throw new RefusedRequest('not_platform_admin');
}
