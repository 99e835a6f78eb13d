/**
 * Cognito's pre-token-generation trigger, version 2. Who signed in with the password right now may do what asks for a
 * fresh session; who came back by a refresh token or through somebody else's sign-in may not.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-pre-token-generation.html
 */
export interface TokenEvent {
  readonly version: string;
  readonly triggerSource: string;
  readonly request: { readonly userAttributes?: Readonly<Record<string, string>> };
  readonly response: object;
}

type SignIn = 'password' | 'refresh' | 'federated';

/** The app client allows the password alone (SRP), so that these come after one. */
const AFTER_A_PASSWORD: readonly string[] = [
  'TokenGeneration_Authentication',
  'TokenGeneration_NewPasswordChallenge',
  'TokenGeneration_AuthenticateDevice',
];

/** Whatever is not known to have been a password is none. */
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
