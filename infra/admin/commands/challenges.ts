import { Argument } from 'commander';
import { JoinCode } from '../../../shared/community/schemas.ts';
import { as } from '../arguments.ts';
import type { ApiClient } from '../client.ts';
import { command } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { operation } from '../operation.ts';
import { details, idOf, inMalaysia, list, minute, publishedIn, stateOf, versionOf } from '../print.ts';
import { readEvent } from './events.ts';

/** Commands for challenges, and for the aliases and the exclusions of their participants. */

const moderated = ({ alias, hidden }: { readonly alias: string; readonly hidden: boolean }) =>
  `The alias "${alias}" is ${hidden ? 'hidden' : 'shown'}.`;

export const challengeCommands = [
  operation('createChallenge', {
    name: 'create-challenge',
    description: 'create a step challenge of an exhibition as a draft, and print its id',
    words: idOf,
  }),
  operation('updateChallenge', {
    name: 'change-challenge',
    current: {
      argument: new Argument('<code>', 'The join code of its exhibition'),
      read: (api, { code, id }) => readChallenge(api, String(code), id),
    },
    words: versionOf,
  }),
  command({
    name: 'challenge',
    description: 'show a challenge of an exhibition',
    arguments: {
      code: new Argument('<code>', 'The join code of its exhibition').argParser(as(JoinCode)),
      id: new Argument('<challengeId>', 'The id of the challenge'),
    },
    async run({ api, show }, { code, id }: { readonly code: string; readonly id: string }) {
      const challenge = await readChallenge(api(), code, id);
      show(challenge, details(challenge));
    },
  }),
  operation('publishChallenge', {
    name: 'publish-challenge',
    description: 'publish a challenge; the first publication fixes its times',
    confirm: 'The first publication fixes the times of the challenge for good.',
    words: publishedIn('its exhibition and its club are'),
  }),
  operation('unpublishChallenge', {
    name: 'unpublish-challenge',
    description: 'hide a challenge, also on the display; enrollments are kept',
    words: stateOf,
  }),
  operation('moderateAlias', {
    name: 'hide-alias',
    description: 'hide an alias from the display and the leaderboard of a challenge',
    fixed: { hidden: true },
    words: moderated,
  }),
  operation('moderateAlias', {
    name: 'show-alias',
    description: 'show a hidden alias again',
    fixed: { hidden: false },
    words: moderated,
  }),
  operation('excludeParticipant', {
    name: 'exclude',
    description: 'take a participant off the boards and out of the rewards of a challenge, under every alias',
    words: ({ id, alias, excludedAt }, { id: challengeId }, { isCreated }) => {
      const done = isCreated
        ? `"${alias}" is excluded.`
        : `The participant has been excluded as "${alias}" since ${inMalaysia(excludedAt)}. That exclusion and its reason stay; the reason of this command is not recorded.`;
      return `${done} To end it: readmit ${challengeId} ${id} <reason>`;
    },
  }),
  operation('readmitParticipant', {
    name: 'readmit',
    words: () => 'The participant takes part again.',
  }),
  operation('listExclusions', {
    name: 'exclusions',
    words: ({ exclusions }) =>
      list(
        exclusions.map(({ id: exclusionId, excludedAt, alias }) => ({
          exclusionId,
          'excluded (MYT)': minute(excludedAt),
          alias,
        })),
        'Nobody is excluded.',
      ),
  }),
];

async function readChallenge(api: ApiClient, code: string, id: string) {
  const { challenges } = await readEvent(api, code);
  const found = challenges.find((challenge) => challenge.id === id);
  if (!found) throw new CommandError(`The exhibition ${code} has no challenge ${id}.`);
  return found;
}
