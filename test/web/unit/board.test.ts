import { describe, expect, it } from 'vitest';
import { MAX_PLACES, withPlaces } from '../../../web/display/answer.ts';
import { entriesOf, groupsOf, isUnranked, scriptOf, turnsOfLines } from '../../../web/display/board.ts';
import { marksFor } from '../../../web/display/marks.ts';
import { display, EMPTY, HALLS, LANGKAH, ZERO } from '../displays.ts';

describe('a board', () => {
  it('gives everybody a share of the leader’s steps', () => {
    const shares = entriesOf(LANGKAH).map(({ share }) => share);
    expect(shares.slice(0, 4)).toEqual([100, 96.3, 91, 80]);
    expect(entriesOf(ZERO).every(({ share }) => share === 0)).toBe(true);
  });

  it('names the neighbours with the same rank', () => {
    const ties = entriesOf(HALLS).map(
      ({ tiesAbove, tiesBelow }) => `${Number(tiesAbove)}${Number(tiesBelow)}`,
    );
    expect(ties).toEqual(['01', '10', '00', '01', '10', '00', '00', '00', '00', '00']);
  });

  it.each([
    ['all that fit have one turn', [5, 5, 5], 17, [0]],
    ['seven that do not fit have two: 4 to 7 and 8 to 10', [5, 5, 5, 5, 5, 5, 5], 39, [0, 4]],
    ['a high line has fewer beside it', [5, 5, 5, 5, 20, 5], 26, [0, 4]],
    ['no turn is more than the fewest', [9, 9, 9, 1, 1, 1, 1], 20, [0, 2]],
    ['a line higher than the room has its own', [5, 50, 5], 20, [0, 1, 2]],
    ['nobody', [], 20, [0]],
  ])('divides its lines into even turns: %s', (_, heights, room, turns) =>
    expect(turnsOfLines(heights, { gap: 1, room, most: 7 })).toEqual(turns),
  );

  it('has at most as many lines in a turn as a column', () =>
    expect(turnsOfLines([1, 1, 1, 1, 1, 1, 1], { gap: 0, room: 100, most: 4 })).toEqual([0, 4]));

  it('shows the places that the page has room for, however many the API returns', () => {
    const [challenge] = withPlaces(
      display([{ ...LANGKAH, top: [...LANGKAH.top, ...LANGKAH.top] }]),
    ).challenges;
    expect(challenge?.top).toHaveLength(MAX_PLACES);
  });

  it('has no ranks while everybody has 0 steps', () =>
    expect([ZERO, EMPTY, LANGKAH].map(isUnranked)).toEqual([true, false, false]));

  it.each([
    [1, [[0]]],
    [3, [[0, 1, 2]]],
    [
      4,
      [
        [0, 1],
        [2, 3],
      ],
    ],
    [
      5,
      [
        [0, 1, 2],
        [3, 4],
      ],
    ],
    [0, []],
  ])('takes turns with others in groups of at most three: %d', (count, groups) =>
    expect(groupsOf([...Array(count).keys()], 3)).toEqual(groups),
  );

  it.each([
    ['கயல்விழி', 'ta'],
    ['快走 KL', 'zh'],
    ['Teh Tarik', undefined],
  ])('knows the script of %s', (name, script) => expect(scriptOf(name)).toBe(script));
});

describe('marks', () => {
  const [first, second, third] = LANGKAH.top;
  const board = (...top: readonly unknown[]) =>
    display([
      {
        ...LANGKAH,
        top: top.flatMap((person, n) =>
          person ? [{ ...(person as typeof first), rank: n + 1 }] : [],
        ) as typeof LANGKAH.top,
      },
    ]);
  const markOf = (marks: ReturnType<typeof marksFor>, place: typeof first, at = 0) =>
    marks.of(LANGKAH.title, place?.alias ?? '', at);

  it('show climbs and newcomers, never falls', () => {
    const marks = marksFor(8_000);
    marks.compare(board(first, second), board(third, second, first), 0);
    expect([first, second, third].map((place) => markOf(marks, place))).toEqual([
      undefined,
      undefined,
      'new',
    ]);
    marks.compare(board(third, second, first), board(first, third, second), 0);
    expect([first, second, third].map((place) => markOf(marks, place))).toEqual([2, undefined, undefined]);
  });

  it('end after eight seconds', () => {
    const marks = marksFor(8_000);
    marks.compare(board(first), board(first, second), 1_000);
    expect([markOf(marks, second, 8_999), marks.endAt(8_999)]).toEqual(['new', false]);
    expect([markOf(marks, second, 9_000), marks.endAt(9_000)]).toEqual([undefined, true]);
  });

  it('do not compare with another challenge, or with nothing', () => {
    const marks = marksFor(8_000);
    marks.compare(undefined, board(first), 0);
    marks.compare(display([HALLS]), board(first), 0);
    expect(markOf(marks, first)).toBeUndefined();
  });
});
