import type { Examples } from './example.ts';
import { CHALLENGE_ID, CLUB_ID, CURSOR, EVENT_ID, EXCLUSION_ID, JOIN_CODE } from './names.ts';

const exclusion = { id: EXCLUSION_ID, alias: 'Si Kilat', excludedAt: '2026-03-07T06:02:11.904Z' };

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

const managed = {
  visibility: 'public' as const,
  version: 2,
  createdAt: '2026-01-05T02:00:00.000Z',
  updatedAt: '2026-01-06T04:30:00.000Z',
};
const published = { state: 'published' as const, publishedAt: '2026-01-06T04:30:00.000Z' };
const { membership: _, ...clubContent } = club;
const managedClub = {
  ...clubContent,
  ...managed,
  ...published,
  ownerId: 'f81d4fae-7dec-41d0-a765-00a0c91e6bf6',
  social: true,
  reviewedAt: '2026-01-06T04:30:00.000Z',
};
const unreviewedClub = {
  ...managedClub,
  state: 'unreviewed' as const,
  version: 1,
  memberCount: 1,
  reviewedAt: undefined,
};
const managedEvent = { ...event, ...managed, ...published };
const managedChallenge = { ...challenge, ...managed, ...published, joinCode: JOIN_CODE };
const unpublished = { state: 'draft' as const, publishedAt: undefined };

const input = { title: club.title, summary: club.summary };
const eventInput = {
  title: event.title,
  summary: event.summary,
  coverImage: event.coverImage,
  startsAt: event.startsAt,
  endsAt: event.endsAt,
  venue: event.venue,
  expectedAttendees: event.expectedAttendees,
};
const challengeInput = {
  title: challenge.title,
  summary: challenge.summary,
  startsAt: challenge.startsAt,
  endsAt: challenge.endsAt,
  rules: challenge.rules,
  rewardEligible: challenge.rewardEligible,
};
const joined = { status: 'member' as const, joinedAt: '2026-01-10T23:41:00.000Z' };
const member = { accountId: '2c5ea4c0-4067-41e9-8bad-9b1deb4d3b7d', ...joined };

export const examples = {
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
  createClub: { body: { ...input, visibility: 'public' }, success: { 201: unreviewedClub } },
  updateClub: {
    body: { ...input, published: true, version: 1 },
    success: { 200: { ...unreviewedClub, version: 2 } },
  },
  listOwnCommunity: {
    success: { 200: { clubs: [managedClub], events: [managedEvent], challenges: [managedChallenge] } },
  },
  joinClub: { success: { 200: { clubId: CLUB_ID, ...joined } } },
  leaveClub: { success: { 204: undefined } },
  listClubMembers: { success: { 200: { members: [member], nextCursor: CURSOR } } },
  approveClubMember: { success: { 200: member } },
  removeClubMember: { success: { 204: undefined } },
  joinEvent: { success: { 200: { ...event, membership: { joinedAt: joined.joinedAt } } } },
  leaveEvent: { success: { 204: undefined } },
  enroll: {
    body: { alias: enrollment.alias, shareLeaderboard: true },
    success: { 200: enrollment, 201: { ...enrollment, steps: 0, measuredAt: undefined } },
  },
  changeEnrollment: {
    body: { sharePublicDisplay: true },
    success: { 200: { ...enrollment, sharePublicDisplay: true } },
  },
  withdrawEnrollment: { success: { 204: undefined } },
  reportSteps: {
    body: { steps: enrollment.steps, measuredAt: enrollment.measuredAt },
    success: { 200: enrollment },
  },
  getLeaderboard: {
    success: {
      200: {
        entries: [
          { rank: 1, alias: 'Puteri Pantas', steps: 18_204 },
          { rank: 2, alias: enrollment.alias, steps: 8412 },
        ],
      },
    },
  },
  createPlatformClub: {
    body: { ...input, visibility: 'public', ownerId: managedClub.ownerId },
    success: { 201: { ...managedClub, ...unpublished, social: false, version: 1, memberCount: 1 } },
  },
  listPlatformClubs: { success: { 200: { clubs: [unreviewedClub] } } },
  getPlatformClub: { success: { 200: managedClub } },
  updatePlatformClub: { body: { ...input, version: 1 }, success: { 200: managedClub } },
  reviewClub: { body: { decision: 'approved', version: 1 }, success: { 200: managedClub } },
  publishClub: { success: { 200: managedClub } },
  unpublishClub: { success: { 200: { ...managedClub, ...unpublished } } },
  assignClubOwner: { body: { accountId: managedClub.ownerId }, success: { 200: managedClub } },
  createEvent: {
    body: { clubId: CLUB_ID, joinCode: JOIN_CODE, ...eventInput },
    success: { 201: { ...managedEvent, ...unpublished, version: 1, memberCount: 0 } },
  },
  listPlatformEvents: { success: { 200: { events: [managedEvent] } } },
  getPlatformEvent: { success: { 200: { event: managedEvent, challenges: [managedChallenge] } } },
  updateEvent: { body: { ...eventInput, version: 1 }, success: { 200: managedEvent } },
  publishEvent: { success: { 200: managedEvent } },
  unpublishEvent: { success: { 200: { ...managedEvent, ...unpublished } } },
  createChallenge: {
    body: challengeInput,
    success: { 201: { ...managedChallenge, ...unpublished, version: 1, memberCount: 0 } },
  },
  updateChallenge: { body: { ...challengeInput, version: 1 }, success: { 200: managedChallenge } },
  publishChallenge: { success: { 200: managedChallenge } },
  unpublishChallenge: { success: { 200: { ...managedChallenge, ...unpublished } } },
  moderateAlias: {
    body: { alias: 'Hang Langkah', hidden: true },
    success: { 200: { alias: 'Hang Langkah', hidden: true } },
  },
  excludeParticipant: {
    body: { alias: exclusion.alias, reason: 'Reported 90,000 steps from a shaking machine' },
    success: { 200: exclusion, 201: exclusion },
  },
  listExclusions: { success: { 200: { exclusions: [exclusion], nextCursor: CURSOR } } },
  readmitParticipant: {
    body: { reason: 'The participant sent a photo of the treadmill' },
    success: { 204: undefined },
  },
} satisfies Partial<Examples>;
