import { NodeHttpHandler } from '@smithy/node-http-handler';

/**
 * A connection that answers each call of the SDK with what the engine answered to the same call once. So a request takes
 * only our own processor time: the SDK, signing and marshalling run as always, but no byte is sent.
 */
type Handled = Awaited<ReturnType<NodeHttpHandler['handle']>>['response'];

interface Recorded {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/** What the database was asked and answered. */
export interface Answer {
  readonly operation: string;
  readonly request: string;
  readonly response: string;
}

export class RecordedEngine extends NodeHttpHandler {
  readonly #recorded = new Map<string, Recorded>();
  #isRecording = true;

  /** All calls with the bodies of their responses. */
  get answers(): readonly Answer[] {
    return [...this.#recorded].map(([key, { bytes }]) => ({
      operation: key.slice(key.indexOf('.') + 1, key.indexOf(' ')),
      request: key.slice(key.indexOf(' ') + 1),
      response: Buffer.from(bytes).toString(),
    }));
  }

  /** From now on, a call that was not recorded is an error. */
  stopRecording(): void {
    this.#isRecording = false;
  }

  override async handle(...[request, options]: Parameters<NodeHttpHandler['handle']>) {
    const { buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer> = request.body;
    const text = Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
    const key = `${request.headers['x-amz-target']} ${text}`;
    let recorded = this.#recorded.get(key);
    if (!recorded) {
      if (!this.#isRecording) throw new Error(`a call differs from the recorded ones: ${key}`);
      const { response } = await super.handle(request, options);
      const chunks: Uint8Array[] = await response.body.toArray();
      const { statusCode, headers } = response;
      recorded = { statusCode, headers, bytes: Buffer.concat(chunks) };
      this.#recorded.set(key, recorded);
    }
    const { statusCode, headers, bytes } = recorded;
    // Every answer gets bytes of its own, because the SDK changes their prototype.
    return { response: { statusCode, headers: { ...headers }, body: Uint8Array.from(bytes) } as Handled };
  }
}
