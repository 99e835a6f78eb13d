import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { expiredCode, invalidParameter, notAuthorized } from './cognito-error.ts';
import { deliveryTo } from './mailed-codes.ts';
import type { PoolState } from './pool-state.ts';
import { newPassword, type Operations, operation } from './protocol.ts';

/** Signing up with an email address and confirming it. */

const OfUser = { ClientId: z.string(), Username: z.string() };
export const Attributes = z.array(z.object({ Name: z.string(), Value: z.string() }));

/** Enough to find typing errors. */
export const isMail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text);

/** Apps can write only the email address. @throws {CognitoError} for another attribute */
export function assertOnlyMail(attributes: z.infer<typeof Attributes>): void {
  if (attributes.some(({ Name }) => Name !== 'email'))
    throw notAuthorized('A client attempted to write unauthorized attribute');
}

export function signUpOperations({ people, codes, countAttempt }: PoolState): Operations {
  return {
    SignUp: operation(
      z.object({ ...OfUser, Password: newPassword(), UserAttributes: z._default(Attributes, []) }),
      ({ Username: mail, Password: password, UserAttributes }) => {
        if (!isMail(mail)) throw invalidParameter('Username should be an email.');
        assertOnlyMail(UserAttributes);
        const { sub } = people.signUp({ mail, password, sub: randomUUID() });
        return { UserConfirmed: false, UserSub: sub, CodeDeliveryDetails: codes.send('signUp', sub, mail) };
      },
    ),

    ConfirmSignUp: operation(
      z.object({ ...OfUser, ConfirmationCode: z.string() }),
      ({ Username, ConfirmationCode }) => {
        const person = people.find(Username);
        if (!person) throw expiredCode();
        countAttempt('ConfirmSignUp', person.sub);
        if (person.status !== 'UNCONFIRMED')
          throw notAuthorized(`User cannot be confirmed. Current status is ${person.status}`);
        codes.use('signUp', person.sub, ConfirmationCode);
        person.status = 'CONFIRMED';
        return {};
      },
    ),

    ResendConfirmationCode: operation(z.object(OfUser), ({ Username }) => {
      const person = people.find(Username);
      if (!person) return { CodeDeliveryDetails: deliveryTo(Username) };
      countAttempt('ResendConfirmationCode', person.sub);
      if (person.status !== 'UNCONFIRMED') throw invalidParameter('User is already confirmed.');
      return { CodeDeliveryDetails: codes.send('signUp', person.sub, person.mail) };
    }),
  };
}
