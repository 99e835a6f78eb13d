import { beforeEach, describe, expect, it } from 'vitest';
import { job as eraseAccounts } from '../../../functions/deletion/erase-accounts.ts';
import { days, minutes } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { membership } from '../../../shared/workspaces/items.ts';
import { newAccount, newWorld, type World } from '../../support/world.ts';
import { newOffice, type Office } from './workspace-driver.ts';

/** The workspace sees the reference of a member only while the member shares it. */

let world: World;
let office: Office;
beforeEach(async () => {
  world = await newWorld();
  office = await newOffice(world);
});

const REFERENCE = 'TM-0417';

interface Row {
  readonly memberId: string;
  readonly reference?: string;
}
/** The references of an account in both lists of the officers. */
async function shownOf(accountId: AccountId, as = office.owner): Promise<(string | undefined)[]> {
  const rows: Row[] = [...(await office.members(as)), ...(await office.shared(as))];
  const memberId = await office.memberIdOf(accountId);
  return rows.filter((row) => row.memberId === memberId).map(({ reference }) => reference);
}
const own = async (as: AccountId) =>
  (await world.call('listOwnWorkspaces', { as })).body.workspaces.find(
    ({ workspaceId }: { workspaceId: string }) => workspaceId === office.id,
  );
const stored = async (accountId: AccountId) =>
  world.item(membership.key({ accountId, workspaceId: office.id }));

describe('the reference of an invitation', () => {
  it('is shown to the account that accepts it, and not to the workspace', async () => {
    const { accountId, answer } = await office.joinAs(REFERENCE);
    await office.file(accountId, '2031-03-10');
    expect(answer).toMatchObject({ status: 201, body: { reference: REFERENCE, shareReference: false } });
    expect(await own(accountId)).toEqual(answer.body);
    expect(await shownOf(accountId)).toEqual([undefined, undefined]);
  });

  it('is shown with the member and the shared certificates while the member shares it', async () => {
    const { accountId } = await office.joinAs(REFERENCE);
    const { accountId: officer } = await office.join(newAccount(), 'hr_admin');
    await office.file(accountId, '2031-03-10');
    for (const shared of [true, false, true]) {
      const { status, body } = await office.shareReference(accountId, shared);
      expect([status, body]).toEqual([204, undefined]);
      const expected = shared ? REFERENCE : undefined;
      for (const as of [office.owner, officer])
        expect(await shownOf(accountId, as)).toEqual([expected, expected]);
      expect((await own(accountId)).shareReference).toBe(shared);
    }
  });

  it('can be shared with the acceptance, and a repeated acceptance leaves the choice as it is', async () => {
    const { body } = await office.invite('member', office.owner, { reference: REFERENCE });
    const accountId = newAccount();
    await office.accept(accountId, body.invitationToken, { shareReference: true });
    expect(await shownOf(accountId)).toEqual([REFERENCE]);
    const { status, body: again } = await office.accept(accountId, body.invitationToken);
    expect([status, again.shareReference]).toEqual([200, true]);
    expect(await shownOf(accountId)).toEqual([REFERENCE]);
  });

  it('cannot be shared without one, or by somebody who is no member', async () => {
    const { accountId, answer } = await office.join();
    expect(answer.body).not.toHaveProperty('shareReference');
    const before = await world.dump();
    expect((await office.shareReference(accountId, true)).body.code).toBe('no_reference');
    expect((await office.shareReference(newAccount(), true)).body.code).toBe('workspace_not_found');
    expect(await world.dump()).toEqual(before);
    const { body } = await office.invite();
    const other = newAccount();
    const joined = await office.accept(other, body.invitationToken, { shareReference: true });
    expect(joined.body).not.toHaveProperty('shareReference');
    expect(await stored(other)).not.toHaveProperty('shareReference');
  });

  it.each(['leaves', 'is removed'] as const)('ends when the member %s', async (how) => {
    const { accountId } = await office.joinAs(REFERENCE, true);
    await (how === 'leaves' ? office.leave(accountId) : office.remove(accountId));
    expect(await shownOf(accountId)).toEqual([undefined]);
    const item = await stored(accountId);
    expect(item).toHaveProperty('endedAt');
    expect(Object.keys(item ?? {})).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/reference/i)]),
    );
    expect((await office.shareReference(accountId, true)).body.code).toBe('workspace_not_found');
    // A new membership needs a new consent.
    const { body } = await office.invite('member', office.owner, { reference: 'TM-0999' });
    const again = await office.accept(accountId, body.invitationToken);
    expect(again.body).toMatchObject({ reference: 'TM-0999', shareReference: false });
    expect(await shownOf(accountId)).toEqual([undefined]);
  });

  it('stays with the member when the role changes or the invitation is revoked', async () => {
    const { accountId, invitation } = await office.joinAs(REFERENCE, true);
    await office.setRole(accountId, 'hr_admin');
    await office.revoke(invitation.id);
    expect(await shownOf(accountId)).toEqual([REFERENCE]);
    const [listed] = await office.invitations();
    expect(listed).not.toHaveProperty('reference');
  });

  it('is unchanged on the invitation until its last day is over, also when the account is erased', async () => {
    const { accountId, invitation } = await office.joinAs(REFERENCE, true);
    const expectUnchanged = async () => expect(await office.invitations()).toEqual([invitation]);
    await expectUnchanged();
    await office.shareReference(accountId, false);
    await expectUnchanged();
    await world.call('requestDeletion', { as: accountId });
    expect(await shownOf(accountId)).toEqual([]);
    await expectUnchanged();
    world.setTime({ sleep: async () => {} });
    world.advance(minutes(10));
    await world.run(eraseAccounts);
    expect(await stored(accountId)).toBeUndefined();
    await expectUnchanged();
    world.advance(days(15));
    const { reference: _, batch: __, ...rest } = invitation;
    expect(await office.invitations()).toEqual([{ ...rest, status: 'closed' }]);
  });

  it('is in no report, in no operation of the platform and in no log', async () => {
    const { accountId } = await office.joinAs(REFERENCE, true);
    await office.file(accountId, '2031-03-10');
    const params = { workspaceId: office.id };
    const seen = [
      await office.report('2031-03-01', '2031-03-31'),
      await office.totals('2031-03-01', '2031-03-31'),
      (await world.call('getWorkspace', { as: office.admin, params })).body,
      (await world.call('listWorkspaces', { as: office.admin, query: {} })).body,
      (await world.call('listAdministratorActs', { as: office.admin, query: {} })).body,
      world.lines,
    ];
    expect(JSON.stringify(seen)).not.toContain(REFERENCE);
  });
});
