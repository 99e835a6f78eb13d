import { beforeEach, describe, expect, it } from 'vitest';
import { days, later, minutes } from '../../../shared/values/clock.ts';
import { MAX_LIST_BATCHES } from '../../../shared/values/limits.ts';
import { invitationList } from '../../../shared/workspaces/invitations.ts';
import { refusesToo } from '../../cast/refusal-cases.ts';
import { unexpected } from '../../support/fault-injection.ts';
import { newAccount, newId, newWorld, type World } from '../../support/world.ts';
import { furtherListRevocations } from './invitations.calls.ts';
import { newOffice, type Office } from './workspace-driver.ts';

let world: World;
let office: Office;
beforeEach(async () => {
  world = await newWorld();
  office = await newOffice(world);
});

interface Listed {
  readonly id: string;
  readonly status: string;
  readonly role: string;
  readonly reference?: string;
  readonly batch?: {
    readonly batchId: string;
    readonly row: number;
    readonly list?: { readonly listId: string; readonly firstRow: number };
  };
}

const people = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => ({ role: 'member', reference: `TM-${from + n}` }));

/** Uploads people in batches of 40, as the desk does. @returns the tokens in the order of the rows */
async function upload(listId: string, count: number, as = office.owner) {
  const tokens: string[] = [];
  for (let firstRow = 1; firstRow <= count; firstRow += 40) {
    const rows = people(firstRow, Math.min(firstRow + 39, count));
    const { status, body } = await office.inviteAll(rows, newId(), as, { list: { listId, firstRow } });
    expect(status).toBe(201);
    tokens.push(...body.invitations.map((issued: { invitationToken: string }) => issued.invitationToken));
  }
  return tokens;
}

const listed = async (): Promise<readonly Listed[]> => {
  const all: Listed[] = [];
  for (let cursor: string | undefined; ; ) {
    const query: Record<string, string> = { limit: '100', ...(cursor !== undefined && { cursor }) };
    const { body } = await world.call('listInvitations', {
      as: office.owner,
      params: { workspaceId: office.id },
      query,
    });
    all.push(...body.invitations);
    cursor = body.nextCursor;
    if (cursor === undefined) return all;
  }
};

/** Repeats the calls of a list from what its officers see. @returns the responses in the order of the rows */
async function repeat(listId: string) {
  const batches = Map.groupBy(
    (await listed()).filter(({ batch }) => batch?.list?.listId === listId),
    ({ batch }) => batch?.batchId ?? '',
  );
  const ordered = [...batches].sort(
    ([, [a]], [, [b]]) => (a?.batch?.list?.firstRow ?? 0) - (b?.batch?.list?.firstRow ?? 0),
  );
  const answers = [];
  for (const [batchId, invitations] of ordered) {
    const sorted = invitations.toSorted((a, b) => (a.batch?.row ?? 0) - (b.batch?.row ?? 0));
    const rows = sorted.map(({ role, reference }) => ({ role, ...(reference && { reference }) }));
    answers.push(await office.inviteAll(rows, batchId, office.owner, { list: sorted[0]?.batch?.list ?? {} }));
  }
  return answers;
}

const itemOf = async (listId: string) =>
  invitationList.parseIfAny(await world.item(invitationList.key({ workspaceId: office.id, listId })));

describe('a list of 300 people', () => {
  it('can be repeated from what its officer sees, and returns the same tokens in the order of its rows', async () => {
    const listId = newId();
    const tokens = await upload(listId, 300);
    world.advance(days(13));
    const answers = await repeat(listId);
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const issued = answers.flatMap(({ body }) => body.invitations);
    expect(issued.map(({ invitationToken }) => invitationToken)).toEqual(tokens);
    expect(issued.map(({ invitation }) => invitation.reference)).toEqual(
      people(1, 300).map(({ reference }) => reference),
    );
    expect((await listed()).length).toBe(300);
  });

  it('is revoked as one, and takes no batch from then on', async () => {
    const listId = newId();
    const tokens = await upload(listId, 300);
    const joined = newAccount();
    await office.accept(joined, tokens[7] ?? '');
    expect((await office.revokeList(listId)).status).toBe(204);
    expect(new Set((await listed()).map(({ status }) => status))).toEqual(new Set(['revoked']));
    expect(JSON.stringify(await world.dump())).not.toMatch(/"TM-(?!8")\d+"/);
    expect((await office.accept(newAccount(), tokens[299] ?? '')).body.code).toBe('invitation_revoked');
    // Who has joined stays.
    expect((await office.members()).length).toBe(2);
    const another = await office.inviteAll(people(301, 302), newId(), office.owner, {
      list: { listId, firstRow: 301 },
    });
    expect([another.status, another.body.code]).toEqual([409, 'list_revoked']);
    expect((await office.inviteAll(people(301, 302))).status).toBe(201);
    const before = await world.dump();
    world.advance(minutes(1));
    expect((await office.revokeList(listId)).status).toBe(204);
    expect(await world.dump()).toEqual(before);
  });

  it('is finished by a repeated call when the first one was interrupted', async () => {
    const listId = newId();
    await upload(listId, 300);
    // The list is closed and one batch is revoked, and then the database no longer takes writes.
    let writes = 0;
    world.setFault(async ({ command, send }) => {
      if (command === 'TransactWrite' && ++writes > 2) throw unexpected();
      return send();
    });
    expect((await office.revokeList(listId)).status).toBe(500);
    world.setFault(undefined);
    expect(new Set((await listed()).map(({ status }) => status))).toEqual(new Set(['pending', 'revoked']));
    expect((await office.revokeList(listId)).status).toBe(204);
    expect(new Set((await listed()).map(({ status }) => status))).toEqual(new Set(['revoked']));
  });
});

