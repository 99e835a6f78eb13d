import type { Clock } from './clock.ts';
import type { Act, Contract } from './contract.ts';
import type { Behaviour, Endpoint } from './endpoint.ts';
import type { Caller } from './identity/caller.ts';
import { newAct } from './items/acts.ts';
import { TryAgain } from './table/attempts.ts';
import type { TablePrefix } from './table/definition.ts';
import type { StoredItem } from './table/item.ts';
import type { Part, Table, TransactionParts } from './table/table.ts';

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
  // As in `implement`: each behaviour gets what its own contract has parsed. The types cannot express that.
  return { contract, behaviour: recorded as unknown as Behaviour<Contract, unknown> };
}

/** The table of a request whose first transaction also writes the entry. */
function recording(table: Table, contract: Act, request: ActRequest, clock: Clock): Table {
  let isRecorded = false;
  const transact: Table['transact'] = async (parts: Partial<TransactionParts>) => {
    if (isRecorded) return table.transact(parts);
    const act = entryOf(contract, request, Object.values(parts), clock);
    const refused = await table.transact<string>({ ...parts, administratorsAct: newItem(act) });
    isRecorded = refused === undefined;
    const { administratorsAct: collision, ...failed } = refused ?? {};
    if (collision && Object.keys(failed).length === 0) throw new TryAgain('collision');
    return refused && failed;
  };
  const putNew: Table['putNew'] = async (item) => (await transact({ item: newItem(item) }))?.item?.item;
  return { ...table, transact, putNew };
}

const newItem = (Item: StoredItem): Part => ({
  Put: { Item, ConditionExpression: 'attribute_not_exists(pk)' },
});

/** The entry of a request whose first transaction has these parts. It holds no content. */
function entryOf(
  { operationId: operation, act = {} }: Act,
  { caller, params, body }: ActRequest,
  parts: readonly (Part | undefined)[],
  clock: Clock,
): StoredItem {
  const { creates, keepsReason } = act;
  const [parameter] = Object.values<string>(Object(params));
  return newAct(clock, {
    operation,
    administratorId: caller?.accountId,
    subject: creates ? createdIn(parts, creates) : parameter,
    reason: keepsReason && Object(body).reason,
  });
}

/** The rest of the key of the item that a transaction creates. @throws {Error} if it creates none with this prefix. */
function createdIn(parts: readonly (Part | undefined)[], prefix: TablePrefix): string {
  for (const part of parts) {
    const pk = part && 'Put' in part ? String(part.Put.Item['pk']) : '';
    if (pk.startsWith(prefix)) return pk.slice(prefix.length);
  }
  throw new Error(`the transaction creates no item of ${prefix}`);
}
