import { beforeAll, describe, expect, it } from 'vitest';
import { isAct } from '../../shared/contract/contract.ts';
import { administratorAct } from '../../shared/runtime/acts.ts';
import { castOf } from '../cast/cast.ts';
import { remembered } from '../support/table-snapshot.ts';
import { newWorld, type World } from '../support/world.ts';
import { calls, contractOf, operations, validRequest } from './calls.ts';

/** Every act of an administrator has one entry in the log, which is found by each of its subjects. */

let world: World;
let untouched: Awaited<ReturnType<typeof remembered>>;
beforeAll(async () => {
  world = await newWorld();
  await castOf(world);
  await world.catchUp();
  untouched = await remembered(world);
});

const entries = async () =>
  (await world.dump())
    .filter(({ pk }) => String(pk).startsWith('PLATFORM#ACTS#'))
    .map(administratorAct.parse);

describe("the log of administrators' acts", () => {
  const recorded = operations.filter((operation) => isAct(contractOf(operation)));

  it.each(recorded)('has one entry for %s, with who, when, and on what', async (operation) => {
    const sent = await validRequest(world, operation);
    const { status, body } = await world.call(operation, sent);
    expect(status).toBeLessThan(300);
    const { path } = contractOf(operation);
    const [parameter = ''] = /(?<=\{)\w+/.exec(path) ?? [];
    const { subjects = [parameter], recordsReason } = calls[operation];
    const given: Record<string, string> = { ...Object(sent.body), ...sent.params, 'new id': body?.id };
    const entry = {
      at: world.now().toISOString(),
      operation,
      administratorId: sent.as,
      subjects: subjects.map((name) => given[name]),
      ...(recordsReason && { reason: given['reason'] }),
    };
    expect(await entries()).toEqual([{ id: expect.any(String), ...entry }]);
    // Another administrator reads the log, except where the act may have ended the role of that one.
    const { secondAdmin } = await castOf(world);
    const as = entry.subjects.includes(secondAdmin) ? sent.as : secondAdmin;
    for (const subject of entry.subjects) {
      const found = await world.call('listAdministratorActs', { as, query: { subject: subject ?? '' } });
      expect(found.body.acts).toContainEqual(expect.objectContaining(entry));
    }
    await untouched.restore();
  });
});
