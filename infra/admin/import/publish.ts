import type { ApiClient } from '../client.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { allCampaigns } from '../commands/known-names.ts';
import { readTableFile } from './table-file.ts';

/** What is published of one exhibition: its challenges, itself, and then its campaigns. */
export interface Plan {
  readonly joinCode: string;
  readonly challenges: readonly string[];
  readonly campaigns: readonly string[];
}

export interface Published {
  readonly joinCode: string;
  /** `unknown` without a response: it may have been published. */
  readonly outcome: 'published' | 'refused' | 'unknown' | 'not sent';
  readonly reason?: string;
}

/** Exhibitions that are published concurrently. */
const AT_ONCE = 3;

/**
 * The exhibitions of a report of `import-events`, with what was imported of them.
 * @throws {UsageError} if the file is no such report, or has rows that were not created
 */
export function planOfReport(file: string): Plan[] {
  const { rows, problems } = readTableFile(file);
  const bad = rows.filter(({ cells: { outcome = '' } }) => !['created', 'existed'].includes(outcome));
  if (problems.length > 0 || rows.length === 0)
    throw new UsageError([`${file} is no report of import-events.`, ...problems].join('\n'));
  if (bad.length > 0)
    throw new UsageError(
      `${bad.length} rows of ${file} were not created, the first in row ${bad[0]?.number}. Correct them, and import the file again.`,
    );
  const byCode = Map.groupBy(rows, ({ cells }) => cells['joinCode'] ?? '');
  return [...byCode].map(([joinCode, some]) => {
    const ids = (kind: string) =>
      some.flatMap(({ cells }) => (cells['kind'] === kind && cells['id'] ? [cells['id']] : []));
    return { joinCode, challenges: ids('challenge'), campaigns: ids('campaign') };
  });
}

/** The drafts of exhibitions. @throws {CommandError} if there is no exhibition with a code */
export async function planOfCodes(api: ApiClient, codes: readonly string[]): Promise<Plan[]> {
  const drafts = await allCampaigns(api, ['draft']);
  const plans: Plan[] = [];
  for (const code of codes) {
    const { event, challenges } = await api.call('getPlatformEvent', { params: { code } });
    plans.push({
      joinCode: code,
      challenges: challenges.flatMap(({ id, state }) => (state === 'draft' ? [id] : [])),
      campaigns: drafts.flatMap(({ id, eventId }) => (eventId === event.id ? [id] : [])),
    });
  }
  return plans;
}

/**
 * Publishes exhibitions, three at a time. Each request can be repeated, so the same command continues after an interruption. A refusal
 * ends its exhibition. After a request without an answer of the platform nothing more is begun.
 */
export async function publishAll(
  api: ApiClient,
  plans: readonly Plan[],
  progress: (done: number) => void,
): Promise<readonly Published[]> {
  const outcomes = new Map<string, Published>();
  const left = [...plans];
  let isStopped = false;
  const lane = async () => {
    for (let plan = left.shift(); plan; plan = left.shift()) {
      const { joinCode } = plan;
      const outcome: Published = isStopped
        ? { joinCode, outcome: 'not sent', reason: 'the command stopped before' }
        : await publishOne(api, plan);
      isStopped ||= outcome.outcome === 'unknown';
      outcomes.set(joinCode, outcome);
      progress(outcomes.size);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return plans.flatMap(({ joinCode }) => outcomes.get(joinCode) ?? []);
}

async function publishOne(api: ApiClient, { joinCode, challenges, campaigns }: Plan): Promise<Published> {
  try {
    for (const id of challenges) await api.call('publishChallenge', { params: { id } });
    await api.call('publishEvent', { params: { code: joinCode } });
    for (const campaignId of campaigns) await api.call('publishCampaign', { params: { campaignId } });
    return { joinCode, outcome: 'published' };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const isUnknown = error.uncertain || error.code === undefined;
    return { joinCode, outcome: isUnknown ? 'unknown' : 'refused', reason: error.message };
  }
}
