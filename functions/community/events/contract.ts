import * as z from 'zod/mini';
import { ContentState, PHASES } from '../../../shared/community/items.ts';
import { event_cancelled, event_not_found, JoinCode } from '../../../shared/community/schemas.ts';
import { contract } from '../../../shared/contract/contract.ts';
import { SIGNED_OUT_CACHE_SECONDS } from '../../../shared/values/limits.ts';
import {
  calendarDate,
  count,
  Nothing,
  pageOf,
  pageQuery,
  summary,
  timezone,
  title,
  Uuid,
  version,
} from '../../../shared/values/resources.ts';
import {
  ContentInput,
  endsAfterItStarts,
  eventParams,
  ManagedChallenge,
  ManagedEvent,
  Timed,
} from '../managed-schemas.ts';
import { Challenge, Event, version_conflict } from '../schemas.ts';

const event_ended = [409, 'The exhibition has ended.'] as const;

export const joinEvent = contract({
  operationId: 'joinEvent',
  area: 'community',
  method: 'PUT',
  path: '/v1/community/events/{code}/membership',
  summary: 'Join an exhibition that the caller may see',
  description:
    'Repeating the call changes nothing. Members get a 200 response even after the end. `memberCount` follows about a second later.',
  caller: 'account',
  params: eventParams,
  success: { 200: Event },
  refusals: { event_not_found, event_cancelled, event_ended },
  touches: {
    table: {
      'COMMUNITY#EVENT#': ['GetItem'],
      'COMMUNITY#CLUB#': ['BatchGetItem'],
      'COMMUNITY#ACCOUNT#': ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'],
      'ACCOUNT#': ['ConditionCheckItem'],
    },
  },
});

export const leaveEvent = contract({
  operationId: 'leaveEvent',
  area: 'community',
  method: 'DELETE',
  path: '/v1/community/events/{code}/membership',
  summary: 'Leave an exhibition',
  description: 'Enrollments in its challenges are kept. Without a membership, the call changes nothing.',
  caller: 'account',
  params: eventParams,
  success: { 204: Nothing },
  refusals: {},
  touches: { table: { 'COMMUNITY#ACCOUNT#': ['GetItem', 'DeleteItem'] } },
});

export const findEvent = contract({
  operationId: 'findEvent',
  area: 'community',
  method: 'GET',
  path: '/v1/community/events/{code}',
  summary: 'Find an exhibition by its enrollment code',
  description: `Returns the exhibition with its challenges and the caller's own membership and enrollments. Only the owner and approved members find an exhibition of a private club. Without a token, the response may be up to ${SIGNED_OUT_CACHE_SECONDS} seconds old.`,
  caller: 'optional',
  caching: 'signed_out',
  params: z.strictObject({ code: JoinCode }),
  success: { 200: z.strictObject({ event: Event, challenges: z.array(Challenge) }) },
  refusals: { event_not_found, event_cancelled },
  touches: {
    table: {
      'COMMUNITY#EVENT#': ['GetItem'],
      'COMMUNITY#CLUB#': ['GetItem'],
      'COMMUNITY#CHALLENGE#': ['BatchGetItem'],
      'COMMUNITY#ACCOUNT#': ['Query'],
    },
  },
});

const EventInput = {
  ...ContentInput,
  ...Timed,
  timezone: timezone(),
  venue: title(),
  expectedAttendees: count().check(z.maximum(10_000_000)),
};

const clubParams = z.strictObject({ id: Uuid });

export const createEvent = contract({
  operationId: 'createEvent',
  area: 'community',
  method: 'POST',
  path: '/v1/platform/community/events',
  summary: 'Create an exhibition of a club as a draft',
  description: 'The enrollment code is unique. The code and the club cannot be changed later.',
  caller: 'platform_admin',
  body: z.strictObject({ clubId: Uuid, joinCode: JoinCode, ...EventInput }).check(endsAfterItStarts()),
  success: { 201: ManagedEvent },
  refusals: {
    unknown_club: [409, 'No club has this clubId.'],
    code_taken: [409, 'Another exhibition already has this joinCode.'],
  },
  touches: {
    table: {
      'COMMUNITY#CLUB#': ['GetItem', 'PutItem', 'ConditionCheckItem'],
      'COMMUNITY#EVENT#': ['PutItem'],
      'COMMUNITY#EVENT-ID#': ['PutItem'],
    },
  },
});

export const listPlatformEvents = contract({
  operationId: 'listPlatformEvents',
  area: 'community',
  method: 'GET',
  path: '/v1/platform/community/clubs/{id}/events',
  summary: 'List all exhibitions of a club',
  description: 'Exhibitions in every state are listed, the latest first.',
  caller: 'platform_admin',
  params: clubParams,
  query: z.object(pageQuery),
  success: { 200: pageOf('events', ManagedEvent) },
  refusals: {},
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: { gsi2: ['COMMUNITY#OF-CLUB#'] },
});

export const getPlatformEvent = contract({
  operationId: 'getPlatformEvent',
  area: 'community',
  method: 'GET',
  path: '/v1/platform/community/events/{code}',
  summary: 'Get any exhibition with its challenges',
  description: 'Exhibitions and challenges in every state are returned.',
  caller: 'platform_admin',
  params: eventParams,
  success: { 200: z.strictObject({ event: ManagedEvent, challenges: z.array(ManagedChallenge) }) },
  refusals: { event_not_found },
  touches: { table: { 'COMMUNITY#EVENT#': ['GetItem'], 'COMMUNITY#CHALLENGE#': ['BatchGetItem'] } },
});

