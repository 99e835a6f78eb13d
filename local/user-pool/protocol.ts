import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { HandlerAnswer } from '../http/gateway.ts';
import type { Received } from '../http/requests.ts';
import { CognitoError, invalidParameter } from './cognito-error.ts';

/** Cognito's protocol: a POST with the operation in `X-Amz-Target` and JSON in both directions. Every error has status 400. */

export type Operation = (request: unknown) => unknown;
export type Operations = Readonly<Record<string, Operation>>;

/** Declares an operation by the fields that it reads. Others are ignored. */
export function operation<S extends z.ZodMiniObject>(
  shape: S,
  run: (request: z.output<S>) => object | Promise<object>,
): Operation {
  return (request) => {
    const result = shape.safeParse(request);
    if (!result.success) throw invalidParameter(problemsOf(result.error));
    return run(result.data);
  };
}

/** The pattern of passwords in the messages of Cognito. It admits no space at the beginning or the end. */
const PASSWORD = '^[\\S]+.*[\\S]+$';
/** The same, without the backtracking of that pattern. */
export const newPassword = () => z.string().check(z.regex(/^\S.*\S$/));

/** The problems of a request in the words of Cognito, whose names of fields begin in lower case. */
function problemsOf({ issues }: z.core.$ZodError): string {
  const problems = issues.map(({ path, code }) => {
    const name = path.map(String).join('.');
    const rule =
      code === 'invalid_format' ? `satisfy regular expression pattern: ${PASSWORD}` : 'not be null';
    return `Value at '${name.charAt(0).toLowerCase()}${name.slice(1)}' failed to satisfy constraint: Member must ${rule}`;
  });
  return `${problems.length} validation error${problems.length === 1 ? '' : 's'} detected: ${problems.join('; ')}`;
}

const TARGET = /^AWSCognitoIdentityProviderService\.(\w+)$/;
const OfClient = z.looseObject({ ClientId: z.optional(z.string()) });

/** @param clientId the only client of the pool */
export function cognitoProtocol(clientId: string, operations: Operations) {
  async function answered({ headers, body }: Pick<Received, 'headers' | 'body'>): Promise<unknown> {
    const [, name = ''] = TARGET.exec(headers['x-amz-target'] ?? '') ?? [];
    const run = Object.hasOwn(operations, name) ? operations[name] : undefined;
    if (!run) throw new CognitoError('UnknownOperationException', `The operation ${name} is not supported.`);
    const { data } = OfClient.safeParse(parsed(body));
    if (!data) throw new CognitoError('SerializationException', 'The request is not a JSON object.');
    if (data.ClientId !== undefined && data.ClientId !== clientId)
      throw new CognitoError('ResourceNotFoundException', 'No such app client');
    return run(data);
  }

  return async (request: Pick<Received, 'headers' | 'body'>): Promise<HandlerAnswer> => {
    const headers = {
      'content-type': 'application/x-amz-json-1.1',
      'cache-control': 'no-store',
      'x-amzn-requestid': randomUUID(),
    };
    try {
      return { statusCode: 200, headers, body: JSON.stringify(await answered(request)) };
    } catch (error) {
      if (!(error instanceof CognitoError)) throw error;
      const { type, message } = error;
      const described = { 'x-amzn-errortype': `${type}:`, 'x-amzn-errormessage': message };
      const body = JSON.stringify({ __type: type, message });
      return { statusCode: 400, headers: { ...headers, ...described }, body };
    }
  };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
