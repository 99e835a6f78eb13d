import * as z from 'zod/mini';
import { contract } from '../../../shared/contract.ts';
import {
  AccountId,
  Nothing,
  pageOf,
  pageQuery,
  summary,
  Timestamp,
  title,
  Uuid,
  version,
} from '../../../shared/resources.ts';
import { CoverImage, Event, event_not_found, JoinCode, version_conflict } from '../schemas.ts';
import { ManagedChallenge, ManagedClub, ManagedEvent } from './platform-contract.ts';

/** What accounts do with clubs and exhibitions: found them, join and leave them, and look after their own. */

/** What an account is to a club. */
export const ClubMembership = z.strictObject({
  clubId: Uuid,
  status: z.enum(['owner', 'member', 'requested']),
  /** Absent while the owner has not approved. */
  joinedAt: z.optional(Timestamp),
  requestedAt: z.optional(Timestamp),
});

export const ClubMember = z.strictObject({
  accountId: Uuid,
  status: z.enum(['owner', 'member', 'requested']),
  joinedAt: z.optional(Timestamp),
  requestedAt: z.optional(Timestamp),
});

const clubParams = z.strictObject({ id: Uuid });
const memberParams = z.strictObject({ id: Uuid, accountId: AccountId });
const eventParams = z.strictObject({ code: JoinCode });

const club_not_found = [404, 'There is no such club, or the caller may not see it.'] as const;
const not_own_club = [404, 'There is no such club of the caller.'] as const;
const owner_stays = [
  409,
  'The owner cannot leave the club; an administrator can name another owner.',
] as const;
const member_not_found = [404, 'That account is no member of the club and has not asked to be one.'] as const;

const ClubWords = { title: title(), summary: summary(), coverImage: z.optional(CoverImage) };

export const createClub = contract({
  operationId: 'createClub',
  area: 'community',
  method: 'POST',
  path: '/v1/community/clubs',
  summary: 'Found a social club',
  description:
    'The caller owns it. Nobody sees it until an administrator has approved it. Its visibility stays as it is. An account can found 20.',
  caller: 'account',
  body: z.strictObject({ ...ClubWords, visibility: z.enum(['public', 'private']) }),
  success: { 201: ManagedClub },
  refusals: { too_many_clubs: [409, 'An account can found 20 clubs.'] },
  touches: {
    table: {
      'COMMUNITY#CLUB#': ['PutItem'],
      'COMMUNITY#ACCOUNT#': ['PutItem', 'UpdateItem'],
      'ACCOUNT#': ['ConditionCheckItem'],
    },
  },
});

export const updateClub = contract({
  operationId: 'updateClub',
  area: 'community',
  method: 'PUT',
  path: '/v1/community/clubs/{id}',
  summary: "Change one's own club",
  description:
    'An administrator reviews what was written anew before anyone sees it; `published` false takes the club off, until the owner publishes it again.',
  caller: 'account',
  params: clubParams,
  body: z.strictObject({ ...ClubWords, published: z.boolean(), version: version() }),
  success: { 200: ManagedClub },
  refusals: { club_not_found: not_own_club, version_conflict },
  touches: { table: { 'COMMUNITY#CLUB#': ['GetItem', 'UpdateItem'] } },
});

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
      clubs: z.array(ManagedClub).check(z.maxLength(100)),
      events: z.array(ManagedEvent).check(z.maxLength(100)),
      challenges: z.array(ManagedChallenge).check(z.maxLength(100)),
    }),
  },
  refusals: {},
  touches: {
    table: { 'COMMUNITY#ACCOUNT#': ['Query'], 'COMMUNITY#CLUB#': ['BatchGetItem'] },
    gsi2: ['COMMUNITY#OF-CLUB#', 'COMMUNITY#IN-EVENT#'],
  },
});

export const joinClub = contract({
  operationId: 'joinClub',
  area: 'community',
  method: 'PUT',
  path: '/v1/community/clubs/{id}/membership',
  summary: 'Join a club',
  description:
    'A public club at once. A private one only asks its owner, and nothing of it is seen before the owner approves; whoever asks must have been given its id. Repeated, the answer is the membership that is there.',
  caller: 'account',
  params: clubParams,
  success: { 200: ClubMembership },
  refusals: { club_not_found },
  touches: {
    table: {
      'COMMUNITY#CLUB#': ['GetItem', 'UpdateItem', 'ConditionCheckItem'],
      'COMMUNITY#ACCOUNT#': ['GetItem', 'PutItem'],
      'ACCOUNT#': ['ConditionCheckItem'],
    },
  },
});

