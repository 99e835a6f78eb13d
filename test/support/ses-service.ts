import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';

/** A mail that Amazon SES has received. */
export interface SesMail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

interface Failing {
  readonly code: string;
  readonly message: string;
  readonly status?: number;
}

const Part = z.strictObject({ Data: z.string(), Charset: z.literal('UTF-8') });
const SendEmail = z.strictObject({
  FromEmailAddress: z.string(),
  Destination: z.strictObject({ ToAddresses: z.tuple([z.string()]) }),
  Content: z.strictObject({
    Simple: z.strictObject({ Subject: Part, Body: z.strictObject({ Text: Part, Html: Part }) }),
  }),
});

export const SES_PATH = '/v2/email/outbound-emails';

/**
 * The sending of Amazon SES, in the form of its documented requests and responses. Like SES, it answers before it knows whether an address
 * exists, and refuses only what cannot be one.
 * https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html
 */
export function sesService() {
  const mails: SesMail[] = [];
  let failing: Failing | undefined;
  const failed = ({ code, message, status = 400 }: Failing) => ({
    status,
    errorType: code,
    body: JSON.stringify({ message }),
  });
  return {
    mails,
    /** Every further call fails like this; `undefined` ends it. */
    fail: (next: Failing | undefined) => {
      failing = next;
    },
    /** Answers a request to `SES_PATH`. @returns JSON, and the value of the header `x-amzn-errortype` */
    reply(sent: string): { readonly status: number; readonly body: string; readonly errorType?: string } {
      if (failing) return failed(failing);
      const { FromEmailAddress: from, Destination, Content } = SendEmail.parse(JSON.parse(sent));
      const [to] = Destination.ToAddresses;
      if (!/^[^\s@]+@[^\s@]+$/.test(to))
        return failed({ code: 'BadRequestException', message: "Missing final '@domain'" });
      const { Subject, Body } = Content.Simple;
      mails.push({ from, to, subject: Subject.Data, text: Body.Text.Data, html: Body.Html.Data });
      return { status: 200, body: JSON.stringify({ MessageId: randomUUID() }) };
    },
  };
}
