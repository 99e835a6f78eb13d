import { marshall } from '@aws-sdk/util-dynamodb';
import { club } from '../../../shared/community/items.ts';
import { clubMembership } from '../../../shared/community/participation.ts';
import { keyOf } from '../../../shared/rollups/contributions.ts';
import type { Owner } from '../../../shared/rollups/items.ts';
import { countedIn, settle } from '../../../shared/rollups/settle.ts';
import type { StreamEvent } from '../../../shared/runtime/worker-handler.ts';
import type { StoredItem } from '../../../shared/table/item.ts';
import { givenClub } from '../../given/community.ts';
import { NOON, newAccount, newId, type World } from '../../support/world.ts';

/** A club with members whom nobody has counted yet. */
export async function givenUncounted(world: World, size = 0) {
  const { id } = await givenClub(world, { memberCount: 0 });
  const newMember = () =>
    clubMembership.stored({
      accountId: newAccount(),
      clubId: id,
      memberId: newId(),
      role: 'member',
      visibility: 'public',
      joinedAt: NOON.toISOString(),
    });
  const members = Array.from({ length: size }, newMember);
  await world.put(...members);
  const owner: Owner = { kind: 'club', id };
  return {
    id,
    owner,
    members,
    newMember,
    count: async () => (await world.item(club.key({ id })))?.['memberCount'],
    setCount: async (memberCount: number) =>
      world.put({ ...(await world.item(club.key({ id }))), memberCount }),
  };
}

export const settleAll = (world: World, items: readonly StoredItem[]) =>
  settle(world.freshTable(), items.flatMap(countedIn), world.now());

/** A stream record of one change. */
export function recordOf(
  before: StoredItem | undefined,
  after: StoredItem | undefined,
): StreamEvent['Records'][number] {
  const image = (item: StoredItem) => marshall(item, { removeUndefinedValues: true });
  return {
    eventName: after ? (before ? 'MODIFY' : 'INSERT') : 'REMOVE',
    dynamodb: {
      SequenceNumber: newId(),
      Keys: marshall(keyOf(after ?? before ?? {})),
      ...(before && { OldImage: image(before) }),
      ...(after && { NewImage: image(after) }),
    },
  };
}
