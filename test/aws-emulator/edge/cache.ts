import type { CachePolicy } from './cache-policy.ts';
import type { Behaviour } from './distribution.ts';
import type { Answered, Viewed } from './exchange.ts';

/** Returns a stored response, or asks the origin and stores its response as the cache policy says. */
export type EdgeCache = (
  viewed: Viewed,
  behaviour: Behaviour,
  askOrigin: () => Promise<Answered>,
) => Promise<Answered>;

interface Stored {
  readonly answered: Answered;
  /** Milliseconds since 1970. */
  readonly storedAt: number;
  readonly freshUntil: number;
}

/**
 * The cache of one edge location. It imitates the behaviour that can do harm: simultaneous requests with one key share
 * a response, even a private one. While the origin fails, an expired copy is served, unless its Cache-Control forbids
 * that.
 * @param errorSeconds the minimum time for which an error with a status is cached.
 */
export function edgeCache(now: () => Date, errorSeconds: (status: number) => number): EdgeCache {
  const stored = new Map<string, Stored>();
  const underWay = new Map<string, Promise<Answered>>();

  async function fetched(key: string, policy: CachePolicy, askOrigin: () => Promise<Answered>) {
    const answered = await askOrigin();
    const expired = stored.get(key)?.answered;
    if (answered.status >= 500 && expired && mayBeStale(expired)) return expired;
    const storedAt = now().getTime();
    const freshUntil = storedAt + 1000 * secondsOf(answered, policy, errorSeconds);
    if (freshUntil > storedAt) stored.set(key, { answered, storedAt, freshUntil });
    else stored.delete(key);
    return answered;
  }

  return async (viewed, { cache, cachedMethods }, askOrigin) => {
    if (!cache || !cachedMethods.includes(viewed.method)) return missed(await askOrigin());
    const key = keyOf(viewed, cache);
    const found = stored.get(key);
    const at = now().getTime();
    // Tests that share an emulator set its clock back.
    if (found && found.storedAt <= at && at < found.freshUntil) return hit(found, at);
    // A stored response to GET can answer HEAD, but a response to HEAD cannot answer GET.
    if (viewed.method !== 'GET') return missed(await askOrigin());
    const running = underWay.get(key) ?? fetched(key, cache, askOrigin).finally(() => underWay.delete(key));
    underWay.set(key, running);
    return missed(await running);
  };
}

function keyOf({ path, headers }: Viewed, policy: CachePolicy): string {
  const accepted = headers.get('accept-encoding') ?? '';
  return JSON.stringify([
    path,
    policy.headers.map((name) => headers.get(name)),
    policy.encodings.filter((encoding) => accepted.includes(encoding)),
  ]);
}

/**
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/Expiration.html and, for errors,
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/HTTPStatusCodes.html
 */
function secondsOf(
  { status, headers }: Answered,
  policy: CachePolicy,
  errorSeconds: (status: number) => number,
): number {
  const directives = directivesOf(headers);
  const age = directives.get('s-maxage') ?? directives.get('max-age');
  if (status >= 400) return Math.max(Number(age ?? 0), errorSeconds(status));
  if (['no-store', 'no-cache', 'private'].some((name) => directives.has(name))) return policy.minimum;
  return Math.min(Math.max(Number(age ?? policy.default), policy.minimum), policy.maximum);
}

const mayBeStale = ({ headers }: Answered): boolean =>
  directivesOf(headers).get('stale-if-error') !== '0' && !directivesOf(headers).has('must-revalidate');

function directivesOf(headers: Headers): ReadonlyMap<string, string> {
  const directives = (headers.get('cache-control') ?? '').toLowerCase().split(',');
  return new Map(
    directives.map((directive): [string, string] => {
      const [name = '', value = ''] = directive.trim().split('=');
      return [name, value];
    }),
  );
}

/** A copy, because the response headers policy changes the headers for each caller. */
function missed({ status, headers, body }: Answered): Answered {
  return { status, headers: new Headers([...headers, ['x-cache', 'Miss from cloudfront']]), body };
}

function hit({ answered: { status, headers, body }, storedAt }: Stored, at: number): Answered {
  const age = String(Math.floor((at - storedAt) / 1000));
  return {
    status,
    headers: new Headers([...headers, ['age', age], ['x-cache', 'Hit from cloudfront']]),
    body,
  };
}
