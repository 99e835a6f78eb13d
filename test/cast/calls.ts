import type { contracts, OperationId } from '../../functions/contracts.ts';
import type { CommonRefusal } from '../../shared/contract/refusals.ts';
import type { TablePrefix } from '../../shared/contract/table-definition.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import type { Sent } from '../support/world.ts';
import type { Cast, Principal } from './cast.ts';
import type { InCircle, ReadOperation } from './circles.ts';
import type { Crowd, Scenario } from './crowds.ts';

/** How tests call the operations of one resource. Each resource declares it once, in its `calls.ts`. */

type Declared<Op extends OperationId> = Op extends OperationId
  ? keyof (typeof contracts)[Op]['refusals'] & string
  : never;

/** What a caller gets: success, or the code of a refusal. */
export type Outcome<Op extends OperationId = OperationId> = 'ok' | CommonRefusal | Declared<Op>;

/** What each principal of the cast gets. `others` stands for those that are not named. */
type Callers<Op extends OperationId> = {
  readonly [Who in Principal]?: Outcome<Op>;
} & { readonly others: Outcome<Op> };

/** A role that an account can lose and keep another relation: a former officer or staff is a member, for example. */
export type LostRole = 'verification' | 'office' | 'counter' | 'club';

/** A request that takes a role from a principal. */
export interface Loss {
  readonly who: Principal;
  /** Continues the name of the principal to the name of a test. */
  readonly what: string;
  readonly request: (cast: Cast) => Sent;
  /** The role, if the account keeps another relation. The calls of the operations say what it then gets. */
  readonly role?: LostRole;
}

/** A request that differs from the valid one by a mistake. */
export interface Mistake {
  readonly what: string;
  /** All parameters of the path, or the whole query. */
  readonly params?: Sent['params'];
  readonly query?: Sent['query'];
  /** The wrong fields of the body. `undefined` omits a field. */
  readonly fields?: object;
  /** The principal who sends it; by default, the one of the valid request. */
  readonly by?: Principal;
  /** The issue or issues of the response, each with its path. */
  readonly said: string | readonly string[];
}

interface EveryCalls<Op extends OperationId> {
  /** The row of the authorization matrix. */
  readonly callers: Callers<Op>;
  /** The request that a principal sends. It names items of the cast, also for a principal who is refused. */
  readonly request: (cast: Cast, principal: Principal) => Sent;
  /** The principal whose request is the valid one; by default, the first account that is admitted. */
  readonly by?: Principal;
  /** A scenario for each declared refusal that no principal of the row gets. */
  readonly refusals: { readonly [Code in Declared<Op>]?: Scenario };
  /** The budget of sequential database rounds of the valid request. */
  readonly rounds: number;
  /** The budget of database units that the valid request consumes, reads and writes together. */
  readonly units: number;
  /** Set if the operation requires a sign-in with the password shortly before. */
  readonly freshSession?: true;
  /** Set if the write is refused when the caller's account is closed after the reads of the request. */
  readonly needsOpenAccount?: true;
  /** What an account gets after it has lost a role, where that is not what a stranger gets. */
  readonly afterLosing?: { readonly [Role in LostRole]?: Outcome<Op> };
  /** The requests with which others take a role from a principal. */
  readonly takes?: readonly Loss[];
  /** The principals for whom the operation removes something, if it does nothing for the other signed-in callers. */
  readonly removesFor?: readonly Principal[];
  /** What developers of apps get wrong, and what the response says about it. */
  readonly mistakes?: readonly Mistake[];
  /**
   * Set if the write is refused when it draws an id or a secret that exists. A scenario creates the second request, where
   * a repeated one would be recognized as a retry or be refused.
   */
  readonly refusesKnownIds?: true | Scenario;
  /**
   * The request of an account that names an exhibition by its code or a challenge by its id. Denying a hidden one costs as
   * much as denying an unknown one.
   */
  readonly onExhibition?: (account: AccountId, named: { readonly code: string; readonly id: string }) => Sent;
  /** What many people do at the same time with this operation. */
  readonly crowds?: readonly Crowd<Declared<Op>>[];
  /** Requests that use the permissions that the valid request does not use, and other ways through the operation. */
  readonly furtherUses?: readonly Scenario[];
  /** The items that may contain the free texts of the body, by the prefix of their keys. */
  readonly storesTexts?: readonly TablePrefix[];
  /**
   * The subjects of the entry in the log of administrators' acts: parameters, fields of the body, and `new id` for the id of
   * the response. By default, the first parameter of the path.
   */
  readonly subjects?: readonly string[];
  /** Set if that entry has the `reason` of the body. */
  readonly recordsReason?: true;
}

/** A read operation also says in which circle people meet in its response. */
type CallsOf<Op extends OperationId> = EveryCalls<Op> & (Op extends ReadOperation ? InCircle : unknown);

/** The calls of every operation. */
export type AllCalls = { readonly [Op in OperationId]: CallsOf<Op> };

type Rows = { readonly [Op in OperationId]?: Callers<Op> };
/** The calls of a resource with these rows, and with a scenario for each refusal that its row does not have. */
type CallsWith<R> = {
  readonly [Op in keyof R]: Op extends OperationId
    ? Omit<EveryCalls<Op>, 'callers'> &
        (Op extends ReadOperation ? InCircle : unknown) & {
          readonly callers: R[Op];
          readonly refusals: { readonly [Code in Exclude<Declared<Op>, R[Op][keyof R[Op]]>]: Scenario };
        }
    : never;
};

/** Declares the calls of a resource. A declared refusal that nothing reaches does not compile. */
export function callsOf<const R extends Rows>(declared: CallsWith<R>): CallsWith<R> {
  return declared;
}

/** Rows that many operations have in common. */
export const everybody = { others: 'ok' } as const;
export const unsigned = { nobody: 'not_signed_in' } as const;
export const signedIn = { ...unsigned, others: 'ok' } as const;
export const administrators = {
  ...unsigned,
  others: 'not_platform_admin',
  'platform admin': 'ok',
} as const;
