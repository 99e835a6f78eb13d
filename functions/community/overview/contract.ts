import * as z from 'zod/mini';
import { contract } from '../../../shared/contract.ts';
import { MOST_LISTED_CONTENT, MOST_SEARCHED_CONTENT, written } from '../../../shared/limits.ts';
import { ManagedChallenge, ManagedClub, ManagedEvent } from '../managed-schemas.ts';
import { Challenge, Club, Event } from '../schemas.ts';

const listOf = <S extends z.ZodMiniType>(element: S) =>
  z.array(element).check(z.maxLength(MOST_LISTED_CONTENT));

export const listOwnCommunity = contract({
  operationId: 'listOwnCommunity',
  area: 'community',
  method: 'GET',
  path: '/v1/community/own',
  summary: 'List the clubs that the caller owns, with their exhibitions and challenges, in any state',
  description: `At most ${MOST_LISTED_CONTENT} of each, the latest first.`,
  caller: 'account',
  success: {
    200: z.strictObject({
      clubs: listOf(ManagedClub),
      events: listOf(ManagedEvent),
      challenges: listOf(ManagedChallenge),
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
  description: `At most ${MOST_LISTED_CONTENT} of each kind, the caller's own first. Then come exhibitions and challenges in progress by their end, upcoming ones by their start, and ended ones, latest first; clubs come by publication, latest first. Only approved members and the owner see a private club with its events and challenges; nobody sees drafts and unreviewed content here. Only the ${written(MOST_SEARCHED_CONTENT)} exhibitions and the ${written(MOST_SEARCHED_CONTENT)} challenges with the latest end are searched.`,
  caller: 'optional',
  success: {
    200: z.strictObject({
      clubs: listOf(Club),
      events: listOf(Event),
      challenges: listOf(Challenge),
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
