import type { contracts, OperationId } from '../../functions/contracts.ts';
import type { Sent } from '../support/world.ts';
import type { Town } from './town.ts';

/** The operations with which people read who are no administrators of the platform. */
export type ReadOperation = {
  [Op in OperationId]: (typeof contracts)[Op] extends {
    readonly method: 'GET';
    readonly caller: infer Caller;
  }
    ? Caller extends 'platform_admin'
      ? never
      : Op
    : never;
}[OperationId];

/**
 * The circles in which people meet: the columns of the visibility matrix. Within one, they are known by what they chose for it.
 * Nothing leads from a person in one circle to the same person in another. `own` shows nobody but the caller.
 */
export type Circle =
  | 'company'
  | 'invitations'
  | 'club'
  | 'challenge'
  | 'clinic'
  | 'counter'
  | 'content'
  | 'own';

/** A request of the officer of a town. Each place, such as a company, is a circle of its own. */
export type Reading = Sent & { readonly place?: string };

/** What the calls of a read operation say about the people in its response. */
export type InCircle =
  | { readonly circle: 'own' }
  | { readonly circle: Circle; readonly readsInTown: (town: Town) => readonly Reading[] };

/** The pairs of fields that are the same in two circles, and why. */
export const KNOWN_IN_BOTH: readonly (readonly [string, string])[] = [
  // A member shares the reference of the invitation with the officers.
  ['company: members.reference', 'invitations: invitations.reference'],
  ['company: certificates.reference', 'invitations: invitations.reference'],
  // All invitations of a day expire together, including those of other workspaces.
  ['invitations: invitations.expiresAt', 'invitations: invitations.expiresAt'],
];
