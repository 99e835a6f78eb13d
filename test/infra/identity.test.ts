import { describe, expect, it } from 'vitest';
import { stages } from './configuration.ts';
import { otherConfiguration, otherStages } from './other-configuration.ts';
import { ofType, staging, synthesized, theOnly } from './synthesized.ts';

const { identity } = await staging();
const pool = theOnly('AWS::Cognito::UserPool', identity);
const client = theOnly('AWS::Cognito::UserPoolClient', identity).Properties;

describe('the user pool', () => {
  it('takes a password, offers a second factor, and tells nobody apart by a role', () => {
    expect(pool.Properties).toMatchObject({
      UsernameAttributes: ['email'],
      MfaConfiguration: 'OPTIONAL',
      EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
      Policies: { SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD'] } },
    });
    expect(pool.Properties.Schema).toBeUndefined();
    expect(Object.values(identity).filter(({ Type }) => Type === 'AWS::Cognito::UserPoolGroup')).toEqual([]);
  });

  it('asks our function for the claims of each access token, and may', () => {
    const [[lambda] = ['']] = Object.entries(identity).filter(
      ([, { Type }]) => Type === 'AWS::Lambda::Function',
    );
    const LambdaArn = { 'Fn::GetAtt': [lambda, 'Arn'] };
    expect(pool.Properties.LambdaConfig).toEqual({
      PreTokenGenerationConfig: { LambdaArn, LambdaVersion: 'V2_0' },
    });
    expect(theOnly('AWS::Lambda::Permission', identity).Properties).toEqual({
      Action: 'lambda:InvokeFunction',
      FunctionName: LambdaArn,
      Principal: 'cognito-idp.amazonaws.com',
      SourceArn: { 'Fn::GetAtt': [pool.logicalId, 'Arn'] },
    });
  });

  it('outlives its stack', () => {
    expect(pool).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    expect(pool.Properties.DeletionProtection).toBe('ACTIVE');
  });

  it('is on the cheapest plan that has claims in access tokens, and uses what else the plan offers', async () => {
    for (const stage of Object.values(stages)) {
      const { Properties } = theOnly('AWS::Cognito::UserPool', (await synthesized(stage)).identity);
      expect(Properties.UserPoolTier).toBe('ESSENTIALS');
      expect(Properties.UserPoolAddOns).toBeUndefined();
      expect(Properties.Policies.PasswordPolicy.PasswordHistorySize).toBe(5);
    }
  });
});

describe('the app', () => {
  it('signs in with the password, unsent, or by refresh, and in no other way', () => {
    expect(client).toMatchObject({
      ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
      AllowedOAuthFlowsUserPoolClient: false,
      SupportedIdentityProviders: ['COGNITO'],
      GenerateSecret: false,
    });
    expect(client.AllowedOAuthFlows).toBeUndefined();
  });

  it('can neither learn who has an account nor write more than the address', () => {
    expect(client).toMatchObject({
      PreventUserExistenceErrors: 'ENABLED',
      EnableTokenRevocation: true,
      WriteAttributes: ['email'],
      AccessTokenValidity: 60,
      TokenValidityUnits: { AccessToken: 'minutes' },
    });
  });
});

interface Rule {
  readonly Name: string;
  readonly Action: object;
  readonly Statement: {
    readonly RateBasedStatement: {
      readonly AggregateKeyType: string;
      readonly Limit: number;
      readonly EvaluationWindowSec: number;
      readonly ScopeDownStatement?: {
        readonly RegexMatchStatement: {
          readonly RegexString: string;
          readonly FieldToMatch: object;
          readonly TextTransformations: object;
        };
      };
    };
  };
}

describe('the firewall of the user pool', () => {
  const firewall = theOnly('AWS::WAFv2::WebACL', identity);
  const rules: readonly Rule[] = firewall.Properties.Rules;
  const limits = rules.map(({ Statement: { RateBasedStatement: rule } }) => ({
    ...rule,
    counts: (operation: string) =>
      new RegExp(rule.ScopeDownStatement?.RegexMatchStatement.RegexString ?? '').test(
        `AWSCognitoIdentityProviderService.${operation}`.toLowerCase(),
      ),
  }));

  it.each(Object.values(stages))('protects the pool of $name', async (stage) => {
    const resources = (await synthesized(stage)).identity;
    const { logicalId, Properties } = theOnly('AWS::WAFv2::WebACL', resources);
    expect(Properties).toMatchObject({ Scope: 'REGIONAL', DefaultAction: { Allow: {} } });
    expect(theOnly('AWS::WAFv2::WebACLAssociation', resources).Properties).toEqual({
      ResourceArn: { 'Fn::GetAtt': [theOnly('AWS::Cognito::UserPool', resources).logicalId, 'Arn'] },
      WebACLArn: { 'Fn::GetAtt': [logicalId, 'Arn'] },
    });
  });

  it.each([
    ['sign in with a second factor', ['InitiateAuth', 'RespondToAuthChallenge', 'RespondToAuthChallenge']],
    ['sign in and read their account', ['InitiateAuth', 'RespondToAuthChallenge', 'GetUser']],
    ['sign up and sign in', ['SignUp', 'ConfirmSignUp', 'InitiateAuth', 'RespondToAuthChallenge']],
    ['reset their passwords', ['ForgotPassword', 'ConfirmForgotPassword', 'InitiateAuth']],
  ])('lets 10,000 people of one address %s within ten minutes, with a quarter to spare', (_, requests) => {
    for (const { Limit, EvaluationWindowSec, counts } of limits) {
      expect(EvaluationWindowSec).toBe(600);
      expect(1.25 * 10_000 * requests.filter(counts).length).toBeLessThanOrEqual(Limit);
    }
  });

  it('leaves others a part of the 120 sign-ins a second that Cognito takes, whatever one address does', () => {
    for (const { AggregateKeyType, Limit, EvaluationWindowSec } of limits) {
      expect(AggregateKeyType).toBe('IP');
      expect(Limit / EvaluationWindowSec).toBeLessThan(0.75 * 120);
    }
  });

  it('limits the operations that send mails more than the others, however they are written', () => {
    const [mails, all] = limits;
    expect([mails?.Limit, all?.Limit]).toEqual([12_500, 50_000]);
    for (const operation of [
      'SignUp',
      'ResendConfirmationCode',
      'ForgotPassword',
      'UpdateUserAttributes',
      'GetUserAttributeVerificationCode',
    ]) {
      expect([operation, mails?.counts(operation), all?.counts(operation)]).toEqual([operation, true, true]);
    }
    for (const operation of ['InitiateAuth', 'ConfirmSignUp', 'ConfirmForgotPassword', 'GetUser']) {
      expect([operation, mails?.counts(operation), all?.counts(operation)]).toEqual([operation, false, true]);
    }
    expect(mails?.ScopeDownStatement?.RegexMatchStatement).toMatchObject({
      FieldToMatch: { SingleHeader: { Name: 'x-amz-target' } },
      TextTransformations: [{ Priority: 0, Type: 'LOWERCASE' }],
    });
  });

  it('blocks with the error of Cognito, reads no bodies, and keeps nothing about anybody', async () => {
    // Cognito ignores custom responses to API requests.
    for (const { Action } of rules) expect(Action).toEqual({ Block: {} });
    const text = JSON.stringify(firewall.Properties);
    expect(text).not.toContain('Body');
    expect(text).not.toContain('"SampledRequestsEnabled":true');
    for (const stage of Object.values(stages)) {
      expect(
        ofType('AWS::WAFv2::LoggingConfiguration', (await synthesized(stage)).identity),
        stage.name,
      ).toEqual([]);
    }
  });
});

describe('the mails of the user pool', () => {
  it('come from SES, whose alarms are in its region, if the stage names an identity', async () => {
    const mailing = (await otherConfiguration()).production;
    const { mail } = otherStages.production.userPool;
    const { EmailConfiguration } = theOnly('AWS::Cognito::UserPool', mailing.identity).Properties;
    expect(EmailConfiguration).toMatchObject({
      EmailSendingAccount: 'DEVELOPER',
      From: mail.fromEmail,
      SourceArn: expect.stringMatching(/^arn:aws:ses:us-east-1:\d{12}:identity\/sihat\.my$/),
    });
    expect([mailing.regionOf('mail'), mailing.regionOf('monitoring')]).toEqual([
      'us-east-1',
      'ap-southeast-5',
    ]);
    // The edge has its alarms in the same region.
    const topics = ofType('AWS::SNS::Topic', mailing.mail ?? {}, mailing.edge ?? {}).map(
      ([, { Properties }]) => Properties.TopicName,
    );
    expect(topics).toEqual(['sihat-production-mail-alarms', 'sihat-production-alarms']);
    expect(theOnly('AWS::SNS::Subscription', mailing.mail).Properties).toMatchObject({
      Endpoint: 'oncall@sihat.my',
    });
  });

  it('come from Cognito, without a stack for alarms about SES, if the stage names none', async () => {
    const { identity: own, mail } = await synthesized(stages.dev);
    expect(theOnly('AWS::Cognito::UserPool', own).Properties.EmailConfiguration).toBeUndefined();
    expect(mail).toBeUndefined();
  });
});
