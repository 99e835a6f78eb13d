import type { ExamplesOf } from '../../../shared/contract/examples.ts';
import { deviceMeanings, ownDevice } from '../../../shared/notices/schemas.examples.ts';
import { DEVICE_ID } from '../../../shared/values/ids.examples.ts';
import { meaningsOf, parametersOf } from '../../../shared/values/meanings.ts';
import type * as contract from './contract.ts';
import { Device, deleteDevice, putDevice } from './contract.ts';

const { platform, language } = ownDevice;

export const meanings = [
  meaningsOf(Device, deviceMeanings),
  meaningsOf(putDevice.body, {
    platform: deviceMeanings.platform,
    token: 'The token from Apple or Google for this app on this phone',
    language: deviceMeanings.language,
  }),
  parametersOf(deleteDevice.params, {
    deviceId: { meaning: 'The `id` that `putDevice` returned', example: DEVICE_ID },
  }),
];

export const examples = {
  putDevice: {
    body: { platform, token: 'c2VjcmV0LXB1c2gtdG9rZW4:APA91bHun4MxP5egoKMwt2KZFBaFUH', language },
    success: { 200: ownDevice },
  },
  deleteDevice: { success: { 204: undefined } },
} satisfies ExamplesOf<typeof contract>;
