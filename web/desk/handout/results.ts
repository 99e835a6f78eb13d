import type { ClaimForStaff } from '../api.ts';
import type { HandedOut } from './gifts-given.ts';
import type { Redemption } from './unanswered.ts';

/** What a member of staff is looking at. Each kind has its own shape, colour and words. */
export type Result =
  | { readonly kind: 'empty' | 'looking' | 'not_a_code' | 'too_many' }
  | {
      readonly kind: 'ready' | 'sending' | 'undone' | 'already' | 'expired' | 'own';
      readonly at: ClaimForStaff;
    }
  | Given
  | Asking
  /** The claim is unknown here, or belongs to another merchant; the platform does not say which. */
  | { readonly kind: 'other'; readonly typed?: string }
  | { readonly kind: 'refused'; readonly code: string }
  /** The visitor has closed the account, and the claim is erased. */
  | { readonly kind: 'gone'; readonly redemption: Redemption }
  /** The person no longer works for the merchant. */
  | { readonly kind: 'removed' }
  /** A look-up failed, so nothing was handed out. */
  | { readonly kind: 'offline'; readonly input: Input }
  | Unanswered;

interface Given {
  readonly kind: 'given';
  readonly at: ClaimForStaff;
  /** It was unanswered for a while, so nobody may be looking. It stays until a tap. */
  readonly staysUntilTap: boolean;
}

/** Asks whether a gift is to be taken back. */
export interface Asking {
  readonly kind: 'asking';
  readonly gift: HandedOut;
  readonly undo: 'asked' | 'sending' | 'too_late' | 'failed';
  /** What is shown again if it stays given. */
  readonly before: Result;
}

/** The redemption was sent, and its answer is unknown. */
interface Unanswered {
  readonly kind: 'unanswered';
  readonly redemption: Redemption;
  /** Unknown after the page was loaded again. */
  readonly title: string | undefined;
  readonly seconds: number;
  readonly signedOut: boolean;
}

export type Input = { readonly scanned: string } | { readonly typed: string };

const OBSTACLES = { already_redeemed: 'already', claim_expired: 'expired', own_claim: 'own' } as const;

export function resultOf(at: ClaimForStaff): Result {
  if (at.canRedeem) return { kind: 'ready', at };
  return at.obstacle ? { kind: OBSTACLES[at.obstacle], at } : { kind: 'refused', code: at.claim.status };
}
