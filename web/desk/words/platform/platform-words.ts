import type { CampaignStatus, ObstacleName, StateName, WithdrawalReason } from '../../platform/kinds.ts';

type Said<Values extends readonly unknown[]> = (...values: Values) => string;

/** The words of the pages of administrators. Times, days and numbers arrive as text in the same language. */
export interface PlatformWords {
  readonly asOf: Said<[time: string]>;
  readonly actions: string;
  readonly showMore: Said<[count: number]>;
  readonly shownOf: Said<[shown: number, all: number]>;
  readonly liveUntil: Said<[time: string]>;
  readonly states: Readonly<Record<StateName, string>>;

  /** The end of something whose answer was lost at first. */
  readonly happened: string;
  readonly notHappened: string;
  readonly refusedTitle: string;
  readonly askAgain: string;
  readonly triesAgain: Said<[seconds: number]>;
  readonly goOn: string;
  readonly stopAsking: string;

  readonly fresh: Readonly<Record<'title' | 'text' | 'wrong' | 'goOn', string>>;

  readonly period: Readonly<Record<'change' | 'from' | 'to' | 'show' | 'wrong', string>> & {
    readonly shown: Said<[from: string | undefined, to: string | undefined]>;
  };

  readonly halls: {
    readonly title: string;
    readonly heading: Said<[live: number, drafts: number]>;
    readonly next: Said<[time: string]>;
    readonly publishMany: Said<[count: number]>;
    /** Published exhibitions whose gifts are drafts. */
    readonly interrupted: Said<[count: number]>;
    readonly chooseThem: string;
    readonly liveNow: string;
    readonly search: string;
    readonly all: string;
    readonly byClub: string;
    readonly none: string;
    readonly nothing: Said<[words: string]>;
    readonly allDays: string;
    readonly near: string;
    readonly import: string;
    readonly chosen: string;
    readonly choose: Said<[title: string]>;
    readonly columns: readonly [
      exhibition: string,
      state: string,
      when: string,
      people: string,
      contains: string,
    ];
    readonly visibility: Said<[isPublic: boolean]>;
    /** The states of a club that nobody sees. */
    readonly clubStates: Readonly<Record<string, string>>;
    readonly until: Said<[time: string]>;
    readonly expected: Said<[people: string]>;
    readonly ofExpected: Said<[people: string]>;
    readonly peopleExpected: Said<[people: string]>;
    readonly challenges: Said<[count: number]>;
    readonly contains: Said<[challenges: number, gifts: number]>;
    readonly stillDraft: Said<[challenges: number, gifts: number]>;
    readonly publish: string;
    readonly publishRest: string;
    readonly reviewClub: string;
    readonly open: string;
  };

  readonly obstacles: Readonly<Record<ObstacleName, string>> & {
    readonly gift_over: Said<[title: string, time: string]>;
  };

  readonly plan: {
    readonly title: Said<[exhibition: string]>;
    readonly exhibition: string;
    readonly backExhibition: string;
    readonly challenges: Said<[count: number]>;
    readonly challengesText: Said<[titles: string, expected: string]>;
    readonly backChallenges: string;
    readonly gifts: Said<[count: number]>;
    readonly giftsText: Said<[titles: string]>;
    readonly from: Said<[time: string]>;
    readonly backGifts: string;
    readonly checked: Said<[published: number, then: number, most: number]>;
    readonly publish: Said<[isDraft: boolean, challenges: number, gifts: number]>;
    readonly done: Said<[title: string, challenges: number, gifts: number, time: string]>;
    readonly unsure: Said<[title: string]>;
    readonly hideAgain: string;
    readonly showAgain: string;
    readonly hidden: Said<[title: string, time: string]>;
    readonly unsureHidden: Said<[title: string]>;
  };

