import { describe, expect, it } from 'vitest';
import type { Display } from '../../../web/display/answer.ts';
import { type News, poll } from '../../../web/display/poll.ts';

/** How the display page polls, with a clock that the test moves. */

const DISPLAY: Display = {
  event: { title: 'Ekspo Sihat', startsAt: '2026-03-01T01:00:00.000Z', endsAt: '2026-03-31T01:00:00.000Z' },
  challenges: [{ title: 'Sejuta Langkah', total: 1, top: [{ alias: 'Jalan Jauh', steps: 12_345, rank: 1 }] }],
  updatedAt: '2026-03-02T01:00:00.000Z',
  provisional: true,
  rewardEligible: false,
};

const OPENED_AT = Date.parse('2026-03-02T01:00:00.000Z');

type Reply = () => Response | Promise<Response>;
const shows =
  (headers: Record<string, string> = {}, display: unknown = DISPLAY): Reply =>
  () =>
    Response.json(display, { headers: { etag: '"a"', ...headers } });
const status =
  (code: number, headers: Record<string, string> = {}): Reply =>
  () =>
    new Response(null, { status: code, headers });
const away: Reply = () => Promise.reject(new TypeError('Failed to fetch'));

function newScreen({ chance = 0, tell = (_: News) => {} } = {}) {
  const asked: { at: number; tag: string | null }[] = [];
  const told: [at: number, kind: News['kind']][] = [];
  const due: { at: number; action: () => void }[] = [];
  let now = 0;
  let reply: Reply = away;

  const passes = async (seconds: number) => {
    const until = now + seconds * 1000;
    for (;;) {
      const next = due.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      due.splice(due.indexOf(next), 1);
      now = next.at;
      next.action();
      await flushed();
    }
    now = until;
    await flushed();
  };

  return {
    asked,
    told,
    passes,
    kinds: () => told.map(([, kind]) => kind),
    hears(next: Reply) {
      reply = next;
    },
    async opens(first: Reply) {
      reply = first;
      poll(
        '/display',
        (news) => {
          told.push([now / 1000, news.kind]);
          tell(news);
        },
        {
          fetch: async (_, init) => {
            asked.push({ at: now / 1000, tag: new Headers(init?.headers).get('if-none-match') });
            return reply();
          },
          elapsed: () => now,
          now: () => OPENED_AT + now,
          chance: () => chance,
          later: (action, milliseconds) => due.push({ at: now + milliseconds, action }),
        },
      );
      await flushed();
    },
  };
}

/** Waits until all consequences of the last event have happened. */
async function flushed() {
  for (let n = 0; n < 3; n++) await new Promise(setImmediate);
}

const throwsAt = (kind: News['kind'], times = Number.POSITIVE_INFINITY) => {
  let left = times;
  return (news: News) => {
    if (news.kind === kind && left-- > 0) throw new Error('the page cannot');
  };
};

