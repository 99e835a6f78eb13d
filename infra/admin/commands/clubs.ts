import { Option } from 'commander';
import { hasWords } from '../../../shared/values/search.ts';
import { command, withoutQuestion, words } from '../command.ts';
import { UsageError } from '../command-error.ts';
import { inputsOf } from '../inputs.ts';
import { operation } from '../operation.ts';
import { idOf, inMalaysia, list, minute, stateOf, versionOf } from '../print.ts';
import { openCampaignsOfClub } from './events.ts';
import { knownAccount } from './known-account.ts';
import { allClubs, type ClubState } from './known-names.ts';

/** Commands for clubs, also those that people have founded. */

const review = inputsOf('reviewClub', {
  replaced: {
    decision: {
      approve: new Option('--approve', 'make the club visible to everyone').conflicts('reject'),
      reject: new Option('--reject', 'show the club and the reason only to its owner'),
    },
  },
});

interface Review {
  readonly id: string;
  readonly approve?: true;
  readonly reject?: true;
  readonly reason?: string;
  readonly version?: number;
  readonly yes?: true;
}

export const clubCommands = [
  command({
    name: 'clubs',
    description: 'list the clubs in a state, by default the unreviewed ones; with --words, in every state',
    operation: 'listPlatformClubs',
    options: { ...inputsOf('listPlatformClubs', { optional: ['state'] }).options, words },
    async run(
      { api, options, show },
      { state, words }: { readonly state?: ClubState; readonly words?: string },
    ) {
      const states = state ? [state] : words === undefined ? (['unreviewed'] as const) : undefined;
      const all = await allClubs(api(), states);
      const clubs = all.filter(({ title, summary }) => hasWords(words ?? '', [title, summary]));
      const rows = clubs.map((club) => ({
        clubId: club.id,
        ...(words !== undefined && { state: club.state }),
        version: club.version,
        'created (MYT)': minute(club.createdAt),
        title: club.title,
      }));
      const none = words === undefined ? `that are ${states?.join()}` : 'with these words';
      show({ clubs }, options().json ? '' : list(rows, `There are no clubs ${none}.`));
    },
  }),
  operation('getPlatformClub', {
    name: 'club',
    description: 'show a club, with the version number that `review-club` requires',
    words: (answer) => {
      const { title, state, version, visibility, ownerId, coverImage, createdAt, updatedAt } = answer;
      const rows = Object.entries({
        state,
        version,
        visibility,
        owner: ownerId ?? 'nobody',
        createdAt: inMalaysia(createdAt),
        updatedAt: inMalaysia(updatedAt),
        ...(coverImage && { picture: coverImage.url, 'picture text': coverImage.alt }),
        ...(answer.rejectionReason && { reason: answer.rejectionReason }),
      }).map(([name, value]) => `${name.padEnd(12)}  ${value}`.replaceAll('\n', ' '));
      return [`"${title}"`, ...rows, '', answer.summary].join('\n').trimEnd();
    },
  }),
  command({
    name: 'review-club',
    description: 'approve or reject a club that somebody has founded',
    operation: 'reviewClub',
    arguments: review.arguments,
    options: { ...review.options, ...withoutQuestion },
    async run(session, given: Review) {
      const { id, approve, reject, reason, version } = given;
      if (!approve && !reject) throw new UsageError('use --approve or --reject');
      if (approve && reason !== undefined) throw new UsageError('--reason can only be used with --reject');
      const decision = approve ? 'approved' : 'rejected';
      const request = review.request(given, { body: { decision } });
      const api = session.api();
      if (reject) await session.confirm(undefined, given, await openCampaignsOfClub(api, id));
      const answer = await api.run('reviewClub', request);
      session.show(answer, `"${answer.title}" is ${decision} in version ${version}.`);
    },
  }),
  operation('createPlatformClub', {
    name: 'create-club',
    description: 'create a club of the platform as a draft, and print its id',
    words: idOf,
  }),
  operation('updatePlatformClub', {
    name: 'change-club',
    current: { read: (api, { id }) => api.call('getPlatformClub', { params: { id } }) },
    words: versionOf,
  }),
  operation('publishClub', {
    name: 'publish-club',
    description: 'publish a club; one that people have founded is visible once it has been approved, too',
    words: stateOf,
  }),
  operation('unpublishClub', {
    name: 'unpublish-club',
    description: 'hide a club with its exhibitions and challenges; memberships are kept',
    warning: (api, { id }) => openCampaignsOfClub(api, id),
    words: stateOf,
  }),
  operation('assignClubOwner', {
    name: 'assign-club-owner',
    warning: (api, { accountId }) => knownAccount(api, accountId),
    words: ({ title, ownerId }) => `The owner of "${title}" is ${ownerId}.`,
  }),
];
