import { days, fingerprint, hours, later } from '../../shared/values/clock.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import {
  invitation,
  invitationBatch,
  invitationExpiry,
  invitationList,
  invitationToken,
} from '../../shared/workspaces/invitations.ts';
import { acceptance, certificate, membership, workspace } from '../../shared/workspaces/items.ts';
import { newAccount, newId, type World } from '../support/world.ts';
import { iso } from './items.ts';
import { memberOf } from './members.ts';

/** A workspace without members, as after the erasure of its owner. */
export async function givenWorkspace(world: World, workspaceKind: 'corporate' | 'merchant' = 'corporate') {
  const createdAt = iso(later(world.now(), -days(100)));
  const made = { id: newId(), name: 'Syarikat Maju Jaya', workspaceKind, createdAt };
  await world.put(workspace.stored(made));
  return made;
}

type StoredMembership = Parameters<typeof membership.stored>[0];

/** A member of a workspace. An owner is also named by the workspace. */
export async function givenEmployee(
  world: World,
  { id: workspaceId }: { readonly id: string },
  more: Partial<StoredMembership> = {},
): Promise<StoredMembership> {
  const joinedAt = iso(later(world.now(), -hours(24 * 40)));
  const accountId = more.accountId ?? newAccount();
  const made: StoredMembership = {
    accountId,
    workspaceId,
    memberId: memberOf(accountId, workspaceId),
    role: 'member',
    joinedAt,
    ...more,
  };
  await world.put(membership.stored(made));
  if (made.role === 'owner') {
    const owned = workspace.parse((await world.item(workspace.key({ id: workspaceId }))) ?? {});
    await world.put(workspace.stored({ ...owned, ownerId: made.accountId }));
  }
  return made;
}

type StoredInvitation = Parameters<typeof invitation.stored>[0];

/** An invitation and its token. `by` is the account that accepted it, and `createdBy` the membership of its creator. It is in a batch and a list of its own. */
export async function givenInvitation(
  world: World,
  { id: workspaceId }: { readonly id: string },
  {
    by,
    reference,
    createdBy = newId(),
    listId = newId(),
    ...more
  }: Partial<StoredInvitation> & {
    readonly by?: AccountId;
    readonly reference?: string;
    readonly createdBy?: string;
    readonly listId?: string;
  } = {},
) {
  const token = world.clock.newSecret();
  const createdAt = more.createdAt ?? iso(world.now());
  const made: StoredInvitation = {
    workspaceId,
    invitationId: newId(),
    role: 'member',
    createdAt,
    expiresAt: iso(invitationExpiry(new Date(createdAt))),
    ...(by && { acceptedAt: iso(world.now()) }),
    batchId: newId(),
    ...more,
  };
  const { invitationId, batchId, expiresAt } = made;
  const batch = {
    workspaceId,
    batchId,
    createdBy,
    list: { listId, firstRow: 1 },
    invitationIds: [invitationId],
    roles: [made.role],
    rowHashes: ['hash of the row'],
    references: reference ? { [invitationId]: reference } : {},
    expiresAt,
  };
  await world.put(
    invitationList.stored({ ...batch, listId, batchIds: [batchId] }),
    invitationBatch.stored(batch),
    invitation.stored(made),
    invitationToken.stored({ ...made, tokenHash: fingerprint(token) }),
    ...(by ? [acceptance.stored({ ...made, accountId: by })] : []),
  );
  return { ...made, listId, token };
}

type StoredCertificate = Parameters<typeof certificate.stored>[0];

/** A certificate; by default submitted and shared. */
export async function givenCertificate(
  world: World,
  { accountId, workspaceId }: Pick<StoredMembership, 'accountId' | 'workspaceId'>,
  more: Partial<StoredCertificate> = {},
): Promise<StoredCertificate> {
  const now = iso(world.now());
  const { status = 'submitted' } = more;
  const made: StoredCertificate = {
    id: newId(),
    accountId,
    workspaceId,
    status,
    firstDay: '2031-03-10',
    lastDay: '2031-03-12',
    sharingConsent: status !== 'draft',
    createdAt: now,
    ...(status !== 'draft' && { submittedAt: now }),
    ...((status === 'approved' || status === 'rejected') && { decidedAt: now }),
    ...(status === 'rejected' && { rejectionReason: 'These days overlap a request that was approved.' }),
    ...(status === 'withdrawn' && { withdrawnAt: now }),
    ...more,
  };
  await world.put(certificate.stored(made));
  return made;
}

/** The days of a certificate. */
export const twoDays = { firstDay: '2031-03-10', lastDay: '2031-03-11' };

/** The period of a report. */
export const period = { from: '2031-03-01', to: '2031-03-31' };