describe('a list', () => {
  it('leaves out the references of what was revoked when it is repeated', async () => {
    const listId = newId();
    await upload(listId, 3);
    const [, second] = (await listed()).toSorted((a, b) => (a.batch?.row ?? 0) - (b.batch?.row ?? 0));
    await office.revoke(second?.id ?? '');
    const [answer] = await repeat(listId);
    expect(answer?.status).toBe(200);
    const shown = answer?.body.invitations.map((issued: { invitation: Listed }) => [
      issued.invitation.status,
      issued.invitation.reference,
    ]);
    expect(shown).toEqual([
      ['pending', 'TM-1'],
      ['revoked', undefined],
      ['pending', 'TM-3'],
    ]);
  });

  it('is compared when a batch is repeated', async () => {
    const [listId, batchId] = [newId(), newId()];
    const send = (list?: object) =>
      office.inviteAll(people(1, 2), batchId, office.owner, list ? { list } : {});
    await send({ listId, firstRow: 1 });
    expect((await send({ listId, firstRow: 1 })).status).toBe(200);
    for (const other of [undefined, { listId, firstRow: 2 }, { listId: newId(), firstRow: 1 }])
      expect((await send(other)).body.code).toBe('invitation_id_taken');
  });

  it('belongs to the officer who began it, also when another one repeats a batch', async () => {
    const { accountId: officer } = await office.join(newAccount(), 'hr_admin');
    const [listId, batchId] = [newId(), newId()];
    const more = { list: { listId, firstRow: 1 } };
    await office.inviteAll(people(1, 2), batchId, office.owner, more);
    for (const id of [newId(), batchId]) {
      const { status, body } = await office.inviteAll(people(1, 2), id, officer, more);
      expect([status, body.code]).toEqual([409, 'list_id_taken']);
    }
    // Every officer who could have created it can revoke it.
    expect((await office.revokeList(listId, officer)).status).toBe(204);
  });

  it('takes batches that are sent concurrently, and at most 25', async () => {
    const listId = newId();
    const answers = await Promise.all(
      Array.from({ length: MAX_LIST_BATCHES + 3 }, (_, n) =>
        office.inviteAll(people(n, n), newId(), office.owner, { list: { listId, firstRow: n + 1 } }),
      ),
    );
    const codes = answers.map(({ status, body }) => body.code ?? status).sort();
    expect(codes).toEqual([...Array(MAX_LIST_BATCHES).fill(201), ...Array(3).fill('list_full')]);
    expect((await itemOf(listId))?.batchIds.length).toBe(MAX_LIST_BATCHES);
  });

  it('has no batch after a concurrent revocation that is not revoked', async () => {
    for (let n = 0; n < 10; n++) {
      const listId = newId();
      await upload(listId, 2);
      const [added, revoked] = await Promise.all([
        office.inviteAll(people(3, 4), newId(), office.owner, { list: { listId, firstRow: 3 } }),
        office.revokeList(listId),
      ]);
      expect([revoked.status, [201, 409]]).toEqual([204, expect.arrayContaining([added.status])]);
      const open = (await listed()).filter(
        ({ batch, status }) => batch?.list?.listId === listId && status === 'pending',
      );
      expect(open).toEqual([]);
    }
  });

  it('is gone when its invitations have expired, and its id can be used again', async () => {
    const listId = newId();
    await upload(listId, 2);
    await office.revokeList(listId);
    const stored = await itemOf(listId);
    const end = new Date(stored?.expiresAt ?? '');
    expect(await world.item(invitationList.key({ workspaceId: office.id, listId }))).toMatchObject({
      ttl: end.getTime() / 1000,
    });
    world.setNow(later(end, 1));
    const { status, body } = await office.revokeList(listId);
    expect([status, body.code]).toEqual([404, 'invitation_list_not_found']);
    expect((await listed()).every((invitation) => invitation.batch === undefined)).toBe(true);
    await upload(listId, 2);
    expect(await itemOf(listId)).not.toHaveProperty('revokedAt');
  });

  refusesToo('revokeInvitationList', furtherListRevocations, () => world);
});
