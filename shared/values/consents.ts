import * as z from 'zod/mini';
import { MAX_CONSENT_CHANGES } from './limits.ts';
import { Timestamp } from './resources.ts';

/**
 * A consent is kept as a record of its changes, in an item of its own next to what it is about. The transaction that changes
 * a consent writes the record too, so the last change always says what holds.
 */
export const ConsentChange = z.strictObject({
  given: z.boolean(),
  at: Timestamp,
  /** The version of the notice that was in force. */
  noticeVersion: z.string(),
});
export type ConsentChange = z.infer<typeof ConsentChange>;

/** When a consent changes, and under which notice. */
export type ConsentMoment = Omit<ConsentChange, 'given'>;

/** Whether a consent is given. One without changes was never given. */
export const isGiven = (changes: readonly ConsentChange[]): boolean => changes.at(-1)?.given ?? false;

/**
 * Appends a change to those of a consent if it differs from the last one, and keeps the latest ones. A request that has waited for a
 * concurrent one, or whose clock is behind, gets the time of the last change, so the times never run backwards.
 */
export function withChange(changes: ConsentChange[], change: ConsentChange): ConsentChange[] {
  if (isGiven(changes) === change.given) return changes;
  const last = changes.at(-1)?.at ?? '';
  const at = last > change.at ? last : change.at;
  return [...changes, { ...change, at }].slice(-MAX_CONSENT_CHANGES);
}

/**
 * The condition that a record is as it was found. A record and what it is about are read at different moments, so without it a
 * concurrent change could be lost.
 */
export const asRecorded = (found: { readonly version: number } | undefined) =>
  found
    ? { ConditionExpression: 'version = :version', ExpressionAttributeValues: { ':version': found.version } }
    : { ConditionExpression: 'attribute_not_exists(pk)' };
