import type { AccountId } from '../../../shared/values/resources.ts';
import { membership } from '../../../shared/workspaces/items.ts';
import type { Role } from '../../../shared/workspaces/roles.ts';
import { givenAdmin } from '../../given/accounts.ts';
import { type Answer, newAccount, newId, type World } from '../../support/world.ts';

export type Office = Awaited<ReturnType<typeof newOffice>>;

/** A workspace and the actions in it. Everything except the platform administrator is created through the API. */
export async function newOffice(world: World, workspaceKind: 'corporate' | 'merchant' = 'corporate') {
  const admin = await givenAdmin(world);
  const owner = newAccount();
  const made = await world.call('createWorkspace', {
    as: admin,
    body: { name: 'Teknologi Maju', workspaceKind, ownerId: owner },
  });
  const workspaceId: string = made.body.id;
  const params = { workspaceId };
  const own = (certificateId: string) => ({ certificateId });

  /** The id by which the officers know an account; that of nobody without a membership. */
  const memberIdOf = async (accountId: AccountId): Promise<string> =>
    membership.parseIfAny(await world.item(membership.key({ accountId, workspaceId })))?.memberId ?? newId();
  const memberParams = async (accountId: AccountId) => ({ ...params, memberId: await memberIdOf(accountId) });

  const invite = (role: Role = 'member', as = owner, more: object = {}) =>
    world.call('createInvitation', { as, params, body: { invitationId: newId(), role, ...more } });
  const inviteAll = (rows: readonly object[], batchId = newId(), as = owner, more: object = {}) =>
    world.call('createInvitations', { as, params: { ...params, batchId }, body: { rows, ...more } });
  const accept = (as: AccountId, invitationToken: string, more: object = {}) =>
    world.call('acceptInvitation', { as, body: { invitationToken, ...more } });
  const revoke = (invitationId: string, as = owner) =>
    world.call('revokeInvitation', { as, params: { ...params, invitationId } });

  const draft = (as: AccountId, firstDay: string, lastDay = firstDay) =>
    world.call('createCertificate', { as, body: { workspaceId, firstDay, lastDay } });
  const submit = (as: AccountId, id: string, sharingConsent = true) =>
    world.call('submitCertificate', { as, params: own(id), body: { sharingConsent } });

  return {
    id: workspaceId,
    workspace: made.body,
    admin,
    owner,
    invite,
    inviteAll,
    accept,
    revoke,
    revokeList: (listId: string, as = owner) =>
      world.call('revokeInvitationList', { as, params: { ...params, listId } }),
    preview: (invitationToken: string) => world.call('previewInvitation', { body: { invitationToken } }),
    /** Invites an account and accepts as it. */
    join: async (as: AccountId = newAccount(), role: Role = 'member') => {
      const { body } = await invite(role);
      return { accountId: as, answer: await accept(as, body.invitationToken) };
    },
    /** Invites an account with a reference and accepts as it. */
    joinAs: async (reference: string, shareReference?: boolean) => {
      const { body } = await invite('member', owner, { reference });
      const accountId = newAccount();
      const choice = shareReference === undefined ? {} : { shareReference };
      return {
        accountId,
        invitation: body.invitation,
        answer: await accept(accountId, body.invitationToken, choice),
      };
    },
    shareReference: (as: AccountId, shareReference: boolean, on = world) =>
      on.call('changeReferenceSharing', { as, params, body: { shareReference } }),
    invitations: async (as = owner, query: Readonly<Record<string, string>> = {}) =>
      (await world.call('listInvitations', { as, params, query })).body.invitations,
    members: async (as = owner) => (await world.call('listMembers', { as, params, query: {} })).body.members,
    memberIdOf,
    setRole: async (accountId: AccountId, role: Role, as = owner) =>
      world.call('setMemberRole', { as, params: await memberParams(accountId), body: { role } }),
    remove: async (accountId: AccountId, as = owner) =>
      world.call('removeMember', { as, params: await memberParams(accountId) }),
    leave: (as: AccountId) => world.call('leaveWorkspace', { as, params }),
    assign: (accountId: AccountId) => world.call('assignOwner', { as: admin, params, body: { accountId } }),

    draft,
    submit,
    /** Drafts a request and submits it. */
    file: async (as: AccountId, firstDay: string, lastDay = firstDay, sharingConsent = true) => {
      const { body } = await draft(as, firstDay, lastDay);
      return (await submit(as, body.id, sharingConsent)).body;
    },
    change: (as: AccountId, id: string, firstDay: string, lastDay = firstDay) =>
      world.call('updateCertificate', { as, params: own(id), body: { firstDay, lastDay } }),
    share: (as: AccountId, id: string, sharingConsent: boolean, on = world) =>
      on.call('changeSharing', { as, params: own(id), body: { sharingConsent } }),
    withdraw: (as: AccountId, id: string) => world.call('withdrawCertificate', { as, params: own(id) }),
    get: (as: AccountId, id: string) => world.call('getOwnCertificate', { as, params: own(id) }),
    decide: async (
      name: 'approve' | 'reject',
      accountId: AccountId,
      certificateId: string,
      as = owner,
      reason = 'No.',
    ): Promise<Answer> =>
      world.call(`${name}Certificate`, {
        as,
        params: { ...(await memberParams(accountId)), certificateId },
        ...(name === 'reject' && { body: { reason } }),
      }),
    shared: async (as = owner, query: Readonly<Record<string, string>> = {}) =>
      (await world.call('listCertificates', { as, params, query: { limit: '100', ...query } })).body
        .certificates,

    report: async (from: string, to: string) =>
      (await world.call('workspaceAnalytics', { as: admin, params, query: { from, to } })).body,
    totals: async (from: string, to: string, as = owner) =>
      (await world.call('medicalCertificateTotals', { as, params, query: { from, to } })).body,
  };
}
