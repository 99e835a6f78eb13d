import { enrollment } from '../../shared/community/schemas.examples.ts';
import { CHALLENGE_ID, CLUB_ID, EVENT_ID, JOIN_CODE } from '../../shared/values/ids.examples.ts';
import { FINAL_AFTER_HOURS } from '../../shared/values/limits.ts';
import { type Meanings, meaningsOf } from '../../shared/values/meanings.ts';
import { Challenge, Club, CoverImage, Event } from './schemas.ts';

/** What the texts and the times mean in requests and responses. */
export const contentMeanings = {
  title: 'The title, one line of plain text',
  summary: 'A short plain text for lists',
  coverImage: 'The picture for lists; omitted if there is none',
};
export const eventTimes = {
  startsAt: 'When the exhibition starts',
  endsAt: 'When the exhibition ends. This moment does not belong to it.',
};
export const challengeTimes = {
  startsAt: 'When the challenge starts',
  endsAt: 'When the challenge ends. This moment does not belong to it.',
};
export const timezone = 'The time zone in which apps show the times, by its name in the IANA database';

export const clubMeanings = {
  id: 'The id of the club',
  ...contentMeanings,
  memberCount: 'The number of members. It follows changes about a second later.',
} satisfies Meanings<Omit<typeof Club.shape, 'membership'>>;

export const eventMeanings = {
  id: 'The id of the exhibition',
  ...contentMeanings,
  memberCount: 'The number of people who joined. It follows changes about a second later.',
  clubId: 'The club of the exhibition',
  ...eventTimes,
  timezone,
  venue: 'Where the exhibition takes place',
  joinCode: 'The code with which people find the exhibition, as shown on its display',
  expectedAttendees: 'The number of visitors that the organizer expects',
} satisfies Meanings<Omit<typeof Event.shape, 'membership'>>;

export const challengeMeanings = {
  id: 'The id of the challenge',
  ...contentMeanings,
  memberCount: 'The number of participants. It follows changes about a second later.',
  eventId: 'The exhibition of the challenge',
  clubId: 'The club of the exhibition',
  ...challengeTimes,
  metric: 'What is counted',
  rules: 'The rules, as plain text of several lines',
  provisional: `Whether the results may still change. They are final ${FINAL_AFTER_HOURS} hours after the end.`,
  rewardEligible: 'Whether the results count for rewards',
} satisfies Meanings<Omit<typeof Challenge.shape, 'enrollment'>>;

export const meanings = [
  meaningsOf(CoverImage, {
    url: 'The address of the picture, http or https',
    alt: 'A text for people who cannot see the picture',
    source: 'Where the picture comes from',
  }),
  meaningsOf(Club, {
    ...clubMeanings,
    membership: {
      meaning: "The caller's own membership; omitted for callers who are no members",
      properties: { joinedAt: 'When the caller joined' },
    },
  }),
  // The membership has the same schema as that of a club, which is described there.
  meaningsOf(Event, {
    ...eventMeanings,
    membership: "The caller's own membership; omitted for callers who have not joined",
  }),
  meaningsOf(Challenge, {
    ...challengeMeanings,
    enrollment: "The caller's own enrollment; omitted for callers who have not enrolled",
  }),
];

/** The time at which the examples of the community were joined. */
export const membership = { joinedAt: '2026-01-10T23:41:00.000Z' };

export const club = {
  id: CLUB_ID,
  title: 'Kelab Larian Titiwangsa',
  summary: 'Easy runs around the lake, every Saturday at 7 in the morning.',
  memberCount: 231,
};

export const event = {
  id: EVENT_ID,
  clubId: CLUB_ID,
  title: 'Pesta Jalan Sihat Kuala Lumpur',
  summary: 'A weekend of walking, health checks and local food.',
  coverImage: {
    url: 'https://images.sihat.my/events/kl-walk-2026.webp',
    alt: 'People of all ages walking along a lake at sunrise',
    source: 'ai_generated' as const,
  },
  memberCount: 1240,
  startsAt: '2026-03-07T00:00:00.000Z',
  endsAt: '2026-03-08T10:00:00.000Z',
  timezone: 'Asia/Kuala_Lumpur',
  venue: 'Tasik Titiwangsa, Kuala Lumpur',
  joinCode: JOIN_CODE,
  expectedAttendees: 3000,
};

export const challenge = {
  id: CHALLENGE_ID,
  eventId: EVENT_ID,
  clubId: CLUB_ID,
  title: '20,000 langkah',
  summary: 'The most steps over the weekend.',
  memberCount: 412,
  startsAt: '2026-03-07T00:00:00.000Z',
  endsAt: '2026-03-08T10:00:00.000Z',
  metric: 'steps' as const,
  rules: 'Steps count from enrollment until Sunday, 6 in the evening.',
  provisional: true,
  rewardEligible: true,
};
export const enrolledChallenge = { ...challenge, enrollment };
