import { beforeEach, describe, expect, it } from 'vitest';
import { record } from '../../../shared/clinical/items.ts';
import { givenRequest, recordBody } from '../../given/clinical.ts';
import { meanwhile } from '../../support/fault-injection.ts';
import { newId, newWorld, type World } from '../../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await newWorld();
});

/** A visit whose practitioner has added a note. */
async function givenNote() {
  const { id, patientId, practitioner } = await givenRequest(world, { status: 'approved' });
  const as = practitioner.accountId;
  const added = (await world.call('addRecord', { as, params: { id }, body: recordBody })).body;
  const mark = (reason: string, accessRequestId = id) =>
    world.call('markRecordInError', {
      as,
      params: { id: accessRequestId, recordId: added.id },
      body: { reason },
    });
  const records = async () => (await world.call('listOwnRecords', { as: patientId })).body.records;
  const entries = async (wanted: string) =>
    (await world.call('listAccessLog', { as: patientId })).body.entries.filter(
      ({ action, recordId }: { action: string; recordId: string }) =>
        action === wanted && recordId === added.id,
    );
  const marks = () => entries('record_marked_in_error');
  /** The readings of this note alone. */
  const readings = () => entries('records_read');
  return { id, patientId, practitioner, added, mark, records, marks, readings };
}

describe('a note that was entered in error', () => {
  it('stays in the record with the first mark, and in the log, however often it is marked', async () => {
    const { added, mark, records, marks, readings, practitioner, id } = await givenNote();
    const enteredInError = { at: world.now().toISOString(), reason: 'Wrong arm.' };
    const marked = { ...added, enteredInError };
    expect(await mark('Wrong arm.')).toMatchObject({ status: 200, body: marked });
    world.advance(1000);
    expect((await mark('Wrong leg.')).body).toEqual(marked);
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((reason) => mark(reason)));
    expect(answers.map(({ body }) => body)).toEqual([marked, marked, marked, marked]);
    expect(await records()).toEqual([marked]);
    expect(await readings()).toHaveLength(5);
    const read = await world.call('listRecords', { as: practitioner.accountId, params: { id } });
    expect(read.body.records).toEqual([marked]);
    expect(await marks()).toMatchObject([
      { at: enteredInError.at, recordId: added.id, practitionerId: practitioner.id },
    ]);
  });

  it('is marked under a later access of its author', async () => {
    const { added, mark, patientId, practitioner, id, records } = await givenNote();
    await world.call('revokeAccessRequest', { as: patientId, params: { id } });
    expect((await mark('Wrong arm.')).body.code).toBe('access_not_approved');
    const again = await givenRequest(world, { status: 'approved', patientId, practitioner });
    expect((await mark('Wrong arm.', again.id)).status).toBe(200);
    expect(await records()).toMatchObject([{ id: added.id, enteredInError: { reason: 'Wrong arm.' } }]);
  });

  it('is not found under an access to another patient', async () => {
    const { added, mark, practitioner, records } = await givenNote();
    const other = await givenRequest(world, { status: 'approved', practitioner });
    expect((await mark('Wrong arm.', other.id)).body.code).toBe('record_not_found');
    expect(await records()).toEqual([added]);
  });

  it('is not marked after a concurrent revocation, which also hides whether it exists', async () => {
    const { added, mark, records, marks, patientId, id, practitioner } = await givenNote();
    const revoke = () => world.call('revokeAccessRequest', { as: patientId, params: { id } });
    meanwhile(world, revoke);
    expect((await mark('Wrong arm.')).body.code).toBe('access_not_approved');
    const params = { id, recordId: newId() };
    const unknown = { as: practitioner.accountId, params, body: { reason: 'Wrong arm.' } };
    expect((await world.call('markRecordInError', unknown)).body.code).toBe('access_not_approved');
    expect([await records(), await marks()]).toEqual([[added], []]);
  });

  it('is not created again after a concurrent deletion', async () => {
    const { mark, records, marks } = await givenNote();
    const stored = (await world.dump()).find(({ pk }) => String(pk).startsWith(record.prefix));
    if (!stored) throw new Error('the note is not stored');
    meanwhile(world, () => world.remove(stored));
    expect((await mark('Wrong arm.')).body.code).toBe('record_not_found');
    expect([await records(), await marks()]).toEqual([[], []]);
  });
});
