import { beforeEach, describe, expect, it } from 'vitest';
import { job as rebuildRollUps } from '../../../functions/analytics/roll-ups/rebuild-roll-ups.ts';
import { job as replayErasures } from '../../../functions/deletion/replay-erasures.ts';
import { type AdministratorAct, administratorAct } from '../../../shared/runtime/acts.ts';
import { days, minutes } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { givenAdmin } from '../../given/accounts.ts';
import { givenPractitioner, givenRequest, recordBody } from '../../given/clinical.ts';
import { NOON, newAccount, newId, newWorld, type World } from '../../support/world.ts';

let world: World;
let admin: AccountId;
beforeEach(async () => {
  world = await newWorld();
  admin = await givenAdmin(world);
});

const stored = async (): Promise<AdministratorAct[]> =>
  (await world.dump())
    .filter(({ pk }) => String(pk).startsWith('PLATFORM#ACTS#'))
    .map(administratorAct.parse);

/** What the log lists, without the ids. */
async function acts(query: Readonly<Record<string, string>> = {}) {
  const { body } = await world.call('listAdministratorActs', { as: admin, query });
  return (body.acts as AdministratorAct[]).map(({ id: _, ...act }) => act);
}

const grant = (accountId = newAccount(), as = admin) =>
  world.call('grantAdministrator', { as, params: { accountId } });

describe("the log of administrators' acts", () => {
  it('has no entry for a refused write', async () => {
    const closed = newAccount();
    await world.call('requestDeletion', { as: closed });
    expect((await grant(closed)).body.code).toBe('account_is_closed');
    expect((await grant(newAccount(), newAccount())).body.code).toBe('not_platform_admin');
    expect(await stored()).toEqual([]);
  });

  it('is written with the act or not at all', async () => {
    const accountId = newAccount();
    world.setFault(async ({ command, input, send }) => {
      if (command === 'TransactWrite') {
        const written = JSON.stringify(input);
        expect([written.includes('platformAdmin'), written.includes('PLATFORM#ACTS#')]).toEqual([true, true]);
      }
      return send();
    });
    expect((await grant(accountId)).status).toBe(204);
    expect(await stored()).toHaveLength(1);
  });

  it('lists the acts of a month in Malaysia, of an administrator, and on a subject, the latest first', async () => {
    const [other, accountId] = [await givenAdmin(world), newAccount()];
    const at = (time: string) => world.setNow(new Date(time));
    at('2031-03-31T15:59:59.999Z');
    await grant(accountId);
    at('2031-03-31T16:00:00.000Z');
    await grant(accountId, other);
    const march = {
      at: '2031-03-31T15:59:59.999Z',
      operation: 'grantAdministrator',
      administratorId: admin,
      subjects: [accountId],
    };
    const april = { ...march, at: '2031-03-31T16:00:00.000Z', administratorId: other };
    expect(await acts()).toEqual([april]);
    expect(await acts({ month: '2031-04' })).toEqual([april]);
    expect(await acts({ month: '2031-03' })).toEqual([march]);
    expect(await acts({ administratorId: admin })).toEqual([march]);
    expect(await acts({ subject: accountId.toUpperCase() })).toEqual([april, march]);
    expect(await acts({ subject: newId() })).toEqual([]);

    const page = { as: admin, query: { subject: accountId, limit: '1' } };
    const { nextCursor } = (await world.call('listAdministratorActs', page)).body;
    expect(await acts({ subject: accountId, cursor: nextCursor })).toEqual([march]);
    const wrong = { as: admin, query: { administratorId: admin, cursor: nextCursor } };
    expect((await world.call('listAdministratorActs', wrong)).body.code).toBe('invalid_cursor');
  });

  it.each([
    { month: '2031-13' },
    { month: '2031-3' },
    { administratorId: 'somebody' },
    { subject: '' },
    { month: '2031-03', subject: 'larian' },
  ])('refuses the query %j', async (query) => {
    const { status, body } = await world.call('listAdministratorActs', { as: admin, query });
    expect([status, body.code]).toEqual([400, 'invalid_request']);
  });

  it('needs a fresh password session', async () => {
    const token = { authTime: Math.floor((world.now().getTime() - minutes(16)) / 1000) };
    for (const [operation, sent] of [
      ['listAdministratorActs', { query: {} }],
      ['searchAccessLog', { params: { accountId: newAccount() }, body: { reason: 'Lost laptop.' } }],
    ] as const) {
      const { body } = await world.call(operation, { as: admin, token, ...sent });
      expect(body.code).toBe('fresh_session_required');
    }
    expect(await stored()).toEqual([]);
  });

  it('has the acts of operators, without an administrator', async () => {
    await world.run(rebuildRollUps);
    await world.run(replayErasures, { from: '2031-03-10' });
    expect(
      (await acts()).map(({ at: _, ...act }) => act).sort((a, b) => (a.operation < b.operation ? -1 : 1)),
    ).toEqual([
      { operation: 'rebuildRollUps', subjects: ['all'] },
      { operation: 'replayErasures', subjects: ['2031-03-10'] },
    ]);
  });

  it('is kept for seven years', async () => {
    await grant();
    const [item] = (await world.dump()).filter(({ pk }) => String(pk).startsWith('PLATFORM#ACTS#'));
    expect(item?.['ttl']).toBe((NOON.getTime() + days(7 * 365 + 2)) / 1000);
  });
});

