import type * as z from 'zod/mini';
import { accountIsOpen } from '../../../shared/identity/account.ts';
import { type Device, device, deviceIdOf, devicesOf, endingDevice } from '../../../shared/notices/devices.ts';
import { finalOutcome } from '../../../shared/table/final-outcome.ts';
import type { Condition, Part, Reads, Table } from '../../../shared/table/table.ts';
import { assigning } from '../../../shared/table/update.ts';
import { MAX_DEVICES } from '../../../shared/values/limits.ts';
import { publicFields } from '../../../shared/values/public-fields.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { Device as PublicDevice, type putDevice } from './contract.ts';

/**
 * A token belongs to the account that registered it last: somebody who signs in on a used phone gets its pushes, and the person before
 * gets none there. Requests only store; `deliverNotices` creates and deletes endpoints.
 */
type Given = z.infer<(typeof putDevice)['body']>;

/** Finds the device of a token, and the devices of the account that wants to register it. */
export async function findDevices(table: Reads, accountId: AccountId, { platform, token }: Given) {
  const [stored, own] = await Promise.all([
    table.get(device.key({ id: deviceIdOf(platform, token) })),
    table.query(devicesOf(accountId)),
  ]);
  return { stored: device.parseIfAny(stored), own: own.map(device.parse) };
}
type Found = Awaited<ReturnType<typeof findDevices>>;

/**
 * Registers a device for an account, and ends the registrations beyond the limit.
 * @param first what was found before
 * @returns the registered device, or the refusal of a closed account
 */
export async function register(
  table: Table,
  accountId: AccountId,
  given: Given,
  first: Found,
  at: string,
): Promise<Device | 'account_closed'> {
  const id = deviceIdOf(given.platform, given.token);
  const find = () => findDevices(table, accountId, given);
  return finalOutcome(first, find, async ({ stored, own }) => {
    const registered = { id, accountId, ...given, registeredAt: at };
    const others = own.filter((each) => each.id !== id && each.endedAt === undefined);
    const beyond = others
      .toSorted((a, b) => (a.registeredAt < b.registeredAt ? 1 : -1))
      .slice(MAX_DEVICES - 1);
    const refused = await table.transact({
      account: accountIsOpen(accountId),
      device: stored ? registeringAgain(stored, registered) : registering(registered),
      ...Object.fromEntries(beyond.map((each) => [each.id, endingDevice(each, at)])),
    });
    if (refused?.account) return 'account_closed';
    return refused ? undefined : registered;
  });
}

const registering = (registered: Device): Part => ({
  Put: { Item: device.stored(registered), ConditionExpression: 'attribute_not_exists(pk)' },
});

/** The endpoint of another registration is deleted before a new one is created. */
function registeringAgain(stored: Device, registered: Device): Part {
  const isSame = stored.accountId === registered.accountId && stored.endedAt === undefined;
  const staleSince = isSame ? stored.staleSince : registered.registeredAt;
  const {
    pk: _,
    sk: __,
    ...attributes
  } = device.stored({ ...registered, ...(staleSince && { staleSince }) });
  const unchanged: Condition = {
    ConditionExpression: `accountId = :was AND attribute_${stored.endedAt ? '' : 'not_'}exists(endedAt)`,
    ExpressionAttributeValues: { ':was': stored.accountId },
  };
  return {
    Update: { Key: device.key(stored), ...assigning({ ...attributes, endedAt: undefined }, unchanged) },
  };
}

/** Ends the registration of a device, if it belongs to the account. */
export async function unregister(table: Table, accountId: AccountId, id: string, at: string): Promise<void> {
  await table.transact({ device: endingDevice({ id, accountId }, at) });
}

/** Converts a stored device to its public form. */
export const presentDevice = (stored: Device): z.input<typeof PublicDevice> =>
  publicFields(PublicDevice, stored);
