import { describe, expect, it } from 'vitest';
import { serverClock } from '../../../web/browser/clock.ts';

/** The kiosk's clock is a year late. */
const SENT = new Date('2026-11-27T07:42:00.000Z');
const OWN = Date.parse('2025-11-27T00:00:00.000Z');

function newClock() {
  let elapsed = 5_000;
  const clock = serverClock(
    () => elapsed,
    () => OWN,
  );
  return { clock, passes: (milliseconds: number) => (elapsed += milliseconds) };
}
const headers = (date: Date, age?: string) =>
  new Headers({ date: date.toUTCString(), ...(age !== undefined && { age }) });

describe('the clock of the display', () => {
  it('is the machine’s own until the server has answered', () =>
    expect(newClock().clock.now().getTime()).toBe(OWN));

  it('is the server’s Date plus its Age, and runs on', () => {
    const { clock, passes } = newClock();
    clock.hear(headers(SENT, '4'));
    expect(clock.now().getTime()).toBe(SENT.getTime() + 4_000);
    passes(60_000);
    expect(clock.now().getTime()).toBe(SENT.getTime() + 64_000);
  });

  it('does not jump by the missing fraction of a second', () => {
    const { clock, passes } = newClock();
    clock.hear(headers(SENT));
    passes(5_900);
    clock.hear(headers(new Date(SENT.getTime() + 5_000)));
    expect(clock.now().getTime()).toBe(SENT.getTime() + 5_900);
  });

  it.each([new Headers(), new Headers({ date: 'soon' }), headers(SENT, '-1'), headers(SENT, 'old')])(
    'ignores a response without a time',
    (given) => {
      const { clock } = newClock();
      clock.hear(given);
      expect(clock.now().getTime()).toBe(OWN);
    },
  );
});
