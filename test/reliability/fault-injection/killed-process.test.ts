import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { EXPO_CHALLENGE } from '../../../local/demo/events.ts';
import { campaigns } from '../../../local/demo/rewards.ts';
import { logEntry, record } from '../../../shared/clinical/items.ts';
import { expectCommunityInvariants } from '../../support/community-invariants.ts';
import { expectCounters } from '../../support/counter-invariants.ts';
import { expectOneOwner, expectWholeItems } from '../../support/item-integrity.ts';
import { noteTriedByTest } from '../../support/reliability-report.ts';
import { descendantsOf, eventually, isGone, type Running } from '../../support/running.ts';
import { expectStockInvariants } from '../../support/stock-invariants.ts';
import { temporary } from '../../support/temporary.ts';
import { newWorld } from '../../support/world.ts';

const { folder, start } = temporary();

/** The successful responses by account. Their effects must survive. */
interface Told {
  readonly claims: Map<string, string>;
  readonly aliases: Map<string, string>;
  readonly closed: Set<string>;
  readonly redeemed: Set<string>;
  /** The patient of each record. */
  readonly records: Map<string, string>;
}

/**
 * One of several clients. In each turn, a new account reserves a gift and reports steps. Every second account redeems
 * the gift, and every third one requests its deletion.
 */
async function live({ call, tokenOf }: Running, { claims, aliases, closed, redeemed }: Told): Promise<never> {
  const staff = await tokenOf({ persona: 'merchant-staff' });
  for (let n = 0; ; n++) {
    const accountId = randomUUID();
    const token = await tokenOf({ accountId });
    const claimId = randomUUID();
    const claim = await call('POST', claimsPath, { token, body: { claimId } });
    if (claim.status === 201) claims.set(accountId, claimId);
    if (claim.status === 201 && n % 2 === 1) {
      const given = await call('POST', `/v1/partner/claims/${claimId}/redemption`, {
        token: staff,
        body: { redemptionId: randomUUID() },
      });
      if (given.status === 200) redeemed.add(claimId);
    }
    const alias = `Orang ${accountId.slice(0, 8)}`;
    const enrolled = await call('PUT', enrollmentPath, { token, body: { alias, sharePublicDisplay: true } });
    if (enrolled.status === 201) aliases.set(accountId, alias);
    // Nobody walks in the moment after enrolling.
    const body = { steps: 0, measuredAt: new Date().toISOString() };
    const reported = await call('PUT', `${enrollmentPath}/steps`, { token, body });
    if (reported.status === 409) throw new Error(reported.text);
    if (n % 3 !== 2) continue;
    const { status } = await call('POST', '/v1/account/deletion', { token });
    if (status === 201) closed.add(accountId);
  }
}

/** Plays one patient after the other, who shows a token, approves the request, and gets two records. */
async function practise({ call, tokenOf }: Running, { records }: Told): Promise<never> {
  const practitioner = await tokenOf({ persona: 'practitioner' });
  for (;;) {
    const patientId = randomUUID();
    const patient = await tokenOf({ accountId: patientId });
    const { token } = (await call('POST', '/v1/clinical/qr-tokens', { token: patient })).body;
    const exchanged = await call('POST', requestsPath, { token: practitioner, body: { token } });
    const request = `${requestsPath}/${exchanged.body.id}`;
    await call('POST', `${request}/approval`, { token: patient });
    for (const title of ['Blood pressure', 'Weight']) {
      const body = { title, body: 'As it should be.' };
      const added = await call('POST', `${request}/records`, { token: practitioner, body });
      if (added.status === 201) records.set(added.body.id, patientId);
    }
  }
}

const requestsPath = '/v1/clinical/access-requests';
const claimsPath = `/v1/rewards/campaigns/${campaigns.live}/claims`;
const enrollmentPath = `/v1/community/challenges/${EXPO_CHALLENGE}/enrollment`;

describe('a local platform that is killed under load', () => {
  it('has all confirmed data at its next start, with consistent counters', async () => {
    const args = ['--data', await folder()];
    const told: Told = {
      claims: new Map(),
      aliases: new Map(),
      closed: new Set(),
      redeemed: new Set(),
      records: new Map(),
    };
    noteTriedByTest({
      what: 'A local platform and its engine killed under load, and started again',
      times: () =>
        `once, after ${told.claims.size} claims, ${told.redeemed.size} gifts, ${told.closed.size} closed accounts, ${told.records.size} records`,
    });
    const first = await start({ args });
    const processes = descendantsOf(first.pid);
    const load = Promise.allSettled([
      ...Array.from({ length: 6 }, () => live(first, told)),
      ...Array.from({ length: 2 }, () => practise(first, told)),
    ]);
    await eventually(
      'there is something to lose',
      () => told.claims.size > 20 && told.closed.size > 3 && told.redeemed.size > 3 && told.records.size > 5,
    );
    // The engine is killed, too.
    for (const pid of processes) process.kill(pid, 'SIGKILL');
    await first.stop('SIGKILL');
    const ends = await load;
    expect(ends.every(({ status }) => status === 'rejected')).toBe(true);
    await eventually('no engine is left', () => processes.every(isGone));

    const second = await start({ args });
    const { endpoint, region, tableName } = (await second.call('GET', '/local/table')).body;
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    const world = await newWorld({ on: { connection: { endpoint, region, credentials }, tableName } });
    const { claims } = await expectStockInvariants(world);
    // The stream delivers what the killed platform had not rolled up.
    await eventually('the counters are right', () =>
      expectCounters(world).then(
        () => true,
        () => false,
      ),
    );
    const enrollments = await expectCommunityInvariants(world);
    await expectWholeItems(world);
    await expectOneOwner(world);

    for (const [accountId, id] of told.claims) {
      expect(claims.filter((claim) => claim.accountId === accountId)).toMatchObject([{ id }]);
    }
    for (const id of told.redeemed) {
      expect(claims.filter((claim) => claim.id === id)).toMatchObject([{ status: 'redeemed' }]);
    }
    const items = await world.dump();
    const under = (prefix: string) => items.filter(({ pk }) => String(pk).startsWith(prefix));
    const records = under('CLINICAL#RECORDS#').map(record.parse);
    const additions = under('CLINICAL#LOG#')
      .map(logEntry.parse)
      .filter(({ action }) => action === 'record_added');
    expect(additions.map(({ recordId }) => recordId).sort()).toEqual(records.map(({ id }) => id).sort());
    for (const [id, patientId] of told.records) {
      expect(records.filter((stored) => stored.id === id)).toMatchObject([{ patientId }]);
    }
    for (const [accountId, alias] of told.aliases) {
      expect(enrollments.filter((enrollment) => enrollment.accountId === accountId)).toMatchObject([
        { alias },
      ]);
    }
    for (const accountId of told.closed) {
      const token = await second.tokenOf({ accountId });
      expect((await second.call('GET', '/v1/community', { token })).body.code).toBe('account_closed');
    }
    expect(claims.filter(({ campaignId }) => campaignId === campaigns.live).length).toBeLessThanOrEqual(150);
  });
});
