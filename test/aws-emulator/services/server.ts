import { createServer, type IncomingMessage } from 'node:http';
import { listening } from '../../support/listening.ts';
import { errorAnswer, type ServiceAnswer, ServiceError } from './answers.ts';
import { identify, type Principal } from './principals.ts';

/** The AWS services that functions call, at one address. The `x-amz-target` header distinguishes them, or else their host. */
export interface ServiceServer {
  readonly port: number;
  readonly url: string;
  readonly close: () => Promise<void>;
}

export interface SignedCall {
  readonly principal: Principal;
  readonly host: string;
  readonly path: string;
  readonly body: Buffer;
}

export interface ServiceCall extends SignedCall {
  readonly service: string;
  readonly operation: string;
}

export interface ServiceOptions {
  readonly principals: () => readonly Principal[];
  readonly now: () => Date;
  /** The services by the prefix of the target header. */
  readonly services: Readonly<Record<string, (call: ServiceCall) => Promise<ServiceAnswer>>>;
  /** The services without that header. */
  readonly others: (call: SignedCall) => ServiceAnswer | undefined;
  /** Public responses by path. */
  readonly open: (path: string) => ServiceAnswer | undefined;
}

export async function openServices(options: ServiceOptions): Promise<ServiceServer> {
  const server = createServer((request, response) => {
    answerTo(request, options)
      .catch((error: unknown) => {
        if (error instanceof ServiceError) return errorAnswer(error);
        // This fault closes the connection without a response.
        if (isLostLine(error)) return undefined;
        return errorAnswer(new ServiceError('InternalServerError', String(error), { status: 500 }));
      })
      .then((answer) => {
        if (!answer) return void request.socket.destroy();
        response.writeHead(answer.status, {
          'content-type': answer.contentType ?? 'application/x-amz-json-1.0',
          ...(answer.errorType && { 'x-amzn-errortype': answer.errorType }),
          // The SDK corrects its clock with this header.
          date: options.now().toUTCString(),
          'x-amzn-requestid': crypto.randomUUID(),
        });
        response.end(answer.body);
      });
  });
  server.keepAliveTimeout = 60_000;
  const port = await listening(server);
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function answerTo(
  request: IncomingMessage,
  { principals, services, others, open }: ServiceOptions,
): Promise<ServiceAnswer> {
  const { method = 'GET', url: path = '/', headers } = request;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  if (method === 'GET') {
    const answer = open(path);
    if (!answer)
      throw new ServiceError('ResourceNotFoundException', `Nothing is at ${path}.`, { status: 404 });
    return answer;
  }
  const principal = identify(principals(), { method, path, headers, body });
  const call = { principal, host: headers.host ?? '', path, body };
  const [service = '', operation = ''] = String(headers['x-amz-target'] ?? '').split('.');
  const answer = services[service]?.({ ...call, service, operation }) ?? others(call);
  if (!answer)
    throw new ServiceError('UnknownOperationException', `${service || call.host} is not played here.`);
  return answer;
}

function isLostLine(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
}
