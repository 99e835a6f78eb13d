import type { Examples } from './example.ts';
import { CHALLENGE_ID, CLUB_ID, EVENT_ID, JOIN_CODE } from './names.ts';

const club = {
  id: CLUB_ID,
  title: 'Kelab Larian Titiwangsa',
  summary: 'Easy runs around the lake, every Saturday at 7 in the morning.',
  memberCount: 231,
  membership: { joinedAt: '2026-01-10T23:41:00.000Z' },
};

const event = {
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

const challenge = {
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

const enrollment = {
  participantId: '16fd2706-8baf-433b-82eb-8c7fada847da',
  alias: 'Hang Langkah',
  joinedAt: '2026-03-06T12:00:00.000Z',
  countingFrom: '2026-03-07T00:00:00.000Z',
  shareLeaderboard: true,
  sharePublicDisplay: false,
  steps: 8412,
  measuredAt: '2026-03-07T05:30:00.000Z',
  provisional: true,
  rewardEligible: true,
};

export const examples: Examples<'listCommunity' | 'findEvent' | 'getDisplay'> = {
  listCommunity: {
    success: { 200: { clubs: [club], events: [event], challenges: [{ ...challenge, enrollment }] } },
  },
  findEvent: { success: { 200: { event, challenges: [challenge] } } },
  getDisplay: {
    success: {
      200: {
        event: { title: event.title, startsAt: event.startsAt, endsAt: event.endsAt },
        challenges: [
          {
            title: challenge.title,
            top: [
              { alias: 'Puteri Pantas', steps: 18_204, rank: 1 },
              { alias: '阿明', steps: 16_920, rank: 2 },
              { alias: 'Kumar W', steps: 16_920, rank: 2 },
            ],
            total: 57,
          },
        ],
        updatedAt: '2026-03-07T05:30:00.000Z',
        provisional: true,
        rewardEligible: true,
      },
    },
  },
};
