import type { Part, Reads } from '../../shared/table/table.ts';
import {
  asRecorded,
  type ConsentChange,
  type ConsentMoment,
  isGiven,
  withChange,
} from '../../shared/values/consents.ts';
import { type SharingConsent, sharingConsent } from '../../shared/workspaces/items.ts';

/** Members consent to show the officers of a workspace a reference or a certificate, and each consent has a record. */
export type SharedThing = Pick<SharingConsent, 'accountId' | 'shared' | 'id'>;

/** Reads what a member has consented to, with the history. @returns `undefined` if nothing was ever decided about it. */
export async function findConsent(table: Reads, of: SharedThing): Promise<SharingConsent | undefined> {
  return sharingConsent.parseIfAny(await table.get(sharingConsent.key(of)));
}

/** The transaction part that records a change of a consent. It fails unless the record is as it was found. */
export function changedConsent(
  of: SharedThing,
  found: SharingConsent | undefined,
  change: ConsentChange,
): Part {
  const changes = withChange(found?.changes ?? [], change);
  const next = { ...of, changes, version: (found?.version ?? 0) + 1 };
  return { Put: { Item: sharingConsent.stored(next), ...asRecorded(found) } };
}

/**
 * The transaction part that records the end of a consent if it is given. It fails unless the record is as it was found, so a
 * consent that is given at the same moment does not outlive what ends it.
 */
export function endedConsent(
  of: SharedThing,
  found: SharingConsent | undefined,
  moment: ConsentMoment,
): Part {
  return isGiven(found?.changes ?? [])
    ? changedConsent(of, found, { given: false, ...moment })
    : { ConditionCheck: { Key: sharingConsent.key(of), ...asRecorded(found) } };
}
