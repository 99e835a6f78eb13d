import * as z from 'zod/mini';
import { ClubMembership, ClubStanding } from '../../../shared/community/schemas.ts';
import { contract } from '../../../shared/contract/contract.ts';
import { line, Nothing, pageOf, pageQuery, Timestamp, Uuid } from '../../../shared/values/resources.ts';
import { club_not_found, clubParams, not_own_club } from '../clubs/contract.ts';

/** What an owner lists: members and requests to join. */
export const ListedStanding = z.enum(['member', 'requested']);

export const ClubMember = z.strictObject({
  memberId: Uuid,
  status: ClubStanding,
  joinedAt: z.optional(Timestamp),
  requestedAt: z.optional(Timestamp),
  knownAs: z.optional(z.string()),
});

const memberParams = z.strictObject({ id: Uuid, memberId: Uuid });
const member_not_found = [404, 'The club has no member and no request to join with this id.'] as const;
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
    'A public club is joined immediately. In a private one, the call sends a request, and the caller sees nothing of the club until its owner approves. Private clubs are not listed: the caller needs the id from a member. Repeating the call replaces `knownAs`, which only the present owner of the club reads.',
  caller: 'account',
  params: clubParams,
  body: z.strictObject({ knownAs: z.optional(line(40)) }),
  success: { 200: ClubMembership },
  refusals: { club_not_found },
  touches: {
    table: {
      'NOTICE#': ['PutItem'],
      'NOTICE-ONCE#': ['PutItem'],
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
  settings: ['CONSENT_NOTICE_VERSION'],
  touches: {
    table: {
      'COMMUNITY#ACCOUNT#': ['GetItem', 'Query', 'PutItem', 'DeleteItem'],
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
  description:
    'Sorted by the time at which they joined or asked to join, the earliest first. The owner is not listed.',
  caller: 'account',
  params: clubParams,
  query: z.object({ standing: ListedStanding, ...pageQuery }),
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
  path: '/v1/community/clubs/{id}/members/{memberId}',
  summary: "Approve a request to join the caller's own club",
  description: 'Approving a member again changes nothing.',
  caller: 'account',
  params: memberParams,
  success: { 200: ClubMember },
  refusals: { club_not_found: not_own_club, member_not_found },
  touches: {
    table: {
      'NOTICE#': ['PutItem'],
      'COMMUNITY#ACCOUNT#': ['GetItem', 'PutItem', 'ConditionCheckItem'],
      'ACCOUNT#': ['ConditionCheckItem'],
    },
    gsi1: ['COMMUNITY#MEMBERS#'],
  },
});

export const removeClubMember = contract({
  operationId: 'removeClubMember',
  area: 'community',
  method: 'DELETE',
  path: '/v1/community/clubs/{id}/members/{memberId}',
  summary: "Remove a member from the caller's own club, or reject a request to join it",
  description: 'A member who is removed from a private club also leaves its exhibitions and challenges.',
  caller: 'account',
  params: memberParams,
  success: { 204: Nothing },
  refusals: { club_not_found: not_own_club, member_not_found },
  settings: ['CONSENT_NOTICE_VERSION'],
  touches: {
    table: {
      'NOTICE#': ['PutItem'],
      'COMMUNITY#ACCOUNT#': ['GetItem', 'Query', 'PutItem', 'DeleteItem', 'ConditionCheckItem'],
      'COMMUNITY#ALIAS#': ['UpdateItem', 'DeleteItem'],
      'COMMUNITY#DISPLAY#': ['DeleteItem'],
      'COMMUNITY#LEADERBOARD#': ['DeleteItem'],
    },
    gsi1: ['COMMUNITY#MEMBERS#'],
  },
});
