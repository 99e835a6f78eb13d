import * as z from 'zod/mini';
import { invalidParameter, mailIsTaken } from './cognito-error.ts';
import type { Person } from './people.ts';
import type { PoolState } from './pool-state.ts';
import { type Operations, operation } from './protocol.ts';
import { Attributes, assertOnlyMail, isMail } from './sign-up.ts';

/** Reading one's own account, and changing the email address, which keeps its old value until the code of the new one is entered. */

const OfMail = { AccessToken: z.string(), AttributeName: z.literal('email') };

export function ownAccountOperations({ people, codes, countAttempt, sessions }: PoolState): Operations {
  /** @throws {CognitoError} if somebody else has the address */
  function assertFree(mail: string, person: Person): void {
    const owner = people.find(mail);
    if (owner && owner !== person) throw mailIsTaken('AliasExistsException');
  }

  return {
    GetUser: operation(z.object({ AccessToken: z.string() }), ({ AccessToken }) => {
      const { sub, mail, secondFactor } = sessions.personOf(AccessToken);
      const attributes = { email: mail, email_verified: 'true', sub };
      return {
        Username: sub,
        UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
        ...(secondFactor.isEnabled && {
          UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
          PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA',
        }),
      };
    }),

    UpdateUserAttributes: operation(
      z.object({ AccessToken: z.string(), UserAttributes: Attributes }),
      ({ AccessToken, UserAttributes }) => {
        const person = sessions.personOf(AccessToken);
        assertOnlyMail(UserAttributes);
        const [{ Value: mail } = { Value: '' }] = UserAttributes;
        if (!isMail(mail)) throw invalidParameter('Invalid email address format.');
        assertFree(mail, person);
        person.newMail = mail;
        return { CodeDeliveryDetailsList: [codes.send('newMail', person.sub, mail)] };
      },
    ),

    GetUserAttributeVerificationCode: operation(z.object(OfMail), ({ AccessToken }) => {
      const { sub, mail, newMail } = sessions.personOf(AccessToken);
      countAttempt('GetUserAttributeVerificationCode', sub);
      return { CodeDeliveryDetails: codes.send('newMail', sub, newMail ?? mail) };
    }),

    VerifyUserAttribute: operation(z.object({ ...OfMail, Code: z.string() }), ({ AccessToken, Code }) => {
      const person = sessions.personOf(AccessToken);
      countAttempt('VerifyUserAttribute', person.sub);
      codes.use('newMail', person.sub, Code);
      assertFree(person.newMail ?? person.mail, person);
      person.mail = person.newMail ?? person.mail;
      person.newMail = undefined;
      return {};
    }),
  };
}
