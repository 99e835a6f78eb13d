import { ANNULMENT_MINUTES, MIN_PASSWORD_LENGTH, TYPED_CODE_DIGITS } from '../../../shared/values/limits.ts';
import { timeTexts } from '../../../shared/values/time-texts/en.ts';
import type { Role } from '../../../shared/workspaces/roles.ts';
import type { Tab } from '../tabs.ts';

const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`;

/**
 * The words of the counter and of the frame of the desk, in one file for each language; those of `team/`, `clinic/`, `platform/` and
 * `outside/` are loaded with their pages. The English ones are the type of all, so a language with a missing one does not compile. Times and
 * dates arrive as text in the same language.
 */
export const words = {
  language: 'English',
  /** The name of the page, in its bar and its title. */
  desk: 'Sihat desk',
  skip: 'Skip to main content',
  loading: 'Loading',
  menu: 'Menu',
  sound: 'Sound',
  otherWorkplaces: 'Other workplaces',
  /** The link to the switch of mails. */
  mails: 'Emails',
  signOut: 'Sign out',
  cancel: 'Cancel',
  roles: { owner: 'Owner', hr_admin: 'HR admin', member: 'Member', staff: 'Staff' } satisfies Readonly<
    Record<Role, string>
  >,
  /** A mistake of the page itself. */
  broken: 'Something is wrong with this page. Load it again.',
  noConnection: 'No connection',
  /** The device has a connection, and Sihat does not answer. */
  noAnswer: 'Sihat does not answer',
  tryAgain: 'Try again',
  /** An answer that the page has no words for. `code` is the platform's name of the error. */
  refused: (code: string) => `This did not work. Tell Sihat this code: ${code}`,

  times: timeTexts,

  signIn: {
    title: 'Sign in',
    lead: 'For clinics, counters and companies. Visitors and patients use the Sihat app.',
    mail: 'Email address',
    password: 'Password',
    passwordHint: 'You can paste from a password manager.',
    show: 'Show password',
    next: 'Continue',
    forgotten: 'I forgot my password',
    wrong: 'The email address and the password do not match',
    wrongHint: 'Check both. After several wrong attempts, sign-in pauses for a while.',
    tooMany: 'Too many attempts. Wait a while, then try again.',
    unconfirmed: 'This account is not confirmed yet. Confirm it in the Sihat app.',
    codeTitle: 'Enter the one-time code',
    codeLead: 'It is the 6 digits that your authenticator app shows for “Sihat” now.',
    digits: '6 digits',
    wrongCode: 'This code is wrong or no longer valid. Wait for the next one and enter it.',
    wrongMailedCode: 'This code is wrong or too old. Start again to get a new one.',
    /** The one-time code came too late after the password. */
    tooLate: 'That took longer than 3 minutes. Sign in again.',
    usedPassword: 'You used this password before. Choose another one.',
    finish: 'Sign in',
    again: 'Start again',
    forgottenTitle: 'A new password',
    forgottenLead: 'We will email you a code. Use it to choose a new password.',
    sendCode: 'Send code',
    newTitle: 'Choose a new password',
    /** `mail` is where the code was sent. */
    newLead: (mail: string) => `If ${mail} has an account, we have sent it a code.`,
    mailedCode: 'Code from the email',
    newPassword: 'New password',
    newPasswordHint: `At least ${MIN_PASSWORD_LENGTH} characters, with capital and small letters, a digit and a symbol, and no space at the beginning or the end.`,
    save: 'Save password',
    changed: 'Password changed. Sign in with the new one.',
    badPassword: 'Choose a longer or less simple password.',
  },

  locked: {
    titles: {
      unused: 'Locked after 15 minutes without use',
      ended: 'Your sign-in has ended',
    } satisfies Readonly<Record<'unused' | 'ended', string>>,
    lead: 'Your work is no longer on this screen. Sign in to load it again.',
    unlock: 'Unlock',
    signedInAs: 'Signed in as',
    /** The warning a minute before. */
    soon: 'This page locks in a minute.',
    keep: 'Keep working',
  },

  /** The place of administrators of the platform. */
  platform: {
    name: 'Sihat platform',
    role: 'You are an administrator',
  },

  handout: {
    title: 'Counter',
    today: 'Given today',
    left: 'Left to reserve',
    /** What the numbers of several gifts are. */
    numbers: 'Given today, and left to reserve',
    givenShort: 'given',
    leftShort: 'left',
    moreGifts: (count: number, isBesideOthers: boolean) =>
      isBesideOthers ? `${count} more` : `${counted(count, 'gift')} at this counter`,
    aim: 'Hold the visitor’s code in the frame',
    waits: 'Press the button first',
    isOn: 'Ready: show the next code',
    skip: 'Skip',
    typeCode: 'Type a code',
    typed: `Or type the ${TYPED_CODE_DIGITS} characters under the code`,
    typedHint: 'Use 0 to 9 and A to F only.',
    scannerHint: 'A USB scanner enters the code here.',
    typedWrong: `A code has ${TYPED_CODE_DIGITS} characters: 0 to 9 and A to F.`,
    lookUp: 'Look up',
    looking: 'Looking up…',
    first: 'Ready for the first code',
    here: 'The result appears here.',
    result: 'Result',
    cameraRefused: 'The browser does not let this page use the camera',
    cameraRefusedText:
      'Select the icon to the left of the address, allow “Camera”, then press the button below. You can always type the code.',
    noCamera: 'There is no camera',
    noCameraText: 'Type the code, or use a USB scanner.',
    cameraAllowed: 'Start the camera',
    valid: 'Valid',
    give: 'Give 1',
    reserved: (from: string, until: string) => `Reserved ${from}, valid until ${until}.`,
    pressFirst: 'Press first, then hand over the gift.',
    handOut: 'Hand out',
    sending: 'Sending…',
    given: 'Given',
    one: (at: string, title: string) => `${at}: 1 ${title}`,
    byYou: 'By you.',
    undo: (until: string) => `Undo, until ${until}`,
    undoShort: 'Undo',
    /** In place of the undo of a gift that was given too long ago. */
    tooLateShort: `over ${ANNULMENT_MINUTES} min`,
    onlyIfBack: 'Only if the gift is back on your table.',
    undoVerdict: 'Undo?',
    undoQuestion: (title: string) => `Is 1 ${title} back on the table?`,
    undoEffect: 'The visitor can then collect it again.',
    givenAt: (time: string) => `given at ${time}`,
    undoYes: 'Yes, I have the gift back',
    undoNo: 'No, it stays given',
    nothingChanged: 'Nothing has changed yet.',
    waitsForAnswer: 'Waits for your answer',
    undone: 'Taken back',
    undoneText: 'It does not count as given.',
    undoRefused: 'It is too late to undo this.',
    /** The answer to an undo was lost. */
    undoFailed: 'No answer yet. Press again: it counts once.',
    /** One gift of a campaign. */
    gift: (title: string) => `1 ${title}`,
    next: 'Show the next code.',
    nextNoTouch: 'Take this phone away, then show the next code.',
    nextVisitor: 'Next visitor',
    rules: 'Rules of this gift',
    /** The heading of the last gifts, and the same below a result. */
    last: 'Last 5',
    before: 'Before that',
    fromThisDevice: 'from this device',
    stop: 'Stop: do not give',
    already: 'Already collected',
    minutesAgo: (minutes: number) => (minutes === 0 ? 'just now' : `${counted(minutes, 'minute')} ago`),
    alreadyAt: (at: string, byCaller: boolean) => `${at}, by ${byCaller ? 'you' : 'a colleague'}`,
    doNot: 'Do not give',
    expired: 'Reservation expired',
    expiredAt: (at: string) => `at ${at}`,
    expiredText: 'Each visitor can reserve once, so this visitor cannot reserve it again.',
    own: 'Your own gift',
    ownText: 'Ask a colleague to scan it',
    ownUntil: (until: string) => `Your reservation is valid until ${until}.`,
    other: (merchant: string) => `Not a gift from ${merchant}`,
    otherText:
      'The code is for another counter, has expired or is unknown. Compare it with the visitor’s screen, or scan it.',
    notACode: 'This is not a gift code.',
    gone: 'The visitor’s account is gone',
    goneText: 'If you handed it out, it counts.',
    removed: (merchant: string) => `You no longer work at ${merchant}`,
    removedText: 'The owner has ended your role. Ask the owner if this is a mistake.',
    tooMany: 'Too many wrong codes',
    tooManyText: 'Scan the code instead. You can type codes again within an hour.',
    nothingGiven: 'Nothing was handed out',
    notChecked: 'The code could not be checked. Do not give the gift yet.',
    noAnswer: 'No answer yet: keep the gift',
    noAnswerText: '“Hand out” was sent, but the answer was lost. Trying again is safe: it counts only once.',
    tryNow: 'Try again now',
    tryingIn: (seconds: number) => `Trying again in ${counted(seconds, 'second')}.`,
    signInFirst: 'Sign in again first. The page then checks whether the gift counts as given.',
  },

  tabs: {
    handout: 'Counter',
    members: 'Members',
    invitations: 'Invitations',
    certificates: 'Medical certificates',
    report: 'Report',
    campaigns: 'Campaigns',
    clinic: 'Patients',
    halls: 'Halls',
    gifts: 'Gifts',
    waiting: 'Waiting',
  } satisfies Readonly<Record<Tab, string>>,
  /** For phones, where another name fits better. */
  shortTabs: { certificates: 'Certificates' } as Readonly<Partial<Record<Tab, string>>>,
};

export type Words = typeof words;
