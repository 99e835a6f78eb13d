import type { Act } from '../contract/contract.ts';
import { TryAgain } from '../table/attempts.ts';
import type { Table, TransactionParts } from '../table/table.ts';
import { newAct } from './acts.ts';
import {
  type Behaviour,
  type Endpoint,
  endpointOf,
  type Replies,
  type Reply,
  type RequestOf,
  type Surroundings,
} from './endpoint.ts';

/** What the log of administrators' acts holds of an act, apart from its administrator, time and operation. */
interface Recorded {
  /** The subjects: the ids and codes of what the act creates, changes or reads. */
  readonly on: string[];
  readonly reason?: string;
}

interface ActBehaviour<C extends Act, Found> extends Pick<Behaviour<C, Found>, 'load'> {
  readonly handle: (
    request: RequestOf<C> & { readonly found: Found },
    tools: Surroundings<C> & {
      /** @returns the table whose first transaction also writes the entry of this act. */
      readonly recording: (act: Recorded) => Table;
    },
    reply: Replies<C>,
  ) => Promise<Reply>;
}

/**
 * Combines the contract of an act of an administrator with its implementation. The handler has no table except the one of
 * `recording`. So no administrator changes anything without an entry in the log, and a refused request has none. An
 * operation that only reads, but must be recorded, writes a transaction without other parts.
 * @param behaviour as for `implement`, apart from `recording`.
 */
export function implementAct<const C extends Act, Found = undefined>(
  contract: C,
  { load, handle }: ActBehaviour<C, Found>,
): Endpoint {
  return endpointOf<C, Found>(contract, {
    ...(load && { load }),
    handle: (request, { table, ...tools }, reply) => {
      const { operationId: operation } = contract;
      const administratorId = request.caller?.accountId;
      const recording = ({ on: subjects, reason }: Recorded) =>
        withEntry(table, () => newAct(tools.clock, { operation, administratorId, subjects, reason }));
      return handle(request, { ...tools, recording }, reply);
    },
  });
}

/** A table whose first transaction also writes the entry. */
function withEntry(table: Table, entry: () => ReturnType<typeof newAct>): Table {
  let isRecorded = false;
  const transact: Table['transact'] = async (parts: Partial<TransactionParts>) => {
    if (isRecorded) return table.transact(parts);
    const refused = await table.transact<string>({ ...parts, ...entry() });
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
