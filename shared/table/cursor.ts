import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/**
 * Where the next page of a list begins. A cursor is sealed for one list of one caller: a forged, foreign or cut one
 * does not open, and what it holds, a sort key, only ever continues a partition that the request itself names.
 */
export interface Cursors {
  /** @param list the list and whose it is, such as `listClaims` and an account id. @returns base64url text. */
  readonly seal: (list: readonly string[], sortKey: string) => string;
  /** The sort key after which to go on; `undefined` for a cursor that is not of this list. */
  readonly open: (list: readonly string[], cursor: string) => string | undefined;
}

const NONCE = 12;
const TAG = 16;

/** Seals with AES-256-GCM. @param secret the `CURSOR_SECRET` of the stage. */
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
      // A second spelling of the same bytes is a forged one as well.
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
