import * as z from 'zod/mini';
import { type TokenIssuer, type TokenRequest, tokenIssuer } from '../../../local/http/issuer.ts';
import type { Deployment } from '../cloudformation/deployment.ts';
import type { Lambda } from '../functions/lambda.ts';
import type { Permissions } from '../iam/permissions.ts';
import { json, type ServiceAnswer, ServiceError } from './answers.ts';
import type { Usage } from './principals.ts';
import type { ServiceCall } from './server.ts';

/** The user pool: signs access tokens with the claims of its trigger, and reads and removes users for permitted callers. */
export interface UserPool {
  readonly issuer: TokenIssuer;
  readonly removedSignIns: ReadonlySet<string>;
  readonly answer: (call: ServiceCall) => Promise<ServiceAnswer>;
  /** The public keys at the path of the pool. */
  readonly open: (path: string) => ServiceAnswer | undefined;
}

export interface UserPoolOptions {
  readonly deployment: Deployment;
  readonly functions: readonly Lambda[];
  readonly permissions: Permissions;
  readonly usage: Usage;
  readonly now: () => Date;
}

/** The relevant properties of a user pool. */
interface Pool {
  readonly id: string;
  readonly region: string;
  readonly account: string;
  readonly clientId: string;
  readonly trigger?: string | undefined;
}

const PoolProperties = z.object({
  LambdaConfig: z.optional(
    z.strictObject({
      PreTokenGenerationConfig: z.optional(
        z.object({ LambdaArn: z.string(), LambdaVersion: z.literal(['V2_0', 'V3_0']) }),
      ),
    }),
  ),
});
const ClientProperties = z.object({ UserPoolId: z.string() });
const TriggerAnswer = z.object({
  response: z.object({
    claimsAndScopeOverrideDetails: z.optional(
      z.nullable(
        z.object({
          accessTokenGeneration: z.optional(
            z.nullable(
              z.object({
                claimsToAddOrOverride: z.optional(z.record(z.string(), z.unknown())),
                claimsToSuppress: z.optional(z.array(z.string())),
              }),
            ),
          ),
        }),
      ),
    ),
  }),
});
const OfUser = z.object({ UserPoolId: z.string(), Username: z.string() });

/** Everybody has an address in the pool, which they have verified. */
export const addressIn = (accountId: string): string => `${accountId}@example.com`;

/** https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-pre-token-generation.html */
const TRIGGER_SOURCES: Readonly<Record<string, string>> = {
  password: 'TokenGeneration_Authentication',
  federated: 'TokenGeneration_HostedAuth',
  refresh: 'TokenGeneration_RefreshTokens',
};

export async function userPool(options: UserPoolOptions): Promise<UserPool> {
  const { deployment, usage, now } = options;
  const pool = poolOf(deployment);
  const arnOf = (id: string) => `arn:aws:cognito-idp:${pool.region}:${pool.account}:userpool/${id}`;
  const removedSignIns = new Set<string>();
  const issuer = await tokenIssuer(`https://cognito-idp.${pool.region}.amazonaws.com/${pool.id}`, now, {
    clientId: pool.clientId,
    ...(pool.trigger !== undefined && {
      claimsOf: (request) => triggered(pool, arnOf(pool.id), request, options),
    }),
  });
  const keys = json(issuer.jwks);

  return {
    issuer,
    removedSignIns,
    open: (path) => (path === `/${pool.id}/.well-known/jwks.json` ? keys : undefined),
    async answer({ principal, operation, body }) {
      const { UserPoolId, Username } = OfUser.parse(JSON.parse(body.toString('utf8')));
      usage.authorize(principal, {
        action: `cognito-idp:${operation}`,
        resource: arnOf(UserPoolId),
        context: {},
      });
      if (operation !== 'AdminDeleteUser' && operation !== 'AdminGetUser') {
        throw new ServiceError('UnknownOperationException', `${operation} is not played here.`);
      }
      if (UserPoolId !== pool.id) {
        throw new ServiceError('ResourceNotFoundException', `User pool ${UserPoolId} does not exist.`);
      }
      if (removedSignIns.has(Username)) {
        throw new ServiceError('UserNotFoundException', 'User does not exist.');
      }
      if (operation === 'AdminGetUser') {
        const attributes = { sub: Username, email: addressIn(Username), email_verified: 'true' };
        const UserAttributes = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
        return json({ Username, Enabled: true, UserStatus: 'CONFIRMED', UserAttributes });
      }
      removedSignIns.add(Username);
      return json({});
    },
  };
}

function poolOf(deployment: Deployment): Pool {
  const [resource, ...more] = deployment.ofType('AWS::Cognito::UserPool');
  if (!resource || more.length > 0) throw new Error('the templates have to make one user pool');
  const client = deployment
    .ofType('AWS::Cognito::UserPoolClient')
    .find((candidate) => candidate.read(ClientProperties).UserPoolId === resource.ref());
  if (!client) throw new Error(`${resource.label} has no client, so nobody can sign in`);
  const { LambdaConfig = {} } = resource.read(PoolProperties);
  return {
    id: resource.ref(),
    region: resource.region,
    account: resource.account,
    clientId: client.ref(),
    trigger: LambdaConfig.PreTokenGenerationConfig?.LambdaArn,
  };
}

/** The claims that the trigger adds to an access token. */
async function triggered(
  pool: Pool,
  poolArn: string,
  { accountId, signIn = 'password', clientId = pool.clientId }: TokenRequest,
  { functions, permissions, usage }: UserPoolOptions,
): Promise<object> {
  const trigger = functions.find(({ arn }) => arn === pool.trigger);
  if (!trigger) throw new Error(`no template makes the trigger ${pool.trigger}`);
  const triggerSource = TRIGGER_SOURCES[signIn ?? ''];
  if (!triggerSource) throw new Error(`nobody signs in by ${signIn}`);
  if (!permissions.mayInvoke('cognito-idp.amazonaws.com', trigger.arn, poolArn)) {
    const sentence = `no permission lets the user pool ${poolArn} call ${trigger.name}`;
    usage.deny(sentence);
    throw new Error(sentence);
  }
  const answer = await trigger.invoke({
    version: '2',
    triggerSource,
    region: pool.region,
    userPoolId: pool.id,
    userName: accountId,
    callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId },
    request: {
      userAttributes: {
        sub: accountId,
        'cognito:user_status': signIn === 'federated' ? 'EXTERNAL_PROVIDER' : 'CONFIRMED',
        email_verified: 'true',
        email: addressIn(accountId),
        ...(signIn === 'federated' && {
          identities: JSON.stringify([
            { userId: '1', providerName: 'Google', providerType: 'Google', primary: true },
          ]),
        }),
      },
      groupConfiguration: { groupsToOverride: [], iamRolesToOverride: [], preferredRole: null },
      scopes: ['aws.cognito.signin.user.admin'],
    },
    response: { claimsAndScopeOverrideDetails: null },
  });
  const { response } = TriggerAnswer.parse(answer);
  return response.claimsAndScopeOverrideDetails?.accessTokenGeneration?.claimsToAddOrOverride ?? {};
}
