import type { ApiClient } from '../client.ts';
import { operation } from '../operation.ts';
import { details, idOf, list, minute, periodOf, publishedIn, stateOf, versionOf } from '../print.ts';
import { openCampaigns } from './campaigns.ts';
import { exhibitionsOf } from './known-names.ts';

/** Commands for exhibitions. */

const inAllChallenges = ({ alias, hidden }: { readonly alias: string; readonly hidden: boolean }) =>
  `The alias "${alias}" is ${hidden ? 'hidden in all challenges, and nobody can take it' : 'no longer hidden in the exhibition'}.`;

export const eventCommands = [
  operation('listPlatformExhibitions', {
    name: 'events',
    description: 'list the exhibitions of all clubs by their start; with --words, those with these words',
    words: ({ exhibitions }) =>
      list(
        exhibitions.map(({ event, phase, clubTitle, challenges, campaigns, problems }) => ({
          'code, club': `${event.joinCode}\n${clubTitle}`,
          phase,
          'from, to (MYT)': `${minute(event.startsAt)}\n${minute(event.endsAt)}`,
          drafts: challenges.draft + campaigns.draft,
          'title, problems': [event.title, ...problems].join('\n'),
        })),
        'There are no such exhibitions.',
      ),
  }),
  operation('listPlatformEvents', {
    name: 'club-events',
    description: 'list the exhibitions of a club, the latest first',
    words: ({ events }) =>
      list(
        events.map((event) => ({ 'code, eventId': `${event.joinCode}\n${event.id}`, ...periodOf(event) })),
        'The club has no exhibitions.',
      ),
  }),
  operation('getPlatformEvent', {
    name: 'event',
    description: 'show an exhibition with its challenges',
    words: ({ event, challenges }) => {
      const rows = challenges.map((challenge) => ({ challengeId: challenge.id, ...periodOf(challenge) }));
      return `${details(event)}\n\n${list(rows, 'The exhibition has no challenges.')}`;
    },
  }),
  operation('createEvent', {
    name: 'create-event',
    description: 'create an exhibition of a club as a draft, and print its id',
    words: idOf,
  }),
  operation('updateEvent', {
    name: 'change-event',
    current: { read: async (api, { code }) => (await readEvent(api, code)).event, within: 'event' },
    words: versionOf,
  }),
  operation('publishEvent', {
    name: 'publish-event',
    description: 'publish an exhibition, so that everyone who can see its club can see it',
    words: publishedIn('its club is'),
  }),
  operation('unpublishEvent', {
    name: 'unpublish-event',
    description: 'hide an exhibition with its challenges and its display; memberships are kept',
    warning: async (api, { code }) => openCampaigns(api, [(await readEvent(api, code)).event]),
    words: stateOf,
  }),
  operation('cancelEvent', {
    name: 'cancel-event',
    description: 'cancel a published exhibition for good, and close its campaigns',
    confirm: 'A cancelled exhibition can never be held again, and its members are told.',
    words: ({ event: { title }, openReservations }) =>
      `"${title}" is cancelled, and its campaigns are closed. ${openReservations} reservations can be redeemed until they expire.`,
  }),
  operation('hideExhibitionAlias', {
    name: 'hide-alias-everywhere',
    description: 'hide an alias in all challenges of an exhibition',
    fixed: { hidden: true },
    words: inAllChallenges,
  }),
  operation('hideExhibitionAlias', {
    name: 'show-alias-everywhere',
    description: 'show an alias again that was hidden in all challenges of an exhibition',
    fixed: { hidden: false },
    words: inAllChallenges,
  }),
  operation('listHiddenAliases', {
    name: 'hidden-aliases',
    words: ({ aliases }) =>
      list(
        aliases.map(({ alias, hiddenAt }) => ({ 'hidden (MYT)': minute(hiddenAt), alias })),
        'No alias is hidden in the whole exhibition.',
      ),
  }),
];

/** An exhibition with its challenges. */
export const readEvent = (api: ApiClient, code: string) => api.call('getPlatformEvent', { params: { code } });

/** Names the campaigns that stay open when a club is hidden with its exhibitions, if there are any. */
export async function openCampaignsOfClub(api: ApiClient, id: string): Promise<string | undefined> {
  return openCampaigns(api, await exhibitionsOf(api, id));
}
