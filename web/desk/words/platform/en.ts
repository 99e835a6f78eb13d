import { FRESH_SESSION_MINUTES, MAX_PUBLISHED_CAMPAIGNS } from '../../../../shared/values/limits.ts';
import type { CampaignStatus, ObstacleName, StateName, WithdrawalReason } from '../../platform/kinds.ts';

const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count.toLocaleString('en-MY')} ${count === 1 ? one : several}`;
/** Such as “2 challenges and 1 gift”, without what there is none of. */
const parts = (challenges: number, gifts: number): string =>
  [challenges > 0 && counted(challenges, 'challenge'), gifts > 0 && counted(gifts, 'gift')]
    .filter(Boolean)
    .join(' and ');

/** The words of the pages of administrators. Times, days and numbers arrive as text in the same language. */
export const words = {
  asOf: (time: string) => `As of ${time}.`,
  actions: 'Actions',
  showMore: (count: number) => `Show ${count} more`,
  shownOf: (shown: number, all: number) => `${shown} of ${all} are shown.`,
  liveUntil: (time: string) => `Live until ${time}`,
  states: {
    live: 'Live',
    announced: 'Announced',
    draft: 'Draft',
    ended: 'Ended',
    final: 'Final',
    cancelled: 'Cancelled',
  } satisfies Readonly<Record<StateName, string>>,

  /** The end of something whose answer was lost at first. */
  happened: 'The answer is known now: it has happened.',
  notHappened: 'The answer is known now: it has not happened',
  refusedTitle: 'This was not done',
  askAgain: '“Go on” asks with the same number again, so it happens only once.',
  triesAgain: (seconds: number) => `The page tries again automatically in ${seconds} s.`,
  goOn: 'Go on',
  stopAsking: 'Stop asking',

  fresh: {
    title: 'Enter your password again',
    text: `This needs a sign-in of the last ${FRESH_SESSION_MINUTES} minutes. What you have filled in stays.`,
    wrong: 'The password is wrong. After several wrong attempts, sign-in pauses for a while.',
    goOn: 'Go on',
  },

  period: {
    change: 'Change the period',
    from: 'Begins from',
    to: 'Begins until',
    show: 'Show',
    wrong: 'This day must not be before the first one.',
    shown: (from: string | undefined, to: string | undefined) => {
      if (from === undefined && to === undefined) return 'All exhibitions, in Malaysian time.';
      return `They begin ${[from && `from ${from}`, to && `until ${to}`].filter(Boolean).join(' ')}, in Malaysian time.`;
    },
  },

  halls: {
    title: 'Halls',
    heading: (live: number, drafts: number) =>
      `${live === 1 ? '1 hall is' : `${live === 0 ? 'No' : live} halls are`} live, and ${drafts === 0 ? 'no draft' : counted(drafts, 'draft')} can be published`,
    next: (time: string) => `The next hall begins ${time}.`,
    publishMany: (count: number) => `Publish ${count === 1 ? '1 exhibition' : `${count} exhibitions`} …`,
    /** Published exhibitions whose gifts are drafts. */
    interrupted: (count: number) =>
      `${count === 1 ? '1 published exhibition has' : `${count} published exhibitions have`} gifts that are still drafts, for example after an interruption.`,
    chooseThem: 'Choose them, too',
    liveNow: 'Live now',
    search: 'Search by words, code or club',
    all: 'All',
    byClub: 'Exhibitions, by club',
    none: 'There is no exhibition here.',
    nothing: (words: string) => `No exhibition has the words “${words}”`,
    allDays: 'Search all exhibitions',
    near: 'Near it',
    import: 'Hundreds of exhibitions come from a CSV file, on the command line. They appear here as drafts:',
    chosen: 'Chosen',
    choose: (title: string) => `Choose ${title}`,
    columns: ['Exhibition', 'State', 'When', 'People', 'Contains'] satisfies readonly [
      exhibition: string,
      state: string,
      when: string,
      people: string,
      contains: string,
    ],
    visibility: (isPublic: boolean): string => (isPublic ? 'public' : 'private'),
    /** The states of a club that nobody sees. */
    clubStates: { draft: 'hidden', unreviewed: 'waits for review', rejected: 'rejected' } as Readonly<
      Record<string, string>
    >,
    until: (time: string) => `until ${time}`,
    expected: (people: string) => `${people} expected`,
    ofExpected: (people: string) => `of ${people}`,
    peopleExpected: (people: string) => `people of ${people} expected`,
    challenges: (count: number) => counted(count, 'challenge'),
    contains: (challenges: number, gifts: number) =>
      [counted(challenges, 'challenge'), ...(gifts > 0 ? [counted(gifts, 'gift')] : [])].join(', '),
    stillDraft: (challenges: number, gifts: number) => `${parts(challenges, gifts)} not published yet`,
    publish: 'Publish …',
    publishRest: 'Publish the rest …',
    reviewClub: 'Review the club',
    open: 'Open',
  },

  obstacles: {
    has_ended: 'Its end is over',
    club_not_published: 'Its club is not approved yet',
    club_is_private: 'It has gifts, and its club is private',
    too_many: `Its gifts would be more than ${MAX_PUBLISHED_CAMPAIGNS} published ones`,
    gift_over: (title: string, time: string) => `The time of the gift “${title}” ended ${time}`,
  } satisfies Readonly<Record<ObstacleName | 'gift_over', unknown>>,

  plan: {
    title: (exhibition: string) => `Publishing ${exhibition} does this`,
    exhibition: 'The exhibition is visible to everyone who sees its club, with its wall at',
    backExhibition: 'Can be hidden again',
    challenges: (count: number) => counted(count, 'challenge'),
    challengesText: (titles: string, expected: string) =>
      `can be joined: ${titles}. Their times and ${expected} expected visitors are then fixed`,
    backChallenges: 'Can be hidden, the times stay for good',
    gifts: (count: number) => counted(count, 'gift'),
    giftsText: (titles: string) => `can be reserved: ${titles}`,
    from: (time: string) => `from ${time}`,
    backGifts: 'Can only be closed, for good',
    checked: (published: number, then: number, most: number) =>
      `Checked a moment ago: nothing is in the way; ${published} of ${most} gift campaigns are published, and then ${then}.`,
    publish: (isDraft: boolean, challenges: number, gifts: number) => {
      const rest = parts(challenges, gifts);
      if (!isDraft) return `Publish ${rest}`;
      return `Publish 1 exhibition${rest && `, ${rest.replace(' and ', ', ')}`}`;
    },
    done: (title: string, challenges: number, gifts: number, time: string) => {
      const rest = parts(challenges, gifts);
      return `${title} is published${rest && ` with ${rest}`}, ${time}.`;
    },
    unsure: (title: string) => `No answer about ${title}: it may be published or not`,
    hideAgain: 'Hide again',
    showAgain: 'Show again',
    hidden: (title: string, time: string) => `${title} is hidden with its wall, ${time}.`,
    unsureHidden: (title: string) => `No answer about ${title}: it may be hidden or not`,
  },

  many: {
    title: (ready: number, all: number) => `Publish ${ready} of ${counted(all, 'exhibition')}?`,
    nothingYet: 'Nothing is published yet.',
    exhibitions: 'exhibitions become visible to everyone',
    challenges: 'challenges open; their times are then fixed',
    gifts: 'gift campaigns begin; they can only be closed',
    campaignsThen: (most: number) => `of at most ${most} gift campaigns are then published`,
    publish: (count: number) => `Publish ${count === 1 ? 'the exhibition' : `the ${count} exhibitions`}`,
    text: 'Leave this page open until it has finished. Each exhibition is published whole, the first to begin first. If the connection is lost, nothing is done twice.',
    leftOut: (count: number) => (count === 1 ? '1 is left out' : `${count} are left out`),
    leftOutText: 'They stay drafts. Correct them, and publish them later.',
    why: 'Why',
    progress: (published: number, all: number) =>
      `${published} of ${counted(all, 'exhibition')} ${published === 1 ? 'is' : 'are'} published`,
    lostAt: (time: string) => `The connection was lost at ${time}.`,
    noAnswerAbout: (titles: string) => `No answer about ${titles}`,
    goOnText: 'They may be published or not. “Go on” reads their state first, and does nothing twice.',
    goOn: (count: number) => `Go on with the ${counted(count, 'other')}`,
    stop: 'Stop here',
    stopText: 'If you stop, what is published stays published, and the rest stay drafts.',
    back: 'Back to Halls',
    refused: (count: number) =>
      count === 1 ? '1 could not be published' : `${count} could not be published`,
    last: 'The last ones',
    published: (challenges: number, gifts: number, time: string) => {
      const rest = parts(challenges, gifts);
      return `Published${rest && ` with ${rest}`}, ${time}`;
    },
    noAnswer: 'No answer',
  },

  hall: {
    people: (count: string, expected: string) => `${count} people of ${expected} expected`,
    openWall: 'Open the wall',
    noWall: 'This exhibition has no wall now: it is a draft, hidden or cancelled, or its club is private.',
    participants: (count: string) => `${count} people`,
    nobody: 'Nobody is on this board yet.',
    /** Before a rank and after a number of steps, for screen readers. */
    rank: 'Rank',
    steps: 'steps',
    otherAlias: 'An alias that is not in these lists',
    otherAliasHint: 'It can be hidden before anybody takes it.',
    find: 'Find',
    wallNow: 'The wall now',
    enterCode: 'Enter this code in the app',
    wallText: (time: string) =>
      `Ranks 1 to 3, as people see it. The page asks every 5 s; the last answer came at ${time}.`,
    place: (challenge: string, rank: number) => `${challenge}, rank ${rank}`,
    hide: 'Hide this alias',
    hideText: (challenges: number) =>
      `It leaves the wall and the leaderboards of ${challenges === 1 ? 'the challenge' : `all ${challenges} challenges`}, and nobody can take it or one like it. The person stays in, and can choose another.`,
    exclude: 'Exclude the person from a challenge …',
    close: 'Close',
    hidden: (alias: string, time: string) =>
      `“${alias}” is hidden in the whole exhibition since ${time}. The wall follows within 10 s.`,
    shown: (alias: string, time: string) => `“${alias}” is shown again since ${time}.`,
    unsureHidden: (alias: string) => `No answer about “${alias}”: it may be hidden or not`,
    unsureShown: (alias: string) => `No answer about “${alias}”: it may be shown again or not`,
    showAgain: 'Show again',
    hideAgain: 'Hide again',
    excludeFrom: 'Exclude the person from',
    reason: 'Reason',
    reasonHint: (length: number, most: number) =>
      `Kept in the log of acts for seven years. Name no person. ${length} of ${most} characters.`,
    excludeText:
      'Under any alias, the person leaves the boards of these challenges and gets none of their gifts. You can readmit them.',
    excludeYes: (challenges: string) => `Exclude from ${challenges}`,
    excludeNowhere: 'Exclude',
    excluded: (alias: string, challenges: string, time: string) =>
      `The person with the alias “${alias}” is excluded from ${challenges}, ${time}. “Readmit …” ends it.`,
    unsureExcluded: (alias: string) => `No answer about “${alias}”: the person may be excluded or not`,
    hiddenTitle: 'Hidden and excluded',
    nothingHidden: 'Nothing is hidden, and nobody is excluded.',
    hiddenAt: (time: string) => `hidden in the whole exhibition, ${time}`,
    excludedAt: (challenge: string, time: string) => `excluded from ${challenge}, ${time}`,
    readmit: 'Readmit …',
    readmitReason: (alias: string) => `Why “${alias}” is readmitted`,
    readmitYes: 'Readmit',
    readmitted: (alias: string, challenge: string, time: string) =>
      `The person with the alias “${alias}” is readmitted to ${challenge}, ${time}.`,
    unsureReadmitted: (alias: string) => `No answer about “${alias}”: the person may be readmitted or not`,
  },

  ending: {
    title: 'The whole exhibition',
    hide: 'Hide the exhibition',
    cancel: 'Cancel the exhibition …',
    hint: 'A hidden exhibition can be shown again. Nobody is told that it is hidden.',
    question: (title: string) => `Cancel ${title} for good?`,
    yes: (title: string) => `Cancel ${title} for good`,
    keep: 'Do not cancel it',
    forGood: 'Cannot be undone',
    noChange: 'No change',
    lines: {
      seen: 'It leaves all lists, and its wall says that it is cancelled.',
      told: (people: string) => `${people} people who joined read of it in their notices.`,
      gifts: (count: number) => `${counted(count, 'gift')} can no longer be reserved by anybody.`,
      reservations: 'Gifts that are reserved already can be collected until the reservations expire.',
    },
    milder: 'Does it only need to disappear for a while?',
    hideInstead: 'Hide it instead',
    cancelled: (title: string, time: string, reservations: number) =>
      `${title} is cancelled, ${time}. ${counted(reservations, 'reservation')} can still be collected.`,
    unsure: (title: string) => `No answer about ${title}: it may be cancelled or not`,
  },

  gifts: {
    title: 'Gifts',
    heading: (none: number, few: number) => {
      if (none === 0 && few === 0) return 'Every gift has enough left';
      const ran = none > 0 && `${counted(none, 'gift')} ${none === 1 ? 'has' : 'have'} run out`;
      const low =
        few > 0 && `${none > 0 ? few : counted(few, 'gift')} ${few === 1 ? 'has' : 'have'} few left`;
      return [ran, low].filter(Boolean).join(', and ');
    },
    order: 'The least left comes first. The numbers change about a second after the counters.',
    search: 'Search by gift, merchant or exhibition',
    statuses: { published: 'Published', draft: 'Drafts', closed: 'Closed' } satisfies Readonly<
      Record<CampaignStatus, string>
    >,
    none: 'There is no gift here.',
    key: {
      redeemed: 'given',
      held: 'held: reserved, not yet collected',
      free: 'left: can still be reserved',
    },
    gift: 'Gift',
    scale: 'All bars have one scale',
    given: 'given',
    held: 'held',
    left: 'left',
    all: (count: number) => `All ${count}`,
    over: 'Time over',
    noneLeft: 'None left',
    fewLeft: 'Few left',
    collectUntil: (time: string) => `collect until ${time}`,
    /** `units` is empty before a number is entered. */
    add: (units: string) => (units === '' ? 'Add' : `Add ${units}`),
    takeOff: (units: string) => (units === '' ? 'Take off' : `Take ${units} off`),
    more: 'More …',
    undo: 'Undo',
    change: 'Add, or take off broken ones',
    units: 'Number of gifts',
    onlyFree: (free: string) =>
      `Only gifts that nobody has reserved can be taken off, ${free} now. Reserved ones can still be collected.`,
    reason: 'Why gifts are taken off',
    reasons: { broken: 'broken', missing: 'missing', miscounted: 'miscounted' } satisfies Readonly<
      Record<WithdrawalReason, string>
    >,
    /** `afterTaking` is missing if there are too few. */
    result: (left: string, afterAdding: string, afterTaking: string | undefined, held: string) =>
      `Left now: ${left}. After adding: ${afterAdding}.${afterTaking === undefined ? '' : ` After taking off: ${afterTaking}.`} Held: ${held} stay.`,
    added: (units: string, time: string, before: string) =>
      `${units} added at ${time}, ${before} left before.`,
    taken: (units: string, reason: string, time: string, before: string) =>
      `${units} taken off as ${reason} at ${time}, ${before} left before.`,
    unsureAdded: (title: string, units: string) => `No answer about ${title}: ${units} may be added or not`,
    unsureTaken: (title: string, units: string) =>
      `No answer about ${title}: ${units} may be taken off or not`,
    closeTitle: 'Close this campaign',
    closeText: (title: string) => `Nobody can reserve ${title} any more. This cannot be undone.`,
    closeAsk: 'Close for good …',
    closeQuestion: (title: string) => `Close ${title} for good?`,
    closeYes: (title: string) => `Close ${title} for good`,
    keepOpen: 'Keep it open',
    closeLines: {
      free: (count: string) => `${count} left can no longer be reserved by anybody`,
      held: (count: string) => `${count} reserved stay, and can be collected until the reservations expire`,
      given: (count: string, merchant: string) =>
        `${count} given stay in the report${merchant && ` of ${merchant}`}`,
    },
    milder: 'Are the gifts only broken or missing? More can be added later.',
    takeOffInstead: 'Take them off instead',
    closed: (title: string, time: string) => `${title} is closed, ${time}.`,
    unsureClosed: (title: string) => `No answer about ${title}: it may be closed or not`,
  },

  waiting: {
    title: 'Waiting',
    heading: (count: number) =>
      count === 0
        ? 'Nothing waits for an administrator'
        : `${counted(count, 'thing')} ${count === 1 ? 'waits' : 'wait'} for an administrator`,
    oldest: (since: string) => `The oldest club has waited since ${since}.`,
    clubs: (count: number) =>
      count === 0
        ? 'No club waits for review'
        : `${counted(count, 'club')} ${count === 1 ? 'waits' : 'wait'} for review`,
    clubsText: 'Until it is approved, only its owner sees a club.',
    club: (isPublic: boolean, since: string) => `${isPublic ? 'Public' : 'Private'} · waits since ${since}`,
    read: 'Read',
    close: 'Close',
    noText: 'The club has no text.',
    visibleTo: 'Visible to',
    visibility: (isPublic: boolean): string =>
      isPublic ? 'everyone, after the approval' : 'its members, after the approval',
    founded: 'Founded',
    version: 'Version',
    versionText: (version: number) =>
      `${version}. If the owner changes the text now, your answer is refused and the new text shown.`,
    approve: 'Approve this text',
    reject: 'Reject …',
    rejectReason: 'Reason',
    rejectHint: 'The owner reads it. Name no person.',
    rejectYes: 'Reject the club',
    approved: (title: string, time: string) => `${title} is approved, ${time}.`,
    rejected: (title: string, time: string) => `${title} is rejected, ${time}. Its owner reads the reason.`,
    unsure: (title: string) => `No answer about ${title}: the answer may be stored or not`,
    changed: 'The owner has changed the text in the meantime. Read the new one.',
    cover: (alt: string) => `Cover: ${alt}`,
    coverText: (host: string) => `The picture lies on ${host} and can change after the approval.`,
    verifications: (near: number, ended: number) => {
      const soon =
        near > 0 && `${counted(near, 'verification')} ${near === 1 ? 'ends' : 'end'} within 30 days`;
      const over =
        ended > 0 &&
        `${counted(ended, near > 0 ? 'other' : 'verification')} ${ended === 1 ? 'has' : 'have'} ended`;
      return [soon, over].filter(Boolean).join(', ') || 'No verification ends within 30 days';
    },
    verificationsText: 'On the last day, every access that patients approved ends for good.',
    verify: 'Verify a practitioner …',
    columns: ['Practitioner', 'Works at', 'Ends'] satisfies readonly [
      practitioner: string,
      worksAt: string,
      ends: string,
    ],
    renew: 'Renew …',
    verifyAgain: 'Verify again …',
    ended: 'ended',
    inDays: (days: number) => `in ${counted(days, 'day')}`,
    drafts: (count: number) => counted(count, 'onboarding draft'),
    draftText: (version: number, changed: string) => `Version ${version}, changed ${changed}`,
    draftsText: 'Onboarding is edited on the command line.',
  },

  verify: {
    title: 'Verify a practitioner',
    lead: 'Copy the facts from the register of the council. Patients read them before they approve. No picture and no scan of a document is kept.',
    accountId: 'Account id of the practitioner',
    accountHint: 'The practitioner sends it to you, or shows its code. Paste it here.',
    noAccount: 'This is not the id of an account, nor its code.',
    scan: 'Scan the code',
    stopScanning: 'Stop the camera',
    aim: 'Hold the practitioner’s account code in the frame',
    account: (lastFour: string) => `Account that ends with ${lastFour}.`,
    notFound: 'It was never verified.',
    foundBefore: (name: string) => `It was verified before: ${name}. The facts are filled in.`,
    compare: 'Sihat cannot tell whose account it is: compare the last four characters with the practitioner.',
    otherAccount: 'Another account',
    accountFirst: 'Scan or paste the account id first.',
    fields: {
      name: 'Name, as registered',
      licenseAuthority: 'Register',
      licenseNumber: 'Registration number',
      specialty: 'Specialty',
      specialistRegistration: 'Specialist register (optional)',
      organization: 'Works at',
    },
    until: 'Valid until the end of',
    untilHint: 'The last day of the practising certificate, in Malaysian time.',
    past: 'This day is over.',
    shortly: (days: number) => `Valid for ${counted(days, 'day')} only`,
    shortlyText:
      'Practising certificates end on 31 December. Renew before that day, or the approved accesses end.',
    yes: (name: string) => `Verify ${name}`,
    yesNobody: 'Verify',
    leave: 'Leave without verifying',
    back: 'Back to Waiting',
    preview: 'Patients will read',
    where: 'Where to look',
    steps: [
      'Open the public register of the council.',
      'Search the number, not the name.',
      'Compare the name with an identity card that you have seen.',
      'Check that this year’s practising certificate is valid.',
    ],
    byHand:
      'Sihat does not check any register. The log of acts keeps the fact that you verified this account, but not what you wrote.',
    done: (name: string, time: string) => `${name} is verified, ${time}.`,
    unsure: (name: string) => `No answer about ${name}: the verification may be stored or not`,
  },
};

export type PlatformWords = typeof words;
