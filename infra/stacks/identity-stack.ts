import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import {
  AccountRecovery,
  ClientAttributes,
  FeaturePlan,
  LambdaVersion,
  Mfa,
  UserPool,
  UserPoolClient,
  UserPoolClientIdentityProvider,
  UserPoolEmail,
  UserPoolOperation,
} from 'aws-cdk-lib/aws-cognito';
import type { Construct } from 'constructs';
import { markSignIn } from '../../functions/deletion/workers.ts';
import { type Bundles, bundleOf } from '../bundles/bundles.ts';
import { acknowledge } from '../constructs/nag-acknowledgements.ts';
import { type Deployment, OwnFunction } from '../constructs/platform-function.ts';
import type { StageConfiguration } from '../stages.ts';

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
  readonly pool: UserPool;
  readonly client: UserPoolClient;

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

    const mail = stage.userPool?.mail;
    this.pool = new UserPool(this, 'People', {
      userPoolName: `sihat-${stage.name}`,
      // The cheapest plan that can put claims into access tokens. Plus adds threat protection, which does not look at
      // passwords that sign in by SRP: https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pool-settings-compromised-credentials.html
      featurePlan: FeaturePlan.ESSENTIALS,
      selfSignUpEnabled: true,
      signInAliases: { email: true }, // The user name itself is the `sub`, which erasure deletes by.
      signInCaseSensitive: false,
      autoVerify: { email: true },
      keepOriginal: { email: true },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      // Cognito's default text: CDK's default mentions a new account, and the mail that resets a password uses it too.
      userVerification: {
        emailSubject: 'Your verification code',
        emailBody: 'Your verification code is {####}',
      },
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { sms: false, otp: true },
      signInPolicy: { allowedFirstAuthFactors: { password: true } },
      passwordPolicy: {
        minLength: 12,
        requireLowercase: true,
        requireUppercase: true,
        requireDigits: true,
        requireSymbols: true,
        tempPasswordValidity: Duration.days(3),
        passwordHistorySize: 5,
      },
      ...(mail && { email: UserPoolEmail.withSES(mail) }),
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    this.pool.addTrigger(UserPoolOperation.PRE_TOKEN_GENERATION_CONFIG, trigger, LambdaVersion.V2_0);
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
    // Password sign-in without sending the password (SRP), and refresh; no hosted page, nobody else's sign-in.
    this.client = new UserPoolClient(this, 'App', {
      userPool: this.pool,
      userPoolClientName: 'app',
      generateSecret: false, // A phone cannot keep a secret.
      authFlows: { userSrp: true },
      disableOAuth: true,
      supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      readAttributes: new ClientAttributes().withStandardAttributes({ email: true, emailVerified: true }),
      writeAttributes: new ClientAttributes().withStandardAttributes({ email: true }),
      accessTokenValidity: Duration.minutes(60),
      idTokenValidity: Duration.minutes(60),
      refreshTokenValidity: Duration.days(30),
    });
    new CfnOutput(this, 'UserPoolId', { value: this.pool.userPoolId });
    new CfnOutput(this, 'AppClientId', { value: this.client.userPoolClientId });
  }
}
