import * as z from 'zod/mini';
import { contract } from '../../../shared/contract.ts';
import { count, pageOf, pageQuery, timezone, title, Uuid, version } from '../../../shared/resources.ts';
import {
  ContentInput,
  endsAfterItStarts,
  eventParams,
  ManagedChallenge,
  ManagedEvent,
  Timed,
} from '../managed-schemas.ts';
import { event_not_found, JoinCode, version_conflict } from '../schemas.ts';

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
  summary: 'Make an exhibition of a club, as a draft',
  description: 'Its enrollment code is unique and stays as it is, as does its club.',
  caller: 'platform_admin',
  body: z.strictObject({ clubId: Uuid, joinCode: JoinCode, ...EventInput }).check(endsAfterItStarts()),
  success: { 201: ManagedEvent },
  refusals: {
    unknown_club: [409, 'There is no club with this clubId.'],
    code_taken: [409, 'Another exhibition has this joinCode.'],
  },
  touches: {
    table: {
      'COMMUNITY#CLUB#': ['GetItem'],
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
  summary: 'List the exhibitions of a club in any state',
  description: 'Latest first.',
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
  summary: 'Get an exhibition in any state, with its challenges',
  caller: 'platform_admin',
  params: eventParams,
  success: { 200: z.strictObject({ event: ManagedEvent, challenges: z.array(ManagedChallenge) }) },
  refusals: { event_not_found },
  touches: { table: { 'COMMUNITY#EVENT#': ['GetItem'] }, gsi2: ['COMMUNITY#IN-EVENT#'] },
});

export const updateEvent = contract({
  operationId: 'updateEvent',
  area: 'community',
  method: 'PUT',
  path: '/v1/platform/community/events/{code}',
  summary: 'Change an exhibition',
  description: 'Its state stays as it is.',
  caller: 'platform_admin',
  params: eventParams,
  body: z.strictObject({ ...EventInput, version: version() }).check(endsAfterItStarts()),
  success: { 200: ManagedEvent },
  refusals: { event_not_found, version_conflict },
  touches: { table: { 'COMMUNITY#EVENT#': ['GetItem', 'UpdateItem'] } },
});

const eventPublication = {
  area: 'community',
  path: '/v1/platform/community/events/{code}/publication',
  caller: 'platform_admin',
  params: eventParams,
  success: { 200: ManagedEvent },
  refusals: { event_not_found },
  touches: { table: { 'COMMUNITY#EVENT#': ['GetItem', 'UpdateItem'] } },
} as const;

export const publishEvent = contract({
  ...eventPublication,
  operationId: 'publishEvent',
  method: 'POST',
  summary: 'Publish an exhibition',
  description: 'Repeated, it changes nothing. It is seen as far as its club is.',
});

export const unpublishEvent = contract({
  ...eventPublication,
  operationId: 'unpublishEvent',
  method: 'DELETE',
  summary: 'Take an exhibition off, with its challenges and its display',
  description: 'Repeated, it changes nothing. Memberships and enrollments stay.',
});
