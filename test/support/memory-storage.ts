import type { ICognitoStorage } from 'amazon-cognito-identity-js';

/** The storage of one device: what the sign-in of the client package keeps, without a browser. */
export function memoryStorage() {
  const kept = new Map<string, string>();
  const storage: ICognitoStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
  return { storage, kept };
}
