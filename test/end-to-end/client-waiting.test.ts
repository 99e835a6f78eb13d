import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { LIMITS } from '../../infra/constructs/firewall.ts';
import { stages } from '../../infra/stages.ts';
import { minutes, seconds } from '../../shared/values/clock.ts';
import { PENDING_REQUEST_MINUTES, QR_TOKEN_MINUTES } from '../../shared/values/limits.ts';
import {
  ApiError,
  accessMark,
  type NoticeFeed,
  noticeFeed,
  waitForDecision,
  waitForRedemption,
  waitForScan,
} from '../../web/client/client.ts';
import { clientWith, lost, refusal, SOME_ID, signInPage } from './client-answers.ts';

const OTHER_ID = '7d444840-9dc0-41d1-b245-5ffdce74fad2';
const claim = {
  campaignId: SOME_ID,
  reservedAt: '2031-03-14T04:00:00.000Z',
  expiresAt: '2031-03-14T05:00:00.000Z',
};
type Told = Parameters<NoticeFeed['pass']>[0];
interface Helper {
  readonly name: string;
  readonly wait: (client: Client, pauses: Pauses) => Promise<{ readonly status: string }>;
  readonly open: string;
  readonly done: string;
  /** A notice that tells what it waits for, and one of something else. */
  readonly told: Told;
  readonly untold: Told;
  /** When what it waits for has expired. */
  readonly life: number;
}
type Client = Parameters<typeof waitForScan>[0];
type Pauses = Pick<Parameters<typeof waitForScan>[1], 'signal' | 'sleep' | 'notices'>;
const HELPERS: readonly Helper[] = [
  {
    name: 'waitForScan',
    wait: (client, pauses) => waitForScan(client, { id: SOME_ID, ...pauses }),
    open: 'open',
    done: 'used',
    told: { kind: 'access_requested', about: { accessRequestId: OTHER_ID } },
    untold: { kind: 'access_denied', about: { accessRequestId: SOME_ID } },
    life: minutes(QR_TOKEN_MINUTES),
  },
  {
    name: 'waitForDecision',
    wait: (client, pauses) => waitForDecision(client, { id: SOME_ID, ...pauses }),
    open: 'pending',
    done: 'denied',
    told: { kind: 'access_denied', about: { accessRequestId: SOME_ID } },
    untold: { kind: 'access_denied', about: { accessRequestId: OTHER_ID } },
    life: minutes(PENDING_REQUEST_MINUTES),
  },
  {
    name: 'waitForRedemption',
    wait: (client, pauses) => waitForRedemption(client, { claim, ...pauses }),
    open: 'reserved',
    done: 'redeemed',
    told: { kind: 'gift_handed_out', about: { campaignId: SOME_ID } },
    untold: { kind: 'gift_handed_out', about: { campaignId: OTHER_ID } },
    life: minutes(60),
  },
];

/** Waits with a client whose looks get these answers, in no time. */
function waiting(
  { wait }: Helper,
  answer: (n: number) => Response | Promise<Response>,
  sleep: (milliseconds: number) => Promise<void> = async () => {},
) {
  const waited: number[] = [];
  const { client, sent } = clientWith((_, n) => answer(n), { attempts: 1 });
  const noting = (milliseconds: number) => {
    waited.push(milliseconds);
    return sleep(milliseconds);
  };
  return { found: wait(client, { sleep: noting }), waited, sent };
}

describe.each(HELPERS)('$name', (helper) => {
  const { open, done, life } = helper;

  it('asks every two seconds for 20 seconds, then at times that grow to half a minute, with a random part', async () => {
    const { found, waited, sent } = waiting(helper, (n) =>
      Response.json({ id: SOME_ID, status: n < 18 ? open : done }),
    );
    expect(await found).toMatchObject({ status: done });
    expect(sent()).toBe(18);
    const intervals = [...Array(10).fill(2), 5, 7.5, 11.25, 16.875, 25.3125, 30, 30, 30];
    for (const [n, interval] of intervals.entries()) {
      expect(waited[n]).toBeGreaterThanOrEqual(800 * interval);
      expect(waited[n]).toBeLessThanOrEqual(1200 * interval);
    }
    expect(new Set(waited).size).toBe(18);
  });

  it('survives an outage, 429, 500, 503 and the sign-in page of a Wi-Fi (report 23)', async () => {
    const troubles = [
      ...Array(4).fill(lost),
      () => refusal(500),
      ...Array(4).fill(() => refusal(503, 'try_again')),
      () => refusal(429),
      () => signInPage(),
      () => signInPage(403),
    ];
    const { found, sent } = waiting(
      helper,
      (n) => troubles[n - 1]?.() ?? Response.json({ id: SOME_ID, status: done }),
    );
    expect(await found).toMatchObject({ status: done });
    expect(sent()).toBe(troubles.length + 1);
  });

  it('waits as long as a response asks', async () => {
    const { found, waited } = waiting(helper, (n) =>
      n === 1
        ? refusal(429, undefined, { 'retry-after': '60' })
        : Response.json({ id: SOME_ID, status: done }),
    );
    await found;
    expect(waited[1]).toBe(seconds(60));
  });

  it.each([
    ['the latest lost connection', lost, (error: unknown) => expect(error).toBeInstanceOf(TypeError)],
    [
      'the latest error',
      () => refusal(500),
      (error: unknown) => expect(error).toMatchObject({ status: 500 }),
    ],
  ])('ends an outage at its own deadline, with %s', async (_, fail, isRight) => {
    const { found, waited } = waiting(helper, fail);
    isRight(await found.catch((error: unknown) => error));
    const sum = waited.reduce((all, milliseconds) => all + milliseconds, 0);
    expect(sum).toBeGreaterThan(life - seconds(5));
    expect(sum).toBeLessThanOrEqual(life);
  });

  it('ends with a refusal, and with the signal', async () => {
    const { found, sent } = waiting(helper, (n) =>
      n === 1 ? Response.json({ id: SOME_ID, status: open }) : refusal(404, 'not_found'),
    );
    await expect(found).rejects.toThrow(ApiError);
    expect(sent()).toBe(2);
    const controller = new AbortController();
    const { client } = clientWith(() => Response.json({}));
    const never = () => {
      controller.abort(new Error('left'));
      return new Promise<never>(() => {});
    };
    const call = helper.wait(client, { signal: controller.signal, sleep: never });
    await expect(call).rejects.toThrow('left');
  });
});

