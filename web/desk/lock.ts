import { useEffect, useState } from 'preact/hooks';

const LOCK_MS = 15 * 60_000;
const WARNING_MS = 60_000;
/** The page of gifts may wait this long for its next visitor. */
const HANDOUT_MS = 2 * 3_600_000;
const USES = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/** The last use of the tab. It is kept beside the token, so that a page that comes back knows how long it was away. */
interface Use {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Somebody has used the tab after 15 minutes without use. It may be another person. */
  readonly wasLeft: boolean;
}

const KEY = 'sihat-desk-use';

function lastUse(): Use {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '');
  } catch {
    return { at: 0, wasLeft: true };
  }
}

const keepUse = (use: Use): void => sessionStorage.setItem(KEY, JSON.stringify(use));

/** The person has just entered the password. */
export const beginUse = (): void => keepUse({ at: Date.now(), wasLeft: false });

export const forgetUse = (): void => sessionStorage.removeItem(KEY);

function noteUse(): void {
  const { at, wasLeft } = lastUse();
  keepUse({ at: Date.now(), wasLeft: wasLeft || Date.now() - at >= LOCK_MS });
}

/** Whether the tab was away for so long that even the page of gifts asks for the password. */
export const wasAbandoned = (): boolean => Date.now() - lastUse().at >= HANDOUT_MS;

/** The time until a page about people locks; none after somebody has used a tab that was left. */
function leftMs(): number {
  const { at, wasLeft } = lastUse();
  return wasLeft ? 0 : at + LOCK_MS - Date.now();
}

/**
 * Locks after 15 minutes without use, and when a tab that was left for so long shows a page about people. It compares times, so that
 * a laptop that slept is locked when it wakes up.
 * @returns whether the page will lock within a minute
 */
export function useLock(isActive: boolean, lock: () => void): boolean {
  const [isSoon, setIsSoon] = useState(false);
  useEffect(() => {
    const check = () => {
      if (!isActive) return;
      setIsSoon(leftMs() <= WARNING_MS);
      if (leftMs() <= 0) lock();
    };
    const use = () => {
      noteUse();
      check();
    };
    check();
    const timer = setInterval(check, 1000);
    document.addEventListener('visibilitychange', check);
    for (const name of USES) addEventListener(name, use, { passive: true });
    return () => {
      clearInterval(timer);
      setIsSoon(false);
      document.removeEventListener('visibilitychange', check);
      for (const name of USES) removeEventListener(name, use);
    };
  }, [isActive]);
  return isSoon;
}
