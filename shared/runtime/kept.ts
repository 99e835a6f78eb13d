import type { Clock } from '../values/clock.ts';

/** What was read for this request, or for an earlier one of the same process. */
export interface Copy<T> {
  readonly value: T;
  /** Milliseconds since it was read, by the clock of the requests. */
  readonly age: number;
}

/**
 * Keeps the latest result of a read in the memory of the process, for the requests of the next moments. Only what is the same for
 * every caller may be kept.
 */
export type Keep = <T>(maxAge: number, read: () => Promise<T>) => Promise<Copy<T>>;

/** @param clock a copy from its future is read again, because clocks can be set back. */
export function newKeep({ now }: Pick<Clock, 'now'>): Keep {
  let kept: { readonly value: unknown; readonly readAt: number } | undefined;
  return async <T>(maxAge: number, read: () => Promise<T>) => {
    const at = now().getTime();
    if (kept && kept.readAt <= at && at < kept.readAt + maxAge)
      return { value: kept.value as T, age: at - kept.readAt };
    const value = await read();
    kept = { value, readAt: at };
    return { value, age: 0 };
  };
}

/** For tests: no request sees what an earlier one has read. */
export const keepNothing: Keep = async (_, read) => ({ value: await read(), age: 0 });
