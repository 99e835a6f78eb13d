import { CommandError } from './command-error.ts';
import { openCampaigns, openCampaignsOfClub } from './open-campaigns.ts';
import { command, type OperationCommand } from './operation-commands.ts';
import { details, list } from './print.ts';

/** The commands that follow from an operation, by the group in which the help lists them. */

const stateOf = ({ title, state }: { readonly title: string; readonly state: string }) =>
  `"${title}" is ${state}.`;
/** What is published stays invisible while something that it belongs to is not. */
const publishedIn =
  (place: string) =>
  ({ title }: { readonly title: string }) =>
    `"${title}" is published. People can see it while ${place} published, too.`;
const idOf = ({ id }: { readonly id: string }) => id;
const versionOf = (answer: { readonly title: string; readonly version: number }) =>
  `"${answer.title}" has version ${answer.version}.`;

interface Content {
  readonly id: string;
  readonly state: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly title: string;
}
const period = ({ state, startsAt, endsAt, title }: Content) => ({ state, startsAt, endsAt, title });

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

export const clubOperations: readonly OperationCommand[] = [
  command('createPlatformClub', {
    name: 'create-club',
    description: 'create a club of the platform as a draft, and print its id',
    words: idOf,
  }),
  command('updatePlatformClub', {
    name: 'change-club',
    current: { read: (api, { id = '' }) => api.call('getPlatformClub', { params: { id } }) },
    words: versionOf,
  }),
  command('publishClub', {
    name: 'publish-club',
    description: 'publish a club; one that people have founded is visible once it has been approved, too',
    words: stateOf,
  }),
  command('unpublishClub', {
    name: 'unpublish-club',
    description: 'hide a club with its exhibitions and challenges; memberships are kept',
    warning: (api, { id = '' }) => openCampaignsOfClub(api, id),
    words: stateOf,
  }),
  command('assignClubOwner', {
    name: 'assign-club-owner',
    positional: ['accountId'],
    words: ({ title, ownerId }) => `The owner of "${title}" is ${ownerId}.`,
  }),
];

export const eventOperations: readonly OperationCommand[] = [
  command('listPlatformEvents', {
    name: 'events',
    words: ({ events }) =>
      list(
        events.map((event) => ({ code: event.joinCode, eventId: event.id, ...period(event) })),
        'The club has no exhibitions.',
      ),
  }),
  command('getPlatformEvent', {
    name: 'event',
    description: 'show an exhibition with its challenges',
    words: ({ event, challenges }) => {
      const rows = challenges.map((one) => ({ challengeId: one.id, ...period(one) }));
      return `${details(event)}\n\n${list(rows, 'The exhibition has no challenges.')}`;
    },
  }),
  command('createEvent', {
    name: 'create-event',
    description: 'create an exhibition of a club as a draft, and print its id',
    words: idOf,
  }),
  command('updateEvent', {
    name: 'change-event',
    current: {
      read: async (api, { code = '' }) => (await api.call('getPlatformEvent', { params: { code } })).event,
    },
    words: versionOf,
  }),
  command('publishEvent', {
    name: 'publish-event',
    description: 'publish an exhibition, so that everyone who can see its club can see it',
    words: publishedIn('its club is'),
  }),
  command('unpublishEvent', {
    name: 'unpublish-event',
    description: 'hide an exhibition with its challenges and its display; memberships are kept',
    warning: async (api, { code = '' }) =>
      openCampaigns(api, [(await api.call('getPlatformEvent', { params: { code } })).event]),
    words: stateOf,
  }),
];

const moderated = ({ alias, hidden }: { readonly alias: string; readonly hidden: boolean }) =>
  `The alias "${alias}" is ${hidden ? 'hidden' : 'shown'}.`;

export const challengeOperations: readonly OperationCommand[] = [
  command('createChallenge', {
    name: 'create-challenge',
    description: 'create a step challenge of an exhibition as a draft, and print its id',
    words: idOf,
  }),
  command('updateChallenge', {
    name: 'change-challenge',
    current: {
      argument: 'code',
      read: async (api, { code = '', id }) => {
        const { challenges } = await api.call('getPlatformEvent', { params: { code } });
        const found = challenges.find((one) => one.id === id);
        if (!found) throw new CommandError(`The exhibition ${code} has no challenge ${id}.`);
        return found;
      },
    },
    words: versionOf,
  }),
  command('publishChallenge', {
    name: 'publish-challenge',
    description: 'publish a challenge; the first publication fixes its times',
    confirm: 'The first publication fixes the times of the challenge for good.',
    words: publishedIn('its exhibition and its club are'),
  }),
  command('unpublishChallenge', {
    name: 'unpublish-challenge',
    description: 'hide a challenge, also on the display; enrollments are kept',
    words: stateOf,
  }),
  command('moderateAlias', {
    name: 'hide-alias',
    description: 'hide an alias from the display and the leaderboard of a challenge',
    positional: ['alias'],
    fixed: { hidden: true },
    words: moderated,
  }),
  command('moderateAlias', {
    name: 'show-alias',
    description: 'show a hidden alias again',
    positional: ['alias'],
    fixed: { hidden: false },
    words: moderated,
  }),
  command('excludeParticipant', {
    name: 'exclude',
    description: 'take a participant off the boards and out of the rewards of a challenge, under every alias',
    positional: ['alias', 'reason'],
    words: ({ id, alias }) => `"${alias}" is excluded. To end it: readmit <challengeId> ${id} <reason>`,
  }),
  command('readmitParticipant', {
    name: 'readmit',
    positional: ['reason'],
    words: () => 'The participant takes part again.',
  }),
  command('listExclusions', {
    name: 'exclusions',
    words: ({ exclusions }) =>
      list(
        exclusions.map(({ id: exclusionId, excludedAt, alias }) => ({ exclusionId, excludedAt, alias })),
        'Nobody is excluded.',
      ),
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
