import * as z from 'zod/mini';
import { contract } from '../../../shared/contract/contract.ts';
import { deviceFields } from '../../../shared/notices/devices.ts';
import { MAX_DEVICES } from '../../../shared/values/limits.ts';
import { Nothing, Uuid } from '../../../shared/values/resources.ts';

/** A phone that gets pushes. Its token is never returned. */
export const Device = z.strictObject({ id: Uuid, ...deviceFields });

const { platform, language } = deviceFields;

export const putDevice = contract({
  operationId: 'putDevice',
  area: 'deletion',
  method: 'PUT',
  path: '/v1/account/devices',
  summary: 'Register a phone for pushes',
  description: `Send the token that the operating system gave to the app, after each sign-in and whenever it changes. The token then belongs to the caller, and no longer to an account that registered it before. An account has at most ${MAX_DEVICES} devices: a further one replaces the one that registered longest ago.`,
  caller: 'account',
  body: z.strictObject({
    platform,
    token: z
      .string()
      .check(z.regex(/^[!-~]+$/, { error: 'must have visible ASCII characters only' }), z.maxLength(4096)),
    language,
  }),
  success: { 200: Device },
  refusals: {},
  touches: {
    table: {
      'ACCOUNT#': ['ConditionCheckItem'],
      'NOTICE-DEVICE#': ['GetItem', 'PutItem', 'UpdateItem'],
    },
    gsi1: ['NOTICE#DEVICES#'],
  },
});

export const deleteDevice = contract({
  operationId: 'deleteDevice',
  area: 'deletion',
  method: 'DELETE',
  path: '/v1/account/devices/{deviceId}',
  summary: 'Stop pushes to a phone',
  description:
    'Call it when the person signs out. It succeeds, too, if the device is not registered, or belongs to another account by now.',
  caller: 'account',
  params: z.strictObject({ deviceId: Uuid }),
  success: { 204: Nothing },
  refusals: {},
  touches: { table: { 'NOTICE-DEVICE#': ['UpdateItem'] } },
});
