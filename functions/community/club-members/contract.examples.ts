import {
  clubMembership,
  joined,
  membershipMeanings,
  requested,
} from '../../../shared/community/schemas.examples.ts';
import type { ExamplesOf } from '../../../shared/contract/examples.ts';
import { CLUB_ID, CURSOR, MEMBER_ID } from '../../../shared/values/ids.examples.ts';
import { meaningsOf, parametersOf } from '../../../shared/values/meanings.ts';
import { nextCursor, page } from '../../../shared/values/resources.examples.ts';
import type * as contract from './contract.ts';
import { approveClubMember, ClubMember, joinClub, listClubMembers } from './contract.ts';

export const meanings = [
  meaningsOf(ClubMember, {
    accountId: 'The account of the member, by the `sub` of its access tokens',
    ...membershipMeanings,
    knownAs: 'How the member wants to be known to the owner; omitted without a name',
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
    accountId: { meaning: 'The account of the member', example: MEMBER_ID },
  }),
];

const knownAs = 'Aisyah from block C';
const member = { accountId: MEMBER_ID, ...joined, knownAs };

export const examples = {
  joinClub: { body: { knownAs }, success: { 200: clubMembership } },
  leaveClub: { success: { 204: undefined } },
  listClubMembers: {
    success: { 200: { members: [{ accountId: MEMBER_ID, ...requested, knownAs }], nextCursor: CURSOR } },
  },
  approveClubMember: { success: { 200: member } },
  removeClubMember: { success: { 204: undefined } },
} satisfies ExamplesOf<typeof contract>;
