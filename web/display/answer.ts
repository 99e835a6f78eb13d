import type * as z from 'zod/mini';
import type { ExhibitionDisplay } from '../../functions/community/boards/contract.ts';

/** What the API answers. */
export type Display = z.infer<typeof ExhibitionDisplay>;

export type Challenge = Display['challenges'][number];

/**
 * Whether an answer has all that is shown of it. A screen may stay open while the platform is changed: what an answer
 * has beyond that is no reason to show nothing, so the contract's own strict schema is not asked.
 */
export function isDisplay(answer: unknown): answer is Display {
  return (
    isObject(answer) &&
    isObject(answer['event']) &&
    isText(answer['event']['title']) &&
    isListOf(answer['challenges'], isChallenge) &&
    isText(answer['updatedAt']) &&
    Number.isFinite(Date.parse(answer['updatedAt'])) &&
    typeof answer['provisional'] === 'boolean'
  );
}

const isChallenge = (given: unknown) =>
  isObject(given) && isText(given['title']) && isNumber(given['total']) && isListOf(given['top'], isPlace);

const isPlace = (given: unknown) =>
  isObject(given) && isText(given['alias']) && isNumber(given['steps']) && isNumber(given['rank']);

const isObject = (given: unknown): given is Readonly<Record<string, unknown>> =>
  typeof given === 'object' && given !== null;

const isText = (given: unknown): given is string => typeof given === 'string';

const isNumber = (given: unknown) => typeof given === 'number';

const isListOf = (given: unknown, isOne: (one: unknown) => boolean) =>
  Array.isArray(given) && given.every(isOne);