describe('a search in the clinical access log', () => {
  const search = (
    accountId: AccountId,
    query: Readonly<Record<string, string>> = {},
    reason = 'Lost laptop.',
  ) => world.call('searchAccessLog', { as: admin, params: { accountId }, query, body: { reason } });

  it('finds whose records a practitioner has used, and when, but nothing of the records', async () => {
    const practitioner = await givenRequest(world, { status: 'approved' });
    const { accountId: as } = practitioner.practitioner;
    const second = await givenRequest(world, { status: 'approved', practitioner: practitioner.practitioner });
    const others = await givenRequest(world, { status: 'approved' });
    await world.call('listRecords', { as: others.practitioner.accountId, params: { id: others.id } });
    await world.call('addRecord', { as, params: { id: practitioner.id }, body: recordBody });
    const first = world.now().toISOString();
    world.advance(minutes(1));
    await world.call('listRecords', { as, params: { id: second.id } });
    const id = expect.any(String);
    expect((await search(as)).body).toEqual({
      entries: [
        { id, at: world.now().toISOString(), action: 'records_read', patientId: second.patientId },
        { id, at: first, action: 'record_added', patientId: practitioner.patientId },
      ],
    });
    expect((await search(newAccount())).body).toEqual({ entries: [] });
  });

  it('is an act with its reason, page by page', async () => {
    const { id, practitioner } = await givenRequest(world, { status: 'approved' });
    for (let n = 0; n < 3; n++) {
      await world.call('listRecords', { as: practitioner.accountId, params: { id } });
      world.advance(1);
    }
    const { body } = await search(practitioner.accountId, { limit: '2' }, 'Incident 14');
    world.advance(1);
    const rest = await search(
      practitioner.accountId,
      { limit: '2', cursor: body.nextCursor },
      'Incident 14, rest',
    );
    expect([body.entries.length, rest.body.entries.length]).toEqual([2, 1]);
    const act = { operation: 'searchAccessLog', administratorId: admin, subjects: [practitioner.accountId] };
    expect(await acts({ subject: practitioner.accountId })).toMatchObject([
      { ...act, reason: 'Incident 14, rest' },
      { ...act, reason: 'Incident 14' },
    ]);
    const more = await search(practitioner.accountId, { limit: '101' });
    expect(more.body.code).toBe('invalid_request');
  });

  it('returns nothing if the act cannot be recorded', async () => {
    const accountId = await givenPractitioner(world);
    const id = newId();
    world.setRandom({ newId: () => id });
    expect((await search(accountId)).status).toBe(200);
    expect((await search(accountId)).body.code).toBe('try_again');
    expect(await stored()).toHaveLength(1);
  });
});
