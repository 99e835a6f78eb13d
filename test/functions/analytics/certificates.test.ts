import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { transitions } from '../../../functions/analytics/certificates/transitions.ts';
import { recordOf } from '../../../shared/values/records.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { CERTIFICATE_STATUSES, SHARED_STATUSES } from '../../../shared/workspaces/certificate-statuses.ts';
import { certificate, certificateDrafts } from '../../../shared/workspaces/items.ts';
import { refusesToo } from '../../cast/refusal-cases.ts';
import { givenCertificate, twoDays } from '../../given/workspaces.ts';
import { meanwhile } from '../../support/fault-injection.ts';
import { expectWholeItems } from '../../support/item-integrity.ts';
import { newWorld, type World } from '../../support/world.ts';
import { furtherDecisions, furtherDrafts } from './certificates.calls.ts';
import { newOffice, type Office } from './workspace-driver.ts';

let world: World;
let office: Office;
let employee: AccountId;
beforeEach(async () => {
  world = await newWorld();
  office = await newOffice(world);
  employee = (await office.join()).accountId;
});

const ofEmployee = () => ({ accountId: employee, workspaceId: office.id });

describe('the life of a medical-certificate request', () => {
  type Name = keyof typeof transitions;
  const moves: Readonly<Record<Name, (id: string) => ReturnType<Office['withdraw']>>> = {
    submit: (id: string) => office.submit(employee, id),
    approve: (id: string) => office.decide('approve', employee, id),
    reject: (id: string) => office.decide('reject', employee, id),
    withdraw: (id: string) => office.withdraw(employee, id),
  };
  const names = Object.keys(moves) as Name[];

  it.each(names.flatMap((name) => CERTIFICATE_STATUSES.map((from) => [name, from] as const)))(
    '%s moves a request only out of the states that the table names: %s',
    async (name, from) => {
      const { id } = await givenCertificate(world, ofEmployee(), { status: from });
      world.advance(1000);
      const transition = transitions[name];
      const before = await world.dump();
      const { status, body } = await moves[name](id);
      if (transition.from.some((state) => state === from)) {
        expect([status, body.status]).toEqual([200, transition.to]);
        expect(body[transition.stamp]).toBe(world.now().toISOString());
        expect((await office.get(employee, id)).body).toMatchObject({
          status: transition.to,
          [transition.stamp]: body[transition.stamp],
        });
      } else {
        // An officer cannot see a draft.
        const hidden = from === 'draft' && transition.by === 'an officer';
        expect(body.code).toBe(hidden ? 'certificate_not_found' : transition.otherwise);
        expect(await world.dump()).toEqual(before);
      }
      await expectWholeItems(world);
    },
  );

  /** The ways from a draft through at most four transitions. */
  const ways = (from: string, length = 4): Name[][] =>
    names
      .filter((name) => length > 0 && transitions[name].from.some((state) => state === from))
      .flatMap((name) => [[name], ...ways(transitions[name].to, length - 1).map((rest) => [name, ...rest])]);

  it.each(ways('draft').map((way) => [way.join(', '), way] as const))(
    'keeps the number of drafts and the totals equal to a recount: %s',
    async (_, way) => {
      await office.draft(employee, '2031-03-20');
      const { id } = (await office.draft(employee, '2031-03-10', '2031-03-11')).body;
      for (const name of way) {
        const cleared = Object.fromEntries(transitions[name].clears.map((field) => [field, undefined]));
        const { status, body } = await moves[name](id);
        expect([status, { ...body, ...cleared }]).toEqual([200, body]);
        const own = (await world.call('listOwnCertificates', { as: employee })).body.certificates;
        const numberOf = (wanted: string) =>
          own.filter((each: { status: string }) => each.status === wanted).length;
        const { drafts } = certificateDrafts.parse(
          (await world.item(certificateDrafts.key(ofEmployee()))) ?? {},
        );
        expect(drafts).toBe(numberOf('draft'));
        const { requests } = await office.totals('2031-03-01', '2031-03-31');
        const shared = own.some(
          (each: { id: string; sharingConsent: boolean }) => each.id === id && each.sharingConsent,
        );
        expect(requests).toEqual(recordOf(SHARED_STATUSES, (each) => (shared ? numberOf(each) : 0)));
      }
    },
  );

  it('is decided once with concurrent decisions, and never together with a withdrawal', async () => {
    for (let n = 0; n < 10; n++) {
      const { id } = await office.file(employee, '2031-03-20');
      const [approved, rejected] = await Promise.all([moves.approve(id), moves.reject(id)]);
      expect([approved.status, rejected.status].sort()).toEqual([200, 409]);
      const { id: other } = await office.file(employee, '2031-03-20');
      const [denied, withdrawn] = await Promise.all([moves.reject(other), moves.withdraw(other)]);
      expect([denied.status, withdrawn.status].sort()).toEqual([200, 409]);
    }
  });

  it('starts as a draft that the employee can change until it is submitted', async () => {
    const { status, body } = await office.draft(employee, '2031-03-10', '2031-03-11');
    const drafted = {
      id: expect.any(String),
      workspaceId: office.id,
      status: 'draft',
      ...twoDays,
      sharingConsent: false,
      createdAt: world.now().toISOString(),
    };
    expect([status, body]).toEqual([201, drafted]);
    const changed = await office.change(employee, body.id, '2031-03-09', '2031-03-12');
    expect(changed.body).toEqual({ ...drafted, firstDay: '2031-03-09', lastDay: '2031-03-12' });
    world.advance(1000);
    const submitted = await office.submit(employee, body.id);
    expect(submitted.body).toEqual({
      ...changed.body,
      status: 'submitted',
      sharingConsent: true,
      submittedAt: world.now().toISOString(),
    });
    expect((await office.get(employee, body.id)).body).toEqual(submitted.body);
    expect((await office.change(employee, body.id, '2031-03-01')).body.code).toBe('not_draft');
  });

  it.each([
    ['2031-03-10', '2031-03-09', 'lastDay'],
    ['2031-02-29', '2031-03-09', 'firstDay'],
    ['2031-01-01', '2032-01-02', 'lastDay'],
    ['10/03/2031', '2031-03-11', 'firstDay'],
  ])('has existing days in order, at most 366 of them: not %s to %s', async (firstDay, lastDay, path) => {
    const { status, body } = await office.draft(employee, firstDay, lastDay);
    expect([status, body.issues.map((issue: { path: string }) => issue.path)]).toEqual([
      400,
      [`body.${path}`],
    ]);
    expect((await office.draft(employee, '2031-01-01', '2032-01-01')).status).toBe(201);
  });

  it('is submitted in its current version, even when its days change concurrently', async () => {
    for (const [firstDay, lastDay] of [
      ['2031-03-05', '2031-03-11'],
      ['2031-03-10', '2031-03-15'],
    ] as const) {
      const { body } = await office.draft(employee, '2031-03-10', '2031-03-11');
      meanwhile(world, () => office.change(employee, body.id, firstDay, lastDay));
      const submitted = await office.submit(employee, body.id);
      world.setFault(undefined);
      expect(submitted.body).toMatchObject({ status: 'submitted', firstDay, lastDay });
      expect((await office.get(employee, body.id)).body).toEqual(submitted.body);
      await expectWholeItems(world);
    }
  });

  it('cannot be created or submitted after leaving concurrently', async () => {
    const { body } = await office.draft(employee, '2031-03-10');
    const attempts = {
      draft: () => office.draft(employee, '2031-03-10'),
      submit: () => office.submit(employee, body.id),
    };
    for (const [name, send] of Object.entries(attempts)) {
      meanwhile(world, () => office.leave(employee));
      expect((await send()).body.code).toBe(name === 'draft' ? 'workspace_not_found' : 'membership_ended');
      world.setFault(undefined);
      await office.join(employee);
    }
  });

  it('is rejected with a reason that the employee reads, and that a later rejection does not change', async () => {
    const { id } = await office.file(employee, '2031-03-20');
    const rejectionReason = 'Dua hari ini sudah diluluskan.\nSila semak semula.';
    const { body } = await office.decide('reject', employee, id, office.owner, rejectionReason);
    expect(body).toMatchObject({ status: 'rejected', rejectionReason });
    const again = await office.decide('reject', employee, id, office.owner, 'Another reason.');
    expect(again.body.code).toBe('not_submitted');
    const own = (await office.get(employee, id)).body;
    expect(own).toMatchObject({ status: 'rejected', rejectionReason });
    expect((await world.call('listOwnCertificates', { as: employee })).body.certificates).toEqual([own]);
    expect(await office.shared()).toEqual([body]);
  });

  it('is rejected with a reason of 1 to 500 characters', async () => {
    const { id } = await office.file(employee, '2031-03-20');
    const before = await world.dump();
    for (const reason of ['', 'a'.repeat(501)]) {
      const { status, body } = await office.decide('reject', employee, id, office.owner, reason);
      expect([status, body.issues[0].path]).toEqual([400, 'body.reason']);
    }
    expect(await world.dump()).toEqual(before);
    expect((await office.decide('reject', employee, id, office.owner, '🌧'.repeat(500))).status).toBe(200);
  });

  it('keeps the reason of the rejection from the totals and from the log of the platform', async () => {
    const { id } = await office.file(employee, '2031-03-20');
    const reason = 'Kenari di luar jangkaan.';
    await office.decide('reject', employee, id, office.owner, reason);
    const shown = [
      await office.totals('2031-03-01', '2031-03-31'),
      await office.report('2031-03-01', '2031-03-31'),
      world.lines,
    ];
    expect(JSON.stringify(shown)).not.toContain(reason);
    const holding = (await world.dump()).filter((item) => JSON.stringify(item).includes(reason));
    expect(holding.map(({ sk }) => sk)).toEqual([`CERTIFICATE#${id}`]);
  });

  refusesToo('createCertificate', furtherDrafts, () => world);
  refusesToo('approveCertificate', furtherDecisions, () => world);
});

