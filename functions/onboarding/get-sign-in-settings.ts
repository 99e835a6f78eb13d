import { implement } from '../../shared/runtime/endpoint.ts';
import { settingsLambda } from '../../shared/runtime/settings-lambda.ts';
import { getSignInSettings } from './contract.ts';

export const endpoint = implement(getSignInSettings, {
  handle: async (_, { settings }, reply) => {
    const endpoint = settings.SIGN_IN_ENDPOINT;
    const userPoolId = settings.SIGN_IN_USER_POOL_ID;
    // The id of a user pool begins with its region.
    const [region = ''] = userPoolId.split('_');
    return reply.ok({
      ...{ endpoint, region, userPoolId, clientId: settings.SIGN_IN_CLIENT_ID },
      dataProtectionOfficer: settings.DATA_PROTECTION_OFFICER,
    });
  },
});

export const handler = settingsLambda(endpoint);
