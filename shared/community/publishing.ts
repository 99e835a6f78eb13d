/**
 * Publishes exhibitions with their challenges and campaigns, for the command line and for the page of administrators. Nothing of it is
 * kept: each request can be repeated, so the same call continues after an interruption.
 */

/** What is published of an exhibition besides itself. */
export interface Plan {
  readonly challenges: readonly string[];
  readonly campaigns: readonly string[];
}

/** The operations of the platform. Repeating one has no second effect. */
export interface Publisher {
  readonly planOf: (joinCode: string) => Promise<Plan> | Plan;
  readonly publishChallenge: (id: string) => Promise<unknown>;
  readonly publishEvent: (joinCode: string) => Promise<unknown>;
  readonly publishCampaign: (campaignId: string) => Promise<unknown>;
}

export type Outcome<Refusal> =
  | { readonly name: 'published' }
  | { readonly name: 'refused'; readonly refusal: Refusal }
  /** Without an answer. It may have been published. */
  | { readonly name: 'unknown'; readonly refusal: Refusal }
  | { readonly name: 'not_sent' };

export interface Published<Refusal> {
  readonly joinCode: string;
  readonly outcome: Outcome<Refusal>;
}

interface Course<Refusal> {
  /** What an error of a request means. @throws an error that no request has */
  readonly outcomeOf: (error: unknown) => Outcome<Refusal>;
  /** Is called with each outcome as it becomes known. */
  readonly onOutcome: (published: Published<Refusal>) => void;
}

/** Exhibitions that are published concurrently. */
const AT_ONCE = 3;

/**
 * Publishes exhibitions in their order, three at a time. A refusal ends its exhibition. After a request without an answer
 * nothing more is begun.
 */
export async function publishAll<Refusal>(
  publisher: Publisher,
  joinCodes: readonly string[],
  { outcomeOf, onOutcome }: Course<Refusal>,
): Promise<void> {
  const left = [...joinCodes];
  let isStopped = false;
  const lane = async () => {
    for (let code = left.shift(); code !== undefined; code = left.shift()) {
      const outcome: Outcome<Refusal> = isStopped
        ? { name: 'not_sent' }
        : await publishOne(publisher, code).catch(outcomeOf);
      isStopped ||= outcome.name === 'unknown';
      onOutcome({ joinCode: code, outcome });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

/** The campaigns come last, because their exhibition must be visible to everyone. */
async function publishOne(publisher: Publisher, joinCode: string) {
  const { challenges, campaigns } = await publisher.planOf(joinCode);
  for (const id of challenges) await publisher.publishChallenge(id);
  await publisher.publishEvent(joinCode);
  for (const campaignId of campaigns) await publisher.publishCampaign(campaignId);
  return { name: 'published' } as const;
}
