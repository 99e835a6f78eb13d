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
import { CODE_MAIL_SUBJECT, codeMailHtml } from '../../shared/identity/code-mail.ts';
import {
  ACCESS_TOKEN_MINUTES,
  MIN_PASSWORD_LENGTH,
  PASSWORD_HISTORY,
  REFRESH_TOKEN_DAYS,
} from '../../shared/values/limits.ts';
import { type Bundles, bundleOf } from '../bundles/bundles.ts';
import { acknowledge } from '../constructs/nag-acknowledgements.ts';
import { type Deployment, PlatformFunction } from '../constructs/platform-function.ts';
import { SignInFirewall } from '../constructs/sign-in-firewall.ts';
import { APP_CLIENT_NAME, type StageConfiguration, userPoolName } from '../stage.ts';

export interface IdentityStackProps extends StackProps {
  readonly stage: StageConfiguration;
  readonly bundles: Bundles;
  readonly deployment: Deployment;
}

/** Cognito stops waiting for a trigger after five seconds. */
const TRIGGER_SECONDS = 5;

/**
 * The user pool for sign-in. It stores only the email address; roles are in the table. It has no groups and no custom
 * attributes, and apps can write only the email address.
 */
export class IdentityStack extends Stack {
  readonly pool: UserPool;
  readonly client: UserPoolClient;

  constructor(scope: Construct, id: string, { stage, bundles, deployment, ...props }: IdentityStackProps) {
    super(scope, id, { ...props, terminationProtection: true });
    const bundle = bundleOf(bundles, markSignIn.workerId);
    const declared = { ...markSignIn, environment: {}, timeoutSeconds: TRIGGER_SECONDS };
    const trigger = new PlatformFunction(this, { bundle, deployment }, declared).lambda;

    const mail = stage.userPool?.mail;
    this.pool = new UserPool(this, 'People', {
      userPoolName: userPoolName(stage),
      // The cheapest plan that allows custom claims in access tokens. Plus adds threat protection, which cannot check
      // passwords of SRP sign-ins: https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pool-settings-compromised-credentials.html
      featurePlan: FeaturePlan.ESSENTIALS,
      selfSignUpEnabled: true,
      signInAliases: { email: true }, // The user name itself is the `sub`, by which the erasure finds the user.
      signInCaseSensitive: false,
      autoVerify: { email: true },
      keepOriginal: { email: true },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      userVerification: { emailSubject: CODE_MAIL_SUBJECT, emailBody: codeMailHtml() },
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { sms: false, otp: true },
      signInPolicy: { allowedFirstAuthFactors: { password: true } },
      passwordPolicy: {
        minLength: MIN_PASSWORD_LENGTH,
        requireLowercase: true,
        requireUppercase: true,
        requireDigits: true,
        requireSymbols: true,
        tempPasswordValidity: Duration.days(3),
        passwordHistorySize: PASSWORD_HISTORY,
      },
      ...(mail && { email: UserPoolEmail.withSES(mail) }),
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    new SignInFirewall(this, 'SignInFirewall', stage, this.pool.userPoolArn);
    this.pool.addTrigger(UserPoolOperation.PRE_TOKEN_GENERATION_CONFIG, trigger, LambdaVersion.V2_0);
    acknowledge(
      this.pool,
      'A second factor is optional, because many patients have only one old phone. Sensitive operations require a password sign-in of at most 15 minutes ago.',
      'COG2',
    );
    acknowledge(
      this.pool,
      'Threat protection requires the Plus plan, and its check for compromised passwords does not support SRP, the only sign-in here.',
      'COG3',
      'COG8',
    );
    // Only SRP sign-in, which does not send the password, and refresh: no hosted UI and no external identity providers.
    this.client = new UserPoolClient(this, 'App', {
      userPool: this.pool,
      userPoolClientName: APP_CLIENT_NAME,
      generateSecret: false, // A phone cannot keep a secret.
      authFlows: { userSrp: true },
      disableOAuth: true,
      supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      readAttributes: new ClientAttributes().withStandardAttributes({ email: true, emailVerified: true }),
      writeAttributes: new ClientAttributes().withStandardAttributes({ email: true }),
      accessTokenValidity: Duration.minutes(ACCESS_TOKEN_MINUTES),
      idTokenValidity: Duration.minutes(ACCESS_TOKEN_MINUTES),
      refreshTokenValidity: Duration.days(REFRESH_TOKEN_DAYS),
    });
    new CfnOutput(this, 'UserPoolId', { value: this.pool.userPoolId });
    new CfnOutput(this, 'AppClientId', { value: this.client.userPoolClientId });
  }
}
