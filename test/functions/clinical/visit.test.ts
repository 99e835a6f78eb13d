import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { transitions } from '../../../functions/clinical/access-requests/transitions.ts';
import { accessRequest, recordsOf } from '../../../shared/clinical/items.ts';
import { hours, later, minutes } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { givenAdmin } from '../../given/accounts.ts';
import { givenPractitioner, givenRequest, givenToken, recordBody } from '../../given/clinical.ts';
import { meanwhile } from '../../support/fault-injection.ts';
import { type Answer, newAccount, newId, newWorld, type World } from '../../support/world.ts';
import { clinicOf } from './clinic-driver.ts';

let world: World;
beforeEach(async () => {
  world = await newWorld();
});

const { issue, exchange, approve, deny, revoke, get, list, read, add, ownRecords, accessLog, ...clinic } =
  clinicOf(() => world);
const log = async (as: AccountId) => (await accessLog(as)).body.entries;

describe('a QR token, as its patient sees it', () => {
  const look = (as: AccountId, id: string) => world.call('getQrToken', { as, params: { id } });

  it('is open, and then used, with the request that it became', async () => {
    const patient = newAccount();
    const { id, token, expiresAt } = (await issue(patient)).body;
    expect((await look(patient, id)).body).toEqual({ id, status: 'open', expiresAt });
    const as = await givenPractitioner(world);
    const { body: request } = await exchange(as, token);
    const used = { id, status: 'used', expiresAt, accessRequestId: request.id };
    expect((await look(patient, id)).body).toEqual(used);
    world.advance(minutes(6));
    expect((await look(patient, id)).body).toEqual(used);
  });

  it('expires after five minutes, to the millisecond', async () => {
    const patient = newAccount();
    const { id } = (await issue(patient)).body;
    world.advance(minutes(5) - 1);
    expect((await look(patient, id)).body.status).toBe('open');
    world.advance(1);
    expect((await look(patient, id)).body.status).toBe('expired');
  });

  it('is found by nobody else, and its id cannot be exchanged', async () => {
    const { id } = (await issue(newAccount())).body;
    const as = await givenPractitioner(world);
    expect((await look(as, id)).body.code).toBe('qr_token_not_found');
    expect((await exchange(as, id)).body.code).toBe('token_unknown');
  });
});

describe('the life of an access request', () => {
  const moves = { approve, deny, revoke };
  const states = ['pending', 'approved', 'denied', 'revoked'] as const;

  it.each(Object.entries(moves).flatMap(([name, send]) => states.map((from) => [name, from, send] as const)))(
    '%s moves a request only out of the states that the table names: %s',
    async (name, from, send) => {
      const { patientId, id } = await givenRequest(world, { status: from });
      const transition = transitions[name as keyof typeof transitions];
      const { status, body } = await send(patientId, id);
      if (transition.from === from) {
        expect([status, body.status]).toEqual([200, transition.to]);
        expect(body[transition.stamp]).toBe(world.now().toISOString());
        expect((await get(patientId, id)).body).toEqual(body);
      } else {
        expect([status, body.code]).toEqual([409, name === 'revoke' ? 'not_approved' : 'not_pending']);
      }
    },
  );

  it('waits 15 minutes for the patient, to the last millisecond, without any background job', async () => {
    const { patientId, id } = await givenRequest(world);
    world.advance(minutes(15) - 1);
    expect((await get(patientId, id)).body.status).toBe('pending');
    world.advance(1);
    expect((await get(patientId, id)).body.status).toBe('expired');
    expect((await approve(patientId, id)).body.code).toBe('request_expired');
  });

  it('keeps an approval valid for 24 hours, to the last millisecond, without any background job', async () => {
    const { patientId, id, practitioner } = await givenRequest(world);
    const { body } = await approve(patientId, id);
    expect(body.expiresAt).toBe(later(world.now(), hours(24)).toISOString());
    world.advance(hours(24) - 1);
    expect((await read(practitioner.accountId, id)).status).toBe(200);
    world.advance(1);
    expect((await read(practitioner.accountId, id)).body.code).toBe('access_not_approved');
    expect((await add(practitioner.accountId, id)).body.code).toBe('access_not_approved');
    expect((await get(patientId, id)).body.status).toBe('expired');
    expect((await revoke(patientId, id)).body.code).toBe('request_expired');
  });
});

