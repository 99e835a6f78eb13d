import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** What Amazon SNS has received, by operation. Its requests are forms, and its responses are XML. */
export interface SnsCall {
  readonly action: string;
  readonly form: Readonly<Record<string, string>>;
}

interface Failing {
  readonly code: string;
  readonly message: string;
  readonly status?: number;
}

const REGION = 'arn:aws:sns:ap-southeast-1:000000000000';

/**
 * The mobile push of Amazon SNS, in the form of its documented requests and responses.
 * https://docs.aws.amazon.com/sns/latest/api/API_CreatePlatformEndpoint.html
 */
export function snsService() {
  const calls: SnsCall[] = [];
  const endpoints = new Map<string, { readonly token: string; isEnabled: boolean }>();
  const applications = new Map<string, Record<string, string>>();
  let failing: Failing | undefined;

  const actions: Readonly<Record<string, (form: SnsCall['form']) => string | Failing>> = {
    CreatePlatformEndpoint({ PlatformApplicationArn = '', Token = '' }) {
      if (Token.includes('invalid'))
        return invalid('Token Reason: iOS tokens must be no more than 400 hexadecimal characters');
      const known = [...endpoints].find(([, { token }]) => token === Token);
      if (known && !known[1].isEnabled)
        return invalid(
          `Token Reason: Endpoint ${known[0]} already exists with the same Token, but different attributes.`,
        );
      const arn = known?.[0] ?? `${PlatformApplicationArn.replace(':app/', ':endpoint/')}/${randomUUID()}`;
      endpoints.set(arn, { token: Token, isEnabled: true });
      return `<EndpointArn>${arn}</EndpointArn>`;
    },
    DeleteEndpoint({ EndpointArn = '' }) {
      endpoints.delete(EndpointArn);
      return '';
    },
    Publish({ TargetArn = '' }) {
      const endpoint = endpoints.get(TargetArn);
      if (!endpoint) return invalid('TargetArn Reason: No endpoint found for the target arn specified');
      if (!endpoint.isEnabled) return { code: 'EndpointDisabled', message: 'Endpoint is disabled' };
      return `<MessageId>${randomUUID()}</MessageId>`;
    },
    ListPlatformApplications: () =>
      `<PlatformApplications>${[...applications.keys()]
        .map((arn) => `<member><PlatformApplicationArn>${arn}</PlatformApplicationArn></member>`)
        .join('')}</PlatformApplications>`,
    CreatePlatformApplication({ Name = '', Platform = '', ...form }) {
      const arn = `${REGION}:app/${Platform}/${Name}`;
      applications.set(arn, attributesIn(form));
      return `<PlatformApplicationArn>${arn}</PlatformApplicationArn>`;
    },
    SetPlatformApplicationAttributes({ PlatformApplicationArn = '', ...form }) {
      applications.set(PlatformApplicationArn, attributesIn(form));
      return '';
    },
  };

  return {
    calls,
    applications,
    tokens: () => [...endpoints.values()].map(({ token }) => token),
    /** Disables the endpoints, as SNS does when an app was removed from its phone. */
    disable: () => {
      for (const endpoint of endpoints.values()) endpoint.isEnabled = false;
    },
    /** Every further call fails like this; `undefined` ends it. */
    fail: (next: Failing | undefined) => {
      failing = next;
    },
    reply,
    async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const { status, body } = reply(await text(request));
      response.writeHead(status, { 'content-type': 'text/xml' }).end(body);
    },
  };

  /** Answers a form. @returns XML */
  function reply(sent: string): { readonly status: number; readonly body: string } {
    const { Action: action = '', ...form } = Object.fromEntries(new URLSearchParams(sent));
    calls.push({ action, form });
    const result = failing ?? actions[action]?.(form) ?? { code: 'InvalidAction', message: action };
    if (typeof result === 'string')
      return {
        status: 200,
        body: `<${action}Response xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><${action}Result>${result}</${action}Result><ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata></${action}Response>`,
      };
    return {
      status: result.status ?? 400,
      body: `<ErrorResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><Error><Type>Sender</Type><Code>${result.code}</Code><Message>${result.message}</Message></Error><RequestId>${randomUUID()}</RequestId></ErrorResponse>`,
    };
  }
}

const invalid = (reason: string): Failing => ({
  code: 'InvalidParameter',
  message: `Invalid parameter: ${reason}`,
});

/** The attributes of a form: `Attributes.entry.1.key` and `Attributes.entry.1.value`. */
function attributesIn(form: Readonly<Record<string, string>>): Record<string, string> {
  const keys = Object.entries(form).filter(([name]) => name.endsWith('.key'));
  return Object.fromEntries(keys.map(([name, key]) => [key, form[name.replace(/key$/, 'value')] ?? '']));
}
