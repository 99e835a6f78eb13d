/**
 * The limits that the interface states. Code, contracts and the API document read these constants. Documents, the page's
 * layout and tests repeat some of them; CONTRIBUTING.md says how to change a limit.
 */

/** Formats a limit for a text: 100000 becomes 100,000. */
export const written = (limit: number): string =>
  limit < 1000
    ? String(limit)
    : `${written(Math.floor(limit / 1000))},${String(limit % 1000).padStart(3, '0')}`;

/* Every request */
export const MOST_BODY_KILOBYTES = 256;
/** The issues that the refusal of one request lists. */
export const MOST_ISSUES = 100;
export const DEFAULT_PAGE_ITEMS = 20;
export const MOST_PAGE_ITEMS = 100;
/** The age of a password sign-in where a contract asks for a fresh one. */
export const FRESH_SESSION_MINUTES = 15;

/* Clinical */
export const QR_TOKEN_MINUTES = 5;
/** How long an access request waits for the patient's decision. */
export const PENDING_REQUEST_MINUTES = 15;
/** How long an approved access lasts. */
export const APPROVED_ACCESS_HOURS = 24;

/* Lists that anyone may read */
/** How long a shared cache may keep the response to a caller without a token. */
export const SIGNED_OUT_CACHE_SECONDS = 5;

/* Community */
/** The pattern of an exhibition's code, which is part of addresses and is typed from a display. */
export const JOIN_CODE = /^[a-z0-9][a-z0-9-]{2,63}$/;
/** Clubs that one account may found. */
export const MOST_FOUNDED_CLUBS = 20;
/** Challenges of one exhibition, so that its display is bounded. */
export const MOST_CHALLENGES = 50;
/** Participants of each challenge that the public display shows. */
export const DISPLAY_TOP = 10;
/** How long a shared cache may keep the display, and with it an alias that was withdrawn. */
export const DISPLAY_CACHE_SECONDS = 5;
/** Clubs, exhibitions and challenges each in one overview. */
export const MOST_LISTED_CONTENT = 100;
/** Exhibitions and challenges each that an overview searches. */
export const MOST_SEARCHED_CONTENT = 2_000;
/** Nobody walks more in a day: some 70 km. */
export const MOST_STEPS_A_DAY = 100_000;
/** How long after a challenge's end its participants may still report steps. */
export const FINAL_AFTER_HOURS = 24;

/* Onboarding */
/** How long a caller may keep the published flow. */
export const PUBLISHED_CACHE_SECONDS = 60;

/* Rewards */
export const MOST_PUBLISHED_CAMPAIGNS = 100;
/** The units of a campaign for each of its shards. */
export const LEAST_UNITS_OF_A_SHARD = 10;

/* Deletion */
/** How long a receipt is good after the request, and after the erasure is completed. */
export const RECEIPT_DAYS = 180;
export const RECEIPT_DAYS_AFTER_COMPLETION = 90;

/* Workspaces */
export const INVITATION_DAYS = 14;
/** The days of a report or of a medical certificate, both ends included. */
export const MOST_PERIOD_DAYS = 366;
