import type { ClaimForStaff } from '../api.ts';

/** A gift that was handed out, with what is needed to take it back. */
export interface HandedOut {
  readonly claimId: string;
  readonly title: string;
  readonly redeemedAt: string;
  readonly undoUntil?: string | undefined;
  readonly undoId?: string | undefined;
}

const KEY = 'sihat-desk-last';
const LAST = 5;

/** The last gifts that a person handed out in this tab. They stay until the sign-out. */
export function lastGifts(accountId: string): readonly HandedOut[] {
  const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Kept | null;
  return kept?.accountId === accountId ? kept.gifts : [];
}

interface Kept {
  readonly accountId: string;
  /** The latest first. */
  readonly gifts: readonly HandedOut[];
}

function keep(accountId: string, gifts: readonly HandedOut[]): void {
  const kept: Kept = { accountId, gifts: gifts.slice(0, LAST) };
  sessionStorage.setItem(KEY, JSON.stringify(kept));
}

const without = (accountId: string, claimId: string) =>
  lastGifts(accountId).filter((gift) => gift.claimId !== claimId);

export const addGift = (accountId: string, gift: HandedOut): void =>
  keep(accountId, [gift, ...without(accountId, gift.claimId)]);
export const removeGift = (accountId: string, claimId: string): void =>
  keep(accountId, without(accountId, claimId));
export const forgetGifts = (): void => sessionStorage.removeItem(KEY);

/** The gift of a redeemed claim. */
export const giftOf = ({ claim, campaign, undoUntil, undoId }: ClaimForStaff): HandedOut => ({
  claimId: claim.id,
  title: campaign.title,
  redeemedAt: claim.redeemedAt ?? '',
  undoUntil,
  undoId,
});

/** Whether a gift can still be taken back, by the clock of this device. The platform decides. */
export const canUndo = ({ undoId, undoUntil }: HandedOut): boolean =>
  undoId !== undefined && undoUntil !== undefined && Date.parse(undoUntil) > Date.now();
