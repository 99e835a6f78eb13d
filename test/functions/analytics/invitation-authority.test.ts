import { beforeEach, describe, expect, it } from 'vitest';
import { days } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import type { Role } from '../../../shared/workspaces/roles.ts';
import { givenClosedAccount } from '../../given/accounts.ts';
import { meanwhile } from '../../support/fault-injection.ts';
import { newAccount, newWorld, type World } from '../../support/world.ts';
import { newOffice, type Office } from './workspace-driver.ts';

/** What invitations give depends on who created them, and on whom an officer has removed since then. */

let world: World;
let office: Office;
let successor: AccountId;

async function open(kind: 'corporate' | 'merchant' = 'corporate') {
  world = await newWorld();
  office = await newOffice(world, kind);
  successor = newAccount();
}
beforeEach(() => open());

const tokenOf = async (role: Role, as = office.owner): Promise<string> => {
  const { status, body } = await office.invite(role, as);
  expect(status).toBe(201);
  world.advance(1000);
  return body.invitationToken;
};

/** Another owner follows and removes the first one. */
async function replaceOwner(): Promise<void> {
  await office.assign(successor);
  expect((await office.remove(office.owner, successor)).status).toBe(204);
  world.advance(1000);
}

/** Expects that the acceptance is refused as revoked, and changes nothing. */
async function expectRevoked(accept: () => ReturnType<Office['accept']>) {
  const before = await world.dump();
  const { status, body } = await accept();
  expect([status, body.code]).toEqual([409, 'invitation_revoked']);
  expect(await world.dump()).toEqual(before);
}

describe('an invitation into a role with powers', () => {
  it('does not outlive its creator: an owner who was replaced and removed does not return with an own link', async () => {
    const token = await tokenOf('hr_admin');
    await replaceOwner();
    await expectRevoked(() => office.accept(office.owner, token));
    await expectRevoked(() => office.accept(newAccount(), token));
    expect(
      (await world.call('listCertificates', { as: office.owner, params: { workspaceId: office.id } })).status,
    ).toBe(404);
  });

  it.each([
    ['corporate', 'hr_admin'],
    ['merchant', 'staff'],
  ] as const)(
    'of a %s workspace is not accepted after its creator lost the role that gives it: %s',
    async (kind, role) => {
      await open(kind);
      const tokens = [await tokenOf(role), await tokenOf(role)];
      expect((await office.accept(newAccount(), tokens[0] ?? '')).status).toBe(201);
      await office.assign(successor);
      await expectRevoked(() => office.accept(newAccount(), tokens[1] ?? ''));
      // The creator may give the role again.
      await office.assign(office.owner);
      expect((await office.accept(newAccount(), tokens[1] ?? '')).status).toBe(201);
    },
  );

  it('is not accepted when its creator loses the role between the read and the write', async () => {
    const token = await tokenOf('hr_admin');
    meanwhile(world, () => office.assign(successor));
    const account = newAccount();
    expect((await office.accept(account, token)).body.code).toBe('invitation_revoked');
    world.setFault(undefined);
    expect((await world.call('listOwnWorkspaces', { as: account })).body.workspaces).toEqual([]);
  });

  it('is not accepted after the account of its creator was closed', async () => {
    const token = await tokenOf('hr_admin');
    await office.assign(successor);
    await givenClosedAccount(world, office.owner);
    await expectRevoked(() => office.accept(newAccount(), token));
  });

  it('is not accepted from the request on with which its creator deletes the account', async () => {
    const token = await tokenOf('hr_admin');
    expect((await world.call('requestDeletion', { as: office.owner })).status).toBe(201);
    await expectRevoked(() => office.accept(newAccount(), token));
  });

  it('is not accepted without its batch, which says who has created it', async () => {
    const token = await tokenOf('hr_admin');
    const batches = (await world.dump()).filter(({ pk }) => String(pk).startsWith('WORKSPACE#BATCH#'));
    for (const { pk, sk } of batches) await world.remove({ pk: String(pk), sk: String(sk) });
    await expectRevoked(() => office.accept(newAccount(), token));
    world.advance(days(20));
    expect((await office.accept(newAccount(), token)).body.code).toBe('invitation_expired');
  });

  it('that was used gets the same responses as before, although its creator has lost the role', async () => {
    const token = await tokenOf('hr_admin');
    const account = newAccount();
    await office.accept(account, token);
    await replaceOwner();
    expect((await office.accept(account, token)).status).toBe(200);
    expect((await office.accept(newAccount(), token)).body.code).toBe('invitation_used');
    expect((await office.accept(office.owner, token)).body.code).toBe('invitation_used');
  });

  it('stays pending when its creator, who is still a member, sends it', async () => {
    const token = await tokenOf('hr_admin');
    expect((await office.accept(office.owner, token)).body.code).toBe('already_member');
    expect((await office.accept(newAccount(), token)).status).toBe(201);
  });
});

describe('an invitation of a member', () => {
  it('outlives its creator, so that the links of an officer who leaves stay valid', async () => {
    const { accountId: officer } = await office.join(newAccount(), 'hr_admin');
    const token = await tokenOf('member', officer);
    await office.leave(officer);
    expect((await office.accept(newAccount(), token)).status).toBe(201);
  });
});

describe('an account that an officer has removed', () => {
  let removed: AccountId;
  let before: string;
  beforeEach(async () => {
    before = await tokenOf('member');
    removed = (await office.join(newAccount(), 'hr_admin')).accountId;
    await office.remove(removed);
    world.advance(1000);
  });

  it('does not come back with an invitation from before, which stays valid for somebody else', async () => {
    await expectRevoked(() => office.accept(removed, before));
    expect((await office.accept(newAccount(), before)).status).toBe(201);
  });

  it('comes back with a later invitation, or as the owner', async () => {
    expect((await office.accept(removed, await tokenOf('member'))).status).toBe(201);
    await office.remove(removed);
    expect((await office.assign(removed)).status).toBe(200);
  });

  it('does not come back with the earlier invitation after a later membership, either', async () => {
    await office.accept(removed, await tokenOf('member'));
    await office.leave(removed);
    await expectRevoked(() => office.accept(removed, before));
  });

  it('reads in the own data when it was removed', async () => {
    const { entries } = (await world.call('getAccountData', { as: removed })).body;
    const own = entries.find(({ kind }: { kind: string }) => kind === 'workspace_membership').data;
    expect([own.endedAt, own.removedAt]).toEqual([expect.any(String), own.endedAt]);
  });
});

it('an account that has left comes back with an invitation from before', async () => {
  const token = await tokenOf('member');
  const { accountId } = await office.join();
  await office.leave(accountId);
  expect((await office.accept(accountId, token)).status).toBe(201);
});

it('an account that rejoins and is removed between the read and the write stays out', async () => {
  const [token, other] = [await tokenOf('member'), await tokenOf('member')];
  const { accountId } = await office.join();
  await office.leave(accountId);
  meanwhile(world, async () => {
    await office.accept(accountId, other);
    world.advance(1000);
    await office.remove(accountId);
  });
  expect((await office.accept(accountId, token)).body.code).toBe('invitation_revoked');
});
