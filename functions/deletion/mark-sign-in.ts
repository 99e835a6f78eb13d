/**
 * Handles the pre-token-generation trigger of Cognito, version 2. Operations that require a fresh session accept only
 * tokens that were issued for a password sign-in, not those of a refresh or of an external identity provider.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-pre-token-generation.html
 */
export interface TokenEvent {
  readonly version: string;
  readonly triggerSource: string;
  readonly request: { readonly userAttributes?: Readonly<Record<string, string>> };
  readonly response: object;
}

type SignIn = 'password' | 'refresh' | 'federated';

/** The app client allows only password sign-in (SRP), so these triggers always follow a password. */
const AFTER_A_PASSWORD: readonly string[] = [
  'TokenGeneration_Authentication',
  'TokenGeneration_NewPasswordChallenge',
  'TokenGeneration_AuthenticateDevice',
];

/** Classifies a sign-in. Unknown triggers never count as a password sign-in. */
export function signInOf({ triggerSource, request: { userAttributes = {} } }: TokenEvent): SignIn {
  if (triggerSource === 'TokenGeneration_RefreshTokens') return 'refresh';
  const isNative = userAttributes['cognito:user_status'] !== 'EXTERNAL_PROVIDER';
  return AFTER_A_PASSWORD.includes(triggerSource) && isNative ? 'password' : 'federated';
}

export const handler = async (event: TokenEvent) => ({
  ...event,
  response: {
    claimsAndScopeOverrideDetails: {
      accessTokenGeneration: { claimsToAddOrOverride: { sign_in: signInOf(event) } },
    },
  },
});
