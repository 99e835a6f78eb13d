import { Agent } from 'node:https';
import { Duplex } from 'node:stream';
import { systemClock } from '../values/clock.ts';
import { productionPolicy } from './attempts.ts';
import { TimedHandler, tableClient } from './client.ts';

/** In milliseconds. */
const LONGEST = 200;

const BODY = '{"ConsumedCapacity":{"CapacityUnits":1},"Item":{"pk":{"S":"-"},"sk":{"S":"-"},"n":{"N":"1"}}}';
const RESPONSE = [
  'HTTP/1.1 200 OK',
  'Content-Type: application/x-amz-json-1.0',
  `Content-Length: ${BODY.length}`,
  '',
  BODY,
].join('\r\n');

/** The end of a connection that leads nowhere. It answers the request of a warm-up with an item. */
class StubSocket extends Duplex {
  override _read(): void {}

  override _writev(_chunks: unknown, done: () => void): void {
    done();
    this.push(RESPONSE);
  }

  // What Node.js calls on the socket of a TLS connection.
  setTimeout(): void {}
  setKeepAlive(): void {}
  setNoDelay(): void {}
  ref(): void {}
  unref(): void {}
}

class StubAgent extends Agent {
  override createConnection(): Duplex {
    return new StubSocket();
  }
}

/**
 * Sends one read through the whole stack of the SDK and of Node.js: marshalling, signing, HTTP, and reading the response. The
 * first call of a process takes more processor time than the import of a bundle, and during initialization, Lambda gives a
 * function a whole core. The read belongs to a client and an agent of its own, so no request of an invocation can meet the
 * stub. It takes at most 200 ms. A failure, such as missing credentials, changes nothing here: the first request meets it, too.
 */
export async function warmUp(agent = new StubAgent({ keepAlive: true })): Promise<void> {
  const client = tableClient({
    tableName: 'warm-up',
    clock: systemClock,
    policy: { ...productionPolicy, unavailableAttempts: 1 },
    connection: {
      endpoint: 'https://warm-up.invalid',
      requestHandler: new TimedHandler(LONGEST, { httpsAgent: agent }),
    },
  });
  await client
    .session()
    .table.get({ pk: '-', sk: '-' })
    .catch(() => {});
  client.close();
}