describe('the diagram in the data model', () => {
  it('shows the transitions of the table, and no others', () => {
    const document = readFileSync(new URL('../../../docs/data-model.md', import.meta.url), 'utf8');
    const drawn = [...document.matchAll(/^ {2}(\w+) --> (\w+): (\w+), by its ([\w ]+)$/gm)].map(
      ([, ...arrow]) => arrow,
    );
    const table = Object.entries(transitions).map(([name, { from, to, by }]) => [
      from,
      to,
      name,
      by.join(' or '),
    ]);
    expect(drawn).toEqual(table);
  });
});

describe('without a valid approval, neither reading nor writing is possible', () => {
  it.each(['pending', 'denied', 'revoked'] as const)('while it is %s', async (status) => {
    const { id, practitioner, patientId } = await givenRequest(world, { status });
    for (const answer of [await read(practitioner.accountId, id), await add(practitioner.accountId, id)]) {
      expect([answer.status, answer.body.code]).toEqual([403, 'access_not_approved']);
    }
    expect(await log(patientId)).toEqual([]);
  });

  it('for the patient through the practitioner’s operations, or for another practitioner', async () => {
    const { id, patientId } = await givenRequest(world, { status: 'approved' });
    for (const other of [patientId, await givenPractitioner(world)]) {
      expect((await read(other, id)).body.code).toBe('access_request_not_found');
      expect((await add(other, id)).body.code).toBe('access_request_not_found');
    }
  });

  it('from the millisecond in which the verification expires', async () => {
    const { id, practitioner } = await givenRequest(world, { status: 'approved' });
    const end = later(world.now(), minutes(1));
    await givenPractitioner(world, {
      accountId: practitioner.accountId,
      verificationValidUntil: end.toISOString(),
    });
    world.setNow(later(end, -1));
    expect((await read(practitioner.accountId, id)).status).toBe(200);
    world.setNow(end);
    expect((await read(practitioner.accountId, id)).body.code).toBe('practitioner_not_verified');
    expect((await add(practitioner.accountId, id)).body.code).toBe('practitioner_not_verified');
  });

  it('after the patient has requested the deletion of the account', async () => {
    const { id, patientId, practitioner } = await givenRequest(world, { status: 'approved' });
    await world.call('requestDeletion', { as: patientId });
    expect((await read(practitioner.accountId, id)).body.code).toBe('access_not_approved');
    expect((await add(practitioner.accountId, id)).body.code).toBe('access_not_approved');
  });
});

