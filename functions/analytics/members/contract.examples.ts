import type { ExamplesOf } from '../../../shared/contract/examples.ts';
import { CURSOR, MEMBER_ID, OWNER_MEMBER_ID } from '../../../shared/values/ids.examples.ts';
import { meaningsOf, parametersOf } from '../../../shared/values/meanings.ts';
import { nextCursor, page } from '../../../shared/values/resources.examples.ts';
import { ownMembership } from '../../../shared/workspaces/schemas.examples.ts';
import { workspaceParameter } from '../workspaces/contract.examples.ts';
import type * as contract from './contract.ts';
import {
  changeReferenceSharing,
  listMembers,
  listOwnWorkspaces,
  Member,
  memberParams,
  setMemberRole,
} from './contract.ts';

export const meanings = [
  meaningsOf(Member, {
    memberId:
      'The id of the member in this workspace, which leads to no account and stays when the person rejoins',
    role: 'The role of the member in the workspace',
    joinedAt: 'When the member joined for the last time',
    endedAt: 'When the membership ended; omitted for current members',
    reference: "The reference of the member's invitation, if the member shares it",
  }),
  parametersOf(listMembers.query, page),
  meaningsOf(listMembers.success[200], {
    members: 'The members of this page, those who first joined last first',
    nextCursor,
  }),
  parametersOf(memberParams, {
    ...workspaceParameter,
    memberId: { meaning: 'The id of the member in the workspace', example: MEMBER_ID },
  }),
  meaningsOf(setMemberRole.body, { role: 'The new role of the member' }),
  meaningsOf(changeReferenceSharing.body, { shareReference: 'Whether the officers see the reference' }),
  meaningsOf(listOwnWorkspaces.success[200], { workspaces: 'The workspaces of the caller' }),
];

export const examples = {
  listMembers: {
    success: {
      200: {
        members: [
          {
            memberId: MEMBER_ID,
            role: 'member',
            joinedAt: ownMembership.joinedAt,
            endedAt: '2026-02-27T09:30:00.000Z',
          },
          {
            memberId: OWNER_MEMBER_ID,
            role: 'owner',
            joinedAt: '2026-01-05T01:30:00.000Z',
            reference: 'TM-0001',
          },
        ],
        nextCursor: CURSOR,
      },
    },
  },
  setMemberRole: { body: { role: 'hr_admin' }, success: { 204: undefined } },
  removeMember: { success: { 204: undefined } },
  listOwnWorkspaces: { success: { 200: { workspaces: [ownMembership] } } },
  changeReferenceSharing: { body: { shareReference: true }, success: { 204: undefined } },
  leaveWorkspace: { success: { 204: undefined } },
} satisfies ExamplesOf<typeof contract>;
