import { beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../shared/values/clock.ts';
import { givenRequest } from '../given/clinical.ts';
import { newWorld, PATIENT, type World } from '../support/world.ts';
import { calls, operations, validRequest } from './calls.ts';

/** When a random id or secret collides, no item is overwritten and the caller gets 503 `try_again`. */

let world: World;
beforeEach(async () => {
  world = await newWorld({ policy: { ...PATIENT, backoff: 1 } });
});

const stuck = () =>
  world.setRandom({ newId: () => '00000000-0000-4000-8000-00000000cafe', newSecret: () => 'not so secret' });

describe('an existing id or secret', () => {
  const drawing = operations.filter((operation) => calls[operation].refusesKnownIds);
  it.each(drawing)('is not used again by %s', async (operation) => {
    const first = await validRequest(world, operation);
    const { refusesKnownIds: other } = calls[operation];
    const second = typeof other === 'function' ? await other(world) : first;
    stuck();
    expect((await world.call(operation, first)).status).toBe(201);
    world.advance(1);
    const before = await world.dump();
    expect((await world.call(operation, second)).body.code).toBe('try_again');
    expect(await world.dump()).toEqual(before);
  });

  it('is not used again by a second note or a second log entry', async () => {
    const { id, practitioner, patientId } = await givenRequest(world, { status: 'approved' });
    const params = { id };
    const add = (title: string) =>
      world.call('addRecord', { as: practitioner.accountId, params, body: { title, body: 'Well.' } });
    const comeUp = (...ids: readonly string[]) => {
      const left = ids.map((end) => `00000000-0000-4000-8000-00000000${end}`);
      world.setRandom({ ...systemClock, newId: () => left.shift() ?? '' });
    };
    comeUp('cafe', 'beef');
    expect((await add('First')).status).toBe(201);
    comeUp('cafe', 'face'); // the note's id
    expect((await add('Second')).body.code).toBe('try_again');
    comeUp('babe', 'beef'); // the entry's id
    expect((await add('Third')).body.code).toBe('try_again');
    comeUp('beef');
    expect((await world.call('listRecords', { as: practitioner.accountId, params })).body.code).toBe(
      'try_again',
    );
    world.setRandom(systemClock);
    const { body } = await world.call('listOwnRecords', { as: patientId });
    expect(body.records).toMatchObject([{ title: 'First' }]);
    expect((await world.call('listAccessLog', { as: patientId })).body.entries).toHaveLength(1);
  });
});
