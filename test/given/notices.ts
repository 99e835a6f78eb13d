import { type Device, device, deviceIdOf } from '../../shared/notices/devices.ts';
import { type DueMail, dueMail } from '../../shared/notices/due-mails.ts';
import {
  type Notice,
  notice,
  noticeSettings,
  readMark,
  type Told,
  telling,
} from '../../shared/notices/items.ts';
import type { NoticeKindName } from '../../shared/notices/kinds.ts';
import { days, later } from '../../shared/values/clock.ts';
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

export async function givenNoticeSettings(world: World, accountId: AccountId) {
  const settings = { language: 'ms-MY', mail: false, notPushed: ['gift_handed_out'] } as const;
  await world.put(noticeSettings.stored({ accountId, ...settings, notPushed: [...settings.notPushed] }));
}

export async function givenDueMail(world: World, accountId: AccountId, more: Partial<DueMail> = {}) {
  const [at, until] = [world.now(), later(world.now(), days(1))].map((time) => time.toISOString());
  const due = { accountId, kind: 'certificates_wait', at: at ?? '', until: until ?? '', ...more } as const;
  await world.put(dueMail.stored(due));
}

/** A phone of an account, which has no endpoint yet. */
export async function givenDevice(
  world: World,
  accountId: AccountId,
  more: Partial<Device> = {},
): Promise<Device> {
  const { platform, token } = { platform: 'android' as const, token: `token-${newId()}`, ...more };
  const made: Device = {
    ...{ id: deviceIdOf(platform, token), accountId, platform, token, language: 'en-MY' },
    registeredAt: world.now().toISOString(),
    ...more,
  };
  await world.put(device.stored(made));
  return made;
}
