import type * as z from 'zod/mini';
import type { ExhibitionDisplay } from '../../functions/community/boards/contract.ts';

/** The number of places for which the page is designed. The API decides how many it returns (`DISPLAY_TOP`). */
export const MAX_PLACES = 10;

/** The response body of the API. */
export type Display = z.infer<typeof ExhibitionDisplay>;

export type Challenge = Display['challenges'][number];

export type Place = Challenge['top'][number];

/**
 * Returns true if a response has every field that the page shows. The check ignores other fields, unlike the contract's
 * strict schema: a screen may stay open while a new version of the API adds fields.
 */
export function isDisplay(answer: unknown): answer is Display {
  return (
    isObject(answer) &&
    isObject(answer['event']) &&
    isText(answer['event']['title']) &&
    isMoment(answer['event']['startsAt']) &&
    isMoment(answer['event']['endsAt']) &&
    isListOf(answer['challenges'], isChallenge) &&
    isMoment(answer['updatedAt']) &&
    typeof answer['provisional'] === 'boolean'
  );
}

/** The display with the places that the page has room for. */
export const withPlaces = (display: Display): Display => ({
  ...display,
  challenges: display.challenges.map((challenge) => ({
    ...challenge,
    top: challenge.top.slice(0, MAX_PLACES),
  })),
});

const isChallenge = (given: unknown) =>
  isObject(given) && isText(given['title']) && isNumber(given['total']) && isListOf(given['top'], isPlace);

const isPlace = (given: unknown) =>
  isObject(given) && isText(given['alias']) && isNumber(given['steps']) && isNumber(given['rank']);

const isObject = (given: unknown): given is Readonly<Record<string, unknown>> =>
  typeof given === 'object' && given !== null;

const isText = (given: unknown): given is string => typeof given === 'string';

const isMoment = (given: unknown) => isText(given) && Number.isFinite(Date.parse(given));

const isNumber = (given: unknown) => typeof given === 'number';

const isListOf = (given: unknown, isOne: (item: unknown) => boolean) =>
  Array.isArray(given) && given.every(isOne);
