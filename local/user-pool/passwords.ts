import * as z from 'zod/mini';
import { wrongCode, wrongCredentials } from './cognito-error.ts';
import { deliveryTo } from './mailed-codes.ts';
import { setPassword } from './people.ts';
import type { PoolState } from './pool-state.ts';
import { newPassword, type Operations, operation } from './protocol.ts';

/** Changing the password, and replacing a forgotten one. Neither ends the sign-ins of the person. */

const OfUser = { ClientId: z.string(), Username: z.string() };

export function passwordOperations(state: PoolState): Operations {
  const { people, codes, countAttempt, lockouts, sessions } = state;
  return {
    ForgotPassword: operation(z.object(OfUser), ({ Username }) => {
      const person = people.find(Username);
      // Codes go only to confirmed addresses. Everybody else gets the same answer without a mail.
      if (person?.status !== 'CONFIRMED') return { CodeDeliveryDetails: deliveryTo(Username) };
      countAttempt('ForgotPassword', person.sub);
      return { CodeDeliveryDetails: codes.send('password', person.sub, person.mail) };
    }),

    ConfirmForgotPassword: operation(
      z.object({ ...OfUser, ConfirmationCode: z.string(), Password: newPassword() }),
      ({ Username, ConfirmationCode, Password }) => {
        const person = people.find(Username);
        if (!person) throw wrongCode();
        countAttempt('ConfirmForgotPassword', person.sub);
        codes.use('password', person.sub, ConfirmationCode);
        setPassword(person, Password);
        lockouts.reset(person.sub);
        return {};
      },
    ),

    ChangePassword: operation(
      z.object({ AccessToken: z.string(), PreviousPassword: z.string(), ProposedPassword: newPassword() }),
      ({ AccessToken, PreviousPassword, ProposedPassword }) => {
        const person = sessions.personOf(AccessToken);
        countAttempt('ChangePassword', person.sub);
        if (person.passwords[0] !== PreviousPassword) throw wrongCredentials();
        setPassword(person, ProposedPassword);
        return {};
      },
    ),
  };
}
