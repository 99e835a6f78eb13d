import type { SharedStatus } from '../../../../shared/workspaces/certificate-statuses.ts';
import type { RoleBesideOwner } from '../../../../shared/workspaces/roles.ts';
import type { TableProblem } from '../../../spreadsheet/table.ts';
import type { Guess } from '../../../spreadsheet/text.ts';
import type { Meaning } from '../../team/rows.ts';

const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`;

/** What the pages about people and campaigns say. They are loaded with the first of these pages. */
export const words = {
  reference: 'Staff number',
  notShared: 'not shared',
  shortId: (id: string) => `ref ${id}`,
  you: 'You',
  role: 'Role',
  joined: 'Joined',
  more: 'Show more',
  actions: 'Actions',
  none: 'There is nothing here yet.',
  done: 'Done.',

  members: {
    title: 'Members',
    /** How many there are, and how many of them share a reference with somebody. */
    count: (members: number, same: number) =>
      counted(members, 'member') + (same > 0 ? `, ${same} with the same staff number` : ''),
    lead: 'You see the staff numbers of members who share them, and never names. Others have a short reference.',
    find: 'Find a staff number or a reference',
    show: 'Show',
    views: { all: 'All', same: 'Same number', former: 'Former' },
    sameReference: (reference: string, members: number) => `${reference} is the number of ${members} members`,
    sameReferences: (references: readonly string[]) =>
      `${references.join(', ')} are each the number of several members`,
    sameReferenceText:
      'Ask the person for the first four characters of “My reference” in their Sihat app before you remove one of them or decide on a certificate.',
    noHit: (words: string) =>
      `Nobody was found: no staff number contains “${words}”, and no reference begins with it. Members who do not share their staff number are found by their reference.`,
    former: 'Former members',
    ended: 'Left',
    changeRole: 'Change role',
    newRole: (who: string) => `New role of ${who}`,
    roleMeans: {
      member: 'submits medical certificates, cannot see other members',
      hr_admin: 'sees members, decides on certificates, invites members',
      staff: 'hands out gifts at the counter',
    } satisfies Readonly<Record<RoleBesideOwner, string>>,
    saveRole: 'Save the role',
    remove: 'Remove',
    removeQuestion: (who: string) => `Remove ${who}?`,
    removeText:
      'Their access ends at once, and their certificates leave your lists and reports. Joining again needs a new invitation.',
    removeYes: 'Remove the member',
    keep: 'Keep',
    ownerStays: 'Only Sihat can change the owner.',
  },

  invitations: {
    title: 'Invite people',
    lead: 'Each row of the list becomes a link for one person. The file is read on this device; only the rows are sent.',
    joinAs: 'All join as',
    joinsAs: 'Joins as',
    file: 'A file (CSV)',
    /** `roles` are the values that a file can have, as they are written there. */
    fileHint: (roles: string) =>
      `With a column for the staff number. A column for the role is optional: ${roles}. At most 1,000 rows.`,
    paste: 'Or paste staff numbers, one in each line',
    check: 'Check the rows',
    steps: ['List', 'Columns', 'Check', 'Links'] satisfies readonly [
      list: string,
      columns: string,
      check: string,
      links: string,
    ],
    /** A file in no encoding that the page recognizes. */
    encoding: {
      title: 'How does the file read?',
      text: 'The file is not in UTF-8. Choose the one in which the names look right.',
      use: 'Use these rows',
      names: { gb18030: 'Chinese (GB18030)', 'windows-1252': 'Western (Windows-1252)' } satisfies Readonly<
        Record<Guess, string>
      >,
    },
    columns: {
      title: 'Which column is the staff number?',
      text: 'Only the staff numbers and roles are sent. A column that stays here stays on this device, and comes back beside each link in the file that you save.',
      is: 'is',
      meanings: { reference: 'Staff number', role: 'Role', own: 'Stays here' } satisfies Readonly<
        Record<Meaning, string>
      >,
      first: (column: string) => `First rows of ${column}`,
      check: (rows: number) => `Check ${counted(rows, 'row')}`,
      oneReference: 'Choose exactly one column for the staff number, and at most one for the role.',
    },
    tableProblems: {
      lost_text: 'Parts of the text were lost before the file was saved.',
      open_quote: 'A quote is not closed.',
      no_column: 'A cell has no column.',
      repeated_column: 'Two columns have the same name.',
    } satisfies Readonly<Record<TableProblem['kind'], string>>,
    wrongRows: (wrong: number, all: number) =>
      `${wrong} of ${counted(all, 'row')} ${wrong === 1 ? 'has' : 'have'} an error`,
    wrongRowsText: 'Nothing was sent. Correct the list and check it again.',
    wrongRowsToFix: (right: number, leftOut: number) =>
      `${right} ${right === 1 ? 'is' : 'are'} right${leftOut > 0 ? `, and ${leftOut} ${leftOut === 1 ? 'is' : 'are'} left out` : ''}. Nothing is sent until each row is one of these.`,
    rowsToFix: 'Rows to look at',
    whatToDo: 'What to do',
    emptyCell: 'empty',
    leaveOutRow: 'Leave out',
    leftOut: 'Left out',
    undo: 'Undo',
    corrected: 'corrected',
    stillWrong: (rows: string) => `Still wrong: row ${rows}`,
    row: 'Row',
    inFile: 'In the file',
    why: 'What is wrong',
    empty: 'The staff number is missing.',
    control: 'It has a tab or another control character.',
    tooLong: 'It has more than 40 characters.',
    sameAs: (row: number) => `It is the same as in row ${row}.`,
    badRole: (role: string, roles: string) => `“${role}” is not a role of this workplace. Write ${roles}.`,
    shortened: 'A spreadsheet may have shortened a number.',
    noRows: 'The list is empty, or its first line has no column “reference”.',
    tooManyRows: 'The list has more than 1,000 rows.',
    ready: (rows: number) =>
      rows === 1 ? 'This person can be invited' : `All ${rows} people can be invited`,
    create: (rows: number) => `Create ${counted(rows, 'invitation')}`,
    /** Rows whose reference has an open invitation already, whether it was accepted or not. */
    openBefore: (rows: number) =>
      rows === 1 ? '1 row has an open invitation already' : `${rows} rows have an open invitation already`,
    openBeforeText:
      'The page cannot tell whether these people have joined. A second link lets a second person join.',
    leaveOut: (rows: number) => `Leave out ${counted(rows, 'row')}`,
    another: 'Choose another list',
    progress: (done: number, all: number) => `${done} of ${counted(all, 'invitation')} created…`,
    interrupted: (done: number, all: number) =>
      `The connection was lost after ${done} of ${counted(all, 'invitation')}.`,
    goOn: 'Go on',
    created: (rows: number) => `${counted(rows, 'invitation')} created`,
    links: 'Save the links',
    /** The end of the last day of a link, behind the word for `until`. */
    endOf: (day: string) => `the end of ${day}`,
    linksText: (until: string) =>
      `The first person who opens a link joins with it, so send each link only to the person it is for. The links are valid until ${until}.`,
    download: (rows: number) => `Download ${counted(rows, 'link')} (CSV)`,
    pending: 'Invitations',
    listsHint: 'Sihat never shows who has joined with a link.',
    search: 'Search by staff number',
    noHit: (words: string) => `No invitation has “${words}” in its staff number.`,
    invited: 'Invited',
    people: (count: number) => (count === 1 ? '1 person' : `${count} people`),
    show: 'show',
    listOf: (when: string) => `Invitations of ${when}`,
    linksColumn: 'Links',
    untilEnd: (day: string) => `valid until the end of ${day}`,
    saveAgain: 'Save the links again',
    savedAgain: (links: number, when: string) => `${counted(links, 'link')} of ${when} saved again`,
    savedAgainText:
      'They are the same links as before. Anyone who has this file can join: delete it after you have sent them.',
    revokeAll: 'Revoke all',
    revokeAllQuestion: (links: number, when: string) => `Revoke all ${counted(links, 'link')} of ${when}?`,
    revokeAllText:
      'Links that nobody has used stop working at once. This cannot be undone. People who have joined stay members.',
    revokeYes: (links: number) => `Revoke ${counted(links, 'link')}`,
    validUntil: 'Valid until',
    createdAt: 'Created',
    state: 'Status',
    revoke: 'Revoke',
    revokeQuestion: (who: string) =>
      `Revoke the invitation of ${who}? Its link stops working. A person who has joined with it stays a member.`,
    status: { pending: 'Valid', closed: 'Expired', revoked: 'Revoked' },
  },

  certificates: {
    title: (waiting: number) =>
      waiting === 0
        ? 'No certificates are waiting'
        : counted(waiting, 'certificate is waiting', 'certificates are waiting'),
    lead: 'You see the dates only, and nothing about the illness.',
    waiting: 'Waiting for a decision',
    decided: 'Decided and withdrawn',
    days: 'Dates',
    length: 'Length',
    lengthOf: (days: number) => counted(days, 'day'),
    submitted: 'Submitted',
    status: {
      submitted: 'Waiting',
      approved: '✓ Approved',
      rejected: '✕ Rejected',
      withdrawn: '↩ Withdrawn',
    } satisfies Readonly<Record<SharedStatus, string>>,
    sameDays: 'Same days',
    sameDaysNone: 'none of this person',
    sameDaysTitle: 'This person has another certificate over the same days',
    approveDays: (days: number) => `Approve ${counted(days, 'day')}`,
    reject: 'Reject',
    reason: (days: string) => `Reason for rejecting ${days}`,
    reasonHint: (length: number, most: number) =>
      `The employee reads it. Write nothing about an illness. ${length} of ${most} characters.`,
    rejectYes: 'Reject the request',
    ownRequest: 'Your own request. Someone else must decide it.',
  },

  report: {
    from: 'From',
    to: 'To',
    show: 'Show',
    thisMonth: 'This month',
    lastMonth: 'Last month',
    print: 'Print or save as PDF',
    badPeriod: 'Choose a period of at most 366 days that ends today or earlier.',
  },

  campaigns: {
    title: (left: number, total: number) =>
      `${left} of ${counted(total, 'gift')} ${left === 1 ? 'is' : 'are'} left`,
    asOf: (at: string) => `At ${at}. Numbers change about a second after the counter.`,
    campaign: 'Campaign',
    until: 'Collect by',
    stock: 'Stock',
    redeemed: 'collected',
    held: 'held',
    left: 'left',
    of: 'total',
    all: 'All campaigns',
    allTaken: 'All taken',
    ended: 'Ended',
    closed: 'Closed',
    opens: (at: string) => `Opens ${at}`,
  },
};

export type TeamWords = typeof words;
