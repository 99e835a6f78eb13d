import { beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '../../functions/contracts.ts';
import { castOf } from '../cast/cast.ts';
import { conflicted, conflictedAlone, type Fault, lost } from '../support/fault-injection.ts';
import { remembered } from '../support/table-snapshot.ts';
import { newId, newWorld, PATIENT, type World } from '../support/world.ts';
import { contractOf, operations, validRequest } from './calls.ts';

/** A valid request whose writes meet trouble has the same effect as without the trouble. */

const conflict: Fault = async ({ command, input }) => {
  throw command === 'Put' ? conflictedAlone() : conflicted(input.TransactItems.length);
};
const lostResponse: Fault = async ({ send }) => {
  await send();
  throw lost();
};
/** The write is repeated after DynamoDB has forgotten its idempotency token. */
const lostForLong: Fault = async ({ input, send }) => {
  await send();
  input.ClientRequestToken = newId();
  throw lost();
};

let world: World;
let untouched: Awaited<ReturnType<typeof remembered>>;
beforeAll(async () => {
  world = await newWorld({ policy: { ...PATIENT, backoff: 1 }, rollsUp: false });
  await castOf(world);
  untouched = await remembered(world);
});

/** The status of a request and the items that it leaves, without random ids and the keys and partitions that follow from them. */
async function effectOf(operation: OperationId, trouble: Fault = conflict, times = 0) {
  const sent = await validRequest(world, operation);
  let left = times;
  world.setFault((call) => {
    const isWrite = call.command === 'TransactWrite' || call.command === 'Put';
    return isWrite && left-- > 0 ? trouble(call) : call.send();
  });
  const { status } = await world.call(operation, sent);
  world.setFault(undefined);
  const after = await world.dump();
  await untouched.restore(after);
  const items = after.map(({ gsi1pk: _, gsi1sk: __, gsi2pk: ___, gsi2sk: ____, ...item }) =>
    JSON.parse(
      JSON.stringify(withoutIdsAsNames(item))
        .replace(/[0-9a-f]{8}[0-9a-f-]*/g, '1')
        .replace(/("partition":|(?:DISPLAY|LEADERBOARD)#1#)\d+/g, '$10'),
    ),
  );
  return { status, items };
}

/** The challenges of an exhibition are stored by their ids. */
const withoutIdsAsNames = ({ challenges, ...item }: Record<string, unknown>) => ({
  ...item,
  ...(challenges !== undefined && {
    challenges: Object.values(challenges as object)
      .map((entry) => JSON.stringify(Object.entries(entry).sort()))
      .sort(),
  }),
});

const writing = operations.filter((operation) => {
  const { method, touches } = contractOf(operation);
  // A GET also writes where it logs who has read.
  return (
    method !== 'GET' || Object.values(touches.table ?? {}).some((actions) => actions.includes('PutItem'))
  );
});

describe('a write', () => {
  it.each(writing)(
    'of %s that meets conflicts, or whose response is lost, is made once',
    async (operation) => {
      const { status, items } = await effectOf(operation);
      for (const trouble of [conflict, lostResponse]) {
        const found = await effectOf(operation, trouble, 2);
        expect([trouble, found.status, found.items.length]).toEqual([trouble, status, items.length]);
        expect(found.items).toEqual(expect.arrayContaining(items));
      }
    },
  );

  it.each(['reserveReward', 'acceptInvitation'] as const)(
    'of %s is recognized even when its idempotency token has expired',
    async (operation) => {
      const { items } = await effectOf(operation);
      const found = await effectOf(operation, lostForLong, 1);
      expect([found.status < 300, found.items.length]).toEqual([true, items.length]);
      expect(found.items).toEqual(expect.arrayContaining(items));
    },
  );
});
