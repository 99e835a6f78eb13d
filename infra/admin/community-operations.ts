import { CommandError } from './command-error.ts';
import { openCampaigns, openCampaignsOfClub } from './open-campaigns.ts';
import { command, type OperationCommand } from './operation-commands.ts';
import { details, idOf, list, versionOf } from './print.ts';

/** The commands of clubs, exhibitions and challenges that follow from an operation. */

const stateOf = ({ title, state }: { readonly title: string; readonly state: string }) =>
  `"${title}" is ${state}.`;
/** What is published stays invisible while something that it belongs to is not. */
const publishedIn =
  (place: string) =>
  ({ title }: { readonly title: string }) =>
    `"${title}" is published. People can see it while ${place} published, too.`;

interface Content {
  readonly id: string;
  readonly state: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly title: string;
}
const period = ({ state, startsAt, endsAt, title }: Content) => ({ state, startsAt, endsAt, title });

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
