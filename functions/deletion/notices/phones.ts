import {
  type Device,
  device,
  devicesOf,
  devicesToClear,
  mayHaveEndpoint,
} from '../../../shared/notices/devices.ts';
import type { PushService } from '../../../shared/notices/pushes.ts';
import { pages } from '../../../shared/table/pages.ts';
import type { Part, Reads, Table } from '../../../shared/table/table.ts';
import { later, minutes } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import type { Breaker } from './breaker.ts';

/**
 * The endpoints of phones at the push service. A device is marked before its endpoint is created, and its mark goes only after the
 * endpoint is deleted, so a run that ends in between leaves no endpoint that nothing names.
 */

/** How long an account waits for a phone whose earlier endpoint is to be deleted. Normally that takes a minute. */
const WAITS = minutes(10);

/**
 * Finds the phones of an account that get pushes now, and whether to wait for another one, whose endpoint of an earlier account is
 * to be deleted first. The index may lag behind, so each device is read again.
 */
export async function findPhones(table: Reads, accountId: AccountId, at: Date) {
  const listed = await table.query(devicesOf(accountId));
  const devices = await table.getAll(listed.map((item) => device.key(device.parse(item))));
  const own = devices
    .map(device.parse)
    .filter((each) => each.accountId === accountId && each.endedAt === undefined);
  const since = later(at, -WAITS).toISOString();
  return {
    reachable: own.filter(isReachable),
    waits: own.some(({ staleSince }) => staleSince !== undefined && staleSince > since),
  };
}

const isReachable = ({ staleSince, endedAt }: Device): boolean =>
  staleSince === undefined && endedAt === undefined;

/**
 * Finds the endpoint of a device, and creates it if there is none.
 * @returns `undefined` if the device changed meanwhile, or if the service does not take its token, which ends its registration.
 */
export async function endpointOf(
  table: Table,
  pushes: PushService,
  of: Device,
  at: string,
): Promise<string | undefined> {
  if (of.endpoint !== undefined) return of.endpoint;
  if (await table.transact({ mark: updating(of, 'SET creatingAt = :now', { ':now': at }) })) return;
  const endpoint = await pushes.endpointOf(of.platform, of.token);
  if (endpoint === undefined) return endPhone(table, of, at);
  const refused = await table.transact({
    device: updating(of, 'SET endpoint = :endpoint', { ':endpoint': endpoint }),
  });
  return refused ? undefined : endpoint;
}

/** Ends the registration of a phone that takes no pushes any more, unless it was registered again since it was read. */
export async function endPhone(table: Table, of: Device, at: string): Promise<undefined> {
  const list = { ':now': at, ':list': devicesToClear.pk, ':id': of.id };
  await table.transact({
    device: updating(of, 'SET endedAt = :now, gsi2pk = :list, gsi2sk = :id', list),
  });
}

/** An update of a device that is registered as it was read. */
const updating = (of: Device, UpdateExpression: string, values: Readonly<Record<string, string>>): Part => ({
  Update: {
    Key: device.key(of),
    UpdateExpression,
    ConditionExpression:
      'accountId = :account AND registeredAt = :registered AND attribute_not_exists(staleSince) AND attribute_not_exists(endedAt)',
    ExpressionAttributeValues: { ...values, ':account': of.accountId, ':registered': of.registeredAt },
  },
});

/**
 * Deletes the endpoint of a marked device, and then its mark, or the device if its registration has ended.
 * @param pushes `undefined` on a stage that sends no pushes, where no device has an endpoint.
 * @throws {Error} if an endpoint exists on such a stage.
 */
async function clear(table: Table, pushes: PushService | undefined, listed: Device): Promise<void> {
  const of = device.parseIfAny(await table.get(device.key(listed)));
  if (!of || isReachable(of)) return;
  if (mayHaveEndpoint(of)) {
    if (!pushes) throw new Error('there is an endpoint, and no service of pushes');
    const endpoint = of.endpoint ?? (await pushes.endpointOf(of.platform, of.token));
    if (endpoint !== undefined) await pushes.remove(endpoint);
  }
  // A registration that came meanwhile stays marked, and the next run deletes its endpoint, which is none or the same.
  const seen = {
    ConditionExpression: `registeredAt = :registered AND attribute_${of.endedAt ? '' : 'not_'}exists(endedAt)`,
    ExpressionAttributeValues: { ':registered': of.registeredAt },
  };
  const Key = device.key(of);
  const UpdateExpression = 'REMOVE creatingAt, endpoint, staleSince, gsi2pk, gsi2sk';
  await table.transact({
    device: of.endedAt ? { Delete: { Key, ...seen } } : { Update: { Key, UpdateExpression, ...seen } },
  });
}

/** Devices that are read together. */
const PAGE = 100;

/** Deletes the endpoints of all marked devices, until the service has stopped. @returns how many devices have no mark any more */
export async function clearDevices(
  table: Table,
  pushes: PushService | undefined,
  { hasStopped, trying }: Breaker,
): Promise<number> {
  let cleared = 0;
  for await (const items of pages(table, devicesToClear, { size: PAGE })) {
    for (const item of items) {
      if (hasStopped()) return cleared;
      if ((await trying(() => clear(table, pushes, device.parse(item)))) !== 'failed') cleared += 1;
    }
  }
  return cleared;
}
