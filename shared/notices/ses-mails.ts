import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  type CognitoIdentityProviderClientConfig,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import {
  BadRequestException,
  SESv2Client,
  type SESv2ClientConfig,
  SendEmailCommand,
} from '@aws-sdk/client-sesv2';
import type { MailEnvironment } from '../contract/environment.ts';
import { TimedHandler } from '../table/client.ts';
import { seconds } from '../values/clock.ts';
import type { MailService } from './mails.ts';

/**
 * Mails by Amazon SES to addresses in the user pool. An account's id is its user's `sub`, which the pool accepts as a user name.
 * https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminGetUser.html
 * @param connections only for services other than those of AWS.
 */
export function sesMails(
  { MAIL_REGION, MAIL_FROM, MAIL_DESK, USER_POOL_ID }: MailEnvironment,
  connections: {
    readonly ses?: SESv2ClientConfig;
    readonly userPool?: CognitoIdentityProviderClientConfig;
  } = {},
): MailService {
  const patience = () => ({
    maxAttempts: 2,
    requestHandler: new TimedHandler(seconds(3), { connectionTimeout: seconds(1) }),
  });
  const ses = new SESv2Client({ region: MAIL_REGION, ...patience(), ...connections.ses });
  const pool = new CognitoIdentityProviderClient({ ...patience(), ...connections.userPool });
  return {
    desk: MAIL_DESK,

    async addressOf(accountId) {
      const input = { UserPoolId: USER_POOL_ID, Username: accountId };
      try {
        const { UserAttributes = [], Enabled } = await pool.send(new AdminGetUserCommand(input));
        const attribute = (name: string) => UserAttributes.find(({ Name }) => Name === name)?.Value;
        return Enabled !== false && attribute('email_verified') === 'true' ? attribute('email') : undefined;
      } catch (error) {
        if (error instanceof UserNotFoundException) return;
        throw error;
      }
    },

    async send(to, { subject, text, html }) {
      const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });
      const input = {
        FromEmailAddress: MAIL_FROM,
        Destination: { ToAddresses: [to] },
        Content: { Simple: { Subject: utf8(subject), Body: { Text: utf8(text), Html: utf8(html) } } },
      };
      try {
        await ses.send(new SendEmailCommand(input));
        return 'sent';
      } catch (error) {
        // SES says it of an address that cannot exist. Any other error may end.
        if (error instanceof BadRequestException) return 'refused';
        throw error;
      }
    },
  };
}
