/** The words of the pages outside of a workplace, in one file for each language. */
export interface OutsideWords {
  /** The choice between several workplaces, and how to get one. */
  readonly workplaces: {
    readonly title: string;
    readonly hint: string;
    readonly handout: string;
    readonly team: string;
    readonly clinic: string;
    readonly none: string;
    readonly noneLead: string;
    readonly how: string;
    readonly howWork: string;
    readonly howWorkText: string;
    readonly howPractise: string;
    readonly howPractiseText: string;
    readonly howOwn: string;
    readonly howOwnText: string;
    readonly checkAgain: string;
  };

  /** The switch of mails. */
  readonly mails: {
    readonly title: string;
    readonly lead: string;
    readonly wanted: string;
    readonly language: string;
    readonly allLanguages: string;
    readonly always: string;
    readonly save: string;
    readonly saved: string;
    readonly back: string;
  };
}
