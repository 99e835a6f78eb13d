import { useEffect } from 'preact/hooks';
import type { Club, OnboardingFlow, Verification } from '../api.ts';
import type { Work } from '../work.ts';
import { type PlatformOperations, platformOperations } from './operations.ts';

/** What waits for an administrator. */
export interface ThingsThatWait {
  /** The clubs that wait for review, the oldest first. */
  readonly clubs: readonly Club[];
  /** The verifications that end within 30 days, or ended in the last 30 days, by their end. */
  readonly verifications: readonly Verification[];
  /** Drafts of onboarding flows. */
  readonly drafts: readonly OnboardingFlow[];
}

const NEAR_MS = 30 * 86_400_000;

export async function thingsThatWait(operations: PlatformOperations): Promise<ThingsThatWait> {
  const [clubs, verifications, flows] = await Promise.all([
    operations.clubsToReview(),
    operations.verifications(),
    operations.onboardingFlows(),
  ]);
  const now = Date.now();
  return {
    clubs: [...clubs].sort((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1)),
    verifications: verifications.filter(
      ({ verificationValidUntil, withdrawnAt }) =>
        withdrawnAt === undefined && Math.abs(Date.parse(verificationValidUntil) - now) <= NEAR_MS,
    ),
    drafts: flows.filter(({ status }) => status === 'draft'),
  };
}

export const countOf = ({ clubs, verifications, drafts }: ThingsThatWait): number =>
  clubs.length + verifications.length + drafts.length;

/** Shows how much waits on the tab while another page is open. */
export function useWaitingCount(work: Work, tell: (count: number) => void): void {
  useEffect(() => {
    const count = async () => tell(countOf(await thingsThatWait(platformOperations(work.api))));
    // Without the number, the tab has only its name.
    count().catch(() => {});
  }, []);
}