  readonly many: {
    readonly title: Said<[ready: number, all: number]>;
    readonly nothingYet: string;
    readonly exhibitions: string;
    readonly challenges: string;
    readonly gifts: string;
    readonly campaignsThen: Said<[most: number]>;
    readonly publish: Said<[count: number]>;
    readonly text: string;
    readonly leftOut: Said<[count: number]>;
    readonly leftOutText: string;
    readonly why: string;
    readonly progress: Said<[published: number, all: number]>;
    readonly lostAt: Said<[time: string]>;
    readonly noAnswerAbout: Said<[titles: string]>;
    readonly goOnText: string;
    readonly goOn: Said<[count: number]>;
    readonly stop: string;
    readonly stopText: string;
    readonly back: string;
    readonly refused: Said<[count: number]>;
    readonly last: string;
    readonly published: Said<[challenges: number, gifts: number, time: string]>;
    readonly noAnswer: string;
  };

  readonly hall: {
    readonly people: Said<[count: string, expected: string]>;
    readonly openWall: string;
    readonly noWall: string;
    readonly participants: Said<[count: string]>;
    readonly nobody: string;
    /** Before a rank and after a number of steps, for screen readers. */
    readonly rank: string;
    readonly steps: string;
    readonly otherAlias: string;
    readonly otherAliasHint: string;
    readonly find: string;
    readonly wallNow: string;
    readonly enterCode: string;
    readonly wallText: Said<[time: string]>;
    readonly place: Said<[challenge: string, rank: number]>;
    readonly hide: string;
    readonly hideText: Said<[challenges: number]>;
    readonly exclude: string;
    readonly close: string;
    readonly hidden: Said<[alias: string, time: string]>;
    readonly shown: Said<[alias: string, time: string]>;
    readonly unsureHidden: Said<[alias: string]>;
    readonly unsureShown: Said<[alias: string]>;
    readonly showAgain: string;
    readonly hideAgain: string;
    readonly excludeFrom: string;
    readonly reason: string;
    readonly reasonHint: Said<[length: number, most: number]>;
    readonly excludeText: string;
    readonly excludeYes: Said<[challenges: string]>;
    readonly excludeNowhere: string;
    readonly excluded: Said<[alias: string, challenges: string, time: string]>;
    readonly unsureExcluded: Said<[alias: string]>;
    readonly hiddenTitle: string;
    readonly nothingHidden: string;
    readonly hiddenAt: Said<[time: string]>;
    readonly excludedAt: Said<[challenge: string, time: string]>;
    readonly readmit: string;
    readonly readmitReason: Said<[alias: string]>;
    readonly readmitYes: string;
    readonly readmitted: Said<[alias: string, challenge: string, time: string]>;
    readonly unsureReadmitted: Said<[alias: string]>;
  };

  readonly ending: {
    readonly title: string;
    readonly hide: string;
    readonly cancel: string;
    readonly hint: string;
    readonly question: Said<[title: string]>;
    readonly yes: Said<[title: string]>;
    readonly keep: string;
    readonly forGood: string;
    readonly noChange: string;
    readonly lines: {
      readonly seen: string;
      readonly told: Said<[people: string]>;
      readonly gifts: Said<[count: number]>;
      readonly reservations: string;
    };
    readonly milder: string;
    readonly hideInstead: string;
    readonly cancelled: Said<[title: string, time: string, reservations: number]>;
    readonly unsure: Said<[title: string]>;
  };