export const updateEvent = contract({
  operationId: 'updateEvent',
  area: 'community',
  method: 'PUT',
  path: '/v1/platform/community/events/{code}',
  summary: 'Change an exhibition',
  description:
    'The state of the exhibition does not change, and it ends with its last challenge at the earliest. Omitted optional fields are removed.',
  caller: 'platform_admin',
  params: eventParams,
  body: z.strictObject({ ...EventInput, version: version() }).check(endsAfterItStarts()),
  success: { 200: ManagedEvent },
  refusals: {
    event_not_found,
    version_conflict,
    challenge_ends_later: [409, 'A challenge of the exhibition ends after this endsAt.'],
  },
  touches: {
    table: {
      'COMMUNITY#EVENT#': ['GetItem', 'UpdateItem'],
      'COMMUNITY#EVENT-ID#': ['PutItem'],
      'COMMUNITY#CHALLENGE#': ['ConditionCheckItem', 'BatchGetItem', 'GetItem', 'UpdateItem'],
      'NOTICE-EXHIBITION#': ['UpdateItem'],
    },
  },
});

const eventPublication = {
  area: 'community',
  path: '/v1/platform/community/events/{code}/publication',
  caller: 'platform_admin',
  params: eventParams,
  success: { 200: ManagedEvent },
  refusals: { event_not_found },
  touches: {
    table: { 'COMMUNITY#EVENT#': ['GetItem', 'UpdateItem'], 'COMMUNITY#CHALLENGE#': ['UpdateItem'] },
  },
} as const;

export const publishEvent = contract({
  ...eventPublication,
  operationId: 'publishEvent',
  method: 'POST',
  summary: 'Publish an exhibition',
  description:
    'Others see the exhibition only if they can also see its club. Repeating the call changes nothing.',
});

export const unpublishEvent = contract({
  ...eventPublication,
  operationId: 'unpublishEvent',
  method: 'DELETE',
  summary: 'Unpublish an exhibition',
  description:
    'The exhibition is hidden together with its challenges and its display. Memberships and enrollments are kept. Repeating the call changes nothing.',
});

export const cancelEvent = contract({
  operationId: 'cancelEvent',
  area: 'community',
  method: 'POST',
  path: '/v1/platform/community/events/{code}/cancellation',
  summary: 'Cancel a published exhibition for good',
  description:
    'People who could see the exhibition get `event_cancelled` from then on, and its members find the cancellation in `listNotices`. No list contains it any more. People can still leave it, withdraw and change their consents, and its boards stay stored. Its campaigns are closed one after the other; existing reservations can be redeemed until they expire. Repeat the call after an interruption: it closes the remaining ones. A cancellation is permanent.',
  caller: 'platform_admin',
  params: eventParams,
  success: { 200: z.strictObject({ event: ManagedEvent, openReservations: count() }) },
  refusals: {
    event_not_found,
    not_published: [409, 'A draft cannot be cancelled, because nobody has seen it.'],
    event_ended,
  },
  touches: {
    table: {
      'COMMUNITY#CHALLENGE#': ['UpdateItem'],
      'COMMUNITY#EVENT#': ['GetItem', 'UpdateItem'],
      'NOTICE-EXHIBITION#': ['UpdateItem'],
      'REWARDS#CAMPAIGN#': ['BatchGetItem', 'UpdateItem'],
      'REWARDS#HOLDS#': ['Query'],
      'REWARDS#OF-EVENT#': ['Query', 'PutItem'],
      'REWARDS#PUBLISHED-COUNT': ['UpdateItem'],
      'REWARDS#STOCK#': ['UpdateItem'],
    },
  },
});

const PROBLEMS = ['has_ended', 'club_not_published', 'club_is_private'] as const;

export const PlatformExhibition = z.strictObject({
  event: ManagedEvent,
  phase: z.enum(PHASES),
  clubTitle: z.string(),
  clubState: ContentState,
  challenges: z.strictObject({ draft: count(), published: count() }),
  campaigns: z.strictObject({ draft: count(), published: count(), closed: count() }),
  problems: z.array(z.enum(PROBLEMS)),
});

export const listPlatformExhibitions = contract({
  operationId: 'listPlatformExhibitions',
  area: 'community',
  method: 'GET',
  path: '/v1/platform/community/events',
  summary: 'List the exhibitions of all clubs by their start',
  description:
    'Exhibitions in every state are listed. A page can have fewer than `limit` if words or a phase are named. `problems` is what keeps a draft from being seen, or its campaigns from being published.',
  caller: 'platform_admin',
  query: z
    .object({
      ...pageQuery,
      from: z.optional(calendarDate()),
      to: z.optional(calendarDate()),
      words: z.optional(summary()),
      phase: z.optional(z.enum(PHASES)),
    })
    .check(
      z.refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
        path: ['to'],
        error: 'must not be before from',
      }),
    ),
  success: { 200: pageOf('exhibitions', PlatformExhibition) },
  refusals: {},
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: {
    table: {
      'COMMUNITY#CLUB#': ['BatchGetItem'],
      'COMMUNITY#EVENT#': ['BatchGetItem'],
      'REWARDS#OF-EVENT#': ['Query'],
    },
    gsi1: ['COMMUNITY#EXHIBITIONS'],
  },
});
