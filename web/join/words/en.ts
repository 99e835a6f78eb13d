import { timeTexts } from '../../../shared/values/time-texts/en.ts';

/**
 * The words of the page of an exhibition, in one file for each language, with a note on where each is shown. The English ones are the type of all, so a language
 * with a missing one does not compile.
 */
export const words = {
  /** Over the code of the exhibition. */
  enter: 'Open the Sihat app and enter this code:',
  /** A button below the code of the exhibition. */
  copy: 'Copy code',
  /** The same button after a tap. */
  copied: 'Copied',
  /** A link to the app. */
  getApp: 'Get the Sihat app',
  /** Replaces the link to the app where the platform has none. */
  askForApp: "Don't have the Sihat app yet? Ask at the counter.",
  /** The exhibition is over. */
  over: 'This exhibition is over. Thank you!',
  /** The exhibition was cancelled. */
  cancelled: 'This exhibition is cancelled.',
  /** Below `cancelled`. */
  cancelledMore: 'Do not travel: it does not take place.',
  /** No exhibition has the code in the address of the page. */
  unknown: 'There is no exhibition with this code.',
  /** Below `unknown`. */
  unknownMore: 'Check the code on the screen in the hall, and scan or type it again.',
  /** The platform does not answer. The code and a button `tryAgain` follow. */
  silent: "We can't load this exhibition right now. Try again.",
  /** A button that loads the page again. */
  tryAgain: 'Try again',
  /** A screen reader says this for the links to the other languages. */
  languages: 'Language',
  /** The exhibition is in progress. */
  liveUntil: (time: string) => `Live until ${time}`,
  /** Before the start. @param days Malaysian midnights until then */
  beginsIn: (days: number) =>
    days === 0 ? 'Begins today' : days === 1 ? 'Begins tomorrow' : `Begins in ${days} days`,
  /** Over the code in the address of the page, if no exhibition has it. */
  used: 'The code that you used:',
  /** A button after the end, which leads to the display. */
  seeResult: 'See the result',
  /** The days of the exhibition, and the time of its start. */
  opening: (days: string, time: string) => `${days}, from ${time}`,
  /** Times that stand in the other texts. */
  times: timeTexts,
};

export type JoinWords = typeof words;

/** A browser without scripts shows this instead of the page. */
export const noScript =
  'The code of the exhibition is the last part of the address of this page. Open the Sihat app and enter it.';
