/**
 * Redemptions that were sent and have no answer yet. They outlive the page, so that a dead battery loses no gift: the same id is asked
 * again, and counts only once. They name the account, because another person must not repeat them, and neither gift nor visitor.
 */
export interface Redemption {
  readonly accountId: string;
  readonly claimId: string;
  readonly redemptionId: string;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
}

const KEY = 'sihat-desk-unanswered';
const DAY_MS = 86_400_000;

function kept(): readonly Redemption[] {
  try {
    const all: readonly Redemption[] = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return all.filter(({ sentAt }) => Date.now() - sentAt < DAY_MS);
  } catch {
    return [];
  }
}

function keep(redemptions: readonly Redemption[]): void {
  if (redemptions.length === 0) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, JSON.stringify(redemptions));
}

/** The redemption of an account that was sent first and has no answer. */
export const unansweredOf = (accountId: string): Redemption | undefined =>
  kept().find((redemption) => redemption.accountId === accountId);

export const keepUnanswered = (redemption: Redemption): void => keep([...kept(), redemption]);

export const forgetUnanswered = ({ redemptionId }: Redemption): void =>
  keep(kept().filter((redemption) => redemption.redemptionId !== redemptionId));