describe('the display polls', () => {
  it('every five seconds, with its ETag', async () => {
    const screen = newScreen();
    await screen.opens(shows());
    screen.hears(status(304));
    await screen.passes(10);
    expect(screen.asked).toEqual([
      { at: 0, tag: null },
      { at: 5, tag: '"a"' },
      { at: 10, tag: '"a"' },
    ]);
    expect(screen.kinds()).toEqual(['shown', 'confirmed', 'confirmed']);
  });

  it.each([
    [0, [0, 5, 15, 35, 65, 95, 125]],
    [0.5, [0, 5.75, 16.5, 37.25, 68, 98.75, 129.5]],
  ])('less and less often without a response, with jitter: %d', async (chance, times) => {
    const screen = newScreen({ chance });
    await screen.opens(status(500));
    screen.hears(away);
    await screen.passes(130);
    expect(screen.asked.map(({ at }) => at)).toEqual(times);
    expect(new Set(screen.kinds())).toEqual(new Set(['silent']));
  });

  it.each([
    ['an hour before the start', { startsAt: '2026-03-02T02:00:00.000Z' }, true, [0, 30, 60, 90]],
    [
      '40 seconds before the start, and so at the start',
      { startsAt: '2026-03-02T01:00:40.000Z' },
      true,
      [0, 30, 40, 45],
    ],
    ['two seconds before the start', { startsAt: '2026-03-02T01:00:02.000Z' }, true, [0, 5, 10, 15]],
    ['after the end, while results may change', { endsAt: '2026-03-02T00:00:00.000Z' }, true, [0, 5, 10, 15]],
    ['when the results are final', { endsAt: '2026-03-02T00:00:00.000Z' }, false, [0, 30, 60, 90]],
    ['in an exhibition without a challenge', {}, false, [0, 30, 60, 90], []],
  ])(
    'as often as something can change: %s',
    async (_, times, provisional, asked, challenges: Display['challenges'] = DISPLAY.challenges) => {
      const screen = newScreen();
      await screen.opens(
        shows({}, { ...DISPLAY, event: { ...DISPLAY.event, ...times }, challenges, provisional }),
      );
      await screen.passes(90);
      expect(screen.asked.map(({ at }) => at).slice(0, 4)).toEqual(asked);
      expect(new Set(screen.kinds())).toEqual(new Set(['shown']));
    },
  );

  it('every five seconds again after a response', async () => {
    const screen = newScreen();
    await screen.opens(away);
    await screen.passes(34);
    screen.hears(shows());
    await screen.passes(7);
    expect(screen.asked.slice(-2).map(({ at }) => at)).toEqual([35, 40]);
  });
});

/** The current second, without fractions. */
async function expectStaleNow(screen: ReturnType<typeof newScreen>, second: number): Promise<void> {
  expect(screen.kinds()).not.toContain('stale');
  await screen.passes(0.1);
  expect(screen.told.at(-1)).toEqual([second, 'stale']);
}

describe('a response', () => {
  it('is valid for 60 seconds and no longer', async () => {
    const screen = newScreen();
    await screen.opens(shows());
    screen.hears(status(500));
    await screen.passes(59.9);
    await expectStaleNow(screen, 60);
    await screen.passes(120);
    expect(screen.kinds().filter((kind) => kind === 'stale')).toHaveLength(1);
  });

  it('is valid for a shorter time by its Age', async () => {
    const screen = newScreen();
    await screen.opens(shows({ age: '5' }));
    screen.hears(away);
    await screen.passes(54.9);
    await expectStaleNow(screen, 55);
  });

  it('is valid from the time of its request, not of its arrival', async () => {
    const screen = newScreen();
    const { promise, resolve } = Promise.withResolvers<Response>();
    await screen.opens(() => promise);
    await screen.passes(4);
    resolve(await shows()());
    await screen.passes(0);
    screen.hears(away);
    await screen.passes(55.9);
    await expectStaleNow(screen, 60);
  });

  it('is valid for 60 more seconds after a 304, minus its Age', async () => {
    const screen = newScreen();
    await screen.opens(shows());
    screen.hears(status(304, { age: '2' }));
    await screen.passes(5);
    screen.hears(away);
    await screen.passes(57.9);
    await expectStaleNow(screen, 63);
  });

  it.each(['60', '3600', '-1', 'old'])('is not shown with an Age of %s', async (age) => {
    const screen = newScreen();
    await screen.opens(shows({ age }));
    await screen.passes(5);
    expect(screen.kinds()).toEqual(['silent', 'silent']);
    expect(screen.asked[1]?.tag).toBeNull();
  });

  it('does not reappear by a late 304, but with the next full response', async () => {
    const screen = newScreen();
    await screen.opens(shows({ age: '54' }));
    const { promise, resolve } = Promise.withResolvers<Response>();
    screen.hears(() => promise);
    await screen.passes(6);
    expect(screen.kinds()).toEqual(['shown', 'stale']);
    resolve(await status(304)());
    await screen.passes(0);
    screen.hears(shows());
    await screen.passes(5);
    expect(screen.asked.map(({ tag }) => tag)).toEqual([null, '"a"', null]);
    expect(screen.kinds()).not.toContain('confirmed');
    expect(screen.kinds().at(-1)).toBe('shown');
  });

  it('is removed by a 404, and then requested without an ETag', async () => {
    const screen = newScreen();
    await screen.opens(shows());
    screen.hears(status(404));
    await screen.passes(65);
    expect(screen.asked.slice(1, 3)).toEqual([
      { at: 5, tag: '"a"' },
      { at: 10, tag: null },
    ]);
    expect(new Set(screen.kinds().slice(1))).toEqual(new Set(['not_found']));
  });

  it('is removed when the exhibition is cancelled, whatever was shown before', async () => {
    const screen = newScreen();
    await screen.opens(shows());
    screen.hears(() => Response.json({ code: 'event_cancelled', message: '' }, { status: 404 }));
    await screen.passes(65);
    expect(new Set(screen.kinds().slice(1))).toEqual(new Set(['cancelled']));
  });
});

