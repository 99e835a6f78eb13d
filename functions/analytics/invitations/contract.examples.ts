import type { ExamplesOf } from '../../../shared/contract/examples.ts';
import { CURSOR, INVITATION_ID } from '../../../shared/values/ids.examples.ts';
import { meaningsOf, parametersOf } from '../../../shared/values/meanings.ts';
import { nextCursor, page } from '../../../shared/values/resources.examples.ts';
import { invitation, ownMembership } from '../../../shared/workspaces/schemas.examples.ts';
import { workspaceParameter } from '../workspaces/contract.examples.ts';
import type * as contract from './contract.ts';
import { acceptInvitation, createInvitation, listInvitations, revokeInvitation } from './contract.ts';

export const meanings = [
  parametersOf(createInvitation.params, workspaceParameter),
  meaningsOf(createInvitation.body, { role: 'The role that the invited person gets' }),
  meaningsOf(createInvitation.success[201], {
    invitation: 'The invitation',
    invitationToken: 'The secret of the invitation, which is shown once',
  }),
  parametersOf(listInvitations.query, page),
  meaningsOf(listInvitations.success[200], {
    invitations: 'The invitations of this page, the latest first',
    nextCursor,
  }),
  parametersOf(revokeInvitation.params, {
    ...workspaceParameter,
    invitationId: { meaning: 'The id of the invitation', example: INVITATION_ID },
  }),
  meaningsOf(acceptInvitation.body, { invitationToken: 'The secret of the invitation' }),
];

const invitationToken = 'pV7cQm2Xw9Rk4Tz1Hd8Ls5Bn0Jf3Yg6Ua2Ee9Io7Kxs';

export const examples = {
  createInvitation: { body: { role: 'member' }, success: { 201: { invitation, invitationToken } } },
  listInvitations: {
    success: {
      200: {
        invitations: [{ ...invitation, status: 'revoked', revokedAt: '2026-03-03T08:00:00.000Z' }],
        nextCursor: CURSOR,
      },
    },
  },
  revokeInvitation: { success: { 204: undefined } },
  acceptInvitation: { body: { invitationToken }, success: { 200: ownMembership, 201: ownMembership } },
} satisfies ExamplesOf<typeof contract>;
