import { answerWithin } from '../browser/requests.ts';

/**
 * The service worker of the display: after one visit, a reload without a connection shows the page, which then waits for
 * results. It keeps only the page, its styles and its fonts. Requests to the API never pass through it.
 */

/** The build's version and its files, which esbuild inserts. */
declare const VERSION: string;
declare const SHELL: readonly string[];

interface ExtendableEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface MessageEvent extends ExtendableEvent {
  readonly data: unknown;
}
/** The part of a worker's scope that this file uses. The DOM's types describe a window instead. */
declare const self: {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
};

const PREFIX = 'sihat-display-';
const SHELL_CACHE = `${PREFIX}${VERSION}`;
/** The path of a font includes the version of its package, so a font never changes. */
const FONT_CACHE = `${PREFIX}fonts`;
const PAGE = '/display/index.html';
const NETWORK_MS = 4_000;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(SHELL_CACHE)
      .then((cache) => cache.addAll([...SHELL]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(removeOldCaches().then(() => self.clients.claim()));
});

self.addEventListener('message', (event) => {
  const fonts = Array.isArray(event.data) ? event.data.filter(isFont) : [];
  event.waitUntil(Promise.allSettled(fonts.map(font)));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (isFont(request.url)) event.respondWith(font(request.url));
  else if (request.mode === 'navigate') event.respondWith(fresh(request, PAGE));
  else if (SHELL.includes(pathname)) event.respondWith(fresh(request, pathname));
});

const isFont = (address: unknown): address is string =>
  typeof address === 'string' && /\/display\/assets\/fonts\/[^?]+\.woff2$/.test(address);

async function removeOldCaches(): Promise<void> {
  const old = (await caches.keys()).filter(
    (name) => name.startsWith(PREFIX) && name !== SHELL_CACHE && name !== FONT_CACHE,
  );
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function font(address: string): Promise<Response> {
  const cache = await caches.open(FONT_CACHE);
  const kept = await cache.match(address);
  if (kept) return kept;
  const response = await fetch(address);
  if (response.ok) await cache.put(address, response.clone());
  return response;
}

/** The network first, so that a new version appears at the next reload. */
async function fresh(request: Request, key: string): Promise<Response> {
  const cache = await caches.open(SHELL_CACHE);
  try {
    const response = await answerWithin((signal) => fetch(request, { signal }), { milliseconds: NETWORK_MS });
    if (response.ok) return response;
    return (await cache.match(key)) ?? response;
  } catch (error) {
    const kept = await cache.match(key);
    if (kept) return kept;
    throw error;
  }
}
