/** The words of the page of practitioners, in one file for each language. Times and marks arrive as text. */
export interface ClinicWords {
  readonly today: string;
  /** The page in the title of the window, which browsers remember: it names nobody. */
  readonly title: string;
  readonly choose: string;
  readonly chooseText: string;
  readonly tomorrow: (time: string) => string;
  readonly yesterday: (time: string) => string;
  /** What is left of an access, such as 22 h 33 min. */
  readonly left: (hours: number, minutes: number) => string;
  readonly verificationEnds: (day: string) => string;
  readonly verificationEndsText: string;
  readonly listOf: (time: string) => string;

  readonly scan: string;
  readonly scanTitle: string;
  readonly aim: string;
  readonly typed: string;
  readonly typedHint: string;
  readonly send: string;
  readonly looking: string;
  readonly notACode: string;
  readonly notAnswered: string;
  /** Why a code was refused, by the code of the error. */
  readonly refusals: Readonly<Record<string, string>>;
  readonly back: string;

  readonly waiting: string;
  readonly scannedEnds: (scanned: string, ends: string) => string;
  readonly timeLeft: string;
  readonly compare: string;
  readonly compareText: string;
  readonly nothingYet: string;
  readonly leftUntil: (until: string) => string;
  readonly phoneShows: string;
  readonly phoneAsks: (name: string) => string;
  readonly phoneText: (specialty: string, organization: string) => string;
  readonly phoneCompare: string;
  readonly label: string;
  readonly labelHint: string;
  readonly goOn: string;
  readonly goOnHint: string;
  readonly approved: (mark: string) => string;
  readonly denied: (mark: string) => string;
  readonly open: (mark: string) => string;

  readonly openNow: string;
  readonly patients: (count: number) => string;
  readonly until: (time: string) => string;
  readonly minutesLeft: (minutes: number, until: string) => string;
  readonly scanned: (time: string) => string;
  readonly nobodyOpen: string;
  readonly ended: string;
  readonly wasEnded: (time: string) => string;
  readonly wasDenied: (time: string) => string;
  readonly noAnswer: (time: string) => string;
  readonly ranOut: (time: string) => string;
  readonly unfinished: string;
  readonly noNames: string;

  readonly whose: string;
  readonly openUntil: (time: string) => string;
  readonly end: string;
  readonly endTitle: (mark: string) => string;
  readonly endText: string;
  readonly endDraft: string;
  readonly endYes: (mark: string) => string;
  readonly keep: string;
  readonly notes: (count: number) => string;
  readonly notLoaded: string;
  readonly notLoadedText: string;
  readonly load: string;
  readonly loadedText: string;
  readonly allNotes: (time: string) => string;
  readonly loadAgain: string;
  readonly loadMore: string;
  readonly you: string;
  readonly copy: string;
  readonly copied: string;
  readonly print: string;
  readonly ownSystem: string;
  readonly inError: string;
  readonly reason: (reason: string) => string;
  readonly showText: string;
  readonly markQuestion: string;
  readonly markTitle: (title: string) => string;
  readonly markText: string;
  readonly markReason: string;
  readonly markYes: string;
  readonly marked: string;

  readonly add: (mark: string) => string;
  readonly addTitle: (mark: string) => string;
  readonly noteTitle: string;
  readonly noteBody: string;
  readonly characters: (count: number) => string;
  readonly onlyHere: string;
  readonly time: string;
  readonly now: string;
  readonly earlier: string;
  readonly otherTime: string;
  readonly malaysianTime: string;
  readonly inFuture: string;
  readonly empty: string;
  readonly unchangeable: string;
  readonly addYes: (mark: string) => string;
  readonly adding: string;
  readonly added: (mark: string) => string;
  readonly discard: string;
  readonly notAnsweredYet: string;
  readonly notAnsweredText: string;
  readonly tryNow: string;
  readonly addedBefore: string;

  readonly endedTitle: string;
  readonly endedByYou: string;
  readonly endedText: (time: string) => string;
  readonly deniedTitle: string;
  readonly deniedText: string;
  readonly noAnswerTitle: string;
  readonly noAnswerText: string;
  readonly ranOutTitle: string;
  readonly notVerifiedTitle: string;
  readonly notVerifiedText: string;
  readonly notAdded: string;
  readonly notAddedText: (title: string) => string;
  readonly wasAdded: string;
  readonly copyMine: string;
  readonly backToToday: string;

  readonly additions: string;
  readonly additionsText: string;
  readonly noAdditions: string;
  readonly addedAt: (time: string) => string;
  readonly correct: string;
  readonly corrected: string;
}
