import * as z from 'zod/mini';
import { SES_PATH, sesService } from '../../support/ses-service.ts';
import { snsService } from '../../support/sns-service.ts';
import type { ServiceAnswer } from './answers.ts';
import type { Usage } from './principals.ts';
import type { SignedCall } from './server.ts';

/** Amazon SNS and Amazon SES behind the policies of the functions. What they send arrives nowhere. */

const Mail = z.object({ FromEmailAddress: z.string() });
/** The hosts of the services, such as `sns.ap-southeast-1.amazonaws.com`. */
const HOST = /^(sns|email)\.([a-z0-9-]+)\.amazonaws\.com/;

export function senders(usage: Usage, account: string) {
  const [sns, ses] = [snsService(), sesService()];
  return {
    sns,
    ses,
    answer({ principal, host, path, body }: SignedCall): ServiceAnswer | undefined {
      const [, service, region = ''] = HOST.exec(host) ?? [];
      const sent = body.toString('utf8');
      if (service === 'sns') {
        const form = new URLSearchParams(sent);
        // The actions on endpoints have no resource types.
        usage.authorize(principal, {
          action: `sns:${form.get('Action')}`,
          resource: form.get('TargetArn') ?? '*',
          context: { 'aws:RequestedRegion': [region] },
        });
        return { ...sns.reply(sent), contentType: 'text/xml' };
      }
      if (service !== 'email' || path !== SES_PATH) return undefined;
      const { FromEmailAddress: from } = Mail.parse(JSON.parse(sent));
      usage.authorize(principal, {
        action: 'ses:SendEmail',
        resource: `arn:aws:ses:${region}:${account}:identity/${from.split('@')[1]}`,
        context: { 'ses:FromAddress': [from] },
      });
      return ses.reply(sent);
    },
  };
}
export type Senders = ReturnType<typeof senders>;
