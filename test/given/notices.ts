import { type Notice, notice, readMark, type Told, telling } from '../../shared/notices/items.ts';
import type { NoticeKindName } from '../../shared/notices/kinds.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import { newId, type World } from '../support/world.ts';

/** A notice as an act writes it now. */
export async function givenTold<K extends NoticeKindName>(
  world: World,
  name: K,
  told: Told<K>,
): Promise<Notice> {
  const part = telling(name, told);
  const item = 'Put' in part ? part.Put.Item : {};
  await world.put(item);
  return notice.parse(item);
}

/** A notice about an access that a practitioner denied, which needs nothing but an id. */
export const givenNotice = (world: World, to: AccountId, at = world.now()): Promise<Notice> =>
  givenTold(world, 'access_denied', { to, at: at.toISOString(), accessRequestId: newId() });

export async function givenReadMark(world: World, { accountId, id: noticeId, at: noticeAt }: Notice) {
  await world.put(readMark.stored({ accountId, noticeId, noticeAt }));
}
