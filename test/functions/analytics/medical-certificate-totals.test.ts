import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { countCertificates } from '../../../functions/analytics/reports/certificate-totals.ts';
import { CertificateDay } from '../../../shared/rollups/items.ts';
import { recount } from '../../../shared/rollups/recount.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { CERTIFICATE_STATUSES, SHARED_STATUSES } from '../../../shared/workspaces/certificate-statuses.ts';
import { certificate, membership } from '../../../shared/workspaces/items.ts';
import { givenCertificate, givenEmployee, givenWorkspace } from '../../given/workspaces.ts';
import { NOON, newAccount, newId, newWorld, type World } from '../../support/world.ts';
import { inRole } from './officers.ts';

let world: World;
let workspace: { id: string };
let officer: AccountId;
beforeEach(async () => {
  world = await newWorld();
  workspace = await givenWorkspace(world);
  officer = (await givenEmployee(world, workspace, { role: 'hr_admin' })).accountId;
});

const totals = (from = '2031-03-01', to = '2031-03-31') =>
  world.call('medicalCertificateTotals', {
    as: officer,
    params: { workspaceId: workspace.id },
    query: { from, to },
  });

const file = (accountId: AccountId, more: Parameters<typeof givenCertificate>[2] = {}) =>
  givenCertificate(world, { accountId, workspaceId: workspace.id }, more);

describe('the medical-certificate totals of a corporate workspace', () => {
  it('count requests and calendar days by current status, in the shape of the contract', async () => {
    const { accountId } = await givenEmployee(world, workspace);
    for (const status of ['submitted', 'submitted', 'approved', 'rejected', 'withdrawn'] as const)
      await file(accountId, { status });
    const { status, body } = await totals();
    expect(status).toBe(200);
    expect(body).toEqual({
      workspaceId: workspace.id,
      reportedAt: world.now().toISOString(),
      timezone: 'Asia/Kuala_Lumpur',
      period: { from: '2031-03-01', to: '2031-03-31', days: 31 },
      requests: { submitted: 2, approved: 1, rejected: 1, withdrawn: 1 },
      calendarDays: { submitted: 6, approved: 3, rejected: 3, withdrawn: 3 },
    });
  });

  it('count the overlap with the selected days, both ends and future days included', async () => {
    const { accountId } = await givenEmployee(world, workspace);
    await file(accountId, { firstDay: '2031-03-10', lastDay: '2031-04-02' });
    const days = async (from: string, to: string) => {
      const { requests, calendarDays } = (await totals(from, to)).body;
      return [requests.submitted, calendarDays.submitted];
    };
    expect(await days('2031-03-01', '2031-03-09')).toEqual([0, 0]);
    expect(await days('2031-03-12', '2031-03-13')).toEqual([1, 2]);
    expect(await days('2031-03-01', '2031-12-31')).toEqual([1, 24]);
    expect(await days('2031-04-02', '2031-04-09')).toEqual([1, 1]);
  });
});

describe('access to the totals', () => {
  it.each(['medicalCertificateTotals', 'listCertificates'] as const)(
    'and to certificates is for nobody in a merchant workspace, whose owner gets 404: %s',
    async (operation) => {
      const sent = await inRole('owner', 'merchant')(world);
      const query = operation === 'listCertificates' ? {} : { from: '2031-03-01', to: '2031-03-31' };
      expect((await world.call(operation, { ...sent, query })).body.code).toBe('workspace_not_found');
    },
  );
});

describe('random certificates, recounted day by day', () => {
  it('give the same totals', () => {
    const date = fc
      .integer({ min: 0, max: 60 })
      .map((n) => new Date(Date.UTC(2031, 1, 1 + n)).toISOString().slice(0, 10));
    const range = fc
      .tuple(date, date)
      .map(([a, b]) => (a < b ? { first: a, last: b } : { first: b, last: a }));
    const filed = fc.record({
      range,
      status: fc.constantFrom(...CERTIFICATE_STATUSES),
      consent: fc.boolean(),
      who: fc.nat(2),
    });
    fc.assert(
      fc.property(fc.array(filed, { maxLength: 12 }), range, fc.boolean(), (all, period, isClosed) => {
        const people = [newAccount(), newAccount(), newAccount()] as const;
        const id = newId();
        const memberships = people.map((accountId, n) => ({
          accountId,
          workspaceId: id,
          memberId: newId(),
          role: 'member' as const,
          joinedAt: '2030-01-01T00:00:00.000Z',
          ...(n === 1 && isClosed && { accountClosed: true }),
          ...(n === 2 && { endedAt: '2031-01-01T00:00:00.000Z' }),
        }));
        const certificates = all.map(({ range: { first, last }, status, consent, who }) => ({
          id: newId(),
          accountId: people[who] ?? people[0],
          workspaceId: id,
          status,
          firstDay: first,
          lastDay: last,
          sharingConsent: consent,
          createdAt: NOON.toISOString(),
          submittedAt: status === 'draft' ? undefined : NOON.toISOString(),
        }));
        const items = [...memberships.map(membership.stored), ...certificates.map(certificate.stored)];
        const amounts = recount(items).find(({ owner }) => owner.kind === 'certificates')?.amounts ?? {};
        const days = new Map(
          Object.entries(amounts).map(([row, day]) => [row.slice('DAY#'.length), CertificateDay.parse(day)]),
        );
        const counted = countCertificates(
          id,
          { days, countedUpTo: undefined },
          { from: period.first, to: period.last },
          NOON,
        );
        for (const status of SHARED_STATUSES) {
          let requests = 0;
          let days = 0;
          for (const each of all) {
            const isOut = each.who === 2 || (each.who === 1 && isClosed);
            if (each.status !== status || !each.consent || isOut) continue;
            let own = 0;
            for (
              let day = Date.parse(each.range.first);
              day <= Date.parse(each.range.last);
              day += 86_400_000
            ) {
              const text = new Date(day).toISOString().slice(0, 10);
              if (text >= period.first && text <= period.last) own += 1;
            }
            days += own;
            requests += own > 0 ? 1 : 0;
          }
          expect([counted.requests[status], counted.calendarDays[status]]).toEqual([requests, days]);
        }
      }),
      { numRuns: 300 },
    );
  });
});
