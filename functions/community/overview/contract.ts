import * as z from 'zod/mini';
import { contract } from '../../../shared/contract/contract.ts';
import {
  MAX_LISTED_CONTENT,
  MAX_LIVE_CONTENT,
  MAX_READ_CONTENT,
  SIGNED_OUT_CACHE_SECONDS,
} from '../../../shared/values/limits.ts';
import { ManagedChallenge, ManagedClub, ManagedEvent } from '../managed-schemas.ts';
import { Challenge, Club, Event } from '../schemas.ts';

const listOf = <S extends z.ZodMiniType>(element: S) =>
  z.array(element).check(z.maxLength(MAX_LISTED_CONTENT));

export const listOwnCommunity = contract({
  operationId: 'listOwnCommunity',
  area: 'community',
  method: 'GET',
  path: '/v1/community/own',
  summary: "List the caller's own clubs with their exhibitions and challenges",
  description: `Content in every state is listed. Each list has at most ${MAX_LISTED_CONTENT} items, the latest first.`,
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
    table: {
      'COMMUNITY#ACCOUNT#': ['Query'],
      'COMMUNITY#CLUB#': ['BatchGetItem'],
      'COMMUNITY#EVENT#': ['BatchGetItem'],
      'COMMUNITY#CHALLENGE#': ['BatchGetItem'],
    },
  },
});

export const listCommunity = contract({
  operationId: 'listCommunity',
  area: 'community',
  method: 'GET',
  path: '/v1/community',
  summary: 'List the clubs, exhibitions and challenges that the caller may see',
  description: `Each list has at most ${MAX_LISTED_CONTENT} items. Items that the caller has joined come first. Clubs are then sorted by publication, the latest first. Exhibitions and challenges are sorted in this order: those in progress by their end, upcoming ones by their start, and ended ones by their end, the latest first. Only the owner and approved members see a private club with its exhibitions and challenges. Drafts and unreviewed content are never listed. Of each kind, only the ${MAX_LIVE_CONTENT} in progress that end next, the ${MAX_READ_CONTENT} upcoming ones that start next and the ${MAX_READ_CONTENT} that ended last are searched. Public items that the caller has not joined may be up to ${SIGNED_OUT_CACHE_SECONDS} seconds old, and without a token the whole response.`,
  caller: 'optional',
  caching: 'signed_out',
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
