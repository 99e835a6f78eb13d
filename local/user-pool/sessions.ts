import { randomBytes, randomUUID } from 'node:crypto';
import { days, later, minutes } from '../../shared/values/clock.ts';
import { ACCESS_TOKEN_MINUTES, REFRESH_TOKEN_DAYS } from '../../shared/values/limits.ts';
import type { TokenRequest } from '../http/issuer.ts';
import { notAuthorized } from './cognito-error.ts';
import type { Person } from './people.ts';

/** Signs a token, as the issuer of the platform does. */
export type IssueToken = (request: TokenRequest) => Promise<string>;

/** A sign-in with the password, and everything that was issued for it. */
interface Session {
  readonly person: Person;
  readonly id: string;
  readonly startedAt: Date;
  isRevoked: boolean;
}

/** The sign-ins of a user pool and their tokens. */
export function sessions(issue: IssueToken, now: () => Date) {
  const byRefreshToken = new Map<string, Session>();
  const byAccessToken = new Map<string, { readonly session: Session; readonly expiresAt: Date }>();

  async function tokens(session: Session, signIn: 'password' | 'refresh') {
    const { person, id, startedAt } = session;
    const { sub, mail } = person;
    const of = { accountId: sub, authTime: Math.floor(startedAt.getTime() / 1000) };
    const ids = { origin_jti: id, event_id: randomUUID() };
    const ofAccess = { ...ids, jti: randomUUID(), username: sub, scope: 'aws.cognito.signin.user.admin' };
    const ofId = { ...ids, jti: randomUUID(), 'cognito:username': sub, email: mail, email_verified: true };
    const [AccessToken, IdToken] = await Promise.all([
      issue({ ...of, signIn, claims: ofAccess }),
      issue({ ...of, signIn: null, tokenUse: 'id', claims: ofId }),
    ]);
    byAccessToken.set(AccessToken, { session, expiresAt: later(now(), minutes(ACCESS_TOKEN_MINUTES)) });
    return { AccessToken, IdToken, ExpiresIn: ACCESS_TOKEN_MINUTES * 60, TokenType: 'Bearer' };
  }

  const revokeWhere = (isMeant: (session: Session) => boolean): void => {
    for (const session of byRefreshToken.values()) if (isMeant(session)) session.isRevoked = true;
  };

  return {
    /** The tokens for a sign-in with the password. */
    async start(person: Person) {
      const session = { person, id: randomUUID(), startedAt: now(), isRevoked: false };
      const RefreshToken = randomBytes(48).toString('base64url');
      byRefreshToken.set(RefreshToken, session);
      return { ...(await tokens(session, 'password')), RefreshToken };
    },

    /** New tokens, without a new refresh token. @throws {CognitoError} if the refresh token is not valid any more */
    refresh(refreshToken: string) {
      const session = byRefreshToken.get(refreshToken);
      if (!session) throw notAuthorized('Invalid Refresh Token');
      if (session.isRevoked) throw notAuthorized('Refresh Token has been revoked');
      if (later(session.startedAt, days(REFRESH_TOKEN_DAYS)) <= now())
        throw notAuthorized('Refresh Token has expired');
      return tokens(session, 'refresh');
    },

    /** The person whose access token this is. @throws {CognitoError} if it has expired or was revoked */
    personOf(accessToken: string): Person {
      const { session, expiresAt } = byAccessToken.get(accessToken) ?? {};
      if (!session || !expiresAt) throw notAuthorized('Invalid Access Token');
      if (session.isRevoked) throw notAuthorized('Access Token has been revoked');
      if (expiresAt <= now()) throw notAuthorized('Access Token has expired');
      return session.person;
    },

    /** Ends the sign-in of a refresh token. */
    revoke: (refreshToken: string) => revokeWhere((session) => session === byRefreshToken.get(refreshToken)),
    /** Ends all sign-ins of a person. */
    revokeAll: (sub: string) => revokeWhere(({ person }) => person.sub === sub),
  };
}
