import {
  AuthenticationDetails,
  CognitoRefreshToken,
  CognitoUser,
  CognitoUserPool,
  type CognitoUserSession,
  type ICognitoStorage,
} from 'amazon-cognito-identity-js';
import { signInSettings, type Tokens } from './api.ts';

/** A person who is signed in. */
export interface SignIn extends Tokens {
  readonly accountId: string;
  readonly mail: string;
  /**
   * Signs the same person in again, for what needs a fresh sign-in.
   * @returns a question for the code of the authenticator app, if the person has one
   */
  readonly enterPassword: (password: string) => Promise<Question<void> | undefined>;
  /** Forgets the tokens on this device at once, and revokes the refresh token if there is a connection. */
  readonly end: () => void;
}

/** Takes the code of the authenticator app. */
export interface Question<Answered> {
  readonly answer: (code: string) => Promise<Answered>;
}
type FirstAnswer = { readonly signIn: SignIn } | Question<SignIn>;

/** Signs people in at the stage's user pool. Errors have the type of the pool's error as their name. */
export interface SignInService {
  /** The person who signed in before this tab was loaded again. */
  readonly resume: () => Promise<SignIn | undefined>;
  /** @returns a person, or a question for the code of the authenticator app */
  readonly begin: (mail: string, password: string) => Promise<FirstAnswer>;
  readonly forgotPassword: (mail: string) => Promise<unknown>;
  readonly newPassword: (mail: string, code: string, password: string) => Promise<unknown>;
}

type Signed = readonly [user: CognitoUser, session: CognitoUserSession];

/** What is kept until the tab is closed, so that a reload needs no password. ADR 29 has the reasons. */
const KEPT = /\.(refreshToken|LastAuthUser)$/;

/** Keeps the refresh token in the tab, and all other tokens in memory. */
function tabStorage() {
  const tab = sessionStorage;
  const memory = new Map<string, string>();
  return {
    getItem: (key: string) => (KEPT.test(key) ? tab.getItem(key) : (memory.get(key) ?? null)),
    setItem: (key: string, value: string) =>
      KEPT.test(key) ? tab.setItem(key, value) : memory.set(key, value),
    removeItem: (key: string) => (KEPT.test(key) ? tab.removeItem(key) : memory.delete(key)),
    clear: () => memory.clear(),
  } satisfies ICognitoStorage;
}

const refreshed = (user: CognitoUser, token: CognitoRefreshToken) =>
  new Promise<CognitoUserSession>((resolve, reject) => {
    user.refreshSession(token, (error, session) => (error ? reject(error) : resolve(session)));
  });

export async function signInService(): Promise<SignInService> {
  const settings = await signInSettings();
  const { userPoolId: UserPoolId, clientId: ClientId } = settings;
  const endpoint = new URL(settings.endpoint, location.href).href;
  const storage = tabStorage();
  const pool = new CognitoUserPool({ endpoint, UserPoolId, ClientId, Storage: storage });
  const userOf = (mail: string) => new CognitoUser({ Username: mail, Pool: pool, Storage: storage });
  const keyOf = (name: string) => `CognitoIdentityServiceProvider.${ClientId}.${name}`;

  function signedIn(first: CognitoUser, session: CognitoUserSession): SignIn {
    let [user, current] = [first, session];
    const { sub, email } = session.getIdToken().payload as { readonly sub: string; readonly email: string };
    const refresh = async () => {
      current = await refreshed(user, current.getRefreshToken());
    };
    const replace = (next: Signed) => {
      revoke(current.getRefreshToken().getToken());
      [user, current] = next;
    };
    return {
      accountId: sub,
      mail: email,
      refresh,
      async accessToken() {
        if (!current.isValid()) await refresh();
        return current.getAccessToken().getJwtToken();
      },
      async enterPassword(password) {
        const answered = await authenticated(email, password);
        if ('answer' in answered) return { answer: async (code) => replace(await answered.answer(code)) };
        replace(answered);
        return undefined;
      },
      end() {
        // The library would forget the tokens only when they are revoked, and those of the next person with them.
        revoke(current.getRefreshToken().getToken());
        forget(user);
      },
    };
  }

  function revoke(Token: string): void {
    const headers = {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.RevokeToken',
    };
    const body = JSON.stringify({ Token, ClientId });
    fetch(endpoint, { method: 'POST', headers, body, keepalive: true }).catch(() => {});
  }

  function forget(user: CognitoUser): void {
    for (const name of ['idToken', 'accessToken', 'refreshToken', 'clockDrift'])
      storage.removeItem(keyOf(`${user.getUsername()}.${name}`));
    storage.removeItem(keyOf('LastAuthUser'));
  }

  return {
    async resume() {
      const user = pool.getCurrentUser();
      const token = user && storage.getItem(keyOf(`${user.getUsername()}.refreshToken`));
      if (!user || !token) return undefined;
      try {
        return signedIn(user, await refreshed(user, new CognitoRefreshToken({ RefreshToken: token })));
      } catch (error) {
        if (!isRefusal(error)) throw error;
        forget(user);
        return undefined;
      }
    },

    async begin(mail, password) {
      const answered = await authenticated(mail, password);
      if (!('answer' in answered)) return { signIn: signedIn(...answered) };
      return { answer: async (code) => signedIn(...(await answered.answer(code))) };
    },

    forgotPassword: (mail) =>
      new Promise((onSuccess, onFailure) => userOf(mail).forgotPassword({ onSuccess, onFailure })),
    newPassword: (mail, code, password) =>
      new Promise((onSuccess, onFailure) =>
        userOf(mail).confirmPassword(code, password, { onSuccess, onFailure }),
      ),
  };

  function authenticated(mail: string, password: string): Promise<Signed | Question<Signed>> {
    const user = userOf(mail);
    const details = new AuthenticationDetails({ Username: mail, Password: password });
    return new Promise((resolve, onFailure) => {
      user.authenticateUser(details, {
        onFailure,
        onSuccess: (session) => resolve([user, session]),
        totpRequired: () => resolve({ answer: (code) => withCode(user, code) }),
      });
    });
  }

  function withCode(user: CognitoUser, code: string): Promise<Signed> {
    return new Promise((resolve, onFailure) => {
      const onSuccess = (session: CognitoUserSession) => resolve([user, session]);
      user.sendMFACode(code, { onSuccess, onFailure }, 'SOFTWARE_TOKEN_MFA');
    });
  }
}

/** Whether the pool has answered that the sign-in is over, in contrast to a lost connection. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Error && ['NotAuthorizedException', 'UserNotFoundException'].includes(error.name);
