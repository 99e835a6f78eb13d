/** Waits for a number of milliseconds. */
export type Sleep = (milliseconds: number) => Promise<void>;

export const timer: Sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

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
