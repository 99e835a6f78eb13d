// @ts-expect-error The package has no types.
import FhirValidator from '@asymmetrik/fhir-json-schema-validator';
import { beforeEach, describe, expect, it } from 'vitest';
import { givenRequest, recordBody } from '../../given/clinical.ts';
import { newAccount, newWorld, type World } from '../../support/world.ts';
import { clinicOf } from './clinic-driver.ts';

let world: World;
beforeEach(async () => {
  world = await newWorld();
});

const { add } = clinicOf(() => world);
/** The official JSON schema of FHIR R4. */
const r4: { validate(resource: object): readonly object[] } = new FhirValidator();

describe('the export of records', () => {
  it('is valid FHIR R4, and has the text, the author, the organization, the time and the mark of every note', async () => {
    const { id, patientId: as, practitioner } = await givenRequest(world, { status: 'approved' });
    const consultedAt = '2031-03-13T02:00:00.000Z';
    const text = 'Tekanan darah 128/82.\n血压正常 👍';
    const plain = (await add(practitioner.accountId, id, { title: '血压', body: text, consultedAt })).body;
    world.advance(1000);
    const wrong = (await add(practitioner.accountId, id)).body;
    const reason = { reason: 'Wrong arm.' };
    const params = { id, recordId: wrong.id };
    await world.call('markRecordInError', { as: practitioner.accountId, params, body: reason });

    const { bundle, nextCursor } = (await world.call('exportRecords', { as })).body;
    expect(nextCursor).toBeUndefined();
    expect(r4.validate(bundle)).toEqual([]);
    const base64 = (said: string) => Buffer.from(said, 'utf8').toString('base64');
    const author = [
      { type: 'Practitioner', display: practitioner.name },
      { type: 'Organization', display: practitioner.organization },
    ];
    expect(bundle).toMatchObject({ resourceType: 'Bundle', type: 'collection' });
    expect(bundle.entry).toMatchObject([
      {
        fullUrl: `urn:uuid:${wrong.id}`,
        resource: {
          status: 'entered-in-error',
          content: [{ attachment: { title: recordBody.title, data: base64(recordBody.body) } }],
        },
      },
      {
        fullUrl: `urn:uuid:${plain.id}`,
        resource: {
          resourceType: 'DocumentReference',
          id: plain.id,
          status: 'current',
          date: plain.createdAt,
          author,
          content: [{ attachment: { title: '血压', data: base64(text) } }],
          context: { period: { start: consultedAt, end: consultedAt } },
        },
      },
    ]);
    // The file goes to other clinics, so the account and the access request stay out of it.
    const whole = JSON.stringify(bundle);
    for (const kept of [as, id, practitioner.accountId, reason.reason]) expect(whole).not.toContain(kept);
  });

  it('is of the caller only, and without notes a bundle without entries', async () => {
    const { id, practitioner } = await givenRequest(world, { status: 'approved' });
    await add(practitioner.accountId, id);
    for (const as of [practitioner.accountId, newAccount()]) {
      const { bundle } = (await world.call('exportRecords', { as })).body;
      expect(bundle).toEqual({ resourceType: 'Bundle', type: 'collection' });
      expect(r4.validate(bundle)).toEqual([]);
    }
  });

  it('comes in pages, each of which is a valid bundle', async () => {
    const { id, patientId: as, practitioner } = await givenRequest(world, { status: 'approved' });
    const added: string[] = [];
    for (let n = 0; n < 3; n++) {
      added.unshift((await add(practitioner.accountId, id)).body.id);
      world.advance(1000);
    }
    const first = (await world.call('exportRecords', { as, query: { limit: '2' } })).body;
    const query = { limit: '2', cursor: first.nextCursor };
    const second = (await world.call('exportRecords', { as, query })).body;
    const ids = [first, second].flatMap(({ bundle }) => {
      expect(r4.validate(bundle)).toEqual([]);
      return bundle.entry.map(({ resource }: { resource: { id: string } }) => resource.id);
    });
    expect(ids).toEqual(added);
    expect(second.nextCursor).toBeUndefined();
  });

  it('would not pass the schema with a state that FHIR does not have', () => {
    const resource = { resourceType: 'DocumentReference', status: 'wrong', content: [] };
    expect(r4.validate({ resourceType: 'Bundle', type: 'collection', entry: [{ resource }] })).not.toEqual(
      [],
    );
  });
});
