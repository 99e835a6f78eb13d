import * as z from 'zod/mini';
import { indexList, kind, partition } from '../table/item.ts';
import { keptUntil } from '../table/retention.ts';
import type { Part } from '../table/table.ts';
import { malaysianDate } from '../values/calendar.ts';
import type { Clock } from '../values/clock.ts';
import { AccountId, Timestamp, Uuid } from '../values/resources.ts';

/**
 * The log of administrators' acts. Entries are only created. No code changes or deletes one; TTL deletes it after seven years.
 *
 * PLATFORM#ACTS#<month in Malaysia> | <at>#<id>    one act of an administrator, or of an operator with AWS credentials
 *   gsi1 PLATFORM#ACTS-BY#<administrator's accountId> | <at>#<id>
 * PLATFORM#ACTS-ON#<subject> | <at>#<id>           the same act again, once for each of its subjects
 */

/** The acts of a month, `YYYY-MM`, sorted by time. */
export const actsIn = (month: string) => ({ pk: partition('PLATFORM#ACTS#', month) });
/** The acts of an administrator, sorted by time. */
export const actsBy = (administratorId: AccountId) => indexList('gsi1', 'PLATFORM#ACTS-BY#', administratorId);
/** The acts on one subject, sorted by time. */
export const actsOn = (subject: string) => ({ pk: partition('PLATFORM#ACTS-ON#', subject) });

const Act = z.object({
  id: Uuid,
  at: Timestamp,
  /** An operation id, a worker id, or a command of the command line. */
  operation: z.string(),
  /** Absent for an operator. */
  administratorId: z.optional(AccountId),
  /** The ids and codes of what the operation changed. */
  subjects: z.array(z.string()),
  reason: z.optional(z.string()),
});
export type AdministratorAct = z.infer<typeof Act>;

export const administratorAct = kind({
  prefix: 'PLATFORM#ACTS#',
  shape: Act,
  key: ({ at, id }: { at: string; id: string }) => ({
    ...actsIn(malaysianDate(new Date(at)).slice(0, 7)),
    sk: `${at}#${id}`,
  }),
  indexes: ({ at, id, administratorId }) => ({
    gsi1: administratorId && { ...actsBy(administratorId), sk: `${at}#${id}` },
  }),
  ttl: ({ at }) => keptUntil(at),
});

export const actOnSubject = kind({
  prefix: 'PLATFORM#ACTS-ON#',
  shape: z.extend(Act, { subject: z.string() }),
  key: ({ subject, at, id }: { subject: string; at: string; id: string }) => ({
    ...actsOn(subject),
    sk: `${at}#${id}`,
  }),
  ttl: ({ at }) => keptUntil(at),
});

/** The transaction parts that add an entry to the log, with a new id and the current time. */
export function newAct(
  { now, newId }: Clock,
  act: Omit<AdministratorAct, 'id' | 'at'>,
): Record<'act', Part> & Record<string, Part> {
  const subjects = [...new Set(act.subjects)];
  const entry = { ...act, subjects, id: newId(), at: now().toISOString() };
  const copies = subjects.map((subject, n) => {
    const Item = actOnSubject.stored({ ...entry, subject });
    return [`act on ${n}`, { Put: { Item } }] as const;
  });
  const Item = administratorAct.stored(entry);
  return {
    act: { Put: { Item, ConditionExpression: 'attribute_not_exists(pk)' } },
    ...Object.fromEntries(copies),
  };
}
