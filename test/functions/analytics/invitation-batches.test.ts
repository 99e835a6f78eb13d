import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { hashOfRow, tokenOf } from '../../../functions/analytics/invitations/tokens.ts';
import { days, later, minutes } from '../../../shared/values/clock.ts';
import { MAX_BATCH_INVITATIONS } from '../../../shared/values/limits.ts';
import { invitationBatch } from '../../../shared/workspaces/invitations.ts';
import { presentInvitation } from '../../../shared/workspaces/presenters.ts';
import { refusesToo } from '../../cast/refusal-cases.ts';
import { expectWholeItems } from '../../support/item-integrity.ts';
import { newAccount, newId, newWorld, type World } from '../../support/world.ts';
import { furtherBatches } from './invitations.calls.ts';
import { newOffice, type Office } from './workspace-driver.ts';

/** Invitations of 14 March expire at the end of 28 March in Malaysia. */
const END = new Date('2031-03-28T16:00:00.000Z');

let world: World;
let office: Office;
beforeEach(async () => {
  world = await newWorld();
  office = await newOffice(world);
});

interface Issued {
  readonly invitation: { readonly id: string; readonly role: string; readonly reference?: string };
  readonly invitationToken: string;
}
const issuedBy = async (rows: readonly object[], batchId = newId()): Promise<readonly Issued[]> =>
  (await office.inviteAll(rows, batchId)).body.invitations;

const stored = async (what: 'INVITATION' | 'TOKEN') =>
  (await world.dump()).filter(({ sk }) => sk === what).length;

const rows = [
  { role: 'member', reference: 'TM-0417' },
  { role: 'hr_admin' },
  { role: 'member', reference: 'TM-0418' },
];

