import * as z from 'zod/mini';
import { ClubMembership, ClubStanding } from '../../../shared/community/schemas.ts';
import { contract } from '../../../shared/contract/contract.ts';
import {
  AccountId,
  line,
  Nothing,
  pageOf,
  pageQuery,
  Timestamp,
  Uuid,
} from '../../../shared/values/resources.ts';
import { club_not_found, clubParams, not_own_club } from '../clubs/contract.ts';

export const ClubMember = z.strictObject({
  accountId: Uuid,
  status: ClubStanding,
  joinedAt: z.optional(Timestamp),
  requestedAt: z.optional(Timestamp),
  knownAs: z.optional(z.string()),
});

const memberParams = z.strictObject({ id: Uuid, accountId: AccountId });
const member_not_found = [
  404,
  'The account is not a member of the club and has not requested to join it.',
] as const;
const owner_stays = [
  409,
  'The owner cannot leave the club. An administrator can assign another owner.',
] as const;

export const joinClub = contract({
  operationId: 'joinClub',
  area: 'community',
  method: 'PUT',
  path: '/v1/community/clubs/{id}/membership',
  summary: 'Join a club',
  description:
    'A public club is joined immediately. In a private one, the call sends a request, and the caller sees nothing of the club until its owner approves. Private clubs are not listed: the caller needs the id from a member. Repeating the call replaces `knownAs`.',
  caller: 'account',
  params: clubParams,
  body: z.strictObject({ knownAs: z.optional(line(40)) }),
  success: { 200: ClubMembership },
  refusals: { club_not_found },
  touches: {
    table: {
      'COMMUNITY#CLUB#': ['GetItem'],
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
  summary: 'Leave a club or cancel a request to join it',
  description:
    'A member who leaves a private club also leaves its exhibitions and challenges. Without a membership, the call changes nothing.',
  caller: 'account',
  params: clubParams,
  success: { 204: Nothing },
  refusals: { owner_stays },
  touches: {
    table: {
      'COMMUNITY#ACCOUNT#': ['GetItem', 'Query', 'DeleteItem'],
      'COMMUNITY#ALIAS#': ['UpdateItem', 'DeleteItem'],
      'COMMUNITY#DISPLAY#': ['DeleteItem'],
      'COMMUNITY#LEADERBOARD#': ['DeleteItem'],
    },
  },
});

export const listClubMembers = contract({
  operationId: 'listClubMembers',
  area: 'community',
  method: 'GET',
  path: '/v1/community/clubs/{id}/members',
  summary: "List the members of the caller's own club, or the requests to join it",
  description: 'The oldest memberships or requests come first. The owner is not listed.',
  caller: 'account',
  params: clubParams,
  query: z.object({ standing: z.enum(['member', 'requested']), ...pageQuery }),
  success: { 200: pageOf('members', ClubMember) },
  refusals: { club_not_found: not_own_club },
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: {
    table: { 'COMMUNITY#ACCOUNT#': ['GetItem'], 'ACCOUNT#': ['BatchGetItem'] },
    gsi1: ['COMMUNITY#MEMBERS#', 'ACCOUNT#CLOSING'],
  },
});

export const approveClubMember = contract({
  operationId: 'approveClubMember',
  area: 'community',
  method: 'PUT',
  path: '/v1/community/clubs/{id}/members/{accountId}',
  summary: "Approve a request to join the caller's own club",
  description: 'Approving a member again changes nothing.',
  caller: 'account',
  params: memberParams,
  success: { 200: ClubMember },
  refusals: { club_not_found: not_own_club, member_not_found },
  touches: {
    table: {
      'COMMUNITY#ACCOUNT#': ['BatchGetItem', 'PutItem', 'ConditionCheckItem'],
      'ACCOUNT#': ['ConditionCheckItem'],
    },
  },
});

export const removeClubMember = contract({
  operationId: 'removeClubMember',
  area: 'community',
  method: 'DELETE',
  path: '/v1/community/clubs/{id}/members/{accountId}',
  summary: "Remove a member from the caller's own club, or reject a request to join it",
  description: 'A member who is removed from a private club also leaves its exhibitions and challenges.',
  caller: 'account',
  params: memberParams,
  success: { 204: Nothing },
  refusals: { club_not_found: not_own_club, member_not_found, owner_stays },
  touches: {
    table: {
      'COMMUNITY#ACCOUNT#': ['GetItem', 'Query', 'DeleteItem', 'ConditionCheckItem'],
      'COMMUNITY#ALIAS#': ['UpdateItem', 'DeleteItem'],
      'COMMUNITY#DISPLAY#': ['DeleteItem'],
      'COMMUNITY#LEADERBOARD#': ['DeleteItem'],
    },
  },
});
