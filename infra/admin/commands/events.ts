import type { ApiClient } from '../client.ts';
import { operation } from '../operation.ts';
import { allPages } from '../pages.ts';
import { details, idOf, list, periodOf, publishedIn, stateOf, versionOf } from '../print.ts';
import { openCampaigns } from './campaigns.ts';

/** Commands for exhibitions. */

export const eventCommands = [
  operation('listPlatformEvents', {
    name: 'events',
    words: ({ events }) =>
      list(
        events.map((event) => ({ code: event.joinCode, eventId: event.id, ...periodOf(event) })),
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
    current: { read: async (api, { code }) => (await readEvent(api, code)).event },
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
];

/** An exhibition with its challenges. */
export const readEvent = (api: ApiClient, code: string) => api.call('getPlatformEvent', { params: { code } });

/** Names the campaigns that stay open when a club is hidden with its exhibitions, if there are any. */
export async function openCampaignsOfClub(api: ApiClient, id: string): Promise<string | undefined> {
  const pages = await allPages((query) => api.call('listPlatformEvents', { params: { id }, query }));
  return openCampaigns(
    api,
    pages.flatMap(({ events }) => events),
  );
}
