import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { later } from '../../shared/values/clock.ts';
import { CognitoError, invalidParameter, notAuthorized, wrongCredentials } from './cognito-error.ts';
import { CHALLENGE_VALIDITY } from './limits.ts';
import { passwordProofs } from './password-proof.ts';
import { type Person, setPassword } from './people.ts';
import type { PoolState } from './pool-state.ts';
import { type Operations, operation } from './protocol.ts';
import { useSecondFactor } from './second-factor.ts';

/** Signing in with the password and the second factor, refreshing tokens, and signing out. */

type Challenge = 'NEW_PASSWORD_REQUIRED' | 'SOFTWARE_TOKEN_MFA';
type Responses = Readonly<Record<string, string | null>>;

/** Some libraries send `null` for what they do not know. */
const Strings = z._default(z.record(z.string(), z.nullable(z.string())), {});

/** @throws {CognitoError} if the parameter is missing */
function required(parameters: Responses, name: string): string {
  const value = parameters[name];
  if (!value) throw invalidParameter(`Missing required parameter ${name}`);
  return value;
}

export function signInOperations(state: PoolState): Operations {
  const { poolName, people, lockouts, sessions, now, authenticatorNow } = state;
  const proofs = passwordProofs(poolName);
  const waiting = new Map<
    string,
    { readonly person: Person; readonly challenge: Challenge; readonly expiresAt: Date }
  >();

  function challenged(person: Person, challenge: Challenge, parameters: object) {
    const session = randomUUID();
    waiting.set(session, { person, challenge, expiresAt: later(now(), CHALLENGE_VALIDITY) });
    const ChallengeParameters = { USER_ID_FOR_SRP: person.sub, ...parameters };
    return { ChallengeName: challenge, Session: session, ChallengeParameters };
  }

  /** The person who has to answer a challenge. A wrong code can be corrected, so the session stays until `answered`. */
  function waitingFor(challenge: Challenge, session = ''): Person {
    const found = waiting.get(session);
    if (found?.challenge !== challenge) throw notAuthorized('Invalid session for the user.');
    if (found.expiresAt <= now()) throw notAuthorized('Invalid session for the user, session is expired.');
    return found.person;
  }

  const signedIn = async (person: Person) => ({
    ChallengeParameters: {},
    AuthenticationResult: await sessions.start(person),
  });

  /** The answer after the password: a challenge, or the tokens. */
  function afterPassword(person: Person) {
    const { status, secondFactor, mail } = person;
    if (status === 'UNCONFIRMED')
      throw new CognitoError('UserNotConfirmedException', 'User is not confirmed.');
    if (status === 'FORCE_CHANGE_PASSWORD') {
      const userAttributes = JSON.stringify({ email: mail, email_verified: 'true' });
      return challenged(person, 'NEW_PASSWORD_REQUIRED', { userAttributes, requiredAttributes: '[]' });
    }
    if (secondFactor.isEnabled) return challenged(person, 'SOFTWARE_TOKEN_MFA', { FRIENDLY_DEVICE_NAME: '' });
    return signedIn(person);
  }

  /** The answers to the challenges, by their names. */
  const challenges: Readonly<Record<string, (responses: Responses, session?: string) => object>> = {
    PASSWORD_VERIFIER: (responses) => {
      const proof = {
        PASSWORD_CLAIM_SECRET_BLOCK: required(responses, 'PASSWORD_CLAIM_SECRET_BLOCK'),
        PASSWORD_CLAIM_SIGNATURE: required(responses, 'PASSWORD_CLAIM_SIGNATURE'),
        TIMESTAMP: required(responses, 'TIMESTAMP'),
      };
      const exchange = proofs.take(proof);
      const { sub, person } = exchange;
      lockouts.assertNone(sub);
      if (!proofs.isProven(exchange, proof) || !person) {
        lockouts.fail(sub);
        throw wrongCredentials();
      }
      lockouts.reset(sub);
      return afterPassword(person);
    },

    NEW_PASSWORD_REQUIRED: (responses, session) => {
      const person = waitingFor('NEW_PASSWORD_REQUIRED', session);
      setPassword(person, required(responses, 'NEW_PASSWORD'));
      waiting.delete(session ?? '');
      person.status = 'CONFIRMED';
      return afterPassword(person);
    },

    SOFTWARE_TOKEN_MFA: (responses, session) => {
      const person = waitingFor('SOFTWARE_TOKEN_MFA', session);
      useSecondFactor(person, required(responses, 'SOFTWARE_TOKEN_MFA_CODE'), authenticatorNow());
      waiting.delete(session ?? '');
      return signedIn(person);
    },
  };

  return {
    InitiateAuth: operation(
      z.object({ ClientId: z.string(), AuthFlow: z.string(), AuthParameters: Strings }),
      async ({ AuthFlow, AuthParameters: parameters }) => {
        if (AuthFlow === 'REFRESH_TOKEN_AUTH' || AuthFlow === 'REFRESH_TOKEN')
          return { AuthenticationResult: await sessions.refresh(required(parameters, 'REFRESH_TOKEN')) };
        if (AuthFlow !== 'USER_SRP_AUTH')
          throw invalidParameter(`${AuthFlow} flow not enabled for this client`);
        const username = required(parameters, 'USERNAME');
        return {
          ChallengeName: 'PASSWORD_VERIFIER',
          ChallengeParameters: proofs.start(username, people.find(username), required(parameters, 'SRP_A')),
        };
      },
    ),

    RespondToAuthChallenge: operation(
      z.object({
        ClientId: z.string(),
        ChallengeName: z.string(),
        ChallengeResponses: Strings,
        Session: z.optional(z.nullable(z.string())),
      }),
      ({ ChallengeName, ChallengeResponses, Session }) => {
        const answer = Object.hasOwn(challenges, ChallengeName) ? challenges[ChallengeName] : undefined;
        if (!answer) throw invalidParameter(`Challenge ${ChallengeName} is not supported`);
        return answer(ChallengeResponses, Session ?? undefined);
      },
    ),

    GetTokensFromRefreshToken: operation(
      z.object({ ClientId: z.string(), RefreshToken: z.string() }),
      async ({ RefreshToken }) => ({ AuthenticationResult: await sessions.refresh(RefreshToken) }),
    ),

    RevokeToken: operation(z.object({ ClientId: z.string(), Token: z.string() }), ({ Token }) => {
      sessions.revoke(Token);
      return {};
    }),

    GlobalSignOut: operation(z.object({ AccessToken: z.string() }), ({ AccessToken }) => {
      sessions.revokeAll(sessions.personOf(AccessToken).sub);
      return {};
    }),
  };
}
