import {
  AdminDeleteUserCommand,
  CognitoIdentityProviderClient,
  type CognitoIdentityProviderClientConfig,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { type Environment, userPoolEnvironment } from '../contract/environment.ts';
import type { SignIns } from './sign-ins.ts';

/**
 * The user pool that people sign in with. An account's id is its user's `sub`, which the pool accepts as a user name.
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminDeleteUser.html
 * @param connection only for pools other than Cognito itself.
 */
export function cognitoSignIns(
  environment: Environment,
  connection: CognitoIdentityProviderClientConfig = {},
): SignIns {
  const { USER_POOL_ID } = userPoolEnvironment(environment);
  const client = new CognitoIdentityProviderClient(connection);
  return {
    async remove(accountId) {
      try {
        await client.send(new AdminDeleteUserCommand({ UserPoolId: USER_POOL_ID, Username: accountId }));
      } catch (error) {
        if (!(error instanceof UserNotFoundException)) throw error;
      }
    },
  };
}