describe('the diagram in the data model', () => {
  it('shows the transitions of the table, and no others', () => {
    const document = readFileSync(new URL('../../../docs/data-model.md', import.meta.url), 'utf8');
    const drawn = [...document.matchAll(/^ {2}(\w+) --> (\w+): (\w+), by (the employee|an officer)$/gm)].map(
      ([, ...arrow]) => arrow,
    );
    const table = Object.entries(transitions).flatMap(([name, { from, to, by }]) =>
      from.map((state) => [state, to, name, by]),
    );
    expect(drawn).toEqual(table);
  });
});

describe('sharing', () => {
  it('shows a submitted request to the officers, without a diagnosis', async () => {
    const { id, submittedAt } = await office.file(employee, '2031-03-10', '2031-03-11');
    const memberId = await office.memberIdOf(employee);
    expect(await office.shared()).toEqual([{ id, memberId, status: 'submitted', ...twoDays, submittedAt }]);
    world.advance(1000);
    const { body } = await office.decide('approve', employee, id);
    const decidedAt = world.now().toISOString();
    expect(body).toEqual({ id, memberId, status: 'approved', ...twoDays, submittedAt, decidedAt });
    expect(await office.shared()).toEqual([body]);
    expect((await office.get(employee, id)).body).toMatchObject({ status: 'approved', decidedAt });
  });

  it('starts and ends with the consent at any time, whatever the status of the request', async () => {
    const { id } = await office.file(employee, '2031-03-10', '2031-03-11', false);
    expect(await office.shared()).toEqual([]);
    expect((await office.decide('approve', employee, id)).body.code).toBe('certificate_not_found');
    expect((await office.share(employee, id, true)).body).toMatchObject({ sharingConsent: true });
    expect(await office.shared()).toHaveLength(1);
    expect((await office.decide('approve', employee, id)).status).toBe(200);
    for (const consent of [false, true, false]) {
      expect((await office.share(employee, id, consent)).body.sharingConsent).toBe(consent);
      expect(await office.shared()).toHaveLength(consent ? 1 : 0);
      expect((await office.totals('2031-03-01', '2031-03-31')).requests.approved).toBe(consent ? 1 : 0);
      await expectWholeItems(world);
    }
    await office.withdraw(employee, id);
    await office.share(employee, id, true);
    expect((await office.shared())[0]).toMatchObject({ status: 'withdrawn' });
  });

  it('can be ended after leaving the workspace', async () => {
    const { id } = await office.file(employee, '2031-03-10');
    await office.leave(employee);
    expect((await office.share(employee, id, false)).status).toBe(200);
    await office.join(employee);
    expect(await office.shared()).toEqual([]);
  });

  it('prevents a decision when it ends concurrently', async () => {
    const { id } = await office.file(employee, '2031-03-10');
    meanwhile(world, () => office.share(employee, id, false));
    expect((await office.decide('reject', employee, id)).body.code).toBe('certificate_not_found');
    world.setFault(undefined);
    expect((await office.get(employee, id)).body.status).toBe('submitted');
  });

  it('does not allow a decision when it starts concurrently', async () => {
    const { body } = await office.draft(employee, '2031-03-10');
    meanwhile(world, () => office.submit(employee, body.id));
    expect((await office.decide('approve', employee, body.id)).body.code).toBe('certificate_not_found');
  });

  it('is read from the request itself, so that a lagging index reveals nothing', async () => {
    const filed = await office.file(employee, '2031-03-10');
    const key = certificate.key({ accountId: employee, id: filed.id });
    const item = await world.item(key);
    await world.put({ ...item, sharingConsent: false });
    expect(await office.shared()).toEqual([]);
  });

  it('ends for former and deleted employees, and resumes for an employee who rejoins', async () => {
    const { accountId: other } = await office.join();
    await office.file(employee, '2031-03-10');
    await office.file(other, '2031-03-11');
    const ids = async () => (await office.shared()).map((request: { memberId: string }) => request.memberId);
    expect(await ids()).toEqual([await office.memberIdOf(other), await office.memberIdOf(employee)]);
    await office.leave(employee);
    await world.call('requestDeletion', { as: other });
    expect(await ids()).toEqual([]);
    await office.join(employee);
    expect(await ids()).toEqual([await office.memberIdOf(employee)]);
  });
});

