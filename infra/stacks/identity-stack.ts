import { CfnOutput, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnUserPool, CfnUserPoolClient } from 'aws-cdk-lib/aws-cognito';
import { CfnPermission } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { markSignIn } from '../../functions/deletion/workers.ts';
import { type Bundles, bundleOf } from '../bundles/bundles.ts';
import { acknowledge } from '../constructs/nag-acknowledgements.ts';
import { type Deployment, OwnFunction } from '../constructs/platform-function.ts';
import type { StageConfiguration, UserPoolConfiguration } from '../stages.ts';

export interface IdentityStackProps extends StackProps {
  readonly stage: StageConfiguration;
  readonly bundles: Bundles;
  readonly deployment: Deployment;
}

/** Cognito gives up on a trigger after five seconds. */
const TRIGGER_SECONDS = 5;

/**
 * Where people sign in. It keeps who they are and nothing of what they may do: roles are in the table. There are no
 * groups and no attributes of our own, and an app can write the address alone.
 */
export class IdentityStack extends Stack {
  readonly pool: CfnUserPool;
  readonly client: CfnUserPoolClient;

  constructor(scope: Construct, id: string, { stage, bundles, deployment, ...props }: IdentityStackProps) {
    super(scope, id, { ...props, terminationProtection: true });
    const trigger = new OwnFunction(this, markSignIn.workerId, {
      bundle: bundleOf(bundles, markSignIn.workerId),
      deployment,
      description: markSignIn.summary,
      touches: markSignIn.touches,
      environment: {},
      timeoutSeconds: TRIGGER_SECONDS,
    }).lambda;

    this.pool = new CfnUserPool(this, 'People', {
      userPoolName: `sihat-${stage.name}`,
      // The cheapest plan that can put claims into access tokens. Plus adds threat protection, which does not look at
      // passwords that sign in by SRP: https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pool-settings-compromised-credentials.html
      userPoolTier: 'ESSENTIALS',
      usernameAttributes: ['email'], // the name itself is the `sub`, which erasure removes by
      usernameConfiguration: { caseSensitive: false },
      autoVerifiedAttributes: ['email'],
      userAttributeUpdateSettings: { attributesRequireVerificationBeforeUpdate: ['email'] },
      accountRecoverySetting: { recoveryMechanisms: [{ name: 'verified_email', priority: 1 }] },
      mfaConfiguration: 'OPTIONAL',
      enabledMfas: ['SOFTWARE_TOKEN_MFA'],
      policies: {
        signInPolicy: { allowedFirstAuthFactors: ['PASSWORD'] },
        passwordPolicy: {
          minimumLength: 12,
          requireLowercase: true,
          requireUppercase: true,
          requireNumbers: true,
          requireSymbols: true,
          temporaryPasswordValidityDays: 3,
          passwordHistorySize: 5,
        },
      },
      ...sender(stage.userPool),
      lambdaConfig: {
        preTokenGenerationConfig: { lambdaArn: trigger.functionArn, lambdaVersion: 'V2_0' },
      },
      deletionProtection: 'ACTIVE',
    });
    acknowledge(
      this.pool,
      'A second factor is offered, not demanded: many patients have one old phone. What is grave asks for a password of at most 15 minutes ago.',
      'COG2',
    );
    acknowledge(
      this.pool,
      'Threat protection needs the Plus plan; its check of compromised passwords does not see sign-ins by SRP, the only kind here.',
      'COG3',
      'COG8',
    );
    this.pool.applyRemovalPolicy(RemovalPolicy.RETAIN);
    new CfnPermission(this, 'Permission', {
      action: 'lambda:InvokeFunction',
      functionName: trigger.functionArn,
      principal: 'cognito-idp.amazonaws.com',
      sourceArn: this.pool.attrArn,
    });

    // Password sign-in without sending the password (SRP), and refresh; no hosted page, nobody else's sign-in.
    this.client = new CfnUserPoolClient(this, 'App', {
      userPoolId: this.pool.ref,
      clientName: 'app',
      generateSecret: false, // a phone keeps none
      explicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
      allowedOAuthFlowsUserPoolClient: false,
      supportedIdentityProviders: ['COGNITO'],
      preventUserExistenceErrors: 'ENABLED',
      enableTokenRevocation: true,
      readAttributes: ['email', 'email_verified'],
      writeAttributes: ['email'],
      accessTokenValidity: 60,
      idTokenValidity: 60,
      refreshTokenValidity: 30,
      tokenValidityUnits: { accessToken: 'minutes', idToken: 'minutes', refreshToken: 'days' },
    });
    new CfnOutput(this, 'UserPoolId', { value: this.pool.ref });
    new CfnOutput(this, 'AppClientId', { value: this.client.ref });
  }
}

function sender({ mail }: UserPoolConfiguration = {}) {
  if (!mail) return {};
  return {
    emailConfiguration: { emailSendingAccount: 'DEVELOPER', from: mail.from, sourceArn: mail.identityArn },
  };
}
