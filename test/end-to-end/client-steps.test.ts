import { describe, expect, it } from 'vitest';
import { hours, minutes, seconds } from '../../shared/values/clock.ts';
import { reportSteps, type StepReports } from '../../web/client/client.ts';
import { clientWith, lost, refusal, SOME_ID, signInPage, tokenOf } from './client-answers.ts';

const START = Date.parse('2031-03-14T02:00:00.000Z');
const END = START + hours(1);
const FINAL = END + hours(24);
const iso = (time: number) => new Date(time).toISOString();

interface Sent {
  readonly steps: number;
  readonly measuredAt: string;
}
type Answer = (sent: Sent, n: number) => Response;
interface Setting {
  /** When the reports begin, by the clock of the platform. */
  readonly from?: number;
  /** How far the clock of the phone is ahead at a time of the platform. */
  readonly ahead?: (at: number) => number;
  /** The answer to a report; by default, the platform stores it. */
  readonly answer?: Answer;
  /** Ends the reports at this time; by default, when the result is final. */
  readonly until?: number;
  readonly options?: Partial<StepReports>;
  readonly session?: Parameters<typeof clientWith>[1];
  readonly hasDate?: boolean;
  /** How late each timer is, in milliseconds. */
  readonly late?: number;
  /** When the platform asks for the next report; by default, as it does for somebody behind the ranks on the display. */
  readonly nextAfter?: (at: number) => number;
}

const timeOf = (time: number): string => (Number.isNaN(time) ? '' : iso(time));
const FAR = minutes(15);
const askedAfter = (at: number): number =>
  at < END ? Math.min(at + FAR, END + seconds(30)) : at + Math.min(Math.max(at - END, FAR), hours(1));

/** The steps of a person who stands until the start, takes 80 a minute until the end, and then runs. */
const takenBy = (at: number): number =>
  Math.floor((Math.max(0, Math.min(at, END) - START) * 80 + Math.max(0, at - END) * 160) / minutes(1));

/** Reports these steps, in simulated time. */
async function reporting({
  from = START,
  ahead = () => 0,
  answer = () => undefined as never,
  until = Number.POSITIVE_INFINITY,
  options = {},
  session = {},
  hasDate = true,
  late = 0,
  nextAfter = askedAfter,
}: Setting = {}) {
  let time = from;
  const now = () => time + ahead(time);
  const stopped = new AbortController();
  const pauses: number[] = [];
  const sent: (Sent & { readonly at: number })[] = [];
  const asked: { readonly until: number; readonly since: number }[] = [];
  const stored = { steps: 0, measuredAt: '' };
  const store = (body: Sent): Response => {
    const isLater = body.measuredAt > stored.measuredAt;
    if (isLater || (body.measuredAt === stored.measuredAt && body.steps > stored.steps))
      Object.assign(stored, body);
    return Response.json({ ...stored, nextReportAt: timeOf(nextAfter(time)) });
  };
  const ruled = (body: Sent): Response => {
    const measured = Date.parse(body.measuredAt);
    if (time >= FINAL) return refusal(409, 'challenge_final');
    if (measured > time + minutes(1)) return refusal(409, 'measured_in_future');
    if (measured < START - minutes(1) || measured > END) return refusal(409, 'measured_outside');
    return store(body);
  };
  const { client } = clientWith(
    async (request, n) => {
      const body = (await request.json()) as Sent;
      sent.push({ ...body, at: time });
      if (time >= until) stopped.abort();
      const response = answer(body, n) ?? ruled(body);
      if (hasDate && !response.headers.has('date'))
        response.headers.set('date', new Date(time).toUTCString());
      return response;
    },
    { attempts: 1, token: () => tokenOf('a'), ...session },
  );
  const end = await reportSteps(client, {
    challengeId: SOME_ID,
    countingFrom: iso(START),
    endsAt: iso(END),
    measure(to, since) {
      asked.push({ until: to.getTime(), since: since.getTime() });
      return takenBy(to.getTime() - ahead(time)) - takenBy(since.getTime() - ahead(time));
    },
    signal: stopped.signal,
    now,
    async sleep(milliseconds) {
      if (pauses.push(milliseconds) > 10_000) stopped.abort(); // They would never end.
      time += Math.ceil(milliseconds) + late;
    },
    ...options,
  });
  return { end, sent, asked, pauses, stored };
}
/** The reports with steps. A report of no steps asks for the time of the platform. */
const measured = ({ sent }: Awaited<ReturnType<typeof reporting>>) => sent.filter(({ steps }) => steps > 0);

