import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/**
 * The position of the next page of a list. A cursor is encrypted for one list of one caller, so that forged, foreign and
 * truncated ones are invalid. It contains only a sort key; the request itself names the partition.
 */
export interface Cursors {
  /** @param list the list and its owner, such as `listClaims` and an account id. @returns base64url text. */
  readonly seal: (list: readonly string[], sortKey: string) => string;
  /** The sort key after which the page starts; `undefined` for an invalid cursor. */
  readonly open: (list: readonly string[], cursor: string) => string | undefined;
}

const NONCE = 12;
const TAG = 16;

/** Encrypts with AES-256-GCM. @param secret the `CURSOR_SECRET` of the stage. */
export function cursors(secret: string): Cursors {
  const key = createHash('sha256').update(secret).digest();
  const bound = (list: readonly string[]) => Buffer.from(JSON.stringify(list));

  return {
    seal(list, sortKey) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bound(list));
      const sealed = Buffer.concat([cipher.update(sortKey, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },

    open(list, cursor) {
      const bytes = Buffer.from(cursor, 'base64url');
      // Another base64url spelling of the same bytes is invalid, too.
      if (bytes.length < NONCE + TAG || bytes.toString('base64url') !== cursor) return undefined;
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE))
          .setAAD(bound(list))
          .setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
        return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString(
          'utf8',
        );
      } catch {
        return undefined;
      }
    },
  };
}
