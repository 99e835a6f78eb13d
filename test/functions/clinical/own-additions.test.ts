import { beforeEach, describe, expect, it } from 'vitest';
import { days, hours } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { givenRequest, recordBody } from '../../given/clinical.ts';
import { newAccount, newWorld, type World } from '../../support/world.ts';
import { clinicOf } from './clinic-driver.ts';

let world: World;
beforeEach(async () => {
  world = await newWorld();
});

const { read, add } = clinicOf(() => world);
const list = async (as: AccountId, query: Record<string, string> = {}) =>
  (await world.call('listOwnAdditions', { as, query })).body;

/** Three patients of one practitioner. */
async function givenPatients() {
  const first = await givenRequest(world, { status: 'approved' });
  const { practitioner } = first;
  const others = [1, 2].map(() => givenRequest(world, { status: 'approved', practitioner }));
  return {
    as: practitioner.accountId,
    practitioner,
    first,
    requests: [first, ...(await Promise.all(others))],
  };
}

describe('the list of own additions', () => {
  it('names each note of the last seven days, the latest first, and tells nothing of it', async () => {
    const { as, requests } = await givenPatients();
    const added = [];
    for (const { id } of requests) {
      const { body } = await add(as, id);
      added.unshift({ recordId: body.id, accessRequestId: id, createdAt: body.createdAt });
      await read(as, id);
      world.advance(hours(1));
    }
    expect(await list(as)).toEqual({ additions: added });
    // Neither the end of the access nor the mark changes it.
    world.advance(days(2));
    expect(await list(as)).toEqual({ additions: added });
    world.advance(days(5) - hours(3));
    expect((await list(as)).additions).toEqual(added.slice(0, 2));
    world.advance(hours(2));
    expect(await list(as)).toEqual({ additions: [] });
  });

  it('is each practitioner’s own', async () => {
    const { as, first } = await givenPatients();
    await add(as, first.id);
    const other = await givenRequest(world, { status: 'approved', patientId: first.patientId });
    for (const somebody of [other.practitioner.accountId, first.patientId, newAccount()])
      expect(await list(somebody)).toEqual({ additions: [] });
  });

  it('is read to its end in pages of the log, some of which have readings only, and stops at the seventh day', async () => {
    const { as, first, practitioner } = await givenPatients();
    await add(as, first.id, { ...recordBody, title: 'Too old' });
    world.advance(days(7));
    const renewed = await givenRequest(world, { status: 'approved', practitioner });
    const expected = [];
    for (let n = 0; n < 3; n++) {
      const { body } = await add(as, renewed.id);
      expected.unshift(body.id);
      world.advance(1);
      for (let m = 0; m < 3; m++) {
        await read(as, renewed.id);
        world.advance(1);
      }
    }
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const body = await list(as, { limit: '2', ...(cursor && { cursor }) });
      pages.push(body.additions.map(({ recordId }: { recordId: string }) => recordId));
      cursor = body.nextCursor;
    } while (cursor);
    expect(pages.flat()).toEqual(expected);
    // Twelve entries of these seven days, and the seventh page meets one that is too old.
    expect(pages).toHaveLength(7);
    expect(pages).toContainEqual([]);
  });
});
