import { Agent, request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { contracts, type OperationId } from '../../functions/contracts.ts';
import { corsOf } from '../../local/http/cors.ts';
import { openGateway, type Route } from '../../local/http/gateway.ts';
import type { World } from '../support/world.ts';

/** A request that is sent exactly as written. `fetch` would normalize it. */
export interface Knock {
  readonly method: string;
  readonly path: string;
  /** A list of names and values can repeat a name. */
  readonly headers?: OutgoingHttpHeaders | readonly string[];
  readonly body?: string | Uint8Array | undefined;
}

export interface Heard {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The refusal code; absent when the gateway itself rejects the request. */
  readonly code: string | undefined;
}

/** Opens a gateway with these routes on a local port. */
export async function openDoor(routes: readonly Route[], now: () => Date = () => new Date()) {
  const gateway = await openGateway(0, { cors: corsOf([]), now });
  gateway.open(routes);
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });

  const knock = (sent: Knock): Promise<Heard> =>
    new Promise((resolve, reject) => {
      const { method, path, headers = {}, body } = sent;
      const request = httpRequest(gateway.url, { method, path, headers, agent }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            code: text.startsWith('{') ? JSON.parse(text).code : undefined,
          });
        });
      });
      request.on('error', (error: NodeJS.ErrnoException) => {
        // The gateway closed an idle connection at the moment of its reuse, so it has not read the request.
        if (request.reusedSocket && error.code === 'ECONNRESET') resolve(knock(sent));
        else reject(error);
      });
      request.end(body);
    });

  const close = async () => {
    agent.destroy();
    await gateway.close();
  };
  return { url: gateway.url, knock, close };
}

/** Sends bytes over a connection of their own. @returns all bytes that the server sends until it closes the connection. */
export async function exchanged(url: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.end(bytes);
  let answer = '';
  socket.on('data', (data) => (answer += data));
  await new Promise((closed) => socket.once('close', closed));
  return answer;
}

/** Opens a gateway with every endpoint of a world. */
export function openDoors(world: World) {
  const operations = Object.keys(contracts) as OperationId[];
  const routes = operations.map((operation) => ({
    method: contracts[operation].method,
    path: contracts[operation].path,
    handle: async (event: Parameters<Route['handle']>[0]) => (await world.call(operation, { event })).raw,
  }));
  return openDoor(routes, world.now);
}

/** Runs tasks concurrently, at most `width` at a time. */
export async function together<T>(
  width: number,
  all: readonly T[],
  task: (item: T, n: number) => Promise<void>,
): Promise<void> {
  const left = all.entries();
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const [n, item] of left) await task(item, n);
    }),
  );
}
