import * as z from 'zod/mini';
import { malaysianDate } from '../calendar.ts';
import type { Clock } from '../clock.ts';
import { AccountId, Timestamp, Uuid } from '../resources.ts';
import { indexList, kind, partition, type StoredItem } from '../table/item.ts';
import { keptUntil } from './retention.ts';

/**
 * The log of administrators' acts. Entries are only created. No code changes or deletes one; TTL deletes it after seven years.
 *
 * PLATFORM#ACTS#<month in Malaysia> | <at>#<id>    one act of an administrator, or of an operator with AWS credentials
 *   gsi1 PLATFORM#ACTS-BY#<administrator's accountId> | <at>#<id>
 *   gsi2 PLATFORM#ACTS-ON#<subject> | <at>#<id>
 */

/** The acts of a month, `YYYY-MM`, sorted by time. */
export const actsIn = (month: string) => ({ pk: partition('PLATFORM#ACTS#', month) });
/** The acts of an administrator, sorted by time. */
export const actsBy = (administratorId: AccountId) => indexList('gsi1', 'PLATFORM#ACTS-BY#', administratorId);
/** The acts on one subject, sorted by time. */
export const actsOn = (subject: string) => indexList('gsi2', 'PLATFORM#ACTS-ON#', subject);

export const administratorAct = kind({
  prefix: 'PLATFORM#ACTS#',
  shape: z.object({
    id: Uuid,
    at: Timestamp,
    /** An operation id, a worker id, or a command of the command line. */
    operation: z.string(),
    /** Absent for an operator. */
    administratorId: z.optional(AccountId),
    /** The id or the code of what the operation changed. */
    subject: z.optional(z.string()),
    reason: z.optional(z.string()),
  }),
  key: ({ at, id }: { at: string; id: string }) => ({
    ...actsIn(malaysianDate(new Date(at)).slice(0, 7)),
    sk: `${at}#${id}`,
  }),
  indexes: ({ at, id, administratorId, subject }) => ({
    gsi1: administratorId && { ...actsBy(administratorId), sk: `${at}#${id}` },
    gsi2: subject === undefined ? undefined : { ...actsOn(subject), sk: `${at}#${id}` },
  }),
  ttl: ({ at }) => keptUntil(at),
});
export type AdministratorAct = ReturnType<typeof administratorAct.parse>;

/** An entry of the log with a new id and the current time. */
export function newAct({ now, newId }: Clock, act: Omit<AdministratorAct, 'id' | 'at'>): StoredItem {
  return administratorAct.stored({ ...act, id: newId(), at: now().toISOString() });
}
