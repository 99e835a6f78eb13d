import { afterAll, describe, expect, it } from 'vitest';
import { hours, minutes } from '../../../shared/values/clock.ts';
import { APPROVED_ACCESS_HOURS, QR_TOKEN_MINUTES } from '../../../shared/values/limits.ts';
import { verifiedPractitioner } from './fixtures.ts';
import { newTown } from './platform-under-test.ts';

const town = await newTown();
afterAll(town.leave);
const admin = await town.firstAdmin();
const patient = town.person();
const doctor = await verifiedPractitioner(town, admin);
const colleague = await verifiedPractitioner(town, admin, 'Dr Balan');

describe("a patient's visit", { shuffle: false }, () => {
  let visit: { params: { id: string } };
  const note = { title: 'Tekanan darah', body: '128/82, ulang dalam sebulan' };

  it('starts with a token that one verified practitioner can exchange once', async () => {
    const body = await shownToken();
    expect(await town.person().isRefused('createAccessRequest', { body })).toBe('practitioner_not_verified');
    const request = await doctor.does('createAccessRequest', { body });
    expect(request).toMatchObject({
      status: 'pending',
      practitioner: { id: doctor.practitionerId, name: 'Dr Aminah' },
    });
    for (const either of [doctor, colleague])
      expect(await either.isRefused('createAccessRequest', { body })).toBe('token_used');
    visit = { params: { id: request.id } };
  });

  it('allows no reading or writing before the patient has approved', async () => {
    expect(await doctor.isRefused('listRecords', visit)).toBe('access_not_approved');
    expect(await doctor.isRefused('addRecord', { ...visit, body: note })).toBe('access_not_approved');
    expect(await doctor.isRefused('approveAccessRequest', visit)).toBe('not_the_patient');
    expect(
      (await patient.does('listAccessRequests', { query: { as: 'patient' } })).accessRequests,
    ).toMatchObject([{ id: visit.params.id, status: 'pending' }]);
    expect(await patient.does('approveAccessRequest', visit)).toMatchObject({ status: 'approved' });
  });

  it('results in a note that the patient sees, with a log of who read and added what', async () => {
    const added = await doctor.does('addRecord', { ...visit, body: note });
    expect((await doctor.does('listRecords', visit)).records).toEqual([added]);
    expect((await patient.does('listOwnRecords')).records).toEqual([added]);
    expect((await patient.does('listAccessLog')).entries).toMatchObject([
      { action: 'records_read', practitionerName: 'Dr Aminah' },
      { action: 'record_added', practitionerName: 'Dr Aminah', recordId: added.id },
    ]);
  });

  it('can be marked by its author as entered in error, and stays with the mark', async () => {
    const { records } = await doctor.does('listRecords', visit);
    const params = { ...visit.params, recordId: records[0]?.id ?? '' };
    const body = { reason: 'Wrong arm.' };
    expect(await colleague.isRefused('markRecordInError', { params, body })).toBe('access_request_not_found');
    const marked = await doctor.does('markRecordInError', { params, body });
    expect(marked).toEqual({ ...records[0], enteredInError: { at: expect.any(String), ...body } });
    expect((await patient.does('listOwnRecords')).records).toEqual([marked]);
    expect((await patient.does('listAccessLog')).entries[0]).toMatchObject({
      action: 'record_marked_in_error',
      recordId: params.recordId,
    });
  });

  it('is inaccessible to every other practitioner', async () => {
    for (const operation of ['getAccessRequest', 'listRecords', 'revokeAccessRequest'] as const)
      expect(await colleague.isRefused(operation, visit)).toBe('access_request_not_found');
    expect((await colleague.does('listOwnRecords')).records).toEqual([]);
  });

  it('is found by an administrator after the practitioner lost a phone, without the records', async () => {
    const search = { params: { accountId: doctor.id }, body: { reason: 'Telefon hilang.' } };
    const { entries } = await admin.does('searchAccessLog', search);
    expect(new Set(entries.map(({ patientId }) => patientId))).toEqual(new Set([patient.id]));
    expect(JSON.stringify(entries)).not.toContain(note.title);
    expect(await patient.isRefused('searchAccessLog', search)).toBe('not_platform_admin');
    const { acts } = await admin.does('listAdministratorActs', { query: { subject: doctor.id } });
    expect(acts[0]).toMatchObject({ operation: 'searchAccessLog', reason: 'Telefon hilang.' });
  });

  it('ends immediately when the patient revokes', async () => {
    const token = await doctor.token();
    expect(await patient.does('revokeAccessRequest', visit)).toMatchObject({ status: 'revoked' });
    const before = (await patient.does('listAccessLog')).entries;
    const same = doctor.with(token);
    expect(await same.isRefused('listRecords', visit)).toBe('access_not_approved');
    expect(await same.isRefused('addRecord', { ...visit, body: note })).toBe('access_not_approved');
    expect(await patient.isRefused('approveAccessRequest', visit)).toBe('not_pending');
    expect((await patient.does('listOwnRecords')).records).toHaveLength(1);
    expect((await patient.does('listAccessLog')).entries).toEqual(before);
  });

  it('can be denied, and cannot start with an expired token', async () => {
    const { id } = await doctor.does('createAccessRequest', { body: await shownToken() });
    const params = { id };
    expect(await patient.does('denyAccessRequest', { params })).toMatchObject({ status: 'denied' });
    expect(await doctor.isRefused('listRecords', { params })).toBe('access_not_approved');

    const body = await shownToken();
    await town.passes(minutes(QR_TOKEN_MINUTES));
    expect(await doctor.isRefused('createAccessRequest', { body })).toBe('token_expired');
  });

  it('ends after a day, and immediately with the verification of the practitioner', async () => {
    const approved = async () => {
      const { id } = await doctor.does('createAccessRequest', { body: await shownToken() });
      await patient.does('approveAccessRequest', { params: { id } });
      return { params: { id } };
    };
    const first = await approved();
    await town.passes(hours(APPROVED_ACCESS_HOURS));
    expect(await doctor.isRefused('listRecords', first)).toBe('access_not_approved');
    expect(await patient.does('getAccessRequest', first)).toMatchObject({ status: 'expired' });

    const second = await approved();
    expect((await doctor.does('listRecords', second)).records).toHaveLength(1);
    await admin.does('withdrawVerification', { params: { accountId: doctor.id } });
    expect(await doctor.isRefused('listRecords', second)).toBe('practitioner_not_verified');
    expect((await patient.does('listOwnRecords')).records).toHaveLength(1);
  });
});

/** The QR token that the practitioner scans. */
async function shownToken() {
  const { token } = await patient.does('issueQrToken');
  return { token };
}
