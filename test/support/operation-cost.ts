import type { OperationId } from '../../functions/contracts.ts';
import type { Sent, World } from './world.ts';

/** What one request costs at the database. */
export interface Cost {
  /** The longest chain of sequential calls. */
  readonly rounds: number;
  readonly calls: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

interface Consumed {
  readonly output: {
    readonly ConsumedCapacity?:
      | { readonly CapacityUnits?: number }
      | readonly { readonly CapacityUnits?: number }[];
  };
}

/** Sends a request and counts what it consumes. It replaces the fault of the world. */
export async function costOf(
  world: World,
  operation: OperationId,
  sent: Sent,
): Promise<Cost & { readonly status: number }> {
  const units = { read: 0, write: 0 };
  world.setFault(async ({ command, send }) => {
    const answer = (await send()) as Consumed;
    const consumed = [answer.output.ConsumedCapacity ?? []].flat();
    // A condition of a transaction consumes write units, too.
    const kind = command.includes('Get') || command === 'Query' || command === 'Scan' ? 'read' : 'write';
    for (const { CapacityUnits = 0 } of consumed) units[kind] += CapacityUnits;
    return answer;
  });
  const { status } = await world.call(operation, sent);
  world.setFault(undefined);
  const line = world.lines.at(-1);
  return {
    status,
    rounds: Number(line?.['databaseRounds']),
    calls: Number(line?.['databaseCalls']),
    readUnits: units.read,
    writeUnits: units.write,
  };
}
