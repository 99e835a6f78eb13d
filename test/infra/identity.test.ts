import { describe, expect, it } from 'vitest';
import { stages } from '../../infra/stages.ts';
import { staging, synthesized, theOnly } from './synthesized.ts';

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
