import { describe, expect, it } from 'vitest';
import { handler } from '../../../functions/deletion/mark-sign-in.ts';

/** The relevant fields of Cognito's events. */
const event = (triggerSource: string, userAttributes: Record<string, string>) => ({
  version: '2',
  triggerSource,
  region: 'ap-southeast-5',
  userPoolId: 'ap-southeast-5_pool',
  userName: '7b6c5d4e-0000-4000-8000-000000000001',
  callerContext: { awsSdkVersion: 'x', clientId: 'app' },
  request: { userAttributes, groupConfiguration: {}, scopes: ['aws.cognito.signin.user.admin'] },
  response: { claimsAndScopeOverrideDetails: null },
});
const native = { sub: '7b6c5d4e-0000-4000-8000-000000000001', 'cognito:user_status': 'CONFIRMED' };
const federated = { ...native, 'cognito:user_status': 'EXTERNAL_PROVIDER', identities: '[{}]' };

const signInOf = async (triggerSource: string, userAttributes: Record<string, string>) =>
  (await handler(event(triggerSource, userAttributes))).response.claimsAndScopeOverrideDetails
    .accessTokenGeneration.claimsToAddOrOverride;

describe('the claim sign_in', () => {
  it.each([
    ['TokenGeneration_Authentication', native, 'password'],
    ['TokenGeneration_NewPasswordChallenge', native, 'password'],
    ['TokenGeneration_AuthenticateDevice', native, 'password'],
    ['TokenGeneration_RefreshTokens', native, 'refresh'],
    ['TokenGeneration_RefreshTokens', federated, 'refresh'],
    ['TokenGeneration_HostedAuth', native, 'federated'],
    ['TokenGeneration_HostedAuth', federated, 'federated'],
    ['TokenGeneration_Authentication', federated, 'federated'],
    ['TokenGeneration_ClientCredentials', {}, 'federated'],
    ['TokenGeneration_ComesLater', native, 'federated'],
  ])('after %s states how the account signed in', async (source, attributes, sign_in) => {
    expect(await signInOf(source, attributes)).toEqual({ sign_in });
  });

  it('is added only to access tokens, and the rest of the event is returned unchanged', async () => {
    const sent = event('TokenGeneration_Authentication', native);
    const { response, ...rest } = await handler(sent);
    const { response: _, ...before } = sent;
    expect(rest).toEqual(before);
    expect(Object.keys(response.claimsAndScopeOverrideDetails)).toEqual(['accessTokenGeneration']);
  });
});
