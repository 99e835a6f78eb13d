import type { OperationId } from '../../functions/contracts.ts';
import { newCast } from '../cast/cast.ts';
import { operations, requestOf, validCaller } from '../every-operation/calls.ts';
import { progress } from '../reliability/simulation/progress.ts';
import { type Cost, costOf } from '../support/operation-cost.ts';
import { remembered } from '../support/table-snapshot.ts';
import type { World } from '../support/world.ts';
import { lists, ofParticipants, type Row, report, totals } from './growth-rows.ts';

/** What a request of each operation costs at the database. */
export interface OperationCost extends Cost {
  readonly operation: OperationId;
  /** What the table holds: many items of every kind, or the few of the tests' cast. */
  readonly on: 'growth' | 'cast';
}

/** What is only read may be read from the large tables. */
const ofGrowth = new Map<OperationId, Row>(
  [...ofParticipants, report, totals, ...lists].flatMap((row) => (row.changes ? [] : [[row.operation, row]])),
);

/**
 * @param small an empty world, which gets the tests' cast.
 * @param grown a world with the data of the growth benchmark, for the operations that are measured there, too.
 */
export async function measureOperations(small: World, grown: World): Promise<OperationCost[]> {
  const cast = await newCast(small);
  const untouched = await remembered(small);
  const bar = progress('every operation', operations.length);
  const costs: OperationCost[] = [];
  for (const operation of operations) {
    const row = ofGrowth.get(operation);
    const { status, ...cost } = row
      ? await costOf(grown, operation, typeof row.request === 'function' ? row.request(0) : row.request)
      : await costOf(small, operation, requestOf(operation, cast, validCaller(operation)));
    if (status >= 300) throw new Error(`${operation}: unexpected response ${status}`);
    costs.push({ operation, on: row ? 'growth' : 'cast', ...cost });
    if (!row) await untouched.restore();
    bar.step();
  }
  bar.end();
  return costs;
}
