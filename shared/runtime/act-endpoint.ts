import type { Act } from '../contract/contract.ts';
import type { Caller } from '../identity/caller.ts';
import { TryAgain } from '../table/attempts.ts';
import type { Part, Table, TransactionParts } from '../table/table.ts';
import type { Clock } from '../values/clock.ts';
import { newAct } from './acts.ts';
import { type Behaviour, type Endpoint, endpointOf } from './endpoint.ts';

interface ActRequest {
  readonly caller: Caller | undefined;
  readonly params: unknown;
  readonly body: unknown;
}

/**
 * Combines the contract of an act of an administrator with its implementation. The first transaction of each request also
 * puts an entry in the log of administrators' acts. So no administrator changes anything without an entry, and a refused
 * request has none. An operation that only reads, but must be recorded, writes a transaction without other parts.
 * @param behaviour as for `implement`.
 */
export function implementAct<const C extends Act, Found = undefined>(
  contract: C,
  behaviour: Behaviour<C, Found>,
): Endpoint {
  const { load, handle } = behaviour;
  const recorded: Behaviour<C, Found> = {
    ...(load && { load }),
    handle: (request, tools, reply) =>
      handle(request, { ...tools, table: recording(tools.table, contract, request, tools.clock) }, reply),
  };
  return endpointOf(contract, recorded);
}

/** The table of a request whose first transaction also writes the entry. */
function recording(table: Table, contract: Act, request: ActRequest, clock: Clock): Table {
  let isRecorded = false;
  const transact: Table['transact'] = async (parts: Partial<TransactionParts>) => {
    if (isRecorded) return table.transact(parts);
    const entry = entryOf(contract, request, Object.values(parts), clock);
    const refused = await table.transact<string>({ ...parts, ...entry });
    isRecorded = refused === undefined;
    const { act: collision, ...failed } = refused ?? {};
    if (collision && Object.keys(failed).length === 0) throw new TryAgain('collision');
    return refused && failed;
  };
  const putNew: Table['putNew'] = async (Item) => {
    const Put = { Item, ConditionExpression: 'attribute_not_exists(pk)' };
    return (await transact({ item: { Put } }))?.item?.item;
  };
  return { ...table, transact, putNew };
}

/** The entry of a request whose first transaction has these parts. It holds no content except for the reason. */
function entryOf(
  { operationId: operation, act = {} }: Act,
  { caller, params, body }: ActRequest,
  parts: readonly (Part | undefined)[],
  clock: Clock,
) {
  const { creates, keepsReason, on = Object.keys(Object(params)).slice(0, 1) } = act;
  const given = { ...Object(params), ...Object(body) };
  return newAct(clock, {
    operation,
    administratorId: caller?.accountId,
    subjects: [...(creates ? [createdIn(parts, creates)] : []), ...on.map((name) => String(given[name]))],
    reason: keepsReason && given.reason,
  });
}

type Creates = NonNullable<NonNullable<Act['act']>['creates']>;

/** The name of the item that a transaction creates. @throws {Error} if it creates none of this kind. */
function createdIn(parts: readonly (Part | undefined)[], { prefix, name }: Creates): string {
  for (const part of parts) {
    const item = part && 'Put' in part ? part.Put.Item : {};
    if (String(item['pk']).startsWith(prefix) && item[name] !== undefined) return String(item[name]);
  }
  throw new Error(`the transaction creates no item of ${prefix} with ${name}`);
}
