import { accountStanding } from '../../../shared/identity/account.ts';
import { invitation } from '../../../shared/workspaces/invitations.ts';
import {
  acceptance,
  certificate,
  membership,
  sharingConsent,
  workspace,
  workspacesOfAccount,
} from '../../../shared/workspaces/items.ts';
import {
  presentAccepted,
  presentOwn,
  presentOwnCertificate,
  readWorkspaces,
} from '../../../shared/workspaces/presenters.ts';
import type { Present, Source } from './source.ts';

export const roles = {
  name: 'roles',
  prefix: 'ACCOUNT#',
  list: (accountId) => ({ pk: accountStanding.key({ accountId }).pk }),
  present: {
    STANDING: (items) =>
      items.map(accountStanding.parse).map(({ platformAdmin = false, platformAdminSince }) => ({
        area: 'analytics',
        kind: 'platform_roles',
        data: { platformAdmin, platformAdminSince },
      })),
  },
} as const satisfies Source;

const memberships: Present = async (items, { table }) => {
  const own = items.map(membership.parse);
  const found = await readWorkspaces(table, own);
  return own.map((stored) => ({
    area: 'analytics',
    kind: 'workspace_membership',
    data: {
      ...presentOwn(stored, found.get(stored.workspaceId) ?? workspace.parse({})),
      endedAt: stored.endedAt,
      removedAt: stored.removedAt,
    },
  }));
};

const acceptedInvitations: Present = async (items, { table }) => {
  const accepted = items.map(acceptance.parse);
  const invitations = (await table.getAll(accepted.map(invitation.key))).map(invitation.parse);
  const found = new Map(invitations.map((item) => [item.invitationId, item]));
  return accepted.map(({ invitationId }) => ({
    area: 'analytics',
    kind: 'accepted_invitation',
    data: presentAccepted(found.get(invitationId) ?? invitation.parse({})),
  }));
};

export const workspaces = {
  name: 'workspaces',
  prefix: 'WORKSPACE#ACCOUNT#',
  list: workspacesOfAccount,
  present: {
    MEMBER: memberships,
    CERTIFICATE: (items) =>
      items.map((item) => ({
        area: 'analytics',
        kind: 'medical_certificate',
        data: presentOwnCertificate(certificate.parse(item)),
      })),
    ACCEPTED: acceptedInvitations,
    CONSENTS: (items) =>
      items
        .map(sharingConsent.parse)
        .map(({ shared, id, changes }) =>
          shared === 'reference'
            ? { area: 'analytics', kind: 'reference_consent', data: { workspaceId: id, changes } }
            : { area: 'analytics', kind: 'certificate_consent', data: { certificateId: id, changes } },
        ),
  },
} as const satisfies Source;
