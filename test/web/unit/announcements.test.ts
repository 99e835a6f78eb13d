import { expect, it } from 'vitest';
import { announcementsOf } from '../../../web/display/announcements.ts';
import type { Display } from '../../../web/display/answer.ts';
import { wordsFor } from '../../../web/display/words.ts';
import { display, HALLS, LANGKAH, ZERO } from '../displays.ts';

/** A screen reader hears changes of the first three, at most once a minute. */

const SECOND = 1000;
/** The board with these people on it, by their place in the original one. */
const board = (...places: readonly number[]): Display =>
  display([{ ...LANGKAH, top: places.flatMap((place, n) => ({ ...person(place), rank: n + 1 })) }, HALLS]);
const person = (place: number) => {
  const found = LANGKAH.top[place];
  if (!found) throw new Error(`nobody is at place ${place}`);
  return found;
};

function listener() {
  const announcements = announcementsOf();
  return {
    ...announcements,
    hears: (shown: Display, seconds: number) => announcements.next(shown, seconds * SECOND, wordsFor('en')),
  };
}

it('the first board is no news', () => expect(listener().hears(board(0, 1, 2, 3), 0)).toBeUndefined());

it('a change of the first three is announced, and one below them is not', () => {
  const { hears } = listener();
  hears(board(0, 1, 2, 3), 0);
  expect(hears(board(0, 1, 2, 4), 5)).toBeUndefined();
  expect(hears(board(1, 0, 2, 4), 10)).toBe(
    '10,000 Langkah, top three: 1 小老虎快走, 2 Teh Tarik Laju, 3 Geng Jalan Pagi Bukit Kiara KL',
  );
  expect(hears(board(1, 0, 2, 4), 200)).toBeUndefined();
});

it('a second change waits until the minute is over', () => {
  const { hears } = listener();
  hears(board(0, 1, 2), 0);
  expect(hears(board(1, 0, 2), 10)).toContain('1 小老虎快走');
  expect(hears(board(0, 1, 2), 20)).toBeUndefined();
  expect(hears(board(0, 1, 2), 69)).toBeUndefined();
  expect(hears(board(0, 1, 2), 70)).toContain('1 Teh Tarik Laju');
});

it('a change that was undone meanwhile is no news', () => {
  const { hears } = listener();
  hears(board(0, 1, 2), 0);
  hears(board(1, 0, 2), 10);
  hears(board(0, 1, 2), 20);
  expect(hears(board(1, 0, 2), 80)).toBeUndefined();
});

it('nobody is announced at the start line, or after a break', () => {
  const { hears, clear } = listener();
  hears(display([LANGKAH]), 0);
  expect(hears(display([LANGKAH, ZERO]), 10)).toBeUndefined();
  clear();
  expect(hears(board(1, 0, 2), 200)).toBeUndefined();
});
