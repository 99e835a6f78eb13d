import { setTimeout } from 'node:timers/promises';
import type { ApiClient } from '../client.ts';
import { CommandError } from '../command-error.ts';
import { type Present, readPresent } from './present.ts';
import { type ImportRow, identityOf } from './rows.ts';

/** What became of a row. */
export interface Outcome {
  readonly row: number;
  readonly kind: string;
  readonly joinCode: string;
  readonly title: string;
  /** `unknown` without a response: the row may have been created. */
  readonly outcome: 'created' | 'existed' | 'refused' | 'unknown' | 'not sent';
  readonly id?: string;
  readonly reason?: string;
}

/**
 * Creates each row that does not exist, in order. A refused exhibition keeps its challenges and campaigns from being sent. If the platform is
 * busy or does not answer for some seconds, nothing more is sent: the next run finds out what became of the row.
 */
export async function sendRows(
  api: ApiClient,
  rows: readonly ImportRow[],
  { eventIds, ids }: Present,
  progress: (done: number) => void,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  let stopped: string | undefined;
  for (const row of rows) {
    const { number, kind, joinCode, title } = row;
    const add = (outcome: Outcome['outcome'], more: Pick<Outcome, 'id' | 'reason'> = {}) =>
      outcomes.push({ row: number, kind, joinCode, title, outcome, ...more });
    const id = ids.get(identityOf(row));
    if (id !== undefined) add('existed', { id });
    else if (stopped !== undefined) add('not sent', { reason: stopped });
    else if (kind !== 'exhibition' && !eventIds.has(joinCode))
      add('not sent', { reason: 'its exhibition was refused' });
    else {
      try {
        const created = await createPatiently(api, row, eventIds.get(joinCode));
        if (kind === 'exhibition') eventIds.set(joinCode, created.id);
        add('created', { id: created.id });
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        if (error.passing || error.code === undefined) stopped = `the import stopped at row ${number}`;
        add(error.uncertain ? 'unknown' : 'refused', { reason: error.message });
      }
    }
    progress(outcomes.length);
  }
  return outcomes;
}

/** Milliseconds before each further attempt. */
const PAUSES = [500, 1000, 2000];

/**
 * Creates a row. Before a further attempt it reads whether the one before had an effect, because a repeated request would create a challenge
 * or a campaign twice.
 */
async function createPatiently(api: ApiClient, row: ImportRow, eventId: string | undefined) {
  const isPassing = (error: unknown) => error instanceof CommandError && error.passing;
  const again = async (): Promise<{ readonly id: string }> => {
    const id = (await readPresent(api, [row])).ids.get(identityOf(row));
    return id === undefined ? createRow(api, row, eventId) : { id };
  };
  let attempt: () => Promise<{ readonly id: string }> = () => createRow(api, row, eventId);
  for (const pause of PAUSES) {
    try {
      return await attempt();
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
    await setTimeout(pause);
    attempt = again;
  }
  return attempt();
}

function createRow(api: ApiClient, { kind, joinCode, body }: ImportRow, eventId: string | undefined) {
  if (kind === 'exhibition') return api.run('createEvent', { body });
  if (kind === 'challenge') return api.run('createChallenge', { params: { code: joinCode }, body });
  return api.run('createCampaign', { body: { ...body, eventId } });
}
