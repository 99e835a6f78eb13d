import { type Outcome, type Published, publishAll } from '../../../../shared/community/publishing.ts';
import { MAX_PUBLISHED_CAMPAIGNS } from '../../../../shared/values/limits.ts';
import { ApiError, type Campaign, type Exhibition, isSignedOut } from '../../api.ts';
import type { ObstacleName } from '../kinds.ts';
import type { PlatformOperations } from '../operations.ts';

/** What there is to publish, what is in the way, and the publishing itself. */

/** Why an exhibition is left out. */
export type Obstacle =
  | { readonly name: ObstacleName }
  | { readonly name: 'gift_over'; readonly title: string; readonly at: string };

export interface ToPublish {
  readonly exhibition: Exhibition;
  /** Drafts of challenges. */
  readonly challenges: number;
  /** Drafts of campaigns. */
  readonly campaigns: readonly Campaign[];
}

/** When nobody can reserve a gift any more. */
const endOfReservations = ({ endsAt, redeemBy }: Campaign): string => (endsAt < redeemBy ? endsAt : redeemBy);

/** What is a draft of an exhibition; nothing if everything is published, or the exhibition is over. */
export function leftOf(exhibition: Exhibition, drafts: readonly Campaign[]): ToPublish | undefined {
  const { phase, event, challenges } = exhibition;
  const campaigns = drafts.filter(({ eventId }) => eventId === event.id);
  const isOver = phase === 'ended' || phase === 'cancelled';
  const isWhole = phase !== 'draft' && challenges.draft === 0 && campaigns.length === 0;
  return isOver || isWhole ? undefined : { exhibition, challenges: challenges.draft, campaigns };
}

/** @param now a time in ISO 8601 */
export function obstacleOf({ exhibition, campaigns }: ToPublish, now: string): Obstacle | undefined {
  const [problem] = exhibition.problems;
  if (problem !== undefined) return { name: problem as ObstacleName };
  const over = campaigns.find((campaign) => endOfReservations(campaign) <= now);
  return over && { name: 'gift_over', title: over.title, at: endOfReservations(over) };
}

/** Whether an exhibition is published with the others by default. A draft in a published exhibition may be one on purpose. */
export const isDraft = ({ exhibition }: ToPublish): boolean => exhibition.phase === 'draft';

/** Whether the publication of an exhibition may have been interrupted: its campaigns come last. */
export const mayBeInterrupted = (left: ToPublish): boolean =>
  !isDraft(left) && left.challenges === 0 && left.campaigns.length > 0;

export interface WholePlan {
  /** The first to begin first. */
  readonly ready: readonly ToPublish[];
  readonly leftOut: readonly { readonly of: ToPublish; readonly why: Obstacle }[];
  /** The campaigns that are published afterwards. */
  readonly campaignsThen: number;
}

/** @param published the number of campaigns that are published now */
export function wholePlan(all: readonly ToPublish[], published: number, now: string): WholePlan {
  const ready: ToPublish[] = [];
  const leftOut: { of: ToPublish; why: Obstacle }[] = [];
  let campaignsThen = published;
  const byStart = [...all].sort((a, b) =>
    a.exhibition.event.startsAt < b.exhibition.event.startsAt ? -1 : 1,
  );
  for (const of of byStart) {
    const tooMany = campaignsThen + of.campaigns.length > MAX_PUBLISHED_CAMPAIGNS;
    const why = obstacleOf(of, now) ?? (tooMany ? ({ name: 'too_many' } as const) : undefined);
    if (why) leftOut.push({ of, why });
    else {
      ready.push(of);
      campaignsThen += of.campaigns.length;
    }
  }
  return { ready, leftOut, campaignsThen };
}

export const sumOf = (all: readonly ToPublish[]) => ({
  exhibitions: all.length,
  challenges: all.reduce((sum, { challenges }) => sum + challenges, 0),
  campaigns: all.reduce((sum, { campaigns }) => sum + campaigns.length, 0),
});

/** A refusal is final, and any other error leaves open whether something happened. */
function outcomeOf(error: unknown): Outcome<unknown> {
  const isRefused = error instanceof ApiError && error.status < 500 && !isSignedOut(error);
  return { name: isRefused ? 'refused' : 'unknown', refusal: error };
}

/** Publishes exhibitions. The state of each is read first, so nothing is done twice. */
export function publish(
  operations: PlatformOperations,
  all: readonly ToPublish[],
  onOutcome: (published: Published<unknown>) => void,
): Promise<void> {
  const { publishChallenge, publishEvent, publishCampaign } = operations;
  const byCode = new Map(all.map((each) => [each.exhibition.event.joinCode, each]));
  const planOf = async (joinCode: string) => {
    const { challenges } = await operations.event(joinCode);
    return {
      challenges: challenges.flatMap(({ id, state }) => (state === 'draft' ? [id] : [])),
      campaigns: byCode.get(joinCode)?.campaigns.map(({ id }) => id) ?? [],
    };
  };
  const publisher = { planOf, publishChallenge, publishEvent, publishCampaign };
  return publishAll(publisher, [...byCode.keys()], { outcomeOf, onOutcome });
}

/** Publishes one exhibition. @throws the error of the request that failed */
export async function publishOne(operations: PlatformOperations, one: ToPublish): Promise<void> {
  await publish(operations, [one], ({ outcome }) => {
    if ('refusal' in outcome) throw outcome.refusal;
  });
}
