import * as z from 'zod/mini';
import { contract } from '../../../shared/contract.ts';
import { Nothing } from '../../../shared/resources.ts';
import { eventParams } from '../managed-schemas.ts';
import { Challenge, Event, event_not_found, JoinCode } from '../schemas.ts';

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
  refusals: { event_not_found, event_ended: [409, 'The exhibition has ended.'] },
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
  description:
    "Returns the exhibition with its challenges and the caller's own membership and enrollments. Only the owner and approved members find an exhibition of a private club.",
  caller: 'optional',
  params: z.strictObject({ code: JoinCode }),
  success: { 200: z.strictObject({ event: Event, challenges: z.array(Challenge) }) },
  refusals: { event_not_found },
  touches: {
    table: {
      'COMMUNITY#EVENT#': ['GetItem'],
      'COMMUNITY#CLUB#': ['GetItem'],
      'COMMUNITY#ACCOUNT#': ['Query'],
    },
    gsi2: ['COMMUNITY#IN-EVENT#'],
  },
});
