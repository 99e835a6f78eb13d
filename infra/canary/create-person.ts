import { randomBytes } from 'node:crypto';
import {
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  ListUserPoolClientsCommand,
  paginateListUserPools,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import {
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import type { AwsConnection } from '../aws-connection.ts';
import {
  APP_CLIENT_NAME,
  canarySecretName,
  EDGE_REGION,
  type StageConfiguration,
  userPoolName,
} from '../stage.ts';
import type { CanaryPerson } from './person.ts';

/** A stack that the person needs is not deployed. */
export class StackMissing extends Error {
  override readonly name = 'StackMissing';
}

/**
 * Creates the canary person of a stage with a random password, or gives the existing one a new password. The person has no role
 * and no second factor, and their email address receives nothing.
 * @returns the user name
 * @throws {StackMissing}
 */
export async function createCanaryPerson(
  stage: Pick<StageConfiguration, 'name' | 'region'> & { readonly domain: { readonly name: string } },
  connection: AwsConnection = {},
): Promise<string> {
  const cognito = new CognitoIdentityProviderClient({ ...connection, region: stage.region });
  const secrets = new SecretsManagerClient({ ...connection, region: EDGE_REGION });
  const { userPoolId, clientId } = await findPool(cognito, stage);
  const user = `canary@${stage.domain.name}`;
  // The prefix has the kinds of characters that the password policy asks for.
  const password = `Aa1-${randomBytes(32).toString('base64url')}`;
  const key = { UserPoolId: userPoolId, Username: user };
  try {
    const UserAttributes = [
      { Name: 'email', Value: user },
      { Name: 'email_verified', Value: 'true' },
    ];
    await cognito.send(new AdminCreateUserCommand({ ...key, UserAttributes, MessageAction: 'SUPPRESS' }));
  } catch (error) {
    if (!(error instanceof UsernameExistsException)) throw error;
  }
  await cognito.send(new AdminSetUserPasswordCommand({ ...key, Password: password, Permanent: true }));
  const person: CanaryPerson = { userPoolId, clientId, user, password };
  try {
    const SecretId = canarySecretName(stage);
    await secrets.send(new PutSecretValueCommand({ SecretId, SecretString: JSON.stringify(person) }));
  } catch (error) {
    if (error instanceof ResourceNotFoundException) throw new StackMissing(`${stage.name}-edge`);
    throw error;
  }
  return user;
}

async function findPool(client: CognitoIdentityProviderClient, stage: Pick<StageConfiguration, 'name'>) {
  for await (const { UserPools = [] } of paginateListUserPools({ client }, { MaxResults: 60 })) {
    // A pool of a creation that failed may have the same name and no client.
    for (const { Id: userPoolId } of UserPools.filter(({ Name }) => Name === userPoolName(stage))) {
      const { UserPoolClients = [] } = await client.send(
        new ListUserPoolClientsCommand({ UserPoolId: userPoolId, MaxResults: 60 }),
      );
      const clientId = UserPoolClients.find(({ ClientName }) => ClientName === APP_CLIENT_NAME)?.ClientId;
      if (userPoolId && clientId) return { userPoolId, clientId };
    }
  }
  throw new StackMissing(`${stage.name}-identity`);
}
