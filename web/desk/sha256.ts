import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

type Source = string | ArrayBuffer | ArrayBufferView;

/**
 * What the sign-in library needs of `@aws-crypto/sha256-js`, by the package that the client has anyway, because the counter must stay
 * small: SHA-256, or HMAC with a secret.
 */
export class Sha256 {
  readonly #hash;

  constructor(secret?: Source) {
    this.#hash = secret === undefined ? sha256.create() : hmac.create(sha256, bytesOf(secret));
  }

  update(data: Source): void {
    this.#hash.update(bytesOf(data));
  }

  digestSync(): Uint8Array {
    return this.#hash.digest();
  }
}

function bytesOf(source: Source): Uint8Array {
  if (typeof source === 'string') return utf8ToBytes(source);
  return source instanceof ArrayBuffer
    ? new Uint8Array(source)
    : new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
}
