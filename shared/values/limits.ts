/**
 * The limits that the interface states. Code, contracts, the API document and the words of the desk read these constants. The lengths of texts
 * are in `resources.ts`. Documents, the layout of pages and tests repeat some of them; CONTRIBUTING.md says how to change a limit.
 */

/** Formats a limit for a text: 100000 becomes 100,000. */
export const written = (limit: number): string =>
  limit < 1000
    ? String(limit)
    : `${written(Math.floor(limit / 1000))},${String(limit % 1000).padStart(3, '0')}`;

/* Every request */
export const MAX_BODY_KILOBYTES = 256;
/** The maximum number of issues that a response lists. */
export const MAX_ISSUES = 100;
export const DEFAULT_PAGE_ITEMS = 20;
export const MAX_PAGE_ITEMS = 100;
/** The maximum age of a fresh password sign-in. */
export const FRESH_SESSION_MINUTES = 15;

/* Consents */
/** The number of latest changes that the record of a consent keeps. */
export const MAX_CONSENT_CHANGES = 20;

/* Signing in: the settings that the user pools of the stages and of `npm start` have in common */
export const MIN_PASSWORD_LENGTH = 12;
/** The number of latest passwords, with the present one, that a new password must differ from. */
export const PASSWORD_HISTORY = 5;
export const ACCESS_TOKEN_MINUTES = 60;
/** The time after the sign-in in which its tokens can be refreshed. */
export const REFRESH_TOKEN_DAYS = 30;

/* Clinical */
export const QR_TOKEN_MINUTES = 5;
/** The time in which the patient can decide on an access request. */
export const PENDING_REQUEST_MINUTES = 15;
/** The duration of an approved access. */
export const APPROVED_ACCESS_HOURS = 24;
/**
 * The time since a record was written in which its author may mark it as entered in error without an access. `listOwnAdditions` shows the
 * records of this time.
 */
export const CORRECTION_DAYS = 7;

/* Lists that anyone may read */
/** The time for which a shared cache may keep the response to a caller without a token. */
export const SIGNED_OUT_CACHE_SECONDS = 5;

/* Community */
/** The pattern of an exhibition's code, which is part of URLs and which people type by hand. */
export const JOIN_CODE = /^[a-z0-9][a-z0-9-]{2,63}$/;
/** The number of clubs that one account may create. */
export const MAX_FOUNDED_CLUBS = 20;
/** The number of challenges of one exhibition, which bounds the size and the cost of its display. */
export const MAX_CHALLENGES = 16;
/** The number of participants of each challenge that the public display shows. */
export const DISPLAY_TOP = 10;
/** The time for which a shared cache may keep the display, and thus an alias that was withdrawn. */
export const DISPLAY_CACHE_SECONDS = 5;
/** The length of each list in an overview: clubs, exhibitions and challenges. */
export const MAX_LISTED_CONTENT = 100;
/** The number of exhibitions, and of challenges, that an overview reads of those in progress. Some may be hidden. */
export const MAX_LIVE_CONTENT = 200;
/** The same of upcoming ones, and of those that have ended. */
export const MAX_READ_CONTENT = 100;
/** Each board of a challenge has one partition for this number of attendees, expected or present, up to the maximum. */
export const ATTENDEES_OF_A_BOARD_PARTITION = 1250;
export const MAX_BOARD_PARTITIONS = 8;
/** The same for all challenges of an exhibition together. A display reads each partition of its boards. */
export const MAX_BOARD_PARTITIONS_OF_EXHIBITION = 48;
/** The time after an accepted step report in which another one changes nothing. */
export const SECONDS_BETWEEN_REPORTS = 10;
/** The longest time between two reports of a participant who could be on the display, and of any other one. */
export const SECONDS_BETWEEN_NEAR_REPORTS = 55;
export const MINUTES_BETWEEN_FAR_REPORTS = 15;
/** About 70 km. Nobody walks more in a day. */
export const MAX_STEPS_A_DAY = 100_000;
/**
 * Elite sprinters take up to about 4.8 steps a second.
 * Salo et al., Elite Sprinting: Are Athletes Individually Step-Frequency or Step-Length Reliant? Med Sci Sports Exerc 43(6).
 */
export const MAX_STEPS_A_MINUTE = 300;
/** A sprint ends within a minute. Elite runners of 800 m, who need two minutes, take up to about 3.7 steps a second. */
export const MAX_STEPS_A_LATER_MINUTE = 200;
/** The time after the end of a challenge in which its participants may still report steps. */
export const FINAL_AFTER_HOURS = 24;

/* Onboarding */
/** The time for which a caller may keep the published flow. */
export const PUBLISHED_CACHE_SECONDS = 60;

/* Rewards */
export const MAX_PUBLISHED_CAMPAIGNS = 180;
/** The number of units that a draft can have and that one restock can add. */
export const MAX_UNITS_AT_ONCE = 100_000;
/** The minimum number of units for each shard of a campaign. */
export const LEAST_UNITS_OF_A_SHARD = 10;

/** A redemption can be taken back for this long, and a claim this many times. */
export const ANNULMENT_MINUTES = 10;
export const MAX_ANNULMENTS = 2;
/** The hexadecimal digits of a `typedCode`. */
export const TYPED_CODE_DIGITS = 8;
/** A member of staff can type this many codes in an hour that belong to no claim. */
export const MAX_FAILED_LOOKUPS = 20;

/* Deletion */
/** The validity of a receipt after the request, and after the completion of the erasure. */
export const RECEIPT_DAYS = 180;
export const RECEIPT_DAYS_AFTER_COMPLETION = 90;

/* Workspaces */
export const INVITATION_DAYS = 14;
/** Notices are kept for this long. */
export const NOTICE_DAYS = 90;
/** Devices of an account that get pushes. A further one replaces the one that registered longest ago. */
export const MAX_DEVICES = 10;
/** The number of invitations of a batch. Each one is two items, and a transaction has at most 100. */
export const MAX_BATCH_INVITATIONS = 40;
/** Characters of the reference of a member, such as a staff number. */
export const MAX_REFERENCE = 40;
/** The batches of a list of invitations. `revokeInvitationList` revokes all of them. */
export const MAX_LIST_BATCHES = 25;
/** The rows of a list whose batches are full. */
export const MAX_LIST_ROWS = MAX_LIST_BATCHES * MAX_BATCH_INVITATIONS;
/** The number of drafts of medical-certificate requests that one account may have at a time. */
export const MAX_DRAFT_CERTIFICATES = 20;
/** The maximum number of days of a report or of a medical certificate, including both ends. */
export const MAX_PERIOD_DAYS = 366;