  readonly gifts: {
    readonly title: string;
    readonly heading: Said<[none: number, few: number]>;
    readonly order: string;
    readonly search: string;
    readonly statuses: Readonly<Record<CampaignStatus, string>>;
    readonly none: string;
    readonly key: Readonly<Record<'redeemed' | 'held' | 'free', string>>;
    readonly gift: string;
    readonly scale: string;
    readonly given: string;
    readonly held: string;
    readonly left: string;
    readonly all: Said<[count: number]>;
    readonly over: string;
    readonly noneLeft: string;
    readonly fewLeft: string;
    readonly collectUntil: Said<[time: string]>;
    /** `units` is empty before a number is entered. */
    readonly add: Said<[units: string]>;
    readonly takeOff: Said<[units: string]>;
    readonly more: string;
    readonly undo: string;
    readonly change: string;
    readonly units: string;
    readonly onlyFree: Said<[free: string]>;
    readonly reason: string;
    readonly reasons: Readonly<Record<WithdrawalReason, string>>;
    /** `afterTaking` is missing if there are too few. */
    readonly result: Said<[left: string, afterAdding: string, afterTaking: string | undefined, held: string]>;
    readonly added: Said<[units: string, time: string, before: string]>;
    readonly taken: Said<[units: string, reason: string, time: string, before: string]>;
    readonly unsureAdded: Said<[title: string, units: string]>;
    readonly unsureTaken: Said<[title: string, units: string]>;
    readonly closeTitle: string;
    readonly closeText: Said<[title: string]>;
    readonly closeAsk: string;
    readonly closeQuestion: Said<[title: string]>;
    readonly closeYes: Said<[title: string]>;
    readonly keepOpen: string;
    readonly closeLines: {
      readonly free: Said<[count: string]>;
      readonly held: Said<[count: string]>;
      readonly given: Said<[count: string, merchant: string]>;
    };
    readonly milder: string;
    readonly takeOffInstead: string;
    readonly closed: Said<[title: string, time: string]>;
    readonly unsureClosed: Said<[title: string]>;
  };

  readonly waiting: {
    readonly title: string;
    readonly heading: Said<[count: number]>;
    readonly oldest: Said<[since: string]>;
    readonly clubs: Said<[count: number]>;
    readonly clubsText: string;
    readonly club: Said<[isPublic: boolean, since: string]>;
    readonly read: string;
    readonly close: string;
    readonly noText: string;
    readonly visibleTo: string;
    readonly visibility: Said<[isPublic: boolean]>;
    readonly founded: string;
    readonly version: string;
    readonly versionText: Said<[version: number]>;
    readonly approve: string;
    readonly reject: string;
    readonly rejectReason: string;
    readonly rejectHint: string;
    readonly rejectYes: string;
    readonly approved: Said<[title: string, time: string]>;
    readonly rejected: Said<[title: string, time: string]>;
    readonly changed: string;
    readonly unsure: Said<[title: string]>;
    readonly cover: Said<[alt: string]>;
    readonly coverText: Said<[host: string]>;
    readonly verifications: Said<[near: number, ended: number]>;
    readonly verificationsText: string;
    readonly verify: string;
    readonly columns: readonly [practitioner: string, worksAt: string, ends: string];
    readonly renew: string;
    readonly verifyAgain: string;
    readonly ended: string;
    readonly inDays: Said<[days: number]>;
    readonly drafts: Said<[count: number]>;
    readonly draftText: Said<[version: number, changed: string]>;
    readonly draftsText: string;
  };

  readonly verify: {
    readonly title: string;
    readonly lead: string;
    readonly accountId: string;
    readonly accountHint: string;
    readonly noAccount: string;
    readonly scan: string;
    readonly stopScanning: string;
    readonly aim: string;
    readonly account: Said<[lastFour: string]>;
    readonly notFound: string;
    readonly foundBefore: Said<[name: string]>;
    readonly compare: string;
    readonly otherAccount: string;
    readonly accountFirst: string;
    readonly fields: Readonly<
      Record<
        | 'name'
        | 'licenseAuthority'
        | 'licenseNumber'
        | 'specialty'
        | 'specialistRegistration'
        | 'organization',
        string
      >
    >;
    readonly until: string;
    readonly untilHint: string;
    readonly past: string;
    readonly shortly: Said<[days: number]>;
    readonly shortlyText: string;
    readonly yes: Said<[name: string]>;
    readonly yesNobody: string;
    readonly leave: string;
    readonly back: string;
    readonly preview: string;
    readonly where: string;
    readonly steps: readonly string[];
    readonly byHand: string;
    readonly done: Said<[name: string, time: string]>;
    readonly unsure: Said<[name: string]>;
  };
}
