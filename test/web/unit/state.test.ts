import { describe, expect, it } from 'vitest';
import { countdownTo, finalAt, isAsleep, stateOf } from '../../../web/display/state.ts';
import { display, displays, EMPTY, LANGKAH, NOW, ZERO } from '../displays.ts';

describe('the state of the screen', () => {
  it.each([
    ['upcoming', displays.upcoming],
    ['announced', displays.announced],
    ['live', displays.live],
    ['live', displays['nobody yet']],
    ['ended', displays['ended, provisional']],
    ['final', displays.final],
    ['over', displays.over],
  ])('is %s', (state, shown) => expect(stateOf(shown, NOW)).toBe(state));

  it('changes at the start and at the end of the exhibition, by the server’s time', () => {
    const shown = display([LANGKAH]);
    const { startsAt, endsAt } = shown.event;
    const at = (moment: string, more: number) => stateOf(shown, new Date(Date.parse(moment) + more));
    expect([at(startsAt, -1), at(startsAt, 0), at(endsAt, -1), at(endsAt, 0)]).toEqual([
      'upcoming',
      'live',
      'live',
      'ended',
    ]);
  });

  it('is over, not final, after an exhibition in which nobody took part', () => {
    const shown = { ...displays.final, challenges: [EMPTY] };
    expect(stateOf(shown, NOW)).toBe('over');
    expect(stateOf({ ...shown, challenges: [ZERO] }, NOW)).toBe('final');
  });

  it('promises the final result 24 hours after the end', () =>
    expect(finalAt(displays['ended, provisional']).toISOString()).toBe('2026-11-28T07:00:00.000Z'));
});

describe('the countdown', () => {
  const HOUR = 3_600_000;
  it.each([
    [72 * HOUR, 3, 'day'],
    [48 * HOUR, 2, 'day'],
    [48 * HOUR - 1, 47, 'hour'],
    [2 * HOUR, 2, 'hour'],
    [2 * HOUR - 1, 120, 'minute'],
    [61_000, 2, 'minute'],
    [1, 1, 'minute'],
    [0, 1, 'minute'],
  ])('of %d milliseconds is %d %s', (left, number, unit) => {
    const startsAt = new Date(NOW.getTime() + left).toISOString();
    expect(countdownTo(startsAt, NOW)).toEqual({ left: number, unit });
  });
});

describe('a screen with opening hours', () => {
  // 1.59 am, 2 am, 9.59 pm and 10 pm in Malaysia.
  const [late, early, evening, night] = ['17:59', '18:00', '13:59', '14:00'].map(
    (time) => new Date(`2026-11-27T${time}:00.000Z`),
  );
  it.each([
    ['10 to 22', { from: 10, to: 22 }, [true, true, false, true]],
    ['22 to 2, over midnight', { from: 22, to: 2 }, [false, true, true, false]],
    ['none', undefined, [false, false, false, false]],
  ])('of %s sleeps outside them, in Malaysian time', (_, opening, asleep) =>
    expect([late, early, evening, night].map((time) => isAsleep(opening, time ?? NOW))).toEqual(asleep),
  );
});
