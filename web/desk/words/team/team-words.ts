import type { SharedStatus } from '../../../../shared/workspaces/certificate-statuses.ts';
import type { RoleBesideOwner } from '../../../../shared/workspaces/roles.ts';
import type { TableProblem } from '../../../spreadsheet/table.ts';
import type { Guess } from '../../../spreadsheet/text.ts';
import type { Meaning } from '../../team/rows.ts';

/** What the pages about people and campaigns say. They are loaded with the first of these pages. */
export interface TeamWords {
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
    /** `roles` are the values that a file can have, as they are written there. */
    readonly fileHint: (roles: string) => string;
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
    readonly badRole: (role: string, roles: string) => string;
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
    readonly reasonHint: (length: number, most: number) => string;
    readonly rejectYes: string;
    readonly ownRequest: string;
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
}
