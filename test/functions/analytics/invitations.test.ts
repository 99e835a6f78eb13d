import { beforeEach, describe, expect, it } from 'vitest';
import { days, later, minutes, typedCode } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { invitation, invitationToken } from '../../../shared/workspaces/invitations.ts';
import { acceptance, membership } from '../../../shared/workspaces/items.ts';
import { refusesToo } from '../../cast/refusal-cases.ts';
import { expectWholeItems } from '../../support/item-integrity.ts';
import { newAccount, newWorld, type World } from '../../support/world.ts';
import { furtherInvitations, furtherRevocations } from './invitations.calls.ts';
import { newOffice, type Office } from './workspace-driver.ts';

/** Invitations of 14 March expire at the end of 28 March in Malaysia. */
const END = new Date('2031-03-28T16:00:00.000Z');

let world: World;
let office: Office;
beforeEach(async () => {
  world = await newWorld();
  office = await newOffice(world);
});

const membersOf = async () =>
  (await world.dump()).filter(({ sk }) => String(sk).startsWith('MEMBER#')).map(membership.parse);

describe('inviting', () => {
  it('returns the invitation and a token that is not stored', async () => {
    const { status, body } = await office.invite();
    expect(status).toBe(201);
    expect(body).toEqual({
      invitation: {
        id: expect.any(String),
        workspaceId: office.id,
        role: 'member',
        status: 'pending',
        createdAt: world.now().toISOString(),
        expiresAt: END.toISOString(),
        batch: {
          batchId: body.invitation.id,
          row: 1,
          createdBy: await office.memberIdOf(office.owner),
        },
      },
      invitationToken: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(JSON.stringify(await world.dump())).not.toContain(body.invitationToken);
    expect(await office.invitations()).toEqual([body.invitation]);
    await expectWholeItems(world);
  });

  it('keeps the hash of the token for a day after the invitation has expired', async () => {
    await office.invite();
    const [token] = (await world.dump()).filter(({ sk }) => sk === 'TOKEN');
    expect(token?.['ttl']).toBe(later(END, days(1)).getTime() / 1000);
    expect(invitationToken.parse(token ?? {})).toMatchObject({ workspaceId: office.id });
  });

  refusesToo('createInvitation', furtherInvitations, () => world);
});

describe('accepting an invitation', () => {
  it('makes the signed-in account a member in the invited role', async () => {
    const { body } = await office.invite('hr_admin');
    world.advance(minutes(5));
    const accountId = newAccount();
    const { status, body: own } = await office.accept(accountId, body.invitationToken);
    const joinedAt = world.now().toISOString();
    const memberId = await office.memberIdOf(accountId);
    expect([status, own]).toEqual([
      201,
      {
        workspaceId: office.id,
        memberId,
        memberCode: typedCode(memberId),
        name: 'Teknologi Maju',
        workspaceKind: 'corporate',
        role: 'hr_admin',
        joinedAt,
      },
    ]);
    expect((await world.call('listOwnWorkspaces', { as: accountId })).body).toEqual({ workspaces: [own] });
    // The officers see it unchanged.
    expect(await office.invitations(accountId)).toEqual([body.invitation]);
    await expectWholeItems(world);
  });

  it('adds one member when two accounts send one token concurrently', async () => {
    for (let n = 0; n < 10; n++) {
      const { body } = await office.invite();
      const accounts = [newAccount(), newAccount(), newAccount()];
      const answers = await Promise.all(accounts.map((as) => office.accept(as, body.invitationToken)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
      const joined = (await membersOf()).filter(({ accountId }) => accounts.includes(accountId));
      expect(joined.map(({ accountId }) => answers[accounts.indexOf(accountId)]?.status)).toEqual([201]);
    }
  });

  it('returns the same membership when repeated, concurrently or later', async () => {
    const { body } = await office.invite();
    const accountId = newAccount();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => office.accept(accountId, body.invitationToken)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
    world.advance(days(20));
    const again = await office.accept(accountId, body.invitationToken);
    for (const answer of [...answers, again]) expect(answer.body).toEqual(answers[0]?.body);
    expect(again.status).toBe(200);
  });

  it('is refused for an account that has left since', async () => {
    const { body } = await office.invite();
    const accountId = newAccount();
    await office.accept(accountId, body.invitationToken);
    await office.leave(accountId);
    expect((await office.accept(accountId, body.invitationToken)).body.code).toBe('invitation_used');
  });

  it('is possible until the end of the 14th Malaysian day, to the last millisecond', async () => {
    const [first, second] = [(await office.invite()).body, (await office.invite()).body];
    world.setNow(later(END, -1));
    expect((await office.invitations())[0].status).toBe('pending');
    expect((await office.accept(newAccount(), first.invitationToken)).status).toBe(201);
    world.advance(1);
    const { status, body } = await office.accept(newAccount(), second.invitationToken);
    expect([status, body.code]).toEqual([410, 'invitation_expired']);
    const statuses = (await office.invitations()).map((stored: { status: string }) => stored.status);
    expect(statuses).toEqual(['closed', 'closed']);
  });

  it('does not use the invitation up when a member sends it', async () => {
    const { body } = await office.invite();
    expect((await office.accept(office.owner, body.invitationToken)).body.code).toBe('already_member');
    expect((await office.accept(newAccount(), body.invitationToken)).status).toBe(201);
  });

  it('accepts any string as a token', async () => {
    for (const token of ['', ' ', 'x'.repeat(5000), '../../etc/passwd', '令牌']) {
      const { status, body } = await office.accept(newAccount(), token);
      expect([status, body.code]).toEqual([404, 'invitation_unknown']);
    }
  });

  it('is forgotten when the account is closed', async () => {
    const { accountId } = await office.join();
    await world.call('requestDeletion', { as: accountId });
    const items = await world.dump();
    expect(items.filter(({ sk }) => String(sk).startsWith('ACCEPTED#'))).toEqual([]);
    const [stored] = items.filter(({ sk }) => sk === 'INVITATION').map(invitation.parse);
    expect(stored?.accountClosed).toBe(true);
    expect(JSON.stringify(stored)).not.toContain(accountId);
    expect(acceptance.key({ accountId, invitationId: stored?.invitationId ?? '' }).pk).toContain(accountId);
  });
});

describe('revoking an invitation', () => {
  it('ends it, and is idempotent, even after its expiry', async () => {
    const { body } = await office.invite();
    expect((await office.revoke(body.invitation.id)).status).toBe(204);
    const { status, body: refusal } = await office.accept(newAccount(), body.invitationToken);
    expect([status, refusal.code]).toEqual([409, 'invitation_revoked']);
    const before = await world.dump();
    for (const passed of [0, minutes(1), days(30)]) {
      world.advance(passed);
      expect((await office.revoke(body.invitation.id)).status).toBe(204);
    }
    expect(await world.dump()).toEqual(before);
    expect((await office.invitations())[0]).toMatchObject({ status: 'revoked' });
  });

  it('looks the same whether it was accepted or not, and leaves its member', async () => {
    const [pending, accepted] = [(await office.invite()).body, (await office.invite()).body];
    const accountId = newAccount();
    await office.accept(accountId, accepted.invitationToken);
    world.advance(minutes(1));
    const revoked = { status: 'revoked', revokedAt: world.now().toISOString() };
    for (const { invitation: of } of [pending, accepted]) {
      expect(await office.revoke(of.id)).toMatchObject({ status: 204, body: undefined });
      expect(await office.invitations()).toContainEqual({ ...of, ...revoked });
    }
    expect((await membersOf()).find((member) => member.accountId === accountId)?.endedAt).toBeUndefined();
    expect((await office.accept(accountId, accepted.invitationToken)).status).toBe(200);
    const { body } = await office.accept(newAccount(), accepted.invitationToken);
    expect(body.code).toBe('invitation_used');
    // The reports of the platform count it as accepted.
    const { invitationOutcomes } = await office.report('2031-03-14', '2031-03-14');
    expect(invitationOutcomes).toEqual({ accepted: 1, revoked: 1, pending: 0, expired: 0 });
  });

  it('is too late from the end of its last day on, whether it was accepted or not', async () => {
    const [pending, accepted] = [(await office.invite()).body, (await office.invite()).body];
    await office.accept(newAccount(), accepted.invitationToken);
    world.setNow(END);
    const [first, second] = [
      await office.revoke(pending.invitation.id),
      await office.revoke(accepted.invitation.id),
    ];
    expect([first.status, first.body.code]).toEqual([409, 'invitation_closed']);
    expect([second.status, second.body]).toEqual([409, first.body]);
  });

  it('succeeds while it is being accepted, whichever comes first', async () => {
    for (let n = 0; n < 20; n++) {
      const { body } = await office.invite();
      const accountId: AccountId = newAccount();
      const [accepted, revoked] = await Promise.all([
        office.accept(accountId, body.invitationToken),
        office.revoke(body.invitation.id),
      ]);
      const isMember = (await membersOf()).some((member) => member.accountId === accountId);
      expect([revoked.status, isMember]).toEqual([204, accepted.status === 201]);
      if (!isMember) expect(accepted.body.code).toBe('invitation_revoked');
    }
  });

  refusesToo('revokeInvitation', furtherRevocations, () => world);
});

describe('the list of invitations', () => {
  it('contains them latest first, without the account that accepted', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) {
      world.advance(1);
      ids.unshift((await office.invite()).body.invitation.id);
    }
    const { accountId } = await office.join();
    const listed = await office.invitations();
    expect(listed.map(({ id }: { id: string }) => id).filter((id: string) => ids.includes(id))).toEqual(ids);
    expect(listed).toHaveLength(6);
    expect(JSON.stringify(listed)).not.toContain(accountId);
  });
});