describe('lists of requests', () => {
  it('show employees their own requests in any state, latest first', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) {
      world.advance(1);
      const { id } = (await office.draft(employee, `2031-03-${20 - n}`)).body;
      if (n % 2 === 0) await office.submit(employee, id, n > 2);
      ids.unshift(id);
    }
    const own = async (as: AccountId) => (await world.call('listOwnCertificates', { as })).body.certificates;
    const listed = await own(employee);
    expect(listed.map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(listed[0]).toEqual((await office.get(employee, ids[0] ?? '')).body);
    expect(await own(office.owner)).toEqual([]);
  });

  it('show officers the latest last day first', async () => {
    for (const day of ['2031-03-12', '2031-03-10', '2031-03-11']) await office.file(employee, day);
    expect((await office.shared()).map(({ lastDay }: { lastDay: string }) => lastDay)).toEqual([
      '2031-03-12',
      '2031-03-11',
      '2031-03-10',
    ]);
  });
});

describe('the list of requests in one state', () => {
  const states = ['submitted', 'approved', 'rejected', 'withdrawn'] as const;
  const idsOf = (certificates: readonly { readonly id: string }[]) => certificates.map(({ id }) => id);

  it('has those requests, latest last day first, and follows each decision', async () => {
    const ids: string[] = [];
    for (const day of ['2031-03-10', '2031-03-11', '2031-03-12', '2031-03-13'])
      ids.push((await office.file(employee, day)).id);
    const [approved = '', rejected = '', withdrawn = '', submitted = ''] = ids;
    await office.decide('approve', employee, approved);
    await office.decide('reject', employee, rejected);
    await office.withdraw(employee, withdrawn);
    const { id: late } = await office.file(employee, '2031-03-20');
    const listed = async () =>
      Promise.all(states.map(async (status) => idsOf(await office.shared(office.owner, { status }))));
    expect(await listed()).toEqual([[late, submitted], [approved], [rejected], [withdrawn]]);
    await office.decide('approve', employee, late);
    expect(await listed()).toEqual([[submitted], [late, approved], [rejected], [withdrawn]]);
    await office.share(employee, late, false);
    expect(await listed()).toEqual([[submitted], [approved], [rejected], [withdrawn]]);
  });

  it.each(['1', '2', '3', '90'])('returns every request once in pages of %s', async (limit) => {
    const expected: Record<string, string[]> = { submitted: [], approved: [], rejected: [], withdrawn: [] };
    for (let n = 0; n < 12; n++) {
      const status = states[n % 5 === 0 ? 0 : n % 3] ?? 'submitted';
      const lastDay = `2031-03-${30 - n}`;
      const { id } = await givenCertificate(world, ofEmployee(), { status, lastDay });
      expected[status]?.push(id);
    }
    for (const status of states) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const query = { status, limit, ...(cursor && { cursor }) };
        const sent = { as: office.owner, params: { workspaceId: office.id }, query };
        const { body } = await world.call('listCertificates', sent);
        expect(body.certificates.length).toBeLessThanOrEqual(Number(limit));
        seen.push(...idsOf(body.certificates));
        cursor = body.nextCursor;
      } while (cursor);
      expect(seen).toEqual(expected[status]);
    }
  });
});

describe('concurrent operations on a request', () => {
  it('keep it in the index of the workspace exactly while it is shared', async () => {
    const act = fc.constantFrom(
      (id: string) => office.change(employee, id, '2031-03-01', '2031-03-02'),
      (id: string) => office.change(employee, id, '2031-04-01', '2031-04-05'),
      (id: string) => office.submit(employee, id, true),
      (id: string) => office.submit(employee, id, false),
      (id: string) => office.share(employee, id, true),
      (id: string) => office.share(employee, id, false),
      (id: string) => office.withdraw(employee, id),
      (id: string) => office.decide('approve', employee, id),
      (id: string) => office.decide('reject', employee, id),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(act, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
        async (rounds) => {
          const { id } = (await office.draft(employee, '2031-03-10')).body;
          for (const round of rounds) await Promise.all(round.map((send) => send(id)));
          await expectWholeItems(world);
        },
      ),
      { numRuns: 25 },
    );
  });
});