describe('the display never stops polling', () => {
  const [challenge] = DISPLAY.challenges;
  it.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'closed'],
    ['a display without challenges', { ...DISPLAY, challenges: undefined }],
    [
      'a display of another version',
      { ...DISPLAY, challenges: [{ ...challenge, top: { first: 'Jalan Jauh' } }] },
    ],
    [
      'a place without steps',
      { ...DISPLAY, challenges: [{ ...challenge, top: [{ alias: 'Jalan', rank: 1 }] }] },
    ],
    ['a time that is none', { ...DISPLAY, updatedAt: 'yesterday' }],
  ])('after %s, which it treats like no response', async (_, display) => {
    const screen = newScreen();
    await screen.opens(shows({}, display));
    await screen.passes(5);
    expect(screen.kinds()).toEqual(['silent', 'silent']);
    screen.hears(shows({}, { ...DISPLAY, news: 'of a later version' }));
    await screen.passes(10);
    expect(screen.told.at(-1)).toEqual([15, 'shown']);
  });

  it('when the page cannot show a response, which counts as none', async () => {
    const screen = newScreen({ tell: throwsAt('shown') });
    await screen.opens(shows());
    await screen.passes(35);
    expect(screen.asked).toEqual([0, 5, 15, 35].map((at) => ({ at, tag: null })));
    expect(screen.kinds().slice(0, 4)).toEqual(['shown', 'silent', 'shown', 'silent']);
  });

  it('when the page cannot show a newer response; the older one is valid no longer than before', async () => {
    let shown = 0;
    const screen = newScreen({
      tell: ({ kind }) => {
        if (kind === 'shown' && ++shown > 1) throw new Error('the page cannot');
      },
    });
    await screen.opens(shows());
    await screen.passes(59.9);
    await expectStaleNow(screen, 60);
  });

  it.each(['silent', 'not_found', 'confirmed'] as const)('when the page cannot show %s', async (kind) => {
    const screen = newScreen({ tell: throwsAt(kind) });
    await screen.opens(shows());
    screen.hears({ silent: away, not_found: status(404), confirmed: status(304) }[kind]);
    await screen.passes(70);
    expect(screen.kinds()).toContain('stale');
    screen.hears(shows());
    await screen.passes(30);
    expect(screen.told.at(-1)?.[1]).toBe('shown');
  });

  it('and keeps trying to blank the page', async () => {
    const screen = newScreen({ tell: throwsAt('stale', 2) });
    await screen.opens(shows());
    screen.hears(away);
    await screen.passes(63);
    expect(screen.told.filter(([, kind]) => kind === 'stale').map(([at]) => at)).toEqual([60, 60.5, 61]);
  });
});
