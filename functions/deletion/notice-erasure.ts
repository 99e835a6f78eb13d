import {
  type Device,
  device,
  devicesOf,
  endingDevice,
  mayHaveEndpoint,
} from '../../shared/notices/devices.ts';
import { dueMail } from '../../shared/notices/due-mails.ts';
import { notice, noticesOf, readMark } from '../../shared/notices/items.ts';
import { type ByHead, forHead, type Key, type StoredItem } from '../../shared/table/item.ts';
import type { Part, Reads } from '../../shared/table/table.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import { type Erasures, stepsOf } from './erasure-step.ts';

/**
 * Finds the steps that delete the notices of an account and its devices. What it chose of them says in which language its last mail is, so it
 * is deleted when the erasure is completed.
 */
export const noticeErasures: Erasures = async function* (table, accountId, at) {
  yield* stepsOf(table, noticesOf(accountId), (item) => {
    const key = forHead<(of: StoredItem) => Key | undefined>(keys, item)(item);
    return key ? [{ parts: { notice: { Delete: { Key: key } } } }] : [];
  });
  yield* stepsOf(table, devicesOf(accountId), (item) => {
    const of = device.parse(item);
    if (!mayHaveEndpoint(of)) return [{ parts: { device: deleting(of) } }];
    return of.endedAt === undefined ? [{ parts: { device: endingDevice(of, at.toISOString()) } }] : [];
  });
};

const keys: ByHead<'NOTICE#', (item: StoredItem) => Key | undefined> = {
  AT: (item) => notice.key(notice.parse(item)),
  MAIL: (item) => dueMail.key(dueMail.parse(item)),
  READ: (item) => readMark.key(readMark.parse(item)),
  SETTINGS: () => undefined,
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
