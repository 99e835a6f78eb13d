import type { PageLanguage } from '../../../shared/values/languages.ts';
import { timeTexts } from '../../../shared/values/time-texts/en.ts';

/** How the sentences about the final results begin. */
const FINAL = 'Final results by ';

/**
 * The words of the display, in one file for each language, with a note on where each is shown. The English ones are the type of all, so a language
 * with a missing one does not compile.
 */
export const words = {
  language: 'en-MY' as PageLanguage,
  /** Over the QR code and the code of the exhibition. */
  scan: 'Scan to join',
  /** Over the code of the exhibition, beside a small QR code. */
  scanOrEnter: 'Scan to join, or enter this code',
  /** A screen reader says this for the QR code. */
  qrCode: 'QR code to join',
  /** The number of participants of a challenge. */
  people: (total: string, isOne: boolean) => `${total} ${isOne ? 'person' : 'people'}`,
  /** Before the start, under the number of people, such as 1,284 people. `title` is a challenge. */
  joined: (title: string, isOne: boolean) => `${isOne ? 'has' : 'have'} joined ${title}`,
  /** A label before a number of steps. */
  stepsLabel: 'steps',
  /** The unit after a number of steps. */
  stepsUnit: 'steps',
  /** The state of the exhibition in its heading: it is in progress. */
  live: 'Live',
  /** Follows the text `live`, as a part of its own. */
  until: (time: string) => `until ${time}`,
  /** The state of the exhibition on one line: it is in progress. */
  liveUntil: (time: string) => `Live until ${time}`,
  /** Over a large countdown, such as 3 days. */
  startsIn: 'Starts in',
  /** The unit of the countdown, after its number. */
  unit: (unit: 'day' | 'hour' | 'minute', isOne: boolean): string => (isOne ? unit : `${unit}s`),
  /** The exhibition is public and has no challenges yet. */
  announced: 'Step challenges are coming soon',
  /** Smaller, below `announced`, over an empty podium. */
  announcedMore: 'Who will stand on the podium?',
  /** A challenge is in progress, and nobody is on its board yet. */
  nobody: 'Be the first!',
  /** Smaller, below `nobody`, over an empty podium. */
  nobodyMore: 'Nobody is on the board yet',
  /** Over the names of participants, all of whom have 0 steps. */
  unranked: 'On the start line',
  /** A mark beside the name of a person who is new on the board. */
  new: 'NEW',
  /** The results can still change. */
  provisional: 'Provisional result',
  /** The results cannot change any more. */
  final: 'Final result',
  /** One of the two texts before, and the time of its last change. */
  resultAt: (result: string, time: string) => `${result}, ${time}`,
  /** The exhibition is over, and its results become final at this time or earlier. */
  finalByToday: (time: string) => `${FINAL}${time} today`,
  /** The same for tomorrow. */
  finalByTomorrow: (time: string) => `${FINAL}${time} tomorrow`,
  /** The same for a later day. */
  finalByDay: (time: string, day: string) => `${FINAL}${time} on ${day}`,
  /** The exhibition is over and has no results. */
  over: 'This exhibition is over. Thank you!',
  /** The time of the last change on the board. */
  updated: (time: string) => `Updated ${time}`,
  /** The screen has no connection and shows its last results. */
  offline: 'No connection',
  /** Beside `offline`. */
  ago: (seconds: string) => `Results from ${seconds} seconds ago`,
  /** The screen has no results, for example because it has no connection. */
  waiting: 'Waiting for the results…',
  /** No exhibition has the code in the address of the page. */
  notFound: 'There is no exhibition with this code.',
  /** The exhibition was cancelled. */
  cancelled: 'This exhibition is cancelled.',
  /** The address of the page has no code. The operator of the screen reads this. */
  noCode: 'Open this page with the code of an exhibition: /display/code',
  /** The address of the page has a setting that the page does not know, such as theme=Light. The operator of the screen reads this. */
  notUnderstood: (setting: string) => `Setting not understood: ${setting}`,
  /** The screen sleeps outside the opening hours of the hall. */
  opens: (time: string) => `The board opens again at ${time}`,
  /** A screen reader says this when the first three people of a challenge have changed. `places` are ranks and names. */
  topThree: (title: string, places: string) => `${title}, top three: ${places}`,
  times: timeTexts,
};

export type DisplayWords = typeof words;

/** A browser without scripts shows this instead of the page. Staff of the hall read it. */
export const noScript = 'Turn on JavaScript in the browser of this screen to show the results.';
