import { beforeEach, describe, expect, it } from 'vitest';
import { job as eraseAccounts } from '../../../functions/deletion/erase-accounts.ts';
import { practitionerVerification } from '../../../shared/clinical/items.ts';
import { days, later, minutes } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { givenAdmin } from '../../given/accounts.ts';
import { verificationBody } from '../../given/clinical.ts';
import { meanwhile } from '../../support/fault-injection.ts';
import { newAccount, newId, newWorld, type Sent, type World } from '../../support/world.ts';
import { clinicOf } from './clinic-driver.ts';

/** Everything here goes over HTTP, so the tests see what apps and administrators see. */

let world: World;
let admin: AccountId;
let patient: AccountId;
let doctor: AccountId;
beforeEach(async () => {
  world = await newWorld();
  world.setTime({ sleep: async () => {} }); // The erasure waits for a lagging index, and the engine's does not lag.
  admin = await givenAdmin(world);
  [patient, doctor] = [newAccount(), newAccount()];
});

const clinic = clinicOf(() => world);
const verify = (changed: object = {}, as = admin) => clinic.verify(as, doctor, changed);
const withdraw = () => clinic.withdraw(admin, doctor);
const verification = () => clinic.verification(admin, doctor);
const found = (query: Sent['query'] = {}) => clinic.verifications(admin, query);
const requestDeletion = () => world.call('requestDeletion', { as: doctor });
const dataOf = (as: AccountId) => world.call('getAccountData', { as, query: { limit: '100' } });

/** A visit in which the doctor reads the records and adds a note. @returns every response to the doctor. */
async function visit() {
  const request = await clinic.exchange(doctor, (await clinic.issue(patient)).body.token);
  const { id } = request.body;
  await clinic.approve(patient, id);
  const read = await clinic.read(doctor, id);
  world.advance(minutes(1));
  const answers = [request, read, await clinic.add(doctor, id)];
  world.advance(minutes(1));
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 201]);
  return { id, answers };
}

async function deleteDoctor() {
  await requestDeletion();
  world.advance(minutes(2));
  await world.run(eraseAccounts);
}

/** What the patient reads about the use of the records. */
async function seenByPatient() {
  const [log, requests, records, data] = [
    await clinic.accessLog(patient),
    await clinic.list(patient, 'patient'),
    await clinic.ownRecords(patient),
    await dataOf(patient),
  ];
  return {
    entries: log.body.entries,
    requests: requests.body.accessRequests,
    records: records.body.records,
    data: data.body.entries,
    answers: [log, requests, records, data],
  };
}

