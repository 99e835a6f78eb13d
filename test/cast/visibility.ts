import type * as z from 'zod/mini';
import type { contracts, OperationId } from '../../functions/contracts.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import type { Sent, World } from '../support/world.ts';

/**
 * The visibility matrix: who sees what people tell only some others, in each state of consent, membership and account. The calls
 * of a resource declare its fields. A field has a row for every operation whose response can contain it: the types of the contracts
 * find these operations, and a missing row does not compile.
 */

type Success<Op extends OperationId> = (typeof contracts)[Op]['success'];
type Answer<Op extends OperationId> = {
  [Status in keyof Success<Op>]: z.output<Success<Op>[Status]>;
}[keyof Success<Op>];
/** Whether a value can contain, at any depth, an object with all of these properties. */
type Contains<T, Names extends string> = T extends readonly (infer Element)[]
  ? Contains<Element, Names>
  : T extends object
    ? [Names] extends [keyof T]
      ? true
      : { [Name in keyof T]-?: Contains<T[Name], Names> }[keyof T]
    : false;
/** The operations whose responses can contain an object with all of these properties. */
export type Showing<Names extends string> = {
  [Op in OperationId]: true extends Contains<Answer<Op>, Names> ? Op : never;
}[OperationId];

/** What the people of a state are called in requests, and the accounts of the viewers; `undefined` is nobody. */
export interface Scene<Viewer extends string> {
  readonly viewers: Readonly<Record<Viewer, AccountId | undefined>>;
  readonly ids: Readonly<Record<string, string>>;
}

export interface Row<Viewer extends string, State extends string> {
  /** The request that every viewer sends. */
  sent(ids: Scene<Viewer>['ids'], state: State): Sent;
  /** Set if only the first such request succeeds. After it, the next viewers meet other people. */
  readonly succeedsOnce?: true;
  readonly seenBy: Readonly<Record<State, readonly Viewer[]>>;
}

interface Field<Names extends string, Viewer extends string, State extends string> {
  readonly what: string;
  /** The text in the field, which is nowhere else. */
  readonly text: string;
  /** Brings people into a state. */
  readonly states: Readonly<Record<State, (world: World) => Promise<Scene<Viewer>>>>;
  readonly rows: { readonly [Op in Showing<Names>]: Row<NoInfer<Viewer>, NoInfer<State>> };
}

/** Declares the matrix of a field. @param _names the properties by which a response with the field is recognized */
export const field =
  <const Names extends string>(..._names: readonly Names[]) =>
  <const Viewer extends string, const State extends string>(declared: Field<Names, Viewer, State>) =>
    declared;

/** The text in the fields. */
export const TEXT = 'Kenari Kuning';

/** The request for a list of the caller's own. */
export const ofCaller = { sent: () => ({}) };
