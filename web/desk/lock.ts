import { useEffect, useRef, useState } from 'preact/hooks';

const LOCK_MS = 15 * 60_000;
const WARNING_MS = 60_000;
const USES = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/**
 * Locks after 15 minutes without use. It compares times, so that a laptop that slept is locked when it wakes up.
 * @returns whether the page will lock within a minute
 */
export function useLock(isActive: boolean, lock: () => void): boolean {
  const usedAt = useRef(Date.now());
  const [isSoon, setIsSoon] = useState(false);
  useEffect(() => {
    if (!isActive) return;
    usedAt.current = Date.now();
    const check = () => {
      const left = usedAt.current + LOCK_MS - Date.now();
      setIsSoon(left <= WARNING_MS);
      if (left <= 0) lock();
    };
    const use = () => {
      // A late event after the time must not keep an old page open.
      if (usedAt.current + LOCK_MS > Date.now()) usedAt.current = Date.now();
      check();
    };
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
