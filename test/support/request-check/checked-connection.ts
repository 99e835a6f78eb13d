import { buffer } from 'node:stream/consumers';
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { describeViolations, violationsOf } from './requests.ts';

/**
 * Checks every request of the clients that use a connection against those of DynamoDB's documented rules that the engine
 * does not check in every case. A request that violates one is not sent: the client gets an error. The test that sent such
 * a request fails, and so does one whose request the engine rejects as invalid.
 */
export function checkedConnection<Connection extends DynamoDBClientConfig>(
  connection: Connection,
  report: (problem: Error) => void,
): Connection {
  return {
    ...connection,
    extensions: [
      ...(connection.extensions ?? []),
      {
        configure(configuration) {
          const handler = configuration.httpHandler();
          // Clients that share a connection pool share its handler, which may be wrapped already.
          if (checked.has(handler)) return;
          const wrapped: typeof handler = {
            metadata: handler.metadata ?? { handlerProtocol: 'http/1.1' },
            updateHttpClientConfig: (key, value) => handler.updateHttpClientConfig(key, value),
            httpHandlerConfigs: () => handler.httpHandlerConfigs(),
            destroy: () => handler.destroy?.(),
            handle: async (request, options) => {
              const problem = problemOf(request);
              if (problem) {
                report(problem);
                throw problem;
              }
              const answer = await handler.handle(request, options);
              if (answer.response.statusCode !== 400) return answer;
              const body = await buffer(answer.response.body);
              const rejection = engineRejection(body.toString());
              if (rejection) report(rejection);
              return { response: { ...answer.response, body } };
            },
          };
          checked.add(wrapped);
          configuration.setHttpHandler(wrapped);
        },
      },
    ],
  };
}

const checked = new WeakSet<object>();

/** A request that DynamoDB would reject. The table client treats it as unexpected and does not retry it. */
class RefusedByDynamoDb extends Error {
  override readonly name = 'RefusedByDynamoDb';
}

interface HttpRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

function problemOf({ headers, body = '' }: HttpRequest): Error | undefined {
  const [service, operation = ''] = (headers['x-amz-target'] ?? '').split('.');
  if (!service?.startsWith('DynamoDB_')) return undefined;
  return requestProblem(operation, typeof body === 'string' ? body : new TextDecoder().decode(body));
}

/** The rejection of an invalid request by the engine. In a transaction, it is the reason of a cancellation. */
export function engineRejection(answer: string): Error | undefined {
  const isInvalid = /#ValidationException"|"Code":"ValidationError"/.test(answer);
  return isInvalid ? new Error(`the engine rejected a request as invalid: ${answer}`) : undefined;
}

/** The violations of a request, as it is sent. */
export function requestProblem(operation: string, text: string): Error | undefined {
  const body = JSON.parse(text);
  const found = violationsOf(body);
  if (!isSameAsBefore(body.ClientRequestToken, text))
    found.push({ rule: 'client_token', what: 'the token of another request is used again' });
  return found.length === 0 ? undefined : new RefusedByDynamoDb(describeViolations(operation, found));
}

/** More requests than can be in flight or retried at the same time. */
const REMEMBERED = 2_000;
const sent = new Map<string, string>();

function isSameAsBefore(token: string | undefined, text: string): boolean {
  if (token === undefined) return true;
  const before = sent.get(token);
  sent.set(token, text);
  if (sent.size > REMEMBERED) sent.delete(sent.keys().next().value ?? '');
  return before === undefined || before === text;
}
