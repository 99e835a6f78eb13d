import { type Outcome, type Plan, publishAll as publishPlans } from '../../../shared/community/publishing.ts';
import type { ApiClient } from '../client.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { allCampaigns } from '../commands/known-names.ts';
import { readTableFile } from './table-file.ts';

/** What is published of each exhibition, by its code. */
export type Plans = ReadonlyMap<string, Plan>;

export interface Published {
  readonly joinCode: string;
  /** `unknown` without a response: it may have been published. */
  readonly outcome: 'published' | 'refused' | 'unknown' | 'not sent';
  readonly reason?: string;
}

/**
 * The exhibitions of a report of `import-events`, with what was imported of them.
 * @throws {UsageError} if the file is no such report, or has rows that were not created
 */
export function planOfReport(file: string): Plans {
  const { rows, problems } = readTableFile(file);
  const bad = rows.filter(({ cells: { outcome = '' } }) => !['created', 'existed'].includes(outcome));
  if (problems.length > 0 || rows.length === 0)
    throw new UsageError([`${file} is no report of import-events.`, ...problems].join('\n'));
  if (bad.length > 0)
    throw new UsageError(
      `${bad.length} rows of ${file} were not created, the first in row ${bad[0]?.number}. Correct them, and import the file again.`,
    );
  const byCode = Map.groupBy(rows, ({ cells }) => cells['joinCode'] ?? '');
  const planOf = (some: typeof rows): Plan => {
    const ids = (kind: string) =>
      some.flatMap(({ cells }) => (cells['kind'] === kind && cells['id'] ? [cells['id']] : []));
    return { challenges: ids('challenge'), campaigns: ids('campaign') };
  };
  return new Map([...byCode].map(([joinCode, some]) => [joinCode, planOf(some)]));
}

/** The drafts of exhibitions. @throws {CommandError} if there is no exhibition with a code */
export async function planOfCodes(api: ApiClient, codes: readonly string[]): Promise<Plans> {
  const drafts = await allCampaigns(api, ['draft']);
  const plans = new Map<string, Plan>();
  for (const code of codes) {
    const { event, challenges } = await api.call('getPlatformEvent', { params: { code } });
    plans.set(code, {
      challenges: challenges.flatMap(({ id, state }) => (state === 'draft' ? [id] : [])),
      campaigns: drafts.flatMap(({ id, eventId }) => (eventId === event.id ? [id] : [])),
    });
  }
  return plans;
}

/** Publishes exhibitions, and tells how each ended. The same command continues after an interruption. */
export async function publishAll(
  api: ApiClient,
  plans: Plans,
  progress: (done: number) => void,
): Promise<readonly Published[]> {
  const outcomes = new Map<string, Published>();
  const publisher = {
    planOf: (code: string) => plans.get(code) ?? { challenges: [], campaigns: [] },
    publishChallenge: (id: string) => api.call('publishChallenge', { params: { id } }),
    publishEvent: (code: string) => api.call('publishEvent', { params: { code } }),
    publishCampaign: (campaignId: string) => api.call('publishCampaign', { params: { campaignId } }),
  };
  await publishPlans<string>(publisher, [...plans.keys()], {
    outcomeOf,
    onOutcome({ joinCode, outcome }) {
      outcomes.set(joinCode, { joinCode, ...said(outcome) });
      progress(outcomes.size);
    },
  });
  return [...plans.keys()].flatMap((joinCode) => outcomes.get(joinCode) ?? []);
}

function outcomeOf(error: unknown): Outcome<string> {
  if (!(error instanceof CommandError)) throw error;
  const isUnknown = error.uncertain || error.code === undefined;
  return { name: isUnknown ? 'unknown' : 'refused', refusal: error.message };
}

function said(outcome: Outcome<string>): Omit<Published, 'joinCode'> {
  if (outcome.name === 'published') return { outcome: outcome.name };
  if (outcome.name === 'not_sent') return { outcome: 'not sent', reason: 'the command stopped before' };
  return { outcome: outcome.name, reason: outcome.refusal };
}
