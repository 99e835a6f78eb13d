import { beforeEach, describe, expect, it } from 'vitest';
import { accessRequest, logEntry, type StoredRequest } from '../../../shared/clinical/items.ts';
import { later } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { givenRequest, recordBody } from '../../given/clinical.ts';
import { interleave, seeded } from '../../support/interleave.ts';
import {
  call,
  expectBothWays,
  forEachSeed,
  LONG,
  movesClock,
  newRaceWorld,
  RUNS,
  seedsOf,
  writtenAt,
} from '../../support/seeded-races.ts';
import { remembered } from '../../support/table-snapshot.ts';
import { NOON, newId, type World } from '../../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await newRaceWorld();
});

/** One access request for each race, all of one patient and one practitioner. */
async function givenRequests(overrides: Partial<StoredRequest>): Promise<StoredRequest[]> {
  const first = await givenRequest(world, overrides);
  const all = seedsOf(RUNS).map(() => ({ ...first, id: newId() }));
  await world.put(...all.map(accessRequest.stored));
  return all;
}

describe('in any order of the calls to the database', () => {
  it('a note is marked once, and shown to its author only before a revocation', LONG, async () => {
    const requests = await givenRequests({ status: 'approved' });
    const marked: { readonly recordId: string; readonly patientId: AccountId; readonly shown: boolean[] }[] =
      [];

    await forEachSeed(world, RUNS, async (play, random) => {
      const { id, patientId, practitioner } = requests.pop() ?? expect.unreachable();
      const as = practitioner.accountId;
      const recordId = newId();
      await world.call('addRecord', { as, params: { id }, body: { ...recordBody, recordId } });
      const mark = (reason: string) => () =>
        call(world, 'markRecordInError', { as, params: { id, recordId }, body: { reason } });
      const { answers, steps } = await play({
        revoke: () => call(world, 'revokeAccessRequest', { as: patientId, params: { id } }),
        mark: mark('Wrong patient.'),
        ...(random() < 0.5 && { again: mark('Wrong arm.') }),
      });
      const shown = (['mark', 'again'] as const).flatMap((side) => {
        const answer = answers[side];
        if (!answer) return [];
        expect(answer.done).toBe(true);
        const isShown = answer.body !== undefined;
        expect(writtenAt(steps, side) < writtenAt(steps, 'revoke')).toBe(isShown);
        return [isShown];
      });
      marked.push({ recordId, patientId, shown });
    });

    const entries = (await world.dump())
      .filter(({ pk }) => String(pk).startsWith('CLINICAL#LOG#'))
      .map(logEntry.parse);
    for (const { recordId } of marked) {
      const of = entries.filter((entry) => entry.recordId === recordId && entry.action !== 'records_read');
      expect(of.map(({ action }) => action).sort()).toEqual(['record_added', 'record_marked_in_error']);
    }
    expectBothWays(marked.map(({ shown }) => shown[0] === true));
  });

  it('a request is either approved, denied or expired, and the responses agree', LONG, async () => {
    const requests = await givenRequests({ pendingExpiresAt: NOON.toISOString() });
    const decided: { readonly id: string; readonly status: string }[] = [];

    await forEachSeed(world, RUNS, async (play, random) => {
      world.setNow(later(NOON, -1));
      const { id, patientId: as } = requests.pop() ?? expect.unreachable();
      const decide = (operation: 'approveAccessRequest' | 'denyAccessRequest') => () =>
        call(world, operation, { as, params: { id } });
      const { answers } = await play({
        clock: movesClock(world, random, NOON),
        approve: decide('approveAccessRequest'),
        deny: decide('denyAccessRequest'),
      });
      const { approve, deny } = answers;
      expect(approve.done && deny.done).toBe(false);
      const status = approve.done ? 'approved' : deny.done ? 'denied' : 'expired';
      for (const { done, code } of [approve, deny]) {
        if (status === 'expired') expect(code).toBe('request_expired');
        // A late decision may be refused before a concurrent decision that is in time succeeds.
        else if (!done) expect(code).toMatch(/^(not_pending|request_expired)$/);
      }
      decided.push({ id, status });
    });

    const stored = (await world.freshTable().getAll(decided.map(accessRequest.key))).map(accessRequest.parse);
    const became = new Map(stored.map((request) => [request.id, request.status]));
    for (const { id, status } of decided) {
      expect(became.get(id)).toBe(status === 'expired' ? 'pending' : status);
    }
    if (decided.length > 1) {
      expect(new Set(decided.map(({ status }) => status))).toEqual(
        new Set(['approved', 'denied', 'expired']),
      );
    }
  });
});

describe('a race', () => {
  it('is identical for the same seed', { tags: ['calls'] }, async () => {
    const { id, patientId: as, practitioner } = await givenRequest(world, { status: 'approved' });
    const before = await remembered(world);
    for (const seed of seedsOf(30)) {
      const orders = [];
      for (const random of [seeded(seed), seeded(seed)]) {
        const { steps } = await interleave(world, random, {
          revoke: () => call(world, 'revokeAccessRequest', { as, params: { id } }),
          add: () =>
            call(world, 'addRecord', { as: practitioner.accountId, params: { id }, body: recordBody }),
        });
        orders.push(steps);
        await before.restore();
      }
      expect(orders[0]).toEqual(orders[1]);
    }
  });
});