export const leaveClub = contract({
  operationId: 'leaveClub',
  area: 'community',
  method: 'DELETE',
  path: '/v1/community/clubs/{id}/membership',
  summary: 'Leave a club, or take back the wish to join it',
  description:
    'Who leaves a private club leaves its exhibitions and challenges as well. Repeated, or without a membership, it changes nothing.',
  caller: 'account',
  params: clubParams,
  success: { 204: Nothing },
  refusals: { owner_stays },
  touches: {
    table: {
      'COMMUNITY#ACCOUNT#': ['Query', 'DeleteItem'],
      'COMMUNITY#CLUB#': ['UpdateItem'],
      'COMMUNITY#EVENT#': ['UpdateItem'],
      'COMMUNITY#CHALLENGE#': ['UpdateItem'],
      'COMMUNITY#ALIAS#': ['UpdateItem', 'DeleteItem'],
      'COMMUNITY#DISPLAY#': ['UpdateItem', 'DeleteItem'],
      'COMMUNITY#LEADERBOARD#': ['DeleteItem'],
    },
  },
});

export const listClubMembers = contract({
  operationId: 'listClubMembers',
  area: 'community',
  method: 'GET',
  path: '/v1/community/clubs/{id}/members',
  summary: "List one's own club's members, or those who ask to join it",
  description: 'Those who have waited longest, or are members longest, first.',
  caller: 'account',
  params: clubParams,
  query: z.object({ standing: z.enum(['member', 'requested']), ...pageQuery }),
  success: { 200: pageOf('members', ClubMember) },
  refusals: { club_not_found: not_own_club },
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: {
    table: { 'COMMUNITY#CLUB#': ['GetItem'], 'ACCOUNT#': ['BatchGetItem'] },
    gsi1: ['COMMUNITY#MEMBERS#'],
  },
});

export const approveClubMember = contract({
  operationId: 'approveClubMember',
  area: 'community',
  method: 'PUT',
  path: '/v1/community/clubs/{id}/members/{accountId}',
  summary: "Approve someone who asks to join one's own club",
  caller: 'account',
  params: memberParams,
  success: { 200: ClubMember },
  refusals: { club_not_found: not_own_club, member_not_found },
  touches: {
    table: {
      'COMMUNITY#CLUB#': ['GetItem', 'UpdateItem'],
      'COMMUNITY#ACCOUNT#': ['GetItem', 'PutItem'],
      'ACCOUNT#': ['ConditionCheckItem'],
    },
  },
});

export const removeClubMember = contract({
  operationId: 'removeClubMember',
  area: 'community',
  method: 'DELETE',
  path: '/v1/community/clubs/{id}/members/{accountId}',
  summary: "Remove a member from one's own club, or turn down a wish to join",
  description: 'Who is removed from a private club leaves its exhibitions and challenges as well.',
  caller: 'account',
  params: memberParams,
  success: { 204: Nothing },
  refusals: { club_not_found: not_own_club, member_not_found, owner_stays },
  touches: {
    table: {
      'COMMUNITY#CLUB#': ['GetItem', 'UpdateItem', 'ConditionCheckItem'],
      'COMMUNITY#ACCOUNT#': ['Query', 'DeleteItem'],
      'COMMUNITY#EVENT#': ['UpdateItem'],
      'COMMUNITY#CHALLENGE#': ['UpdateItem'],
      'COMMUNITY#ALIAS#': ['UpdateItem', 'DeleteItem'],
      'COMMUNITY#DISPLAY#': ['UpdateItem', 'DeleteItem'],
      'COMMUNITY#LEADERBOARD#': ['DeleteItem'],
    },
  },
});

export const joinEvent = contract({
  operationId: 'joinEvent',
  area: 'community',
  method: 'PUT',
  path: '/v1/community/events/{code}/membership',
  summary: 'Join an exhibition that the caller may see',
  description: 'Repeated, it changes nothing, and is answered also after the end.',
  caller: 'account',
  params: eventParams,
  success: { 200: Event },
  refusals: { event_not_found, event_ended: [409, 'The exhibition is over.'] },
  touches: {
    table: {
      'COMMUNITY#EVENT#': ['GetItem', 'UpdateItem'],
      'COMMUNITY#CLUB#': ['BatchGetItem', 'ConditionCheckItem'],
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
  description: 'Enrollments in its challenges stay. Repeated, or without a membership, it changes nothing.',
  caller: 'account',
  params: eventParams,
  success: { 204: Nothing },
  refusals: {},
  touches: { table: { 'COMMUNITY#ACCOUNT#': ['GetItem', 'DeleteItem'], 'COMMUNITY#EVENT#': ['UpdateItem'] } },
});