describe('a batch of invitations', () => {
  it('returns an invitation and a token for each row, and stores no token', async () => {
    const batchId = newId();
    const { status, body } = await office.inviteAll(rows, batchId);
    const createdBy = await office.memberIdOf(office.owner);
    expect(status).toBe(201);
    expect(body.invitations).toEqual(
      rows.map((row, n) => ({
        invitation: {
          id: expect.any(String),
          workspaceId: office.id,
          status: 'pending',
          createdAt: world.now().toISOString(),
          expiresAt: END.toISOString(),
          batch: { batchId, row: n + 1, createdBy },
          ...row,
        },
        invitationToken: expect.stringMatching(/^[\w-]{43}$/),
      })),
    );
    const dump = JSON.stringify(await world.dump());
    for (const { invitationToken } of body.invitations) expect(dump).not.toContain(invitationToken);
    for (const { invitationToken, invitation } of body.invitations) {
      const { body: own } = await office.accept(newAccount(), invitationToken);
      expect(own).toMatchObject({ workspaceId: office.id, role: invitation.role });
    }
    await expectWholeItems(world);
  });

  it('can have as many rows as a transaction can write', async () => {
    const many = Array.from({ length: MAX_BATCH_INVITATIONS }, (_, n) => ({
      role: 'member',
      // The longest reference, in the widest characters.
      reference: `${'😀'.repeat(38)}${n.toString().padStart(2, '0')}`,
    }));
    const { status, body } = await office.inviteAll(many);
    expect([status, body.invitations.length]).toEqual([201, many.length]);
    const listed = await office.invitations(office.owner, { limit: '100' });
    const references = listed.map(({ reference }: { reference?: string }) => reference);
    expect(references.sort()).toEqual(many.map(({ reference }) => reference).sort());
  });

  it('returns the same invitations and tokens when repeated, also those that were accepted or revoked', async () => {
    const batchId = newId();
    const first = await issuedBy(rows, batchId);
    const [accepted, , revoked] = first;
    await office.accept(newAccount(), accepted?.invitationToken ?? '');
    await office.revoke(revoked?.invitation.id ?? '');
    world.advance(days(13));
    const { status, body } = await office.inviteAll(rows, batchId);
    const { reference: _, ...withoutReference } = revoked?.invitation ?? {};
    const revokedAt = later(world.now(), -days(13)).toISOString();
    expect([status, body.invitations]).toEqual([
      200,
      [
        ...first.slice(0, 2),
        { ...revoked, invitation: { ...withoutReference, status: 'revoked', revokedAt } },
      ],
    ]);
    const codeOf = async (issued: Issued | undefined) =>
      (await office.accept(newAccount(), issued?.invitationToken ?? '')).body.code;
    expect(await codeOf(accepted)).toBe('invitation_used');
    expect(await codeOf(revoked)).toBe('invitation_revoked');
    expect([await stored('INVITATION'), await stored('TOKEN')]).toEqual([3, 3]);
  });

  it('is created once when it is sent concurrently', async () => {
    const batchId = newId();
    const answers = await Promise.all(Array.from({ length: 5 }, () => office.inviteAll(rows, batchId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
    expect([await stored('INVITATION'), await stored('TOKEN')]).toEqual([3, 3]);
  });

  it.each([
    ['another role', [{ ...rows[0], role: 'hr_admin' }, ...rows.slice(1)]],
    ['another reference', [{ ...rows[0], reference: 'TM-0419' }, ...rows.slice(1)]],
    ['a reference more', [rows[0], { ...rows[1], reference: 'TM-0419' }, rows[2]]],
    ['another order', [...rows].reverse()],
    ['a row less', rows.slice(1)],
  ])('is refused under the same id with %s, and changes nothing', async (_, others) => {
    const batchId = newId();
    await office.inviteAll(rows, batchId);
    const before = await world.dump();
    const { status, body } = await office.inviteAll(others as object[], batchId);
    expect([status, body.code]).toEqual([409, 'invitation_id_taken']);
    expect(await world.dump()).toEqual(before);
  });

  it('is refused with the rows whose role the officer cannot give', async () => {
    const { accountId: officer } = await office.join(newAccount(), 'hr_admin');
    const others = [{ role: 'member' }, { role: 'staff' }, { role: 'hr_admin' }];
    const staff = { path: 'body.rows.1.role', message: 'is not a role of this kind of workspace' };
    const admin = { path: 'body.rows.2.role', message: 'is a role that only the owner can give' };
    for (const [as, issues] of [
      [office.owner, [staff]],
      [officer, [staff, admin]],
    ] as const) {
      const { status, body } = await office.inviteAll(others, newId(), as);
      expect([status, body.code, body.issues]).toEqual([400, 'invalid_request', issues]);
    }
  });

  it('is compared with no other batch: not by its references, and not by its id in another workspace', async () => {
    const batchId = newId();
    await issuedBy(rows, batchId);
    const [again] = await issuedBy(rows);
    expect(again?.invitation.reference).toBe('TM-0417');
    office = await newOffice(world);
    expect((await office.inviteAll(rows.slice(1), batchId)).status).toBe(201);
  });

  it('forgets a reference when its invitation is revoked', async () => {
    const [first, , third] = await issuedBy(rows);
    await office.revoke(first?.invitation.id ?? '');
    const dump = JSON.stringify(await world.dump());
    expect(dump).not.toContain('TM-0417');
    expect(dump).toContain('TM-0418');
    const listed = await office.invitations();
    expect(listed).toContainEqual(third?.invitation);
    expect(listed.find(({ id }: { id: string }) => id === first?.invitation.id)).not.toHaveProperty(
      'reference',
    );
  });

  it('shows no reference of a revoked invitation, even if it was read before', () => {
    const [invitationId, workspaceId, batchId] = [newId(), newId(), newId()];
    const [createdAt, expiresAt] = [world.now().toISOString(), END.toISOString()];
    const pending = { invitationId, workspaceId, batchId, role: 'member', createdAt, expiresAt } as const;
    const references = { [invitationId]: 'TM-0417' };
    const batch = {
      workspaceId,
      batchId,
      createdBy: newId(),
      invitationIds: [invitationId],
      roles: ['member' as const],
      rowHashes: [''],
      references,
      expiresAt,
    };
    expect(presentInvitation(pending, batch, world.now()).reference).toBe('TM-0417');
    const revoked = { ...pending, revokedAt: createdAt };
    expect(presentInvitation(revoked, batch, world.now()).reference).toBeUndefined();
  });

  it('is deleted when its invitations expire, and shows no reference from then on', {
    tags: ['calls'],
  }, async () => {
    const batchId = newId();
    const [first] = await issuedBy(rows, batchId);
    const item = await world.item(invitationBatch.key({ workspaceId: office.id, batchId }));
    expect(item?.['ttl']).toBe(END.getTime() / 1000);
    world.setNow(later(END, -1));
    expect(await office.invitations()).toContainEqual(first?.invitation);
    // TTL has not deleted the item yet.
    world.advance(1);
    for (const listed of await office.invitations()) {
      expect(listed).not.toHaveProperty('reference');
      expect(listed.status).toBe('closed');
    }
    // The batches of invitations that have expired are not read.
    expect(world.lines.at(-1)).toMatchObject({
      databaseRounds: 2,
    });
    const { status, body } = await office.inviteAll(rows, batchId);
    expect([status, body.invitations.length]).toEqual([201, 3]);
    expect(body.invitations[0].invitation.id).not.toBe(first?.invitation.id);
  });

  it('is not needed to refuse revoking an expired invitation', async () => {
    const batchId = newId();
    const [first] = await issuedBy(rows, batchId);
    world.setNow(END);
    // TTL has deleted it.
    await world.remove(invitationBatch.key({ workspaceId: office.id, batchId }));
    const { status, body } = await office.revoke(first?.invitation.id ?? '');
    expect([status, body.code]).toEqual([409, 'invitation_closed']);
  });

  refusesToo('createInvitations', furtherBatches, () => world);
});

describe('a single invitation', () => {
  const contents = { role: 'member', reference: 'TM-0417' };
  const create = (invitationId: string, body: object = contents, of = office) =>
    world.call('createInvitation', {
      as: of.owner,
      params: { workspaceId: of.id },
      body: { invitationId, ...body },
    });

  it('has the id that the client chose, and is the same when repeated', async () => {
    const invitationId = newId();
    const first = await create(invitationId.toUpperCase());
    expect([first.status, first.body.invitation.id]).toEqual([201, invitationId]);
    world.advance(minutes(5));
    expect(await create(invitationId)).toMatchObject({ status: 200, body: first.body });
    const [row] = await office.invitations();
    expect(row).toEqual(first.body.invitation);
    expect((await office.accept(newAccount(), first.body.invitationToken)).status).toBe(201);
    expect(await create(invitationId)).toMatchObject({ status: 200, body: first.body });
    expect([await stored('INVITATION'), await stored('TOKEN')]).toEqual([1, 1]);
  });

  it('is refused under an id with other contents, of another workspace, or of an expired invitation', async () => {
    const invitationId = newId();
    await create(invitationId);
    const before = await world.dump();
    const codes = [await create(invitationId, { role: 'member' })];
    const other = await newOffice(world);
    codes.push(await create(invitationId, contents, other));
    world.setNow(END);
    codes.push(await create(invitationId));
    for (const { status, body } of codes) expect([status, body.code]).toEqual([409, 'invitation_id_taken']);
    expect((await world.dump()).filter(({ sk }) => sk === 'INVITATION')).toEqual(
      before.filter(({ sk }) => sk === 'INVITATION'),
    );
  });
});

describe('the list of invitations', () => {
  it('can be filtered by status', async () => {
    const [accepted, pending, revoked] = await issuedBy(rows);
    await office.accept(newAccount(), accepted?.invitationToken ?? '');
    await office.revoke(revoked?.invitation.id ?? '');
    const listed = async (status: string) =>
      (await office.invitations(office.owner, { status })).map(({ id }: { id: string }) => id).sort();
    const [first, second, third] = [accepted, pending, revoked].map((issued) => issued?.invitation.id);
    expect(await listed('pending')).toEqual([first, second].sort());
    expect(await listed('revoked')).toEqual([third]);
    expect(await listed('closed')).toEqual([]);
    world.setNow(END);
    expect(await listed('pending')).toEqual([]);
    expect(await listed('closed')).toEqual([first, second].sort());
    expect(await listed('revoked')).toEqual([third]);
  });
});

describe('the secret of the invitations', () => {
  const secret = 'a secret of at least thirty-two characters';

  it('can be rotated: repeated calls are refused, and the tokens that were sent stay valid', async () => {
    const batchId = newId();
    const [first] = await issuedBy(rows, batchId);
    const rotated = await newWorld({ on: world, settings: { INVITATION_SECRET: secret } });
    const again = { as: office.owner, params: { workspaceId: office.id, batchId }, body: { rows } };
    const before = await world.dump();
    const { status, body } = await rotated.call('createInvitations', again);
    expect([status, body.code]).toEqual([409, 'invitation_id_taken']);
    expect(await world.dump()).toEqual(before);
    const accepted = await rotated.call('acceptInvitation', {
      as: newAccount(),
      body: { invitationToken: first?.invitationToken },
    });
    expect(accepted.status).toBe(201);
  });

  it('makes a token that follows from the id', () => {
    const id = newId();
    const expected = createHmac('sha256', secret).update(`["token","${id}"]`).digest('base64url');
    expect(tokenOf(secret, id)).toBe(expected);
    expect(tokenOf(`${secret}!`, id)).not.toBe(expected);
    expect(tokenOf(secret, newId())).not.toBe(expected);
  });

  it('recognizes a row by its role, its reference and its batch', () => {
    const id = newId();
    const row = { role: 'member', reference: 'TM-0417' } as const;
    const hash = hashOfRow(secret, id, row);
    expect(hash).toMatch(/^[0-9a-f]{24}$/);
    const others = [
      hashOfRow(`${secret}!`, id, row),
      hashOfRow(secret, newId(), row),
      hashOfRow(secret, id, { ...row, role: 'hr_admin' }),
      hashOfRow(secret, id, { ...row, reference: 'null' }),
      hashOfRow(secret, id, { role: 'member' }),
    ];
    expect(new Set([hash, ...others]).size).toBe(6);
  });
});
