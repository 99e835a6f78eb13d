/**
 * Headers of every response: the page may connect only to its own origin and cannot execute injected text. Its one policy
 * for trusted types names the service worker.
 */
export const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; font-src 'self'; img-src 'self' data:; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types display",
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
} as const;
export type PageHeaders = Readonly<Record<keyof typeof PAGE_HEADERS, string>>;

/** Browsers revalidate the page at each load, because screens stay open for days. */
export const PAGE_CACHE_CONTROL = 'no-cache';
