import { isByTheRules } from './rules.ts';

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
  const newBusiest = () => ({ at: -1, requests: 0, most: 0 });
  const second = newBusiest();
  const minute = newBusiest();
  const minuteAtEdge = new Map<string, typeof minute>();
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
        count(second, 1000);
        count(minute, 60_000);
        const answer = `${name} ${status}${code && ` ${code}`}`;
        more(answers, answer);
        if (!isByTheRules(answer) && !firstRefusal.has(name)) firstRefusal.set(name, startedAt);
      };
    },
    atEdge(name: string): void {
      more(edge, name);
      const own = minuteAtEdge.get(name) ?? newBusiest();
      minuteAtEdge.set(name, own);
      count(own, 60_000);
    },
    gaveUp: (name: string) => more(gaveUp, name),
    all: () => ({
      answers,
      edge,
      gaveUp,
      /** The time of the first answer of each operation that a rule does not explain. */
      firstRefusal,
      mostRunning,
      requests,
      requestsInASecond: second.most,
      requestsInAMinute: minute.most,
      /** The most requests at the edge in a minute, by operation. */
      edgeInAMinute: new Map([...minuteAtEdge].map(([name, { most }]) => [name, most])),
    }),
  };
}
