/**
 * The words of the page of an invitation, in one file for each language, with a note on where each is shown. The English ones are the type of all, so a language
 * with a missing one does not compile.
 */
export const words = {
  /** Names the links to the other languages, for screen readers. */
  languages: 'Language',
  /** While the page asks who invites. */
  checking: 'Checking the invitation …',
  /** The heading. `name` is the company or merchant. */
  invites: (name: string) => `${name} invites you`,
  /** What somebody joins as. */
  asMember: 'You join as a member.',
  /** What somebody joins as who works at the counter of a merchant. */
  asStaff: 'You join its staff, who hand out gifts at the counter.',
  /** What somebody joins as who will manage the members of a company. */
  asHrAdmin: 'You join as an HR admin, who sees the members and decides on medical certificates.',
  /** `day` is the last day of the invitation, such as 7 December 2026. */
  validUntil: (day: string) => `Valid until the end of ${day}.`,
  /** Below it. The page does not know whether the invitation was used. */
  joinedBefore: 'If you have joined, open the app.',
  /** A heading over the next list, for a company. */
  companySees: 'The company sees',
  /** The same for a merchant. */
  merchantSees: 'The merchant sees',
  /** A thing that it sees. */
  seesMembership: 'an id of your membership, your role, and when you joined',
  /** A thing that it sees. */
  seesReference: 'your staff number, only if you share it in the app',
  /** A thing that a company sees. */
  seesCertificates: 'the dates of a medical certificate, only if you share it',
  /** A thing that a merchant sees. */
  seesGifts: 'how many gifts are handed out',
  /** A heading over the next list, for a company. */
  companyNever: 'The company never sees',
  /** The same for a merchant. */
  merchantNever: 'The merchant never sees',
  /** A thing that it never sees. */
  neverName: 'your name or email address',
  /** A thing that it never sees. */
  neverRecords: 'your health records and who treats you',
  /** A thing that it never sees. */
  neverSteps: 'your steps, your alias and your own gifts',
  /** The rules of a link, below the lists. */
  finePrint:
    'Everybody with this link can find out whether it was used, including the workplace that sent it. The workplace is not told that you are the person it sent the link to, but it can find out. You can leave at any time.',
  /** A link to the app. */
  getApp: 'Get the app first',
  /** A link that opens the app with the invitation. */
  openApp: 'Open in the Sihat app',
  /** Replaces both links where the platform has no address of the app. */
  askForApp:
    'Open the Sihat app and enter the code. Don’t have the app? Ask the person who sent you the link.',
  /** The heading over the code. */
  codeTitle: 'The code of this invitation',
  /** A button below the code. */
  copy: 'Copy the code',
  /** The same button after a tap. */
  copied: 'Copied',
  /** Below the button. */
  codeHint: 'The app may ask for it. The first person who uses it joins, so do not pass it on.',
  /** On a large screen: the heading over a QR code that opens this page on a phone. */
  phoneTitle: 'Go on with your phone',
  /** Below that code. */
  phoneHint: 'Scan this with its camera.',
  /** No invitation has the code in the address, or it has expired or was revoked. */
  unknown: 'This invitation does not work',
  /** Below `unknown`. */
  unknownMore:
    'The link may have been cut off: it ends in “#” and 43 characters. Open it from the message again, or copy all of it. It may also have expired or been revoked.',
  /** Below `unknownMore`. */
  unknownHelp:
    'If that does not help, ask the person who sent it for a new one. If you have joined, open the app.',
  /** The platform does not answer. */
  silent: 'We can’t check the invitation now',
  /** Below `silent`. The code and two buttons follow. */
  silentMore: 'The app can open it without this page.',
  /** A button that loads the page again. */
  tryAgain: 'Try again',
};

export type InvitationWords = typeof words;

/** A browser without scripts shows this instead of the page. */
export const noScript =
  'This is an invitation to Sihat. Its code is the part of this page’s address after the “#”. Copy it, open the Sihat app, and enter it there.';
