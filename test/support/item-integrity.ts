import { expect } from 'vitest';
import { accountStanding } from '../../shared/items/account.ts';
import { acceptance, certificate, invitation, membership, workspace } from '../../shared/items/workspace.ts';
import type { World } from './world.ts';

const kinds = [
  ['ACCOUNT#', 'STANDING', accountStanding],
  ['WORKSPACE#ID#', 'WORKSPACE', workspace],
  ['WORKSPACE#INVITATION#', 'INVITATION', invitation],
  ['WORKSPACE#ACCOUNT#', 'MEMBER#', membership],
  ['WORKSPACE#ACCOUNT#', 'CERTIFICATE#', certificate],
  ['WORKSPACE#ACCOUNT#', 'ACCEPTED#', acceptance],
] as const;

/** Every item has exactly the keys and index keys that follow from its fields. */
export async function expectWholeItems(world: Pick<World, 'dump'>): Promise<void> {
  for (const item of await world.dump()) {
    const found = kinds.find(
      ([pk, sk]) => String(item['pk']).startsWith(pk) && String(item['sk']).startsWith(sk),
    );
    if (found) expect(item).toEqual(found[2].stored(found[2].parse(item) as never));
  }
}

/** Each workspace has at most one owner: only the account that it names is a member with that role. */
export async function expectOneOwner(world: Pick<World, 'dump'>): Promise<void> {
  const items = await world.dump();
  const edges = items.filter(({ sk }) => String(sk).startsWith('MEMBER#')).map(membership.parse);
  for (const { id, ownerId } of items.filter(({ sk }) => sk === 'WORKSPACE').map(workspace.parse)) {
    const owners = edges.filter(({ workspaceId, role }) => workspaceId === id && role === 'owner');
    expect(owners.map(({ accountId, endedAt }) => [accountId, endedAt])).toEqual(
      ownerId === undefined ? [] : [[ownerId, undefined]],
    );
  }
}
