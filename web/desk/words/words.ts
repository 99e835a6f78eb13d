import type { SharedStatus } from '../../../shared/workspaces/certificate-statuses.ts';
import type { Role, RoleBesideOwner } from '../../../shared/workspaces/roles.ts';
import type { TimeText } from '../../browser/times.ts';
import type { TableProblem } from '../../spreadsheet/table.ts';
import type { Guess } from '../../spreadsheet/text.ts';
import type { Meaning } from '../team/rows.ts';

/**
 * All words of the desk, in one file for each language. The type has every word, so a language with a missing one does not
 * compile. Times and dates arrive as text in the same language.
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
  readonly signOut: string;
  readonly cancel: string;
  readonly roles: Readonly<Record<Role, string>>;
  /** A mistake of the page itself. */
  readonly broken: string;
  readonly noConnection: string;
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
    readonly title: string;
    readonly lead: string;
    readonly unlock: string;
    readonly signedInAs: string;
    /** The warning a minute before. */
    readonly soon: string;
    readonly keep: string;
  };

  readonly workplaces: {
    readonly title: string;
    readonly hint: string;
    readonly counter: string;
    readonly team: string;
    readonly none: string;
    readonly noneLead: string;
    readonly how: string;
    readonly howWork: string;
    readonly howWorkText: string;
    readonly howOwn: string;
    readonly howOwnText: string;
    readonly checkAgain: string;
  };

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

  readonly team: {
    readonly tabs: Readonly<
      Record<'counter' | 'members' | 'invitations' | 'certificates' | 'report' | 'campaigns', string>
    >;
    /** For phones, where another name fits better. */
    readonly shortTabs: Readonly<Partial<Words['team']['tabs']>>;
    readonly reference: string;
    readonly notShared: string;
    readonly shortId: (id: string) => string;
    readonly you: string;
    readonly role: string;
    readonly joined: string;
    readonly more: string;
    readonly actions: string;
    readonly none: string;
    readonly done: string;

    readonly members: {
      readonly title: string;
      /** How many there are, and how many of them share a reference with somebody. */
      readonly count: (members: number, same: number) => string;
      readonly lead: string;
      readonly find: string;
      readonly show: string;
      readonly views: Readonly<Record<'all' | 'same' | 'former', string>>;
      readonly sameReference: (reference: string, members: number) => string;
      readonly sameReferences: (references: readonly string[]) => string;
      readonly sameReferenceText: string;
      readonly noHit: (words: string) => string;
      readonly former: string;
      readonly ended: string;
      readonly changeRole: string;
      readonly newRole: (who: string) => string;
      readonly roleMeans: Readonly<Record<RoleBesideOwner, string>>;
      readonly saveRole: string;
      readonly remove: string;
      readonly removeQuestion: (who: string) => string;
      readonly removeText: string;
      readonly removeYes: string;
      readonly keep: string;
      readonly ownerStays: string;
    };

    readonly invitations: {
      readonly title: string;
      readonly lead: string;
      readonly joinAs: string;
      readonly joinsAs: string;
      readonly file: string;
      readonly fileHint: string;
      readonly paste: string;
      readonly check: string;
      readonly steps: readonly [list: string, columns: string, check: string, links: string];
      /** A file in no encoding that the page recognizes. */
      readonly encoding: Readonly<{
        title: string;
        text: string;
        use: string;
        names: Readonly<Record<Guess, string>>;
      }>;
      readonly columns: Readonly<{
        title: string;
        text: string;
        is: string;
        meanings: Readonly<Record<Meaning, string>>;
        first: (column: string) => string;
        check: (rows: number) => string;
        oneReference: string;
      }>;
      readonly tableProblems: Readonly<Record<TableProblem['kind'], string>>;
      readonly wrongRows: (wrong: number, all: number) => string;
      readonly wrongRowsText: string;
      readonly wrongRowsToFix: (right: number, leftOut: number) => string;
      readonly rowsToFix: string;
      readonly whatToDo: string;
      readonly emptyCell: string;
      readonly leaveOutRow: string;
      readonly leftOut: string;
      readonly undo: string;
      readonly corrected: string;
      readonly stillWrong: (rows: string) => string;
      readonly row: string;
      readonly inFile: string;
      readonly why: string;
      readonly empty: string;
      readonly control: string;
      readonly tooLong: string;
      readonly sameAs: (row: number) => string;
      readonly badRole: (role: string) => string;
      readonly shortened: string;
      readonly noRows: string;
      readonly tooManyRows: string;
      readonly ready: (rows: number) => string;
      readonly create: (rows: number) => string;
      /** Rows whose reference has an open invitation already, whether it was accepted or not. */
      readonly openBefore: (rows: number) => string;
      readonly openBeforeText: string;
      readonly leaveOut: (rows: number) => string;
      readonly another: string;
      readonly progress: (done: number, all: number) => string;
      readonly interrupted: (done: number, all: number) => string;
      readonly goOn: string;
      readonly created: (rows: number) => string;
      readonly links: string;
      readonly linksText: (until: string) => string;
      /** The end of the last day of a link, behind the word for `until`. */
      readonly endOf: (day: string) => string;
      readonly download: (rows: number) => string;
      readonly pending: string;
      readonly listsHint: string;
      readonly search: string;
      readonly noHit: (words: string) => string;
      readonly invited: string;
      readonly people: (count: number) => string;
      readonly show: string;
      readonly listOf: (when: string) => string;
      readonly linksColumn: string;
      readonly untilEnd: (day: string) => string;
      readonly saveAgain: string;
      readonly savedAgain: (links: number, when: string) => string;
      readonly savedAgainText: string;
      readonly revokeAll: string;
      readonly revokeAllQuestion: (links: number, when: string) => string;
      readonly revokeAllText: string;
      readonly revokeYes: (links: number) => string;
      readonly validUntil: string;
      readonly createdAt: string;
      readonly state: string;
      readonly revoke: string;
      readonly revokeQuestion: (who: string) => string;
      readonly status: Readonly<Record<'pending' | 'closed' | 'revoked', string>>;
    };

    readonly certificates: {
      readonly title: (waiting: number) => string;
      readonly lead: string;
      readonly waiting: string;
      readonly decided: string;
      readonly days: string;
      readonly length: string;
      readonly lengthOf: (days: number) => string;
      readonly submitted: string;
      readonly status: Readonly<Record<SharedStatus, string>>;
      readonly sameDays: string;
      readonly sameDaysNone: string;
      readonly sameDaysTitle: string;
      readonly approveDays: (days: number) => string;
      readonly reject: string;
      readonly reason: (days: string) => string;
      readonly reasonHint: (length: number) => string;
      readonly rejectYes: string;
      readonly ownRequest: string;
      readonly changed: string;
    };

    readonly report: {
      readonly from: string;
      readonly to: string;
      readonly show: string;
      readonly thisMonth: string;
      readonly lastMonth: string;
      readonly print: string;
      readonly badPeriod: string;
    };

    readonly campaigns: {
      readonly title: (left: number, total: number) => string;
      readonly asOf: (at: string) => string;
      readonly campaign: string;
      readonly until: string;
      readonly stock: string;
      readonly redeemed: string;
      readonly held: string;
      readonly left: string;
      readonly of: string;
      readonly all: string;
      readonly allTaken: string;
      readonly ended: string;
      readonly closed: string;
      readonly opens: (at: string) => string;
    };
  };
}
