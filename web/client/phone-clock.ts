/** The clock of this phone, and how far it is ahead of the platform's. */
export interface PhoneClock {
  /** The time of the platform, as far as it is known. */
  readonly now: () => number;
  /** The first and the last moment that the phone can have shown at a time of the platform. */
  readonly shownAt: (time: number) => { readonly first: Date; readonly last: Date };
  /** Whether a response has told how far the phone is ahead. */
  readonly isKnown: () => boolean;
  readonly forget: () => void;
  /** Sends a request, and compares the clock with the `Date` of the response. */
  readonly learn: <A extends Answer>(request: () => Promise<A>) => Promise<A>;
}

interface Answer {
  readonly error?: { readonly code?: string };
  readonly response: Response;
}

/**
 * `Date` has whole seconds, so a response limits how far the phone is ahead to a second and the time of the request. Only the latest
 * response counts, because somebody may have set the clock since the one before.
 */
export function phoneClock(shown: () => number): PhoneClock {
  let limits: readonly [least: number, most: number] | undefined;
  /** A clock that may be right is taken as right. */
  const between = (): readonly [number, number] => {
    const [least, most] = limits ?? [0, 0];
    return least <= 0 && most >= 0 ? [0, 0] : [least, most];
  };
  return {
    now: () => shown() - between()[0],
    shownAt(time) {
      const [least, most] = between();
      return { first: new Date(time + least), last: new Date(time + most) };
    },
    isKnown: () => limits !== undefined,
    forget() {
      limits = undefined;
    },
    async learn(request) {
      const sent = shown();
      const answer = await request();
      if (answer.error?.code === 'not_json') return answer; // The time of a proxy.
      const date = Date.parse(answer.response.headers.get('date') ?? '');
      limits = Number.isNaN(date) ? (limits ?? [0, 0]) : [sent - date - 1000, shown() - date];
      return answer;
    },
  };
}