describe('records', () => {
  it('are added with a title, a body, times and their author, and an approval allows reading all of them', async () => {
    const { id, patientId, practitioner } = await givenRequest(world, { status: 'approved' });
    const first = await add(practitioner.accountId, id);
    expect(first.status).toBe(201);
    expect(first.body).toEqual({
      id: expect.any(String),
      accessRequestId: id,
      practitionerId: practitioner.id,
      practitionerName: practitioner.name,
      practitionerOrganization: practitioner.organization,
      ...recordBody,
      consultedAt: world.now().toISOString(),
      createdAt: world.now().toISOString(),
    });
    const other = await givenRequest(world, { status: 'approved', patientId });
    world.advance(minutes(1));
    const second = await add(other.practitioner.accountId, other.id, {
      ...recordBody,
      consultedAt: '2031-03-13T01:00:00.000Z',
    });
    expect((await read(practitioner.accountId, id)).body).toEqual({ records: [second.body, first.body] });
    expect((await ownRecords(patientId)).body).toEqual({
      records: [second.body, first.body],
    });
  });

  it('name their author as verified when they were written, whatever is verified before or afterwards', async () => {
    const { id, patientId, practitioner } = await givenRequest(world, { status: 'approved' });
    const recordId = newId();
    const author = ({ body }: Answer) => [body.practitionerName, body.practitionerOrganization];
    const admin = await givenAdmin(world);
    const verify = (changed: object) => clinic.verify(admin, practitioner.accountId, changed);
    await verify({});
    const added = await add(practitioner.accountId, id, { ...recordBody, recordId });
    expect(author(added)).toEqual(['Dr Lim Wei Han', 'Klinik Damai']);
    await verify({ name: 'Dr Lim', organization: 'Hospital Seri Damai' });
    const again = await add(practitioner.accountId, id, { ...recordBody, recordId });
    expect(again.body).toEqual(added.body);
    expect(author(await add(practitioner.accountId, id))).toEqual(['Dr Lim', 'Hospital Seri Damai']);
    const marked = await world.call('markRecordInError', {
      as: practitioner.accountId,
      params: { id, recordId },
      body: { reason: 'Wrong patient.' },
    });
    expect(author(marked)).toEqual(['Dr Lim Wei Han', 'Klinik Damai']);
    const other = await givenRequest(world, { status: 'approved', patientId });
    const seen = (await read(other.practitioner.accountId, other.id)).body.records;
    expect(seen).toContainEqual(marked.body);
    expect((await ownRecords(patientId)).body.records).toEqual(seen);
  });

  it('leave one entry in the access log for every read and every addition, and none for a refused request', async () => {
    const { id, patientId, practitioner } = await givenRequest(world, { status: 'approved' });
    const { body } = await add(practitioner.accountId, id);
    world.advance(1);
    await read(practitioner.accountId, id);
    world.advance(1);
    await revoke(patientId, id);
    await read(practitioner.accountId, id);
    const entry = {
      id: expect.any(String),
      accessRequestId: id,
      practitionerId: practitioner.id,
      practitionerName: practitioner.name,
    };
    expect(await log(patientId)).toEqual([
      { ...entry, at: later(world.now(), -1).toISOString(), action: 'records_read' },
      { ...entry, at: later(world.now(), -2).toISOString(), action: 'record_added', recordId: body.id },
    ]);
    expect(await log(practitioner.accountId)).toEqual([]);
  });

  it('show nothing that was added after the revocation, also to a read that was in flight', async () => {
    const { id, patientId, practitioner } = await givenRequest(world, { status: 'approved' });
    const other = await givenRequest(world, { status: 'approved', patientId });
    await add(practitioner.accountId, id);
    let steps = 0;
    world.setFault(async ({ command, send }) => {
      // The fault occurs between the read and the check of the approval.
      if ((command === 'Query' || command === 'TransactWrite') && ++steps === 2) {
        await revoke(patientId, id);
        await add(other.practitioner.accountId, other.id, { ...recordBody, title: 'Of another day' });
      }
      return send();
    });
    const answer = await read(practitioner.accountId, id);
    expect(steps).toBeGreaterThan(2);
    expect(answer.raw.body).not.toContain('Of another day');
  });

  it('show all earlier notes or nothing when the approval comes during the request', async () => {
    const seen = [];
    for (const moment of [1, 2]) {
      const { id, patientId, practitioner } = await givenRequest(world, { status: 'pending' });
      const other = await givenRequest(world, { status: 'approved', patientId });
      let steps = 0;
      world.setFault(async ({ command, send }) => {
        if ((command === 'Query' || command === 'TransactWrite') && ++steps === moment) {
          await add(other.practitioner.accountId, other.id);
          await approve(patientId, id);
        }
        return send();
      });
      const { status, body } = await read(practitioner.accountId, id);
      seen.push(status === 200 ? body.records.length : body.code);
    }
    expect(seen).toEqual([1, 'access_not_approved']);
  });

  it('are not read from the table before the patient has approved', async () => {
    const { id, practitioner } = await givenRequest(world, { status: 'pending' });
    const commands: string[] = [];
    world.setFault(({ command, send }) => {
      commands.push(command);
      return send();
    });
    expect((await read(practitioner.accountId, id)).body.code).toBe('access_not_approved');
    expect(commands).not.toContain('Query');
  });

  it('are not returned when the log entry cannot be written', async () => {
    const { id, practitioner } = await givenRequest(world, { status: 'approved' });
    await add(practitioner.accountId, id);
    world.setFault(async ({ command, send }) => {
      if (command === 'TransactWrite') throw new Error('the log is gone');
      return send();
    });
    const answer = await read(practitioner.accountId, id);
    expect(answer.status).toBe(500);
    expect(answer.raw.body).not.toContain(recordBody.body);
  });

  it('are added once, however often the practitioner repeats the same recordId, also concurrently', async () => {
    const { id, patientId, practitioner } = await givenRequest(world, { status: 'approved' });
    const body = { ...recordBody, recordId: newId() };
    const first = await add(practitioner.accountId, id, body);
    expect([first.status, first.body.id]).toEqual([201, body.recordId]);
    world.advance(minutes(1));
    const again = await add(practitioner.accountId, id, body);
    expect([again.status, again.body]).toEqual([200, first.body]);

    const both = { ...recordBody, recordId: newId() };
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(practitioner.accountId, id, both)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(7).fill(200), 201]);
    expect(new Set(answers.map(({ raw }) => raw.body)).size).toBe(1);
    expect(await world.table.query(recordsOf(patientId))).toHaveLength(2);
    // Each repetition returns the note, so it is a reading.
    const entries = (await log(patientId)).map(
      (entry: Record<string, unknown>) => `${entry['action']} ${entry['recordId']}`,
    );
    expect(entries.sort()).toEqual(
      [
        `record_added ${body.recordId}`,
        `records_read ${body.recordId}`,
        `record_added ${both.recordId}`,
        ...Array(7).fill(`records_read ${both.recordId}`),
      ].sort(),
    );
  });

  it.each(['title', 'body', 'consultedAt'])(
    'are not taken for another note with the same recordId and another %s',
    async (field) => {
      const { id, patientId, practitioner } = await givenRequest(world, { status: 'approved' });
      const body = {
        ...recordBody,
        recordId: newId(),
        consultedAt: later(world.now(), -minutes(9)).toISOString(),
      };
      await add(practitioner.accountId, id, body);
      const before = await world.dump();
      const other = field === 'consultedAt' ? later(world.now(), -minutes(8)).toISOString() : 'Another text';
      const answer = await add(practitioner.accountId, id, { ...body, [field]: other });
      expect([answer.status, answer.body.code]).toEqual([409, 'record_id_taken']);
      expect(await world.dump()).toEqual(before);
      expect(await world.table.query(recordsOf(patientId))).toHaveLength(1);
    },
  );

  it('are stored without what a page adds to a pasted text: U+000B, U+000C, U+202B, U+2068', async () => {
    const { id, practitioner } = await givenRequest(world, { status: 'approved' });
    const pasted = {
      ...recordBody,
      recordId: newId(),
      body: 'BP\u000b120/80\f\u2068علي\u2069\u202b!\u202c\u200e',
    };
    const first = await add(practitioner.accountId, id, pasted);
    expect([first.status, first.body.body]).toEqual([201, 'BP\n120/80\nعلي!']);
    const again = [pasted, { ...pasted, body: first.body.body }].map((body) =>
      add(practitioner.accountId, id, body),
    );
    for (const answer of await Promise.all(again))
      expect([answer.status, answer.body]).toEqual([200, first.body]);
  });

  it('are not shown to a practitioner who repeats a recordId after the access has ended', async () => {
    const { id, patientId, practitioner } = await givenRequest(world, { status: 'approved' });
    const body = { ...recordBody, recordId: newId() };
    expect((await add(practitioner.accountId, id, body)).status).toBe(201);
    await revoke(patientId, id);
    expect((await add(practitioner.accountId, id, body)).body.code).toBe('access_not_approved');
  });

  it('are not shown for a repeated recordId if the access ends before the reading is logged', async () => {
    const { id, patientId, practitioner } = await givenRequest(world, { status: 'approved' });
    const body = { ...recordBody, recordId: newId() };
    expect((await add(practitioner.accountId, id, body)).status).toBe(201);
    let transactions = 0;
    world.setFault(async ({ command, send }) => {
      if (command === 'TransactWrite' && ++transactions === 2) await revoke(patientId, id);
      return send();
    });
    const { body: answer } = await add(practitioner.accountId, id, body);
    world.setFault(undefined);
    expect(answer.code).toBe('access_not_approved');
    expect(await log(patientId)).toHaveLength(1);
  });
});