describe.each(HELPERS)('a notice, while $name pauses', (helper) => {
  const pausing = () => {
    const notices = noticeFeed();
    const { client, sent } = clientWith(async () => Response.json({ status: helper.done }));
    // A pause that ends by nothing but a notice.
    const found = helper.wait(client, { sleep: () => new Promise(() => {}), notices });
    return { notices, found, sent };
  };

  it('ends the waiting at once if it tells what is waited for', async () => {
    const { notices, found, sent } = pausing();
    notices.pass(helper.told);
    expect((await found).status).toBe(helper.done);
    expect(sent()).toBe(1);
  });

  it('changes nothing if it tells something else', async () => {
    const { notices, found, sent } = pausing();
    notices.pass(helper.untold);
    await new Promise((done) => setTimeout(done, 10));
    expect(sent()).toBe(0);
    notices.pass(helper.told);
    await found;
  });

  it('that arrives while the platform is asked is not lost', async () => {
    const notices = noticeFeed();
    const { client, sent } = clientWith(async (_, n) => {
      if (n === 1) notices.pass(helper.told);
      return Response.json({ status: n === 1 ? helper.open : helper.done });
    });
    let pauses = 0;
    const sleep = () => (pauses++ === 0 ? Promise.resolve() : new Promise<void>(() => {}));
    expect((await helper.wait(client, { sleep, notices })).status).toBe(helper.done);
    expect(sent()).toBe(2);
  });
});

describe('the mark of an access request', () => {
  it('is the beginning of the hash of its id, in characters that people tell apart', () => {
    const id = '1B4E28BA-2FA1-41D2-883F-0016D3CCA427';
    const bits = BigInt(`0x${createHash('sha256').update(id.toLowerCase()).digest('hex').slice(0, 10)}`);
    const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
    const expected = [35, 30, 25, 20, 15, 10, 5, 0].map((at) => alphabet[Number((bits >> BigInt(at)) & 31n)]);
    expect(accessMark(id)).toBe(expected.join(''));
    expect(accessMark(id)).toBe(accessMark(id.toLowerCase()));
  });
});

describe('1,000 screens that are opened at once behind one address', () => {
  it('stay below the limits of production', async () => {
    const { rate, burst } = stages.production.throttling.perRoute;
    /** When one screen asks: first for what it shows, then while it waits. */
    async function asksOf(): Promise<number[]> {
      const asks = [0];
      const life = minutes(QR_TOKEN_MINUTES);
      const sleep = async (milliseconds: number) => {
        asks.push((asks.at(-1) ?? 0) + milliseconds);
        if ((asks.at(-1) ?? 0) > life) throw new Error('expired');
      };
      const { client } = clientWith(() => Response.json({ id: SOME_ID, status: 'open' }));
      await waitForScan(client, { id: SOME_ID, sleep }).catch(() => {});
      return asks.slice(0, -1);
    }
    const all = (await Promise.all(Array.from({ length: 1000 }, asksOf))).flat().sort((a, b) => a - b);

    // The limit of the firewall for one address, in any minute. These paths have no limit of their own.
    const paths = LIMITS.map(({ path }) => path).filter((path) =>
      /qr-tokens|access-requests|campaigns/.test(path),
    );
    expect(paths).toEqual([]);
    let first = 0;
    const inAMinute = all.map((at, n) => {
      while ((all[first] ?? at) <= at - minutes(1)) first += 1;
      return n - first + 1;
    });
    const most = Math.max(...inAMinute);
    expect(most).toBeLessThan((60 * rate) / 2);
    expect(most).toBeGreaterThan(14_000);

    // What API Gateway takes of one route: its bucket never gets empty. Opening a screen is another route.
    let [tokens, filledAt, least] = [burst, 0, burst];
    for (const at of all.filter((time) => time > 0)) {
      tokens = Math.min(burst, tokens + ((at - filledAt) / 1000) * rate) - 1;
      filledAt = at;
      least = Math.min(least, tokens);
    }
    expect(least).toBeGreaterThan(0);
  });
});

it('waitForRedemption refuses texts that are not times', async () => {
  const { client, sent } = clientWith(lost);
  const wrong = { ...claim, reservedAt: 'today' };
  await expect(waitForRedemption(client, { claim: wrong })).rejects.toThrow('must be times');
  expect(sent()).toBe(0);
});

it('a waiting that is stopped leaves no timer behind', async () => {
  vi.useFakeTimers();
  try {
    const { client } = clientWith(lost);
    const stop = new AbortController();
    const waiting = waitForScan(client, { id: SOME_ID, signal: stop.signal });
    expect(vi.getTimerCount()).toBe(1);
    stop.abort(new Error('closed'));
    await expect(waiting).rejects.toThrow('closed');
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
