import * as z from 'zod/mini';
import { contract } from '../../../shared/contract.ts';
import { ManagedChallenge, ManagedClub, ManagedEvent } from '../managed-schemas.ts';
import { Challenge, Club, Event } from '../schemas.ts';

const atMost100 = <S extends z.ZodMiniType>(element: S) => z.array(element).check(z.maxLength(100));

export const listOwnCommunity = contract({
  operationId: 'listOwnCommunity',
  area: 'community',
  method: 'GET',
  path: '/v1/community/own',
  summary: 'List the clubs that the caller owns, with their exhibitions and challenges, in any state',
  description: 'At most 100 of each, the latest first.',
  caller: 'account',
  success: {
    200: z.strictObject({
      clubs: atMost100(ManagedClub),
      events: atMost100(ManagedEvent),
      challenges: atMost100(ManagedChallenge),
    }),
  },
  refusals: {},
  touches: {
    table: { 'COMMUNITY#ACCOUNT#': ['Query'], 'COMMUNITY#CLUB#': ['BatchGetItem'] },
    gsi2: ['COMMUNITY#OF-CLUB#', 'COMMUNITY#IN-EVENT#'],
  },
});

export const listCommunity = contract({
  operationId: 'listCommunity',
  area: 'community',
  method: 'GET',
  path: '/v1/community',
  summary: 'List the clubs, exhibitions and challenges that the caller may see',
  description:
    "At most 100 of each kind, the caller's own first. Then come exhibitions and challenges in progress by their end, upcoming ones by their start, and ended ones, latest first; clubs come by publication, latest first. Only approved members and the owner see a private club with its events and challenges; nobody sees drafts and unreviewed content here. Only the 2,000 exhibitions and the 2,000 challenges with the latest end are searched.",
  caller: 'optional',
  success: {
    200: z.strictObject({
      clubs: atMost100(Club),
      events: atMost100(Event),
      challenges: atMost100(Challenge),
    }),
  },
  refusals: {},
  touches: {
    table: {
      'COMMUNITY#ACCOUNT#': ['Query'],
      'COMMUNITY#CLUB#': ['BatchGetItem'],
      'COMMUNITY#EVENT#': ['BatchGetItem'],
      'COMMUNITY#CHALLENGE#': ['BatchGetItem'],
    },
    gsi1: ['COMMUNITY#LISTED#', 'COMMUNITY#IN-CLUB#'],
  },
});