describe('an approval ends with the verification under which the request was made', () => {
  let admin: AccountId;
  beforeEach(async () => {
    admin = await givenAdmin(world);
  });
  const verify = (accountId: AccountId, changed: object = {}) => clinic.verify(admin, accountId, changed);
  const withdraw = (accountId: AccountId) => clinic.withdraw(admin, accountId);
  const since = async (accountId: AccountId) =>
    (await clinic.verification(admin, accountId)).body.verifiedSince;

  it('stays valid when the verification is renewed before it ends', async () => {
    const { id, practitioner } = await givenRequest(world, { status: 'approved' });
    const before = await since(practitioner.accountId);
    world.advance(minutes(1));
    expect((await verify(practitioner.accountId)).status).toBe(200);
    expect(await since(practitioner.accountId)).toBe(before);
    expect((await read(practitioner.accountId, id)).status).toBe(200);
    expect((await add(practitioner.accountId, id)).status).toBe(201);
  });

  const broken = {
    withdrawn: async (practitionerId: AccountId) => void (await withdraw(practitionerId)),
    lapsed: async (practitionerId: AccountId) => {
      const end = later(world.now(), minutes(1));
      await verify(practitionerId, { verificationValidUntil: end.toISOString() });
      world.setNow(end);
    },
  };

  it.each(['withdrawn', 'lapsed'] as const)(
    'does not become valid again when the practitioner, whose verification was %s, is verified again',
    async (how) => {
      const { id, patientId, practitioner } = await givenRequest(world, { status: 'approved' });
      await broken[how](practitioner.accountId);
      expect((await verify(practitioner.accountId)).status).toBe(200);
      for (const answer of [await read(practitioner.accountId, id), await add(practitioner.accountId, id)]) {
        expect([answer.status, answer.body.code]).toEqual([403, 'access_not_approved']);
      }
      expect(await since(practitioner.accountId)).toBe(world.now().toISOString());
      expect(await log(patientId)).toEqual([]);
      expect((await ownRecords(patientId)).body.records).toEqual([]);

      const { token } = await givenToken(world, { patientId });
      const asked = await exchange(practitioner.accountId, token);
      await approve(patientId, asked.body.id);
      expect((await read(practitioner.accountId, asked.body.id)).status).toBe(200);
    },
  );

  it('does not become valid when the request is approved only after the practitioner was verified again', async () => {
    const { id, patientId, practitioner } = await givenRequest(world);
    await withdraw(practitioner.accountId);
    await verify(practitioner.accountId);
    expect((await approve(patientId, id)).status).toBe(200);
    expect((await read(practitioner.accountId, id)).body.code).toBe('access_not_approved');
  });

  it('stays valid when another administrator enters the same new verification a moment later', async () => {
    const practitioner = await givenPractitioner(world, { withdrawnAt: world.now().toISOString() });
    const { token, patientId } = await givenToken(world);
    let id = '';
    meanwhile(world, async () => {
      world.advance(minutes(1));
      await verify(practitioner);
      id = (await exchange(practitioner, token)).body.id;
      await approve(patientId, id);
    });
    expect((await verify(practitioner)).status).toBe(200);
    expect((await read(practitioner, id)).status).toBe(200);
  });

  it('does not become valid again when the verification is withdrawn while an administrator renews it', async () => {
    const { id, practitioner } = await givenRequest(world, { status: 'approved' });
    const before = await since(practitioner.accountId);
    meanwhile(world, () => withdraw(practitioner.accountId));
    const { status, body } = await verify(practitioner.accountId);
    expect([status, body.id, body.verifiedSince]).toEqual([200, practitioner.id, world.now().toISOString()]);
    expect(body.verifiedSince).not.toBe(before);
    expect((await read(practitioner.accountId, id)).body.code).toBe('access_not_approved');
  });
});

