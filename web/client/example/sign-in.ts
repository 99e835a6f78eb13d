import {
  AuthenticationDetails,
  CognitoUser,
  CognitoUserPool,
  type CognitoUserSession,
  type ICognitoStorage,
} from 'amazon-cognito-identity-js';

export interface SignInSettings {
  readonly endpoint: string;
  readonly userPoolId: string;
  readonly clientId: string;
}

type Done = (error?: Error | null) => void;
/** Turns a callback of the library into a promise. */
const promised = (call: (done: Done) => void) =>
  new Promise<void>((resolve, reject) => call((error) => (error ? reject(error) : resolve())));

/** Signs people in at a user pool. Its errors have their type as `name`, such as `NotAuthorizedException`. */
export function signInAt({ endpoint, userPoolId, clientId }: SignInSettings, Storage: ICognitoStorage) {
  const Pool = new CognitoUserPool({ endpoint, UserPoolId: userPoolId, ClientId: clientId, Storage });
  // Keyboards of phones add a space after a suggested address.
  const personOf = (mail: string) => new CognitoUser({ Username: mail.trim(), Pool, Storage });

  /** The person who is signed in. The library has refreshed the tokens if they had expired. */
  async function signedIn(): Promise<CognitoUser> {
    const person = Pool.getCurrentUser();
    if (!person) throw new Error('Nobody is signed in.');
    await promised((done) => person.getSession((error: Error | null) => done(error)));
    return person;
  }

  return {
    signUp: (mail: string, password: string) =>
      promised((done) => Pool.signUp(mail.trim(), password, [], [], done)),
    confirmSignUp: (mail: string, code: string) =>
      promised((done) => personOf(mail).confirmRegistration(code, false, done)),
    resendCode: (mail: string) => promised((done) => personOf(mail).resendConfirmationCode(done)),

    /** @param askCode asks for the code of the authenticator app, again after a wrong one */
    signIn(mail: string, password: string, askCode: () => Promise<string>): Promise<CognitoUserSession> {
      const person = personOf(mail);
      return new Promise((onSuccess, onFailure) => {
        const totpRequired = () => {
          const answers = {
            onSuccess,
            onFailure: (error: Error) =>
              error.name === 'CodeMismatchException' ? totpRequired() : onFailure(error),
          };
          askCode().then((code) => person.sendMFACode(code, answers, 'SOFTWARE_TOKEN_MFA'), onFailure);
        };
        const details = new AuthenticationDetails({ Username: mail.trim(), Password: password });
        person.authenticateUser(details, { onSuccess, onFailure, totpRequired });
      });
    },

    /** For the option `token` of the client package. */
    async accessToken(): Promise<string | undefined> {
      if (!Pool.getCurrentUser()) return undefined;
      return (await signedIn()).getSignInUserSession()?.getAccessToken().getJwtToken();
    },
    /** For the option `refresh` of the client package. */
    async refresh(): Promise<void> {
      const person = await signedIn();
      const token = person.getSignInUserSession()?.getRefreshToken();
      if (token) await promised((done) => person.refreshSession(token, done));
    },

    /** @returns the secret to show to the person: as a QR code of `otpauth://totp/Sihat?secret=…`, and as text */
    async newSecondFactor(): Promise<string> {
      const person = await signedIn();
      return new Promise((associateSecretCode, onFailure) => {
        person.associateSoftwareToken({ associateSecretCode, onFailure });
      });
    },
    /** @param code the first code that the authenticator app shows */
    async enableSecondFactor(code: string): Promise<void> {
      const person = await signedIn();
      await new Promise<unknown>((onSuccess, onFailure) => {
        person.verifySoftwareToken(code, 'phone', { onSuccess, onFailure });
      });
      const settings = { Enabled: true, PreferredMfa: true };
      await promised((done) => person.setUserMfaPreference(null, settings, done));
    },
    async disableSecondFactor(): Promise<void> {
      const person = await signedIn();
      const settings = { Enabled: false, PreferredMfa: false };
      await promised((done) => person.setUserMfaPreference(null, settings, done));
    },

    forgotPassword: (mail: string) =>
      new Promise((onSuccess, onFailure) => personOf(mail).forgotPassword({ onSuccess, onFailure })),
    newPassword: (mail: string, code: string, password: string) =>
      new Promise((onSuccess, onFailure) => {
        personOf(mail).confirmPassword(code, password, { onSuccess, onFailure });
      }),
    async changePassword(present: string, next: string): Promise<void> {
      const person = await signedIn();
      await promised((done) => person.changePassword(present, next, done));
    },

    /** The address changes when its code is entered. */
    async changeMail(mail: string): Promise<void> {
      const person = await signedIn();
      await promised((done) => person.updateAttributes([{ Name: 'email', Value: mail.trim() }], done));
    },
    async confirmMail(code: string): Promise<void> {
      const person = await signedIn();
      await new Promise((onSuccess, onFailure) => {
        person.verifyAttribute('email', code, { onSuccess, onFailure });
      });
    },

    /** Ends the sign-in on this device, also without a connection. */
    async signOut(): Promise<void> {
      const person = Pool.getCurrentUser();
      await promised((done) => (person ? person.signOut(() => done()) : done()));
      person?.signOut();
    },
    async signOutEverywhere(): Promise<void> {
      const person = await signedIn();
      await new Promise((onSuccess, onFailure) => person.globalSignOut({ onSuccess, onFailure }));
    },
  };
}
