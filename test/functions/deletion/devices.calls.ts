import { callsOf, signedIn } from '../../cast/calls.ts';
import { givenDevice } from '../../given/notices.ts';
import { newAccount } from '../../support/world.ts';

const phone = { platform: 'ios', token: 'a1b2c3d4', language: 'zh-Hans-MY' };

export const devices = callsOf({
  putDevice: {
    callers: signedIn,
    request: () => ({ body: phone }),
    needsOpenAccount: true,
    refusals: {},
    rounds: 2,
    units: 12,
    mistakes: [
      {
        what: 'a token with a space',
        fields: { token: 'a1b2 c3d4' },
        said: 'body.token must have visible ASCII characters only',
      },
      { what: 'no language', fields: { language: undefined }, said: 'body.language is required' },
    ],
    furtherUses: [
      // The eleventh device replaces the first one.
      async (world) => {
        const as = newAccount();
        for (let n = 0; n < 10; n++) await givenDevice(world, as);
        return { as, body: phone };
      },
      // The token had another owner.
      async (world) => {
        await givenDevice(world, newAccount(), { platform: 'ios', token: 'e5f6' });
        return { as: newAccount(), body: { ...phone, token: 'e5f6' } };
      },
    ],
  },
  deleteDevice: {
    callers: signedIn,
    request: ({ device }) => ({ params: { deviceId: device } }),
    refusals: {},
    rounds: 2,
    units: 6,
  },
});