describe('lists', () => {
  it('show a request to its patient and to its practitioner, latest first, and to nobody else', async () => {
    const practitioner = await givenPractitioner(world);
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) {
      const { token } = await givenToken(world);
      ids.unshift((await exchange(practitioner, token)).body.id);
      world.advance(1);
    }
    const listed = async (as: AccountId, role: 'patient' | 'practitioner') =>
      (await list(as, role)).body.accessRequests.map((request: { id: string }) => request.id);
    expect(await listed(practitioner, 'practitioner')).toEqual(ids);
    expect(await listed(practitioner, 'patient')).toEqual([]);
    const { patientId } = accessRequest.parse(
      (await world.item(accessRequest.key({ id: ids[0] ?? '' }))) ?? {},
    );
    expect(await listed(patientId, 'patient')).toEqual([ids[0]]);
    expect(await listed(newAccount(), 'patient')).toEqual([]);
  });

  it('of verifications show administrators the ones that end first, including withdrawn ones', async () => {
    const admin = await givenAdmin(world);
    const until = (after: number) => ({
      verificationValidUntil: new Date(world.now().getTime() + after).toISOString(),
    });
    const [last, first, between] = [
      await givenPractitioner(world, until(hours(300))),
      await givenPractitioner(world, until(hours(100))),
      await givenPractitioner(world, until(hours(200))),
    ];
    await clinic.withdraw(admin, between);
    const all: { accountId: string; withdrawnAt?: string }[] = await clinic.verifications(admin);
    expect(all.map(({ accountId }) => accountId)).toEqual([first, between, last]);
    expect(all.map(({ withdrawnAt }) => withdrawnAt !== undefined)).toEqual([false, true, false]);
  });
});
