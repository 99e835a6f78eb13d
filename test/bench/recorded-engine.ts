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

export class RecordedEngine extends NodeHttpHandler {
  readonly #recorded = new Map<string, Recorded>();
  #isRecording = true;

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
