import { describe, expect, it } from 'vitest';
import { nextReportAt } from '../../../functions/community/enrollments/next-report.ts';
import type { Challenge } from '../../../shared/community/items.ts';
import type { Enrollment } from '../../../shared/community/participation.ts';

const AT = '2031-03-14T04:00:00.000Z';
const at = (time: string) => `2031-03-14T${time}.000Z`;

/** An enrollment with 10,000 steps whose report has just been accepted; the challenge ends at 10:00. */
const own = (changes: Partial<Enrollment> = {}) =>
  ({
    ...{
      steps: 10_000,
      measuredAt: AT,
      reportedAt: AT,
      countingFrom: at('00:00:00'),
      endsAt: at('10:00:00'),
    },
    ...{ shareLeaderboard: true, sharePublicDisplay: true },
    ...changes,
  }) as Enrollment;
const of = (changes: Partial<Challenge> = {}) =>
  ({ visibility: 'public', lastShownSteps: 40_000, ...changes }) as Challenge;

/** When the next report is due at the earliest and at the latest, as seconds after `time`. */
const due = (enrollment: Enrollment, challenge: Challenge, time = AT) =>
  [0, 1].map(
    (chance) =>
      (nextReportAt(enrollment, challenge, new Date(time), chance).getTime() - Date.parse(time)) / 1000,
  );

describe('the next report', () => {
  it('is due after up to 15 minutes far behind the last rank on the display', () => {
    expect(due(own(), of())).toEqual([855, 900]);
  });

  it('is due before the last rank can be reached with 300 steps in the first minute and 200 in each later one', () => {
    expect(due(own(), of({ lastShownSteps: 12_300 }))).toEqual([627, 660]);
    expect(due(own(), of({ lastShownSteps: 13_100 }))).toEqual([855, 900]);
    expect(due(own(), of({ lastShownSteps: 10_275 }))).toEqual([52.25, 55]);
  });

  it.each([
    ['close behind the last rank', own(), of({ lastShownSteps: 10_100 })],
    ['on the display', own(), of({ lastShownSteps: 9_000 })],
    ['while the display has room', own({ steps: 0 }), of({ lastShownSteps: 0 })],
    ['until the worker has counted the ranks', own(), of({ lastShownSteps: undefined })],
  ])('is due within a minute %s', (_, enrollment, challenge) => {
    expect(due(enrollment, challenge)).toEqual([52.25, 55]);
  });

  it('counts what may have been walked since the measurement', () => {
    const late = own({ measuredAt: at('03:55:00') });
    expect(due(late, of({ lastShownSteps: 12_300 }))).toEqual([342, 360]);
    expect(due(own({ measuredAt: undefined, steps: 0 }), of({ lastShownSteps: 12_500 }))).toEqual([
      52.25, 55,
    ]);
  });

  it.each([
    [
      'a participant whom the display may not show',
      own({ sharePublicDisplay: false }),
      of({ lastShownSteps: 0 }),
    ],
    ['a hidden alias', own({ aliasHiddenAt: AT }), of({ lastShownSteps: 0 })],
    ['an excluded participant', own({ excludedAt: AT }), of({ lastShownSteps: 0 })],
    ['a private challenge', own(), of({ visibility: 'private', lastShownSteps: 0 })],
  ])('is due after up to 15 minutes for %s', (_, enrollment, challenge) => {
    expect(due(enrollment, challenge)).toEqual([855, 900]);
  });

  it('is due within a minute after the end of the challenge, at different times', () => {
    expect(due(own({ measuredAt: at('09:58:00') }), of(), at('09:58:00'))).toEqual([120, 175]);
    expect(due(own({ measuredAt: at('09:59:30') }), of({ lastShownSteps: 0 }), at('09:59:30'))).toEqual([
      30, 55,
    ]);
  });

  it.each([
    ['09:59:59', [1, 55]],
    ['10:00:00', [900, 900]],
    ['10:20:00', [1200, 1200]],
    ['12:00:00', [3600, 3600]],
  ])('is due less and less often after the end: at %s', (time, expected) => {
    expect(due(own(), of(), at(time))).toEqual(expected);
  });

  it('is due once more before the result is final, and then when it is', () => {
    const nextDay = (time: string) => `2031-03-15T${time}.000Z`;
    expect(due(own(), of(), nextDay('09:30:00'))).toEqual([29 * 60, 28 * 60]);
    expect(due(own(), of(), nextDay('09:59:10'))).toEqual([3600, 3600]);
  });

  it('is due soon again when the last one came too early', () => {
    expect(due(own(), of(), at('04:00:05'))).toEqual([10, 20]);
    expect(due(own(), of(), at('04:00:10'))).toEqual([855, 900]);
  });
});
