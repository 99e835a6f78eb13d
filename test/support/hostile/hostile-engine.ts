import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { laggingIndexes } from './lagging-indexes.ts';
import { newRandom, newTroubles, type Send, type Struck } from './troubles.ts';

/** The path of the endpoint whose indexes lag behind their table. */
const LAGGING = '/lagging';
export const laggingEndpoint = (endpoint: string): string => `${endpoint}${LAGGING}`;

/** Headers that belong to a connection. */
const OF_CONNECTION = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'expect']);

/**
 * Starts a proxy over an engine, which does what DynamoDB may do. The seed decides about the requests in the order in which
 * they arrive.
 * @param engine the endpoint of the engine.
 * @returns the endpoint of the proxy, which troubles have struck so far, and how to stop it.
 */
export async function hostileEngine(engine: string, seed = 1) {
  const random = newRandom(seed);
  const troubles = newTroubles(random);
  const withLag = laggingIndexes(random, troubles.noteStale);

  const server = createServer(async (request, response) => {
    const [version, operation = ''] = String(request.headers['x-amz-target']).split('.');
    const headers = Object.entries(request.headers).flatMap(([name, value]) =>
      typeof value === 'string' && !OF_CONNECTION.has(name) ? [[name, value] as [string, string]] : [],
    );
    const send: Send = async (of, input) => {
      const answer = await fetch(engine, {
        method: 'POST',
        headers: { ...Object.fromEntries(headers), 'x-amz-target': `${version}.${of}` },
        body: JSON.stringify(input),
      });
      return { status: answer.status, body: await answer.json() };
    };
    const sender: Send = request.url?.startsWith(LAGGING) ? (of, input) => withLag(of, input, send) : send;
    try {
      const { status, body } = await troubles.answer(operation, JSON.parse(await text(request)), sender);
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body));
    } catch (error) {
      response.writeHead(500).end(JSON.stringify({ __type: 'InternalServerError', message: String(error) }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    endpoint: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    struck: (): Struck => troubles.struck(),
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
