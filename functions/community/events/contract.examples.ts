import type { ExamplesOf } from '../../../shared/contract/examples.ts';
import { CLUB_ID, CURSOR, JOIN_CODE } from '../../../shared/values/ids.examples.ts';
import { meaningsOf, parametersOf } from '../../../shared/values/meanings.ts';
import { nextCursor, page } from '../../../shared/values/resources.examples.ts';
import {
  baseVersion,
  inputMeanings,
  joinCodeParameter,
  managedChallenge,
  managedEvent,
  unpublishedEvent,
} from '../managed-schemas.examples.ts';
import { challenge, event, eventTimes, membership, timezone } from '../schemas.examples.ts';
import type * as contract from './contract.ts';
import {
  cancelEvent,
  createEvent,
  findEvent,
  getPlatformEvent,
  listPlatformEvents,
  listPlatformExhibitions,
  PlatformExhibition,
  updateEvent,
} from './contract.ts';

const eventInput = {
  ...inputMeanings,
  ...eventTimes,
  timezone,
  venue: 'Where the exhibition takes place',
  expectedAttendees: 'The number of visitors that the organizer expects',
};

export const meanings = [
  parametersOf(findEvent.params, joinCodeParameter),
  meaningsOf(findEvent.success[200], {
    event: 'The exhibition',
    challenges: 'The published challenges of the exhibition',
  }),
  meaningsOf(createEvent.body, {
    clubId: 'The club of the exhibition',
    joinCode: 'The code with which people find the exhibition, as its display shows it',
    ...eventInput,
  }),
  parametersOf(listPlatformEvents.params, { id: { meaning: 'The id of the club', example: CLUB_ID } }),
  parametersOf(listPlatformEvents.query, page),
  meaningsOf(listPlatformEvents.success[200], {
    events: 'The exhibitions of this page, the latest first',
    nextCursor,
  }),
  meaningsOf(getPlatformEvent.success[200], {
    event: 'The exhibition',
    challenges: 'All challenges of the exhibition, also drafts',
  }),
  parametersOf(listPlatformExhibitions.query, {
    ...page,
    from: {
      meaning: 'The first day on which a listed exhibition starts, in Malaysian time',
      example: '2026-03-01',
    },
    to: {
      meaning: 'The last day on which a listed exhibition starts, in Malaysian time',
      example: '2026-03-31',
    },
    words: { meaning: 'Words that its title, summary, venue or code must have', example: 'ekspo sihat' },
    phase: { meaning: 'The phase of the listed exhibitions', example: 'draft' },
  }),
  meaningsOf(listPlatformExhibitions.success[200], {
    exhibitions: 'The exhibitions of this page, by their start',
    nextCursor,
  }),
  meaningsOf(PlatformExhibition, {
    event: 'The exhibition',
    phase: 'Where it is between its draft and its end',
    clubTitle: 'The title of its club',
    clubState: 'The state of its club',
    challenges: {
      meaning: 'How many challenges it has',
      properties: { draft: 'Challenges that are drafts', published: 'Challenges that are published' },
    },
    campaigns: {
      meaning: 'How many campaigns it has',
      properties: {
        draft: 'Campaigns that are drafts',
        published: 'Campaigns that are published',
        closed: 'Campaigns that are closed',
      },
    },
    problems: 'What keeps a draft from being seen, or its campaigns from being published',
  }),
  meaningsOf(cancelEvent.success[200], {
    event: 'The cancelled exhibition',
    openReservations: 'How many reservations of its campaigns can still be redeemed',
  }),
  meaningsOf(updateEvent.body, { ...eventInput, version: baseVersion }),
];

const { title, summary, coverImage, startsAt, endsAt, venue, expectedAttendees } = event;
const input = {
  title,
  summary,
  startsAt,
  endsAt,
  timezone: event.timezone,
  venue,
  expectedAttendees,
};

export const examples = {
  joinEvent: { success: { 200: { ...event, membership } } },
  leaveEvent: { success: { 204: undefined } },
  findEvent: { success: { 200: { event, challenges: [challenge] } } },
  createEvent: {
    body: { clubId: CLUB_ID, joinCode: JOIN_CODE, coverImage, ...input },
    success: { 201: { ...unpublishedEvent, version: 1, memberCount: 0 } },
  },
  listPlatformEvents: { success: { 200: { events: [managedEvent], nextCursor: CURSOR } } },
  getPlatformEvent: { success: { 200: { event: managedEvent, challenges: [managedChallenge] } } },
  updateEvent: { body: { ...input, version: 1 }, success: { 200: managedEvent } },
  publishEvent: { success: { 200: managedEvent } },
  unpublishEvent: { success: { 200: unpublishedEvent } },
  listPlatformExhibitions: {
    success: {
      200: {
        exhibitions: [
          {
            event: unpublishedEvent,
            phase: 'draft',
            clubTitle: 'Kelab Larian Merdeka',
            clubState: 'draft',
            challenges: { draft: 1, published: 0 },
            campaigns: { draft: 1, published: 0, closed: 0 },
            problems: ['club_not_published'],
          },
        ],
        nextCursor: CURSOR,
      },
    },
  },
  cancelEvent: {
    success: {
      200: {
        event: { ...managedEvent, version: 3, cancelledAt: '2026-03-01T02:15:09.412Z' },
        openReservations: 12,
      },
    },
  },
} satisfies ExamplesOf<typeof contract>;
