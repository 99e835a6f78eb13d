import type * as z from 'zod/mini';
import type { Act, Contract } from '../contract/contract.ts';
import type { Settings } from '../contract/environment.ts';
import type { Caller } from '../identity/caller.ts';
import type { Reads, Table } from '../table/table.ts';
import type { Clock } from '../values/clock.ts';
import type { Keep } from './kept.ts';

type Parsed<S> = S extends z.ZodMiniType ? z.infer<S> : undefined;
type Sent<S> = S extends z.ZodMiniType ? z.input<S> : never;
type CallerOf<C extends Contract> = C['caller'] extends 'nobody'
  ? undefined
  : C['caller'] extends 'optional'
    ? Caller | undefined
    : Caller;

/** A request that satisfies its contract. */
export interface RequestOf<C extends Contract> {
  readonly caller: CallerOf<C>;
  readonly params: Parsed<C['params']>;
  readonly query: Parsed<C['query']>;
  readonly body: Parsed<C['body']>;
}

export interface Reply {
  readonly status: number;
  readonly value?: unknown;
  readonly refusal?: string;
  /** A more precise message of the refusal than the one of the contract. */
  readonly message?: string | undefined;
  /** The age of a copy that the value contains, in milliseconds. */
  readonly age?: number | undefined;
}

/** The responses that the contract declares. Any other response does not compile. */
export interface Replies<C extends Contract> {
  /** @param age the age of a copy that the value contains, in milliseconds. Shared caches keep the response for less time. */
  ok(value: Sent<C['success'][200]>, age?: number): Reply;
  created(value: Sent<C['success'][201]>): Reply;
  /** 204: success without a body. */
  done(...nothing: C['success'] extends { readonly 204: unknown } ? [] : [never]): Reply;
  /** @param message a more precise one than the message of the contract. */
  refuse(
    code:
      | (keyof C['refusals'] & string)
      | (C extends { readonly caller: 'nobody' } | { readonly admitsClosedAccounts: true }
          ? never
          : 'account_closed'),
    message?: string,
  ): Reply;
}

export interface Surroundings<C extends Contract> {
  readonly clock: Clock;
  readonly keep: Keep;
  readonly settings: Pick<Settings, NonNullable<C['settings']>[number]>;
}

export interface Behaviour<C extends Contract, Found> {
  /**
   * Reads that run concurrently with the check that the caller's account is open and holds the required role. So they also
   * run for a caller who is then refused.
   */
  readonly load?: (
    request: RequestOf<C>,
    tools: Surroundings<C> & { readonly table: Reads },
  ) => Promise<Found>;
  readonly handle: (
    request: RequestOf<C> & { readonly found: Found },
    tools: Surroundings<C> & { readonly table: Table },
    reply: Replies<C>,
  ) => Promise<Reply>;
}

/** A contract and its implementation. */
export interface Endpoint {
  readonly contract: Contract;
  readonly behaviour: Behaviour<Contract, unknown>;
}

/**
 * Combines a contract with its implementation. An act of an administrator does not compile here: `implementAct` also records
 * it.
 * @param behaviour gets the parsed request and responds with `reply`. A refusal, a status or a shape that the contract does
 * not declare does not compile.
 */
export function implement<const C extends Contract, Found = undefined>(
  contract: C & (C extends Act ? never : unknown),
  behaviour: Behaviour<C, Found>,
): Endpoint {
  return endpointOf<C, Found>(contract, behaviour);
}

/** An endpoint whose adapter passes to the behaviour what its own contract has parsed. The types cannot express that. */
export function endpointOf<C extends Contract, Found>(contract: C, behaviour: Behaviour<C, Found>): Endpoint {
  return { contract, behaviour: behaviour as Behaviour<Contract, unknown> };
}