describe('the step reports of the client', () => {
  it.each([
    ['exact', 0],
    ['15 s behind', -seconds(15)],
    ['0.3 s behind', -300],
    ['61 s ahead', seconds(61)],
    ['90 s ahead', seconds(90)],
    ['10 minutes behind', -minutes(10)],
    ['10 minutes ahead', minutes(10)],
    ['12 hours behind', -hours(12)],
    ['12 hours ahead', hours(12)],
  ])(
    'count to the end with a clock that is %s, right after enrolling and before the start (reports 1, 2 and 38)',
    async (_, wrong) => {
      for (const from of [START, START - hours(3)]) {
        const played = await reporting({ from, ahead: () => wrong });
        expect(played.end).toMatchObject({ code: 'challenge_final' });
        expect(played.stored.measuredAt).toBe(iso(END));
        // `Date` has whole seconds, in which a person takes a step or two.
        expect(played.stored.steps).toBeGreaterThanOrEqual(4798);
        expect(played.stored.steps).toBeLessThanOrEqual(4800);
        const [first] = measured(played);
        expect(Math.abs(Date.parse(first?.measuredAt ?? '') - (first?.at ?? 0))).toBeLessThan(seconds(2));
      }
    },
  );

  it('store the value at the end with an exact clock, although the end is between two reports (report 2)', async () => {
    const { stored, asked } = await reporting();
    expect(stored).toEqual({ steps: 4800, measuredAt: iso(END) });
    expect(asked.at(-1)).toEqual({ until: END, since: START });
  });

  it.each([7, 60])('are counted to the end although each timer is %i s late', async (late) => {
    const played = await reporting({ late: seconds(late), ahead: () => minutes(3) });
    expect(played.end.code).toBe('challenge_final');
    expect(played.stored.measuredAt).toBe(iso(END));
    expect(played.stored.steps).toBeGreaterThanOrEqual(4798);
    expect(measured(played).filter(({ at }) => at < END).length).toBeGreaterThan(3);
  });

  it.each([
    ['a fraction', 100.7, 100],
    ['no number', Number.NaN, 4800],
    ['a negative number', -1, 4800],
    ['an infinite number', Number.POSITIVE_INFINITY, 4800],
  ])('survive a measurement that is %s', async (_, wrong, right) => {
    let n = 0;
    const measure = () => (++n === 1 || right === 100 ? wrong : 4800);
    const { end, stored } = await reporting({ options: { measure } });
    expect([end.code, stored.steps]).toEqual(['challenge_final', right]);
  });

  it('say why they have stopped if the timer of the app fails', async () => {
    const { end } = await reporting({ options: { sleep: () => Promise.reject(new Error('no timer')) } });
    expect(end).toEqual({ code: 'stopped', message: 'Error: no timer' });
  });

  it('never ask for a time after the moment at which the clock showed the end', async () => {
    const wrong = hours(12);
    const { asked } = await reporting({ from: START + 700, ahead: () => wrong });
    for (const { until, since } of asked) {
      expect(until).toBeLessThanOrEqual(END + wrong);
      expect(since).toBeGreaterThanOrEqual(START + wrong);
      expect(since).toBeLessThan(START + wrong + seconds(1.1));
    }
    expect(asked.at(-1)?.until).toBeGreaterThan(END + wrong - seconds(1.1));
  });

  it('store what a watch delivers hours after the end (report 3)', async () => {
    let n = 0;
    const { stored, sent } = await reporting({ options: { measure: () => (++n < 20 ? 9000 : 9500) } });
    expect(stored).toEqual({ steps: 9500, measuredAt: iso(END) });
    // After the end, reports become rarer.
    expect(sent.filter(({ at }) => at > END + hours(2)).length).toBeLessThan(30);
  });

  it('come when the platform asks for them, with whatever clock', async () => {
    const asked: number[] = [];
    const { sent } = await reporting({
      until: END,
      ahead: () => hours(7),
      nextAfter: (at) => {
        asked.push(at + seconds(44 + Math.floor(Math.random() * 850)));
        return asked.at(-1) ?? 0;
      },
    });
    const due = asked.slice(1, -1);
    expect(due.length).toBeGreaterThan(3);
    for (const [n, at] of due.entries())
      expect(Math.abs((sent[n + 2]?.at ?? 0) - at)).toBeLessThanOrEqual(seconds(1.5));
  });

  it.each([
    ['in the past, as for a clock that was set', (at: number) => at - hours(1), seconds(10)],
    ['in a day', (at: number) => at + hours(24), hours(1)],
    ['never, as an older platform does', () => Number.NaN, minutes(5)],
  ])('wait for a reasonable time if the platform asks for them %s', async (_, nextAfter, expected) => {
    const { pauses } = await reporting({
      until: START + minutes(50),
      nextAfter,
    });
    expect(pauses[1]).toBe(expected);
  });

  it('begin at random times within a minute of the start', async () => {
    const played = await Promise.all(
      Array.from({ length: 50 }, () => reporting({ from: START - hours(30), until: START })),
    );
    const starts = played.map(({ sent }) => sent.at(-1)?.at ?? 0);
    // Timers cannot be arbitrarily long, and a clock can be set in the meantime.
    expect(Math.max(...played.flatMap(({ pauses }) => pauses))).toBeLessThanOrEqual(hours(1));
    expect(Math.min(...starts)).toBeGreaterThanOrEqual(START);
    expect(Math.max(...starts)).toBeLessThan(START + minutes(1) + seconds(1));
    expect(Math.max(...starts) - Math.min(...starts)).toBeGreaterThan(seconds(30));
  });

  it.each([
    ['forward', (at: number) => (at < START + minutes(30) ? 0 : hours(5))],
    ['back', (at: number) => (at < START + minutes(30) ? hours(5) : 0)],
    ['back after the end', (at: number) => (at < END + hours(3) ? 0 : -hours(2))],
    ['back before the start', (at: number) => (at < START - hours(1) ? hours(5) : 0)],
  ])('notice a clock that is set %s', async (_, ahead) => {
    const { stored, sent } = await reporting({ from: START - hours(2), ahead });
    expect(stored.measuredAt).toBe(iso(END));
    expect(stored.steps).toBeGreaterThanOrEqual(4798);
    expect(stored.steps).toBeLessThanOrEqual(4800);
    expect(sent.find(({ steps }) => steps > 0)?.at).toBeLessThan(START + minutes(6));
    const late = sent.filter(
      ({ steps, at, measuredAt }) => steps > 0 && at < END && at - Date.parse(measuredAt) > seconds(2),
    );
    expect(late).toEqual([]);
  });

  it.each([
    ['without a response', lost, 10, 30],
    ['after 500', () => refusal(500), 10, 30],
    ['after 429', () => refusal(429), 10, 30],
    ['after the sign-in page of a Wi-Fi', () => signInPage(403), 10, 30],
    ['after 503 with Retry-After', () => refusal(503, undefined, { 'retry-after': '300' }), 300, 301],
  ])('are sent again soon, but at random times, %s', async (_, fail, least, most) => {
    const { pauses, stored } = await reporting({
      answer: (_sent, n) => (n > 1 && n < 6 ? fail() : (undefined as never)),
    });
    for (const milliseconds of pauses.slice(1, 5)) {
      expect(milliseconds).toBeGreaterThanOrEqual(seconds(least));
      expect(milliseconds).toBeLessThan(seconds(most));
    }
    expect(stored.measuredAt).toBe(iso(END));
  });

  it('wait ever longer while the platform calls the steps implausible, and count afterwards', async () => {
    const isRefused = (n: number) => n > 1 && n < 8;
    const { pauses, stored } = await reporting({
      answer: (_, n) => (isRefused(n) ? refusal(409, 'implausible_steps') : (undefined as never)),
    });
    for (const [n, milliseconds] of pauses.slice(1, 7).entries()) {
      expect(milliseconds).toBeGreaterThanOrEqual(seconds(10) * 2 ** n);
      expect(milliseconds).toBeLessThan(seconds(30) * 2 ** n);
    }
    expect(stored).toEqual({ steps: 4800, measuredAt: iso(END) });
  });

  it('reach the platform in the last minutes that count, however long the pauses have become', async () => {
    const recovers = FINAL - minutes(20);
    const { stored } = await reporting({
      from: END - minutes(10),
      answer: (_, n) => (n > 2 && n < 34 ? refusal(409, 'implausible_steps') : (undefined as never)),
    });
    expect(recovers).toBeLessThan(FINAL);
    expect(stored.measuredAt).toBe(iso(END));
  });

  it.each([
    [
      'a measurement',
      (fail: () => void) => ({
        options: {
          measure: () => {
            fail();
            return 100;
          },
        },
      }),
    ],
    [
      'a token',
      (fail: () => void) => ({
        session: {
          token: () => {
            fail();
            return tokenOf('a');
          },
        },
      }),
    ],
  ])('go on after %s that fails, with growing pauses', async (_, setting) => {
    let n = 0;
    const { pauses, stored } = await reporting(
      setting(() => {
        n += 1;
        if (n > 2 && n < 7) throw new Error('locked');
      }),
    );
    const failed = pauses.filter((milliseconds) => milliseconds < 150_000);
    expect(failed.length).toBeGreaterThanOrEqual(3);
    expect(Math.max(...failed)).toBeGreaterThan(seconds(30));
    expect(stored.measuredAt).toBe(iso(END));
  });

  it.each([
    [409, 'challenge_final'],
    [404, 'not_enrolled'],
    [403, 'account_closed'],
    [400, 'invalid_request'],
    [404, 'event_cancelled'],
    [403, 'some_other_code'],
    [401, 'invalid_token', 'signed_out'],
  ])('end with %i %s, at the first report or a later one', async (status, code, told = code) => {
    for (const last of [1, 5]) {
      const answer: Answer = (_, n) => (n === last ? refusal(status, code) : (undefined as never));
      const { end, sent } = await reporting({ answer });
      expect(end).toEqual({ code: told, message: 'x' });
      expect(sent).toHaveLength(last);
    }
  });

  it('end with a 403 of the firewall, and with a measurement outside of the challenge only after its end', async () => {
    expect((await reporting({ answer: () => refusal(403) })).end.code).toBe('forbidden');
    const outside: Answer = (sent) =>
      sent.steps > 0 ? refusal(409, 'measured_outside') : (undefined as never);
    const { end, sent } = await reporting({ answer: outside });
    expect(end.code).toBe('measured_outside');
    expect(sent.length).toBeGreaterThan(5);
    expect(sent.at(-1)?.at).toBeGreaterThanOrEqual(END);
  });

  it.each([
    [404, 'challenge_not_found'],
    [404, undefined],
    [409, 'measured_in_future'],
    [409, 'try_again_later'],
    [418, undefined],
  ])('mean later with %i %s', async (status, code) => {
    const { stored } = await reporting({
      answer: (_, n) => (n > 2 && n < 5 ? refusal(status, code) : (undefined as never)),
    });
    expect(stored).toEqual({ steps: 4800, measuredAt: iso(END) });
  });

  it('end with a refused session, of which the app is told, and with another person', async () => {
    const told: unknown[] = [];
    const refused = Object.assign(new Error('Refresh Token has expired'), { name: 'NotAuthorizedException' });
    const expired = await reporting({
      answer: () => refusal(401, 'invalid_token'),
      session: { refresh: () => Promise.reject(refused), onSignedOut: (reason) => void told.push(reason) },
    });
    expect(expired.end).toMatchObject({ code: 'signed_out' });
    expect(told).toEqual([refused]);
    let n = 0;
    const other = await reporting({ session: { token: () => tokenOf(++n < 4 ? 'a' : 'b') } });
    expect(other.end.code).toBe('person_changed');
    expect(other.sent).toHaveLength(3);
  });

  it('go on after one failed refresh', async () => {
    let isExpired = true;
    let refreshes = 0;
    const { end, stored } = await reporting({
      answer: (_, n) => (n > 1 && isExpired ? refusal(401, 'invalid_token') : (undefined as never)),
      session: {
        token: () => tokenOf('a', isExpired ? 1 : 2),
        refresh: async () => {
          if (++refreshes === 1) lost();
          isExpired = false;
        },
      },
    });
    expect([end.code, refreshes]).toEqual(['challenge_final', 2]);
    expect(stored.measuredAt).toBe(iso(END));
  });

  it('follow a clock that loses ten seconds a day', async () => {
    const { stored } = await reporting({ ahead: (at) => -Math.round((at - START) / 8640) });
    expect(Math.abs(stored.steps - 4800)).toBeLessThan(5);
    expect(stored.measuredAt).toBe(iso(END));
  });

  it('take the clock as right if no response has a date', async () => {
    expect((await reporting({ hasDate: false })).stored).toEqual({ steps: 4800, measuredAt: iso(END) });
  });

  it('do not learn the time from the sign-in page of a Wi-Fi', async () => {
    const page = () => {
      const answer = signInPage();
      answer.headers.set('date', new Date(START - hours(30)).toUTCString());
      return answer;
    };
    const played = await reporting({
      ahead: () => -hours(12),
      answer: (_, n) => (n % 3 === 1 ? page() : (undefined as never)),
    });
    expect(measured(played)[0]?.at).toBeLessThan(START + minutes(2));
    expect(played.stored.measuredAt).toBe(iso(END));
    expect(played.stored.steps).toBeGreaterThanOrEqual(4798);
  });

  it('end with the signal, even while the app measures', async () => {
    const signal = AbortSignal.abort();
    const ended = await reporting({ options: { signal } });
    expect([ended.end, ended.sent]).toEqual([{ code: 'stopped' }, []]);
    const controller = new AbortController();
    const measure = () => {
      controller.abort();
      return new Promise<never>(() => {});
    };
    expect((await reporting({ options: { signal: controller.signal, measure } })).end).toEqual({
      code: 'stopped',
    });
  });

  it('return what is wrong with their arguments', async () => {
    const { end, sent } = await reporting({ options: { endsAt: 'tomorrow' } });
    expect(end).toEqual({ code: 'invalid_request', message: expect.stringContaining('endsAt') });
    expect(sent).toEqual([]);
  });
});
