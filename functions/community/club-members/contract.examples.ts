import {
  clubMembership,
  joined,
  membershipMeanings,
  requested,
} from '../../../shared/community/schemas.examples.ts';
import type { ExamplesOf } from '../../../shared/contract/examples.ts';
import { CLUB_ID, CLUB_MEMBER_ID, CLUB_REQUEST_ID, CURSOR } from '../../../shared/values/ids.examples.ts';
import { meaningsOf, parametersOf } from '../../../shared/values/meanings.ts';
import { nextCursor, page } from '../../../shared/values/resources.examples.ts';
import type * as contract from './contract.ts';
import { approveClubMember, ClubMember, joinClub, listClubMembers } from './contract.ts';

export const meanings = [
  meaningsOf(ClubMember, {
    memberId:
      'The id of the member or of the request in this club, which leads to no account; joining again changes it',
    ...membershipMeanings,
    knownAs:
      'How the member wants to be known to this owner; omitted without a name, or if it was told to an earlier owner',
  }),
  meaningsOf(joinClub.body, {
    knownAs: 'How the owner of the club, and nobody else, knows the caller. Omit it for no name.',
  }),
  parametersOf(listClubMembers.query, {
    standing: { meaning: 'Lists members or requests to join', example: 'requested' },
    ...page,
  }),
  meaningsOf(listClubMembers.success[200], {
    members: 'The members or the requests of this page, the oldest first',
    nextCursor,
  }),
  parametersOf(approveClubMember.params, {
    id: { meaning: 'The id of the club', example: CLUB_ID },
    memberId: {
      meaning: 'The id of the member or of the request in the club',
      example: CLUB_MEMBER_ID,
    },
  }),
];

const knownAs = 'Aisyah from block C';
const member = { memberId: CLUB_MEMBER_ID, ...joined, knownAs };

export const examples = {
  joinClub: { body: { knownAs }, success: { 200: clubMembership } },
  leaveClub: { success: { 204: undefined } },
  listClubMembers: {
    success: { 200: { members: [{ memberId: CLUB_REQUEST_ID, ...requested, knownAs }], nextCursor: CURSOR } },
  },
  approveClubMember: { success: { 200: member } },
  removeClubMember: { success: { 204: undefined } },
} satisfies ExamplesOf<typeof contract>;
