import * as z from 'zod/mini';
import { contract } from '../../../shared/contract.ts';
import { AccountId, Nothing, pageOf, pageQuery, Timestamp, Uuid } from '../../../shared/resources.ts';
import { club_not_found, clubParams, not_own_club } from '../clubs/contract.ts';

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

const memberParams = z.strictObject({ id: Uuid, accountId: AccountId });
const member_not_found = [404, 'That account is no member of the club and has not asked to be one.'] as const;
const owner_stays = [
  409,
  'The owner cannot leave the club; an administrator can name another owner.',
] as const;

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
