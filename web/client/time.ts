/** Waits for a number of milliseconds. It may end early when the signal is aborted. */
export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

export const timer: Sleep = (milliseconds, signal) =>
  new Promise((done) => {
    const end = () => {
      clearTimeout(running);
      signal?.removeEventListener('abort', end);
      done();
    };
    const running = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
  });

/** @returns the result of the work. @throws the reason of the signal as soon as it is aborted, although the work goes on */
export async function unlessAborted<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  if (!signal) return work();
  throwIfAborted(signal);
  let stop = () => {};
  const aborted = new Promise<never>((_, fail) => {
    stop = () => fail(reasonOf(signal));
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** React Native has no `signal.throwIfAborted`. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw reasonOf(signal);
}

function reasonOf({ reason }: AbortSignal): unknown {
  return reason ?? Object.assign(new Error('The request was aborted.'), { name: 'AbortError' });
}

/** The seconds that a response asks to wait, if it does. */
export function retryAfter({ headers }: Response): number | undefined {
  const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10);
  return Number.isNaN(seconds) ? undefined : seconds;
}
