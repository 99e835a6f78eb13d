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
import { approveClubMember, ClubMember, listClubMembers } from './contract.ts';

export const meanings = [
  meaningsOf(ClubMember, {
    accountId: 'The account of the member, by the `sub` of its access tokens',
    ...membershipMeanings,
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

const member = { accountId: MEMBER_ID, ...joined };

export const examples = {
  joinClub: { success: { 200: clubMembership } },
  leaveClub: { success: { 204: undefined } },
  listClubMembers: {
    success: { 200: { members: [{ accountId: MEMBER_ID, ...requested }], nextCursor: CURSOR } },
  },
  approveClubMember: { success: { 200: member } },
  removeClubMember: { success: { 204: undefined } },
} satisfies ExamplesOf<typeof contract>;
