import {
  type Device,
  device,
  devicesOf,
  endingDevice,
  mayHaveEndpoint,
} from '../../shared/notices/devices.ts';
import { notice, noticeSettings, noticesOf, readMark } from '../../shared/notices/items.ts';
import { type ByHead, forHead, type Key, type StoredItem } from '../../shared/table/item.ts';
import type { Part, Reads } from '../../shared/table/table.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import { type Erasures, stepsOf } from './erasure-step.ts';

/** Finds the steps that delete the notices of an account, what it chose of them, and its devices. */
export const noticeErasures: Erasures = async function* (table, accountId, at) {
  yield* stepsOf(table, noticesOf(accountId), (item) => [
    { parts: { notice: { Delete: { Key: forHead<(of: StoredItem) => Key>(keys, item)(item) } } } },
  ]);
  yield* stepsOf(table, devicesOf(accountId), (item) => {
    const of = device.parse(item);
    if (!mayHaveEndpoint(of)) return [{ parts: { device: deleting(of) } }];
    return of.endedAt === undefined ? [{ parts: { device: endingDevice(of, at.toISOString()) } }] : [];
  });
};

const keys: ByHead<'NOTICE#', (item: StoredItem) => Key> = {
  AT: (item) => notice.key(notice.parse(item)),
  READ: (item) => readMark.key(readMark.parse(item)),
  SETTINGS: (item) => noticeSettings.key(noticeSettings.parse(item)),
};

/** An endpoint that is created meanwhile must not be forgotten. */
const deleting = (of: Device): Part => ({
  Delete: {
    Key: device.key(of),
    ConditionExpression:
      'accountId = :account AND attribute_not_exists(creatingAt) AND attribute_not_exists(endpoint)',
    ExpressionAttributeValues: { ':account': of.accountId },
  },
});

/** Whether an account has a device whose endpoint `deliverNotices` has not deleted yet. */
export async function hasEndpoints(table: Reads, accountId: AccountId): Promise<boolean> {
  const devices = await table.query({ ...devicesOf(accountId), limit: 1 });
  return devices.length > 0;
}
