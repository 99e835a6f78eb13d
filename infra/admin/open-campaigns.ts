import type { ApiClient } from './client.ts';
import { allPages } from './pages.ts';

/** Exhibitions can be hidden while they have published campaigns. These stay open, so administrators are told their names. */

/** What to know before exhibitions are hidden, if they have published campaigns. */
export async function openCampaigns(
  api: ApiClient,
  events: readonly { readonly id: string }[],
): Promise<string | undefined> {
  const pages = await allPages((query) =>
    api.call('listPlatformCampaigns', { query: { ...query, status: 'published' } }),
  );
  const open = pages
    .flatMap(({ campaigns }) => campaigns)
    .filter(({ eventId }) => events.some(({ id }) => id === eventId))
    .map(({ id, title }) => `"${title}" (${id})`);
  return open.length > 0 ? `These campaigns stay published and listed: ${open.join(', ')}.` : undefined;
}

/** What to know before a club is hidden with its exhibitions. */
export async function openCampaignsOfClub(api: ApiClient, id: string): Promise<string | undefined> {
  const pages = await allPages((query) => api.call('listPlatformEvents', { params: { id }, query }));
  return openCampaigns(
    api,
    pages.flatMap(({ events }) => events),
  );
}
