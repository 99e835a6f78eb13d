import { command, type OperationCommand } from './operation-commands.ts';
import { details, idOf, list, versionOf } from './print.ts';

/** The commands that follow from an operation, by the group in which the help lists them. */

export const administratorOperations: readonly OperationCommand[] = [
  command('grantAdministrator', {
    name: 'grant-admin',
    description: 'make an account an administrator of the platform',
    words: (_, { accountId }) => `${accountId} is an administrator.`,
  }),
  command('revokeAdministrator', {
    name: 'revoke-admin',
    words: (_, { accountId }) => `${accountId} is no longer an administrator.`,
  }),
  command('listAdministrators', {
    name: 'list-admins',
    words: ({ administrators }) => administrators.map((one) => one.accountId).join('\n'),
  }),
];

export const practitionerOperations: readonly OperationCommand[] = [
  command('listVerifications', {
    name: 'practitioners',
    description: 'list the verifications of practitioners, the ones that end first on top',
    words: ({ practitioners }) =>
      list(
        practitioners.map(({ id: accountId, verificationValidUntil, withdrawnAt = '', name }) => {
          return { accountId, validUntil: verificationValidUntil, withdrawnAt, name };
        }),
        'There are no practitioners.',
      ),
  }),
  command('getVerification', { name: 'practitioner', words: details }),
  command('searchAccessLog', {
    name: 'access-log',
    description: 'list whose records an account has used; the search and its reason are logged',
    positional: ['reason'],
    words: ({ entries }) =>
      list(
        entries.map(({ at, action, patientId }) => ({ at, action, patientId })),
        'The account has used no records.',
      ),
  }),
  command('withdrawVerification', {
    name: 'withdraw-practitioner',
    description: 'withdraw the verification of a practitioner, which ends all access at once and for good',
    confirm: 'This ends all access of the practitioner at once and for good.',
    words: (_, { accountId }) => `${accountId} is no longer a verified practitioner.`,
  }),
];

export const workspaceOperations: readonly OperationCommand[] = [
  command('listWorkspaces', {
    name: 'workspaces',
    words: ({ workspaces }) =>
      list(
        workspaces.map(({ id: workspaceId, workspaceKind: kind, createdAt, name }) => {
          return { workspaceId, kind, createdAt, name };
        }),
        'There are no workspaces.',
      ),
  }),
  command('getWorkspace', { name: 'workspace', words: details }),
  command('createWorkspace', {
    name: 'create-workspace',
    description: 'create the workspace of a company or a merchant, and print its id',
    words: idOf,
  }),
  command('renameWorkspace', {
    name: 'rename-workspace',
    positional: ['name'],
    words: ({ name }) => `The workspace is named "${name}".`,
  }),
  command('assignOwner', {
    name: 'assign-workspace-owner',
    positional: ['accountId'],
    words: ({ name, ownerId }) => `The owner of "${name}" is ${ownerId}.`,
  }),
];

interface Flow {
  readonly status: string;
  readonly definition: { readonly name: string };
}
const flowState = ({ status, definition }: Flow) => `"${definition.name}" is ${status}.`;

export const onboardingOperations: readonly OperationCommand[] = [
  command('listOnboardingFlows', {
    name: 'onboarding-flows',
    words: ({ flows }) =>
      list(
        flows.map(({ id: flowId, status, version, updatedAt, definition: { name } }) => {
          return { flowId, status, version, updatedAt, name };
        }),
        'There are no onboarding flows.',
      ),
  }),
  command('getOnboardingFlow', {
    name: 'onboarding-flow',
    description: 'show an onboarding flow; its slides and questions with --json',
    words: details,
  }),
  command('createOnboardingDraft', {
    name: 'create-onboarding',
    description: 'create a draft onboarding flow, and print its id',
    words: idOf,
  }),
  command('updateOnboardingDraft', {
    name: 'change-onboarding',
    current: { read: (api, { id = '' }) => api.call('getOnboardingFlow', { params: { id } }) },
    words: ({ definition, version }) => `"${definition.name}" has version ${version}.`,
  }),
  command('publishOnboardingFlow', {
    name: 'publish-onboarding',
    description: 'publish a draft onboarding flow, and archive the one that was published before',
    confirm: 'This archives for good the flow that is published now.',
    words: flowState,
  }),
  command('archiveOnboardingFlow', {
    name: 'archive-onboarding',
    confirm: 'An archived flow can never be published again.',
    words: flowState,
  }),
];

export const campaignOperations: readonly OperationCommand[] = [
  command('createCampaign', {
    name: 'create-campaign',
    description: 'create a draft campaign, and print its id',
    words: idOf,
  }),
  command('updateCampaign', {
    name: 'change-campaign',
    current: {
      read: (api, { campaignId = '' }) => api.call('getPlatformCampaign', { params: { campaignId } }),
    },
    words: versionOf,
  }),
  command('publishCampaign', {
    name: 'publish-campaign',
    description: 'publish a draft, so that everyone can see it',
    confirm:
      'After publication, the merchant, the exhibition, the start and the rules of the stock are fixed.',
    warning: async (api, { campaignId = '' }) => {
      const { requiresVerifiedIdentity } = await api.call('getPlatformCampaign', { params: { campaignId } });
      return requiresVerifiedIdentity
        ? 'This campaign requires verified identity, so for now nobody can reserve from it.'
        : undefined;
    },
    words: ({ title, stockUnits }) => `"${title}" is published, with ${stockUnits} units.`,
  }),
  command('closeCampaign', {
    name: 'close-campaign',
    description:
      'close a campaign for good: it accepts no new reservations, and a draft can no longer be published',
    confirm: 'A closed campaign can never be opened again.',
    words: ({ title }) => `"${title}" is closed. Existing reservations can be redeemed until they expire.`,
  }),
];
