/** React Native and pages that were opened by plain HTTP lack parts of this. */
const { crypto: available } = globalThis as { readonly crypto?: Partial<typeof globalThis.crypto> };

/**
 * A new id (UUID version 4) for a claim, a restock, a withdrawal or a note. Keep it until the request has succeeded. The id only has to be unique
 * and is no secret, so a device without a source of random bytes uses `Math.random`.
 */
export function newId(): string {
  if (available?.randomUUID) return available.randomUUID();
  const bytes = new Uint8Array(16).map(() => Math.floor(Math.random() * 256));
  available?.getRandomValues?.(bytes);
  // RFC 9562: the version and the variant.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
