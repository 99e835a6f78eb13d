import * as z from 'zod/mini';
import type { Reads } from '../table/table.ts';
import { malaysianDate } from '../values/calendar.ts';
import { count } from '../values/resources.ts';
import { handedOutRow, reportOf } from './items.ts';

/** The gifts that were handed out on a day, by campaign. Ids and the attributes of the key are no counts. */
const HandedOut = z.catchall(z.object({ pk: z.string(), sk: z.string() }), count());

/**
 * Reads the gifts that a merchant has handed out on the Malaysian day of a moment. The numbers are about a second old.
 * @returns the number of a campaign
 */
export async function readHandedOut(
  table: Reads,
  workspaceId: string,
  at: Date,
): Promise<(campaignId: string) => number> {
  const row = await table.get({ ...reportOf(workspaceId), sk: handedOutRow(malaysianDate(at)) });
  const counted: Readonly<Record<string, string | number>> = row ? HandedOut.parse(row) : {};
  return (campaignId) => Number(counted[campaignId] ?? 0);
}
