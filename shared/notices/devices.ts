import * as z from 'zod/mini';
import { indexList, kind, partition } from '../table/item.ts';
import type { Part } from '../table/table.ts';
import { idFrom } from '../values/clock.ts';
import { PAGE_LANGUAGES } from '../values/languages.ts';
import { AccountId, Timestamp, Uuid } from '../values/resources.ts';

/**
 * NOTICE-DEVICE#<deviceId> | DEVICE    a phone that gets pushes; its id follows from its token, so a token has one account
 *   gsi1 NOTICE#DEVICES#<accountId> | <deviceId>   the account that registered the token last
 *   gsi2 NOTICE#DEVICES-TO-CLEAR | <deviceId>      while its endpoint is to be deleted
 *
 * Amazon SNS reaches a phone through an endpoint, which `deliverNotices` creates and deletes. Requests only mark: `staleSince` if the
 * endpoint was made for an earlier account, and `endedAt` if nobody wants pushes on the phone any more. Nothing is sent to a marked device.
 * A mark stays until the endpoint is deleted, and an ended device is deleted with its mark.
 */
export const DEVICE_PLATFORMS = ['ios', 'android'] as const;
export type DevicePlatform = (typeof DEVICE_PLATFORMS)[number];

export const deviceFields = {
  platform: z.enum(DEVICE_PLATFORMS),
  language: z.enum(PAGE_LANGUAGES),
  registeredAt: Timestamp,
};

/** The devices of an account, also those whose registration has ended while their endpoint still exists. */
export const devicesOf = (accountId: AccountId) => indexList('gsi1', 'NOTICE#DEVICES#', accountId);

/** The devices whose endpoints are to be deleted. */
export const devicesToClear = indexList('gsi2', 'NOTICE#DEVICES-TO-CLEAR');

export const device = kind({
  prefix: 'NOTICE-DEVICE#',
  shape: z.object({
    id: Uuid,
    accountId: AccountId,
    token: z.string(),
    ...deviceFields,
    /** Set before the endpoint is created, so that an endpoint whose response was lost is found again by the token. */
    creatingAt: z.optional(Timestamp),
    /** The ARN of the endpoint. */
    endpoint: z.optional(z.string()),
    staleSince: z.optional(Timestamp),
    endedAt: z.optional(Timestamp),
  }),
  key: ({ id }: { id: string }) => ({ pk: partition('NOTICE-DEVICE#', id), sk: 'DEVICE' }),
  indexes: ({ id, accountId, staleSince, endedAt }) => ({
    gsi1: { ...devicesOf(accountId), sk: id },
    gsi2: staleSince || endedAt ? { ...devicesToClear, sk: id } : undefined,
  }),
});
export type Device = ReturnType<typeof device.parse>;

/** The id of a device, which says nothing about its token. */
export const deviceIdOf = (platform: DevicePlatform, token: string): string => idFrom([platform, token]);

/** Whether an endpoint exists, or may exist because the response of its creation was lost. */
export const mayHaveEndpoint = ({ creatingAt, endpoint }: Device): boolean =>
  creatingAt !== undefined || endpoint !== undefined;

/** The part that ends the registration of a device. It fails if the device belongs to another account, or has ended. */
export const endingDevice = ({ id, accountId }: Pick<Device, 'id' | 'accountId'>, at: string): Part => ({
  Update: {
    Key: device.key({ id }),
    UpdateExpression: 'SET endedAt = :now, gsi2pk = :list, gsi2sk = :id',
    ConditionExpression: 'accountId = :account AND attribute_not_exists(endedAt)',
    ExpressionAttributeValues: { ':account': accountId, ':now': at, ':list': devicesToClear.pk, ':id': id },
  },
});
