/** Counts what functions do: requests by operation and answer, the busiest second, and how many run at the same time. */
export function newTallies(now: () => number) {
  const answers = new Map<string, number>();
  const edge = new Map<string, number>();
  const gaveUp = new Map<string, number>();
  const firstRefusal = new Map<string, number>();
  const more = (map: Map<string, number>, name: string) => void map.set(name, (map.get(name) ?? 0) + 1);
  let running = 0;
  let mostRunning = 0;
  let requests = 0;
  let milliseconds = 0;
  const second = { at: -1, requests: 0, most: 0 };
  const minute = { at: -1, requests: 0, most: 0 };
  function count(of: typeof second, length: number): void {
    const at = Math.floor(now() / length);
    if (at !== of.at) Object.assign(of, { at, requests: 0 });
    of.requests += 1;
    of.most = Math.max(of.most, of.requests);
  }

  return {
    /** Counts a run of a function. @returns a function that counts its answer. */
    began(name: string) {
      const startedAt = now();
      running += 1;
      mostRunning = Math.max(mostRunning, running);
      return (status: number, code = ''): void => {
        running -= 1;
        requests += 1;
        milliseconds += now() - startedAt;
        count(second, 1000);
        count(minute, 60_000);
        const answer = `${name} ${status}${code && ` ${code}`}`;
        more(answers, answer);
        if (status >= 500 && !firstRefusal.has(name)) firstRefusal.set(name, startedAt);
      };
    },
    atEdge: (name: string) => more(edge, name),
    gaveUp: (name: string) => more(gaveUp, name),
    all: () => ({
      answers,
      edge,
      gaveUp,
      /** The time of the first answer of each operation that a rule does not explain. */
      firstRefusal,
      mostRunning,
      requests,
      milliseconds,
      requestsInASecond: second.most,
      requestsInAMinute: minute.most,
    }),
  };
}
