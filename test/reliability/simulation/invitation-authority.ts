import { expect } from 'vitest';
import { endpoint as acceptInvitation } from '../../../functions/analytics/invitations/accept-invitation.ts';
import { endpoint as createInvitation } from '../../../functions/analytics/invitations/create-invitation.ts';
import { endpoint as removeMember } from '../../../functions/analytics/members/remove-member.ts';
import { endpoint as assignOwner } from '../../../functions/analytics/workspaces/assign-owner.ts';
import { accountStanding } from '../../../shared/identity/account.ts';
import { days, later, minutes, seconds } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { type Membership, membership, workspace } from '../../../shared/workspaces/items.ts';
import type { Simulation } from './simulated-world.ts';

/**
 * An owner who has given out links is replaced and removed, and so is an HR admin, while both and strangers accept the links.
 * The new owner then removes every HR admin. Whatever comes first, nobody gets a role afterwards that the first owner could no longer
 * give, and nobody who was removed comes back.
 */
const STRANGERS = 4;

export async function authority(world: Simulation): Promise<void> {
  const { scenario } = world;
  const [admin, owner, officer, successor] = [
    world.newAccount(),
    world.newAccount(),
    world.newAccount(),
    world.newAccount(),
  ];
  const workspaceId = scenario.uuid();
  const params = { workspaceId };
  const joinedAt = later(world.now(), -days(1)).toISOString();
  const member = (accountId: AccountId, role: Membership['role']) => {
    return { accountId, workspaceId, memberId: scenario.uuid(), role, joinedAt };
  };
  const founders = [member(owner, 'owner'), member(officer, 'hr_admin')];
  await world.put(
    accountStanding.stored({ accountId: admin, platformAdmin: true }),
    workspace.stored({
      id: workspaceId,
      name: 'Syarikat',
      ownerId: owner,
      createdAt: joinedAt,
      workspaceKind: 'corporate',
    }),
    ...founders.map(membership.stored),
  );
  const links = await world.play(async () => {
    const tokens: string[] = [];
    for (let n = 0; n < STRANGERS + 2; n++) {
      const body = { invitationId: scenario.uuid(), role: n < STRANGERS + 1 ? 'hr_admin' : 'member' };
      const { body: made } = await world.insist('the owner', createInvitation, { as: owner, params, body });
      tokens.push(made.invitationToken);
    }
    return tokens;
  });
  // The clocks of the instances differ, so the removals are clearly later than the invitations.
  await world.play(() => world.sleep(minutes(10)));

  const current = async () =>
    (await world.dump())
      .filter(({ sk }) => String(sk).startsWith('MEMBER#'))
      .map(membership.parse)
      .filter(({ endedAt }) => endedAt === undefined);
  const removeAll = async (members: readonly Membership[]) => {
    for (const { memberId } of members)
      await world.insist('the new owner', removeMember, { as: successor, params: { workspaceId, memberId } });
  };
  const accept = async (who: string, as: AccountId, invitationToken: string | undefined) => {
    for (let attempt = 1; attempt <= 4; attempt++) {
      await world.sleep(scenario.between(0, seconds(2)));
      await world.insist(who, acceptInvitation, { as, body: { invitationToken, shareReference: false } });
    }
  };
  await world.play(() =>
    Promise.all([
      world
        .insist('an administrator', assignOwner, { as: admin, params, body: { accountId: successor } })
        .then(() => removeAll(founders)),
      accept('the former owner', owner, links.at(-2)),
      accept('the former officer', officer, links.at(-1)),
      ...links.slice(0, STRANGERS).map((token, n) => accept(`stranger ${n + 1}`, world.newAccount(), token)),
    ]),
  );
  // Who was accepted before the first owner was replaced is removed; nobody else can be accepted any more.
  const admitted = (await current()).filter(({ role }) => role === 'hr_admin');
  await world.play(() => removeAll(admitted));
  const late = links.map((token, n) => accept(`late stranger ${n + 1}`, world.newAccount(), token));
  await world.play(() => Promise.all([...late, accept('the former owner', owner, links.at(-1))]));

  const left = await current();
  expect(left.filter(({ role }) => role !== 'member').map(({ accountId }) => accountId)).toEqual([successor]);
  const back = left.filter(({ accountId }) => accountId === owner || accountId === officer);
  expect(back).toEqual([]);
}
