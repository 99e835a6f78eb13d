/** What a screen needs that stays on for days: drift against burn-in, a wake lock, and a shell for reloads while offline. */

/** The screen visits these places in turn, in tenths of a unit. */
const DRIFT = [
  [0, 0],
  [4, 1],
  [2, 4],
  [-2, 3],
  [-4, -1],
  [-1, -4],
  [3, -3],
] as const;

export function drift(step: number): void {
  const [x, y] = DRIFT[step % DRIFT.length] ?? DRIFT[0];
  const { style } = document.documentElement;
  style.setProperty('--drift-x', String(x / 10));
  style.setProperty('--drift-y', String(y / 10));
}

/** Keeps the screen on, where the browser can. A hidden page loses its lock. */
export function stayAwake(): void {
  const request = () => {
    if (document.visibilityState === 'visible')
      navigator.wakeLock?.request('screen').catch(() => {
        // For example, the battery is low. The screen then follows the settings of the device.
      });
  };
  document.addEventListener('visibilitychange', request);
  request();
}

const WORKER = '/display/worker.js';

/** The page's policy for trusted types, which TypeScript's DOM does not have yet. */
declare const trustedTypes:
  | {
      createPolicy(
        name: string,
        rules: { createScriptURL(): string },
      ): { createScriptURL(_: string): string };
    }
  | undefined;

/** The service worker keeps the page and its fonts. It never keeps results. */
export function keepShell(): void {
  if (!('serviceWorker' in navigator)) return;
  const policy =
    typeof trustedTypes === 'undefined'
      ? undefined
      : trustedTypes.createPolicy('display', { createScriptURL: () => WORKER });
  const address = policy?.createScriptURL('') ?? WORKER;
  navigator.serviceWorker
    .register(address, { scope: '/display/' })
    .then(() => navigator.serviceWorker.ready)
    .then(({ active }) => active?.postMessage(loadedFonts()))
    .catch(() => {
      // Without a service worker, only a reload while offline fails.
    });
}

/** Fonts that were loaded before the service worker was there. */
const loadedFonts = (): readonly string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.endsWith('.woff2'));
