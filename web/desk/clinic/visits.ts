import { useEffect, useRef, useState } from 'preact/hooks';
import { type AccessRequest, dataOf, isSignedOut } from '../api.ts';
import type { Work } from '../work.ts';

/** The requests of a practitioner, as the platform answers and as time passes. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** An approved access and the wait for it, so every open request is younger. */
const OLDEST_OPEN = 24.25 * 60 * MINUTE;
const LIST_EVERY = MINUTE;
const PENDING_EVERY = 3 * SECOND;
const WATCHED_EVERY = 10 * SECOND;

/** A request only moves on. */
const PROGRESS = { pending: 0, approved: 1, denied: 2, revoked: 2, expired: 2 } as const;

/** The end of a request that can still change by itself. */
export const endOf = ({ status, pendingExpiresAt, expiresAt }: AccessRequest): string =>
  status === 'pending' ? pendingExpiresAt : (expiresAt ?? pendingExpiresAt);

/** The status now, which also follows from the time alone. */
export function statusNow(request: AccessRequest, now = Date.now()): AccessRequest['status'] {
  const canEnd = request.status === 'pending' || request.status === 'approved';
  return canEnd && Date.parse(endOf(request)) <= now ? 'expired' : request.status;
}

/** When a request ended that is neither pending nor approved any more. */
export const endedAt = (request: AccessRequest): string =>
  request.deniedAt ?? request.revokedAt ?? endOf(request);

/** The current time, again every second. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND);
    return () => clearInterval(timer);
  }, []);
  return now;
}

export interface Visits {
  /** The latest first; `undefined` until they are loaded. */
  readonly requests: readonly AccessRequest[] | undefined;
  /** Why the last attempt to load them failed. */
  readonly error: unknown;
  /** When the platform last answered. */
  readonly answeredAt: string | undefined;
  readonly load: () => Promise<readonly AccessRequest[]>;
  readonly put: (request: AccessRequest) => void;
}

/**
 * Loads the requests of the last day, and asks again for those that may change: the pending ones, the one on the screen, and sometimes
 * all of them.
 * @param watched the request on the screen
 * @param onDecided called for each pending request that the patient has decided on
 */
export function useVisits(
  { api, signInEnded }: Work,
  watched: string | undefined,
  onDecided: (request: AccessRequest) => void,
): Visits {
  const [requests, setRequests] = useState<readonly AccessRequest[]>();
  const [error, setError] = useState<unknown>();
  const [answeredAt, setAnsweredAt] = useState<string>();
  const known = useRef<readonly AccessRequest[]>([]);

  const decided = useRef(onDecided);
  decided.current = onDecided;
  const keep = (answered: readonly AccessRequest[]) => {
    const before = (id: string) => known.current.find((request) => request.id === id);
    // An answer that was overtaken by a later one changes nothing.
    const changed = answered.filter(
      ({ id, status }) => PROGRESS[status] >= PROGRESS[before(id)?.status ?? 'pending'],
    );
    for (const request of changed) {
      const isDecided = request.status === 'approved' || request.status === 'denied';
      if (before(request.id)?.status === 'pending' && isDecided) decided.current(request);
    }
    const others = known.current.filter(({ id }) => !changed.some((request) => request.id === id));
    known.current = [...changed, ...others].sort((a, b) => (a.requestedAt < b.requestedAt ? 1 : -1));
    setRequests(known.current);
  };
  const asking = async <T>(ask: () => Promise<T>): Promise<T> => {
    try {
      const answer = await ask();
      setError(undefined);
      setAnsweredAt(new Date().toISOString());
      return answer;
    } catch (caught) {
      if (isSignedOut(caught)) signInEnded();
      setError(caught);
      throw caught;
    }
  };
  const load = () =>
    asking(async () => {
      const loaded: AccessRequest[] = [];
      const oldest = Date.now() - OLDEST_OPEN;
      let cursor: string | undefined;
      do {
        const query = { as: 'practitioner', limit: 50, ...(cursor && { cursor }) } as const;
        const page = dataOf(await api.GET('/v1/clinical/access-requests', { params: { query } }));
        loaded.push(...page.accessRequests);
        cursor = page.nextCursor;
      } while (cursor && Date.parse(loaded[loaded.length - 1]?.requestedAt ?? '') > oldest);
      keep(loaded.filter(({ requestedAt }) => Date.parse(requestedAt) > oldest));
      return known.current;
    });
  const look = async (id: string) => {
    const path = '/v1/clinical/access-requests/{id}';
    keep([await asking(async () => dataOf(await api.GET(path, { params: { path: { id } } })))]);
  };

  // A failure is shown, and asked again by the next turn.
  const quietly = (asked: Promise<unknown>) => void asked.catch(() => {});
  const { current: asked } = useRef({ list: 0, pending: 0, watched: 0 });
  useEffect(() => {
    const isDue = (what: keyof typeof asked, every: number) => {
      const now = Date.now();
      if (document.hidden || now - asked[what] < every) return false;
      asked[what] = now;
      return true;
    };
    const turn = () => {
      if (isDue('list', LIST_EVERY)) quietly(load());
      const pending = known.current.filter((request) => statusNow(request) === 'pending');
      if (pending.length > 0 && isDue('pending', PENDING_EVERY))
        for (const { id } of pending) quietly(look(id));
      const open = known.current.find(({ id }) => id === watched);
      if (open && statusNow(open) === 'approved' && isDue('watched', WATCHED_EVERY)) quietly(look(open.id));
    };
    const show = () => {
      asked.list = 0;
      turn();
    };
    turn();
    const timer = setInterval(turn, SECOND);
    document.addEventListener('visibilitychange', show);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', show);
    };
  }, [watched]);

  return { requests, error, answeredAt, load, put: (request) => keep([request]) };
}
