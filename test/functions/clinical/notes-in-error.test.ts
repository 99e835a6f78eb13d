import { beforeEach, describe, expect, it } from 'vitest';
import { job as eraseAccounts } from '../../../functions/deletion/erase-accounts.ts';
import { accessRequest, record } from '../../../shared/clinical/items.ts';
import { days, hours, minutes } from '../../../shared/values/clock.ts';
import { givenAdmin } from '../../given/accounts.ts';
import { givenRequest, recordBody, verificationBody } from '../../given/clinical.ts';
import { meanwhile } from '../../support/fault-injection.ts';
import { newAccount, newId, newWorld, type World } from '../../support/world.ts';

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
    world.advance(days(8));
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

  it('is corrected after a concurrent revocation, which hides whether another note exists', async () => {
    const { mark, records, marks, patientId, id, practitioner } = await givenNote();
    meanwhile(world, () => world.call('revokeAccessRequest', { as: patientId, params: { id } }));
    expect(await mark('Wrong arm.')).toMatchObject({ status: 204 });
    const params = { id, recordId: newId() };
    const unknown = { as: practitioner.accountId, params, body: { reason: 'Wrong arm.' } };
    expect((await world.call('markRecordInError', unknown)).body.code).toBe('access_not_approved');
    expect(await records()).toMatchObject([{ enteredInError: { reason: 'Wrong arm.' } }]);
    expect(await marks()).toHaveLength(1);
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

describe('a note whose access has ended', () => {
  type Note = Awaited<ReturnType<typeof givenNote>>;

  const endings: Readonly<Record<string, (note: Note) => Promise<unknown>>> = {
    'the patient has revoked it': ({ id, patientId: as }) =>
      world.call('revokeAccessRequest', { as, params: { id } }),
    'the practitioner has given it up': ({ id, practitioner: { accountId: as } }) =>
      world.call('revokeAccessRequest', { as, params: { id } }),
    'it has expired': async () => world.advance(hours(24)),
  };

  it.each(Object.entries(endings))('is corrected by its author when %s', async (_, end) => {
    const note = await givenNote();
    await end(note);
    const at = world.now().toISOString();
    const told = async () => (await world.call('listNotices', { as: note.patientId })).body.notices;
    expect(await note.mark('Wrong patient.')).toMatchObject({ status: 204, body: undefined });
    world.advance(1000);
    const after = await world.dump();
    expect(await note.mark('Wrong arm.')).toMatchObject({ status: 204, body: undefined });
    // A repeat changes nothing.
    expect(await world.dump()).toEqual(after);
    expect(await note.records()).toEqual([
      { ...note.added, enteredInError: { at, reason: 'Wrong patient.' } },
    ]);
    expect([(await note.marks()).length, (await note.readings()).length]).toEqual([1, 0]);
    const marked = (await told()).filter(({ kind }: { kind: string }) => kind === 'record_marked_in_error');
    expect(marked).toMatchObject([{ at, about: { recordId: note.added.id } }]);
  });

  it('is corrected for seven days after it was written, to the last millisecond', async () => {
    const [early, late] = [await givenNote(), await givenNote()];
    await world.call('revokeAccessRequest', { as: early.patientId, params: { id: early.id } });
    await world.call('revokeAccessRequest', { as: late.patientId, params: { id: late.id } });
    world.advance(days(7) - 1);
    expect((await early.mark('Wrong arm.')).status).toBe(204);
    world.advance(1);
    const refused = await late.mark('Wrong arm.');
    expect([refused.status, refused.body.code]).toEqual([403, 'access_not_approved']);
    // A repeat is refused in the same bytes.
    expect((await early.mark('Wrong arm.')).body).toEqual(refused.body);
    expect(await late.records()).toEqual([late.added]);
  });

  it('is corrected once by concurrent marks', async () => {
    const note = await givenNote();
    world.advance(hours(24));
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((reason) => note.mark(reason)));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    expect(await note.marks()).toHaveLength(1);
  });

  it('is not corrected under another request, which is over as well', async () => {
    const note = await givenNote();
    const { patientId, practitioner } = note;
    const other = await givenRequest(world, { status: 'approved', patientId, practitioner });
    world.advance(hours(24));
    expect((await note.mark('Wrong arm.', other.id)).body.code).toBe('access_not_approved');
    const waiting = await givenRequest(world, { patientId, practitioner });
    expect((await note.mark('Wrong arm.', waiting.id)).body.code).toBe('access_not_approved');
    expect(await note.records()).toEqual([note.added]);
  });

  it('is corrected by nobody else, who learns nothing of it', async () => {
    const note = await givenNote();
    const { patientId, added } = note;
    const other = await givenRequest(world, { status: 'approved', patientId });
    world.advance(hours(24));
    const body = { reason: 'Wrong arm.' };
    const mark = (id: string, recordId: string) =>
      world.call('markRecordInError', { as: other.practitioner.accountId, params: { id, recordId }, body });
    const [known, unknown] = [await mark(other.id, added.id), await mark(other.id, newId())];
    expect([known.status, known.raw.body]).toEqual([unknown.status, unknown.raw.body]);
    expect(known.body.code).toBe('access_not_approved');
    expect((await mark(note.id, added.id)).body.code).toBe('access_request_not_found');
    expect(await note.records()).toEqual([added]);
  });

  it.each([
    [
      'has no verification any more',
      'practitioner_not_verified',
      async ({ practitioner }: Note) =>
        world.call('withdrawVerification', {
          as: await givenAdmin(world),
          params: { accountId: practitioner.accountId },
        }),
    ],
    [
      'was verified again after a withdrawal',
      'access_not_approved',
      async ({ practitioner: { accountId } }: Note) => {
        const as = await givenAdmin(world);
        await world.call('withdrawVerification', { as, params: { accountId } });
        world.advance(1);
        await world.call('verifyPractitioner', { as, params: { accountId }, body: verificationBody });
      },
    ],
  ])('is not corrected by an author who %s', async (_, code, change) => {
    const note = await givenNote();
    world.advance(hours(24));
    await change(note);
    expect((await note.mark('Wrong arm.')).body.code).toBe(code);
    expect(await note.records()).toEqual([note.added]);
  });

  it('is not corrected if the stored note names another author, or the stored request was never approved', async () => {
    const [foreign, neverApproved] = [await givenNote(), await givenNote()];
    const stored = (await world.dump()).filter(({ pk }) => String(pk).startsWith(record.prefix));
    const [note] = stored.map(record.parse).filter(({ id }) => id === foreign.added.id);
    if (!note) throw new Error('the note is not stored');
    await world.put(record.stored({ ...note, practitionerAccountId: newAccount() }));
    const key = accessRequest.key(neverApproved);
    const { approvedAt: _, ...request } = accessRequest.parse((await world.item(key)) ?? {});
    await world.put(accessRequest.stored(request));
    world.advance(hours(24));
    for (const { mark, records, added } of [foreign, neverApproved]) {
      expect((await mark('Wrong arm.')).body.code).toBe('access_not_approved');
      expect(await records()).toEqual([added]);
    }
  });

  it('is not corrected once the patient has left', async () => {
    const note = await givenNote();
    world.advance(hours(24));
    await world.call('requestDeletion', { as: note.patientId });
    const closed = await note.mark('Wrong arm.');
    expect([closed.status, closed.body.code]).toEqual([403, 'access_not_approved']);
    world.advance(minutes(2));
    await world.run(eraseAccounts);
    expect((await note.mark('Wrong arm.')).body).toEqual(closed.body);
    const stored = (await world.dump()).filter(({ pk }) => String(pk).startsWith(record.prefix));
    expect(stored.map((item) => record.parse(item).enteredInError)).toEqual([undefined]);
  });

  it('is not corrected when the verification, the account of the patient, or the mark changes at once', async () => {
    const leaving = await givenNote();
    const marked = await givenNote();
    world.advance(hours(24));
    meanwhile(world, () => world.call('requestDeletion', { as: leaving.patientId }));
    expect((await leaving.mark('Wrong arm.')).body.code).toBe('access_not_approved');
    meanwhile(world, () => marked.mark('First.'));
    expect((await marked.mark('Second.')).status).toBe(204);
    expect(await marked.records()).toMatchObject([{ enteredInError: { reason: 'First.' } }]);
  });
});
