/** An error response of Cognito: its type and its message. Apps decide by the type. */
export class CognitoError extends Error {
  readonly type: string;
  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

export const notAuthorized = (message: string) => new CognitoError('NotAuthorizedException', message);

/** The answer to a wrong password and to an unknown user, so that nobody learns who has an account. */
export const wrongCredentials = () => notAuthorized('Incorrect username or password.');

export const invalidParameter = (message: string) => new CognitoError('InvalidParameterException', message);

export const wrongCode = () =>
  new CognitoError('CodeMismatchException', 'Invalid verification code provided, please try again.');

export const expiredCode = () =>
  new CognitoError('ExpiredCodeException', 'Invalid code provided, please request a code again.');

export const mailIsTaken = (type: 'UsernameExistsException' | 'AliasExistsException') =>
  new CognitoError(type, 'An account with the given email already exists.');
