import type { TimeText } from '../../../shared/values/times.ts';
import type { Role } from '../../../shared/workspaces/roles.ts';
import type { Tab } from '../tabs.ts';

/**
 * The words of the counter and of the frame of the desk, in one file for each language; those of `team/`, `clinic/`, `platform/` and `outside/` are loaded with their pages. The
 * type has every word, so a language with a missing one does not compile. Times and dates arrive as text in the same language.
 */
export interface Words {
  readonly language: string;
  /** The name of the page, in its bar and its title. */
  readonly desk: string;
  readonly skip: string;
  readonly loading: string;
  readonly menu: string;
  readonly sound: string;
  readonly otherWorkplaces: string;
  /** The link to the switch of mails. */
  readonly mails: string;
  readonly signOut: string;
  readonly cancel: string;
  readonly roles: Readonly<Record<Role, string>>;
  /** A mistake of the page itself. */
  readonly broken: string;
  readonly noConnection: string;
  /** The device has a connection, and Sihat does not answer. */
  readonly noAnswer: string;
  readonly tryAgain: string;
  /** An answer that the page has no words for. `code` is the platform's name of the error. */
  readonly refused: (code: string) => string;

  readonly times: Readonly<Record<TimeText, string>>;

  readonly signIn: {
    readonly title: string;
    readonly lead: string;
    readonly mail: string;
    readonly password: string;
    readonly passwordHint: string;
    readonly show: string;
    readonly next: string;
    readonly forgotten: string;
    readonly wrong: string;
    readonly wrongHint: string;
    readonly tooMany: string;
    readonly unconfirmed: string;
    readonly codeTitle: string;
    readonly codeLead: string;
    readonly digits: string;
    readonly wrongCode: string;
    readonly wrongMailedCode: string;
    /** The one-time code came too late after the password. */
    readonly tooLate: string;
    readonly usedPassword: string;
    readonly finish: string;
    readonly again: string;
    readonly forgottenTitle: string;
    readonly forgottenLead: string;
    readonly sendCode: string;
    readonly newTitle: string;
    /** `mail` is where the code was sent. */
    readonly newLead: (mail: string) => string;
    readonly mailedCode: string;
    readonly newPassword: string;
    readonly newPasswordHint: string;
    readonly save: string;
    readonly changed: string;
    readonly badPassword: string;
  };

  readonly locked: {
    readonly titles: Readonly<Record<'unused' | 'ended', string>>;
    readonly lead: string;
    readonly unlock: string;
    readonly signedInAs: string;
    /** The warning a minute before. */
    readonly soon: string;
    readonly keep: string;
  };

  /** The place of administrators of the platform. */
  readonly platform: { readonly name: string; readonly role: string };

  readonly counter: {
    readonly title: string;
    readonly today: string;
    readonly left: string;
    /** What the numbers of several gifts are. */
    readonly numbers: string;
    readonly givenShort: string;
    readonly leftShort: string;
    readonly moreGifts: (count: number, isBesideOthers: boolean) => string;
    readonly aim: string;
    readonly waits: string;
    readonly isOn: string;
    readonly skip: string;
    readonly typeCode: string;
    readonly typed: string;
    readonly typedHint: string;
    readonly scannerHint: string;
    readonly typedWrong: string;
    readonly lookUp: string;
    readonly looking: string;
    readonly first: string;
    readonly here: string;
    readonly result: string;
    readonly cameraRefused: string;
    readonly cameraRefusedText: string;
    readonly noCamera: string;
    readonly noCameraText: string;
    readonly cameraAllowed: string;
    readonly valid: string;
    readonly give: string;
    readonly reserved: (from: string, until: string) => string;
    readonly pressFirst: string;
    readonly handOut: string;
    readonly sending: string;
    readonly given: string;
    readonly one: (at: string, title: string) => string;
    readonly byYou: string;
    readonly undo: (until: string) => string;
    readonly undoShort: string;
    /** In place of the undo of a gift that was given more than ten minutes ago. */
    readonly tooLateShort: string;
    readonly onlyIfBack: string;
    readonly undoVerdict: string;
    readonly undoQuestion: (title: string) => string;
    readonly undoEffect: string;
    readonly givenAt: (time: string) => string;
    readonly undoYes: string;
    readonly undoNo: string;
    readonly nothingChanged: string;
    readonly waitsForAnswer: string;
    readonly undone: string;
    readonly undoneText: string;
    readonly undoRefused: string;
    /** The answer to an undo was lost. */
    readonly undoFailed: string;
    /** One gift of a campaign. */
    readonly gift: (title: string) => string;
    readonly next: string;
    readonly nextNoTouch: string;
    readonly nextVisitor: string;
    readonly rules: string;
    /** The heading of the last gifts, and the same below a result. */
    readonly last: string;
    readonly before: string;
    readonly fromThisDevice: string;
    readonly stop: string;
    readonly already: string;
    readonly minutesAgo: (minutes: number) => string;
    readonly alreadyAt: (at: string, byCaller: boolean) => string;
    readonly doNot: string;
    readonly expired: string;
    readonly expiredAt: (at: string) => string;
    readonly expiredText: string;
    readonly own: string;
    readonly ownText: string;
    readonly ownUntil: (until: string) => string;
    readonly other: (merchant: string) => string;
    readonly otherText: string;
    readonly notACode: string;
    readonly gone: string;
    readonly goneText: string;
    readonly removed: (merchant: string) => string;
    readonly removedText: string;
    readonly tooMany: string;
    readonly tooManyText: string;
    readonly nothingGiven: string;
    readonly notChecked: string;
    readonly noAnswer: string;
    readonly noAnswerText: string;
    readonly tryNow: string;
    readonly tryingIn: (seconds: number) => string;
    readonly signInFirst: string;
  };

  readonly tabs: Readonly<Record<Tab, string>>;
  /** For phones, where another name fits better. */
  readonly shortTabs: Readonly<Partial<Words['tabs']>>;
}