describe('the id of a practitioner', () => {
  it('is one in the verification, requests, notes and the log, over a renewal, an expiry, a withdrawal and new verifications', async () => {
    const first = (await verify({ verificationValidUntil: later(world.now(), days(1)).toISOString() })).body;
    await visit();
    await verify({ verificationValidUntil: later(world.now(), days(2)).toISOString(), name: 'Dr Lim' });
    await visit();
    world.advance(days(3));
    await verify();
    await visit();
    await withdraw();
    await verify();
    await visit();

    expect(first.id).toMatch(/^[0-9a-f-]{36}$/);
    expect((await verification()).body).toMatchObject({ id: first.id, accountId: doctor });
    const { entries, requests, records } = await seenByPatient();
    expect([entries.length, requests.length, records.length]).toEqual([8, 4, 4]);
    const ids = [...entries, ...records].map(({ practitionerId }) => practitionerId);
    const asPractitioner = requests.map(
      ({ practitioner }: { readonly practitioner: { readonly id: string } }) => practitioner.id,
    );
    expect(new Set([...ids, ...asPractitioner])).toEqual(new Set([first.id]));
  });

  it('is random: another account gets another one', async () => {
    const first = (await verify()).body;
    const colleague = newAccount();
    const second = (await clinic.verify(admin, colleague)).body;
    expect(new Set([first.id, second.id, doctor, colleague]).size).toBe(4);
  });

  it('is one for two administrators who verify at once', async () => {
    const other = await givenAdmin(world);
    let second: Awaited<ReturnType<typeof verify>> | undefined;
    meanwhile(world, async () => {
      second = await verify({}, other);
    });
    const first = await verify();
    world.setFault(undefined);
    expect([first.status, second?.status]).toEqual([200, 200]);
    expect(first.body.id).toBe(second?.body.id);
    expect((await verification()).body.id).toBe(first.body.id);
  });

  it('is one for administrators who enter many first verifications concurrently', async () => {
    const many = await Promise.all(Array.from({ length: 8 }, () => verify()));
    expect(new Set(many.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(many[0]?.status).toBe(200);
  });

  it.each([
    ['renews', async () => {}],
    ['repeats', withdraw],
  ])('is the one that is stored when an administrator %s a verification', async (_, ended) => {
    await verify();
    await ended();
    const id = newId();
    const key = practitionerVerification.key({ accountId: doctor });
    meanwhile(world, async () => {
      const item = practitionerVerification.parse((await world.item(key)) ?? {});
      await world.put(practitionerVerification.stored({ ...item, id }));
      await world.flush();
    });
    expect((await verify()).body.id).toBe(id);
  });

  it('leads an administrator from what a patient reads to the account', async () => {
    await verify();
    await visit();
    const [entry] = (await seenByPatient()).entries;
    const { practitionerId } = entry;
    await withdraw();
    await clinic.verify(admin, newAccount());
    expect(await found({ practitionerId })).toMatchObject([{ id: practitionerId, accountId: doctor }]);
    expect(await found({ practitionerId: newId() })).toEqual([]);
    expect(await found({ practitionerId: doctor })).toEqual([]);
    expect(await found()).toHaveLength(2);
  });
});

it('shows a patient no account id of a practitioner, and a practitioner none of a patient', async () => {
  await verify();
  const { id, answers } = await visit();
  const { answers: ofPatient } = await seenByPatient();
  const toPatient = [...ofPatient, await clinic.get(patient, id), await clinic.revoke(patient, id)];
  const toDoctor = [
    ...answers,
    await clinic.get(doctor, id),
    await clinic.list(doctor, 'practitioner'),
    await dataOf(doctor),
  ];
  const { id: practitionerId } = (await verification()).body;
  for (const { status, raw } of toPatient) {
    expect([status, raw.body]).toEqual([200, expect.stringContaining(practitionerId)]);
    expect(raw.body).not.toContain(doctor);
  }
  for (const { status, raw } of toDoctor) {
    expect(status).toBeLessThan(300);
    expect(raw.body).not.toContain(patient);
  }
});

describe('a practitioner whose account was deleted', () => {
  // https://github.com/bitwarden/server/issues/2104
  it('the log still names a practitioner whose account was deleted', async () => {
    const { id } = (await verify()).body;
    const request = await visit();
    const before = await seenByPatient();
    await deleteDoctor();

    const after = await seenByPatient();
    expect(after.entries).toEqual(before.entries);
    expect(after.entries).toMatchObject(
      ['record_added', 'records_read'].map((action) => ({
        action,
        practitionerId: id,
        practitionerName: verificationBody.name,
      })),
    );
    const { name, licenseAuthority, licenseNumber, organization } = verificationBody;
    const practitioner = { id, name, licenseAuthority, licenseNumber, organization };
    expect(after.requests).toMatchObject([{ id: request.id, status: 'revoked', practitioner }]);
    expect((await clinic.get(patient, request.id)).body).toEqual(after.requests[0]);
    expect(after.records).toEqual(before.records);
    for (const own of [...after.entries, ...after.requests, ...after.records])
      expect(after.data).toContainEqual(expect.objectContaining({ data: own }));
  });

  it('is withdrawn and on no list, but administrators still learn who it was, by the id and by the account', async () => {
    const before = (await verify()).body;
    await visit();
    await deleteDoctor();
    const { verifiedSince: _, ...verified } = before;
    const withdrawn = { ...verified, withdrawnAt: world.now().toISOString() };
    expect(await verification()).toMatchObject({ status: 200, body: withdrawn });
    expect((await verification()).body).not.toHaveProperty('verifiedSince');
    expect(await found()).toEqual([]);
    expect(await found({ practitionerId: before.id })).toEqual([withdrawn]);
    expect((await verify()).body.code).toBe('practitioner_account_closed');
    expect((await withdraw()).status).toBe(204);
    expect((await verification()).body).toEqual(withdrawn);
  });

  const stored = async () => (await world.item(practitionerVerification.key({ accountId: doctor }))) ?? {};

  it('is known for seven years after the erasure', async () => {
    await verify();
    await deleteDoctor();
    expect(world.now().toISOString()).toBe('2031-03-14T04:02:00.000Z');
    expect(Number((await stored())['ttl']) * 1000).toBe(Date.parse('2038-03-14T04:02:00.000Z'));
  });

  it('keeps the time of an earlier withdrawal', async () => {
    await verify();
    const withdrawnAt = world.now().toISOString();
    await withdraw();
    await deleteDoctor();
    expect((await verification()).body).toMatchObject({ withdrawnAt });
  });

  it('is erased once, even by two concurrent runs', async () => {
    await verify();
    await requestDeletion();
    world.advance(minutes(2));
    let first: object = {};
    meanwhile(
      world,
      async () => {
        world.advance(minutes(1));
        await world.run(eraseAccounts);
        first = await stored();
      },
      'erasedAt',
    );
    await world.run(eraseAccounts);
    expect(first).toMatchObject({ erasedAt: world.now().toISOString() });
    expect(await stored()).toEqual(first);
  });
});
