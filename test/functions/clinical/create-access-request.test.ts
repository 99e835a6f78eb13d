import { beforeAll, describe, expect, it } from 'vitest';
import { accessRequest, qrToken } from '../../../shared/clinical/items.ts';
import { hours, later, minutes } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { refusesToo } from '../../cast/refusal-cases.ts';
import { givenClosedAccount } from '../../given/accounts.ts';
import { givenPractitioner, givenToken } from '../../given/clinical.ts';
import { meanwhile } from '../../support/fault-injection.ts';
import { newId, newWorld, type World } from '../../support/world.ts';
import { furtherRefusals } from './access-requests.calls.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});

const exchange = (practitioner: AccountId, token: string) =>
  world.call('createAccessRequest', { as: practitioner, body: { token } });

const requests = async () => (await world.dump()).filter(({ sk }) => sk === 'REQUEST');

describe('a verified practitioner exchanges a one-use token for a pending request', () => {
  it('answers 201 with every field that the interface lists, without fields of later states', async () => {
    const id = newId();
    const practitioner = await givenPractitioner(world, { id, specialistRegistration: 'NSR 1207' });
    const { token } = await givenToken(world);

    const answer = await exchange(practitioner, token);

    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 'pending',
      practitioner: {
        id,
        name: 'Dr Aisyah binti Rahman',
        licenseAuthority: 'Malaysian Medical Council',
        licenseNumber: 'MMC 48213',
        specialistRegistration: 'NSR 1207',
        specialty: 'Family medicine',
        organization: 'Klinik Seri Damai',
        verifiedAt: later(world.now(), -hours(1000)).toISOString(),
        verificationValidUntil: later(world.now(), hours(1000)).toISOString(),
      },
      requestedAt: world.now().toISOString(),
      pendingExpiresAt: later(world.now(), minutes(15)).toISOString(),
      purpose: 'consultation_recordkeeping',
      scope: 'read_and_add',
      noticeVersion: '2031-01-01',
    });
  });

  it('accepts the token that issueQrToken returned until its last millisecond', async () => {
    const patient = (await givenToken(world)).patientId;
    const { status, body } = await world.call('issueQrToken', { as: patient });
    expect(status).toBe(201);
    expect((await world.call('issueQrToken', { as: patient })).body.token).not.toBe(body.token);
    expect(body.token).toMatch(/^[\w-]{43}$/);
    expect(body.expiresAt).toBe(later(world.now(), minutes(5)).toISOString());

    world.advance(minutes(5) - 1);
    expect((await exchange(await givenPractitioner(world), body.token)).status).toBe(201);
  });

  it('keeps a used or expired token for a day, until TTL deletes it', async () => {
    const { key } = await givenToken(world);
    expect((await world.item(key))?.['ttl']).toBe(
      Math.ceil(later(world.now(), minutes(5) + hours(24)).getTime() / 1000),
    );
  });

  it('accepts a token only once, also from the same practitioner', async () => {
    const practitioner = await givenPractitioner(world);
    const { token } = await givenToken(world);
    await exchange(practitioner, token);
    expect((await exchange(practitioner, token)).body.code).toBe('token_used');
  });

  refusesToo('createAccessRequest', furtherRefusals, () => world);

  it.each(['', ' ', '€', '\u0000', '\ud800', 'x'.repeat(10_000), '../../REQUEST'])(
    'looks up any string as a token: %j is unknown, not invalid',
    async (token) => {
      expect((await exchange(await givenPractitioner(world), token)).body.code).toBe('token_unknown');
    },
  );
});

describe('a concurrent change is detected by the write itself', () => {
  it.each([
    [
      'practitioner_not_verified',
      'the verification is withdrawn',
      (practitioner: AccountId) =>
        givenPractitioner(world, { accountId: practitioner, withdrawnAt: world.now().toISOString() }),
    ],
    [
      'token_unknown',
      "the patient's account closes",
      (_: AccountId, patient: AccountId) => givenClosedAccount(world, patient),
    ],
  ] as const)('refuses with %s when %s', async (code, _, change) => {
    const practitioner = await givenPractitioner(world);
    const { token, patientId, key } = await givenToken(world);
    const before = (await requests()).length;
    meanwhile(world, () => change(practitioner, patientId));
    expect((await exchange(practitioner, token)).body.code).toBe(code);
    world.setFault(undefined);
    expect(qrToken.parse((await world.item(key)) ?? {}).consumedAt).toBeUndefined();
    expect((await requests()).length).toBe(before);
  });

  it('never lets two practitioners use one token, in a hundred concurrent requests', async () => {
    const practitioners = await Promise.all(Array.from({ length: 100 }, () => givenPractitioner(world)));
    const { token, patientId } = await givenToken(world);
    const answers = await Promise.all(practitioners.map((practitioner) => exchange(practitioner, token)));
    const won = answers.filter(({ status }) => status === 201);
    expect(won).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'token_used')).toHaveLength(99);
    const made = (await requests()).filter((item) => item['patientId'] === patientId);
    expect(made.map((item) => accessRequest.parse(item).id)).toEqual([won[0]?.body.id]);
  });

  it('stores the details of the practitioner as verified at the time of the request', async () => {
    const practitioner = await givenPractitioner(world);
    const { token } = await givenToken(world);
    const { body } = await exchange(practitioner, token);
    await givenPractitioner(world, { accountId: practitioner, name: 'Dr Somebody Else' });
    const stored = accessRequest.parse((await world.item(accessRequest.key({ id: body.id }))) ?? {});
    expect(stored.practitioner.name).toBe('Dr Aisyah binti Rahman');
  });
});
