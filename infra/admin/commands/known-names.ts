import type { Answer, ApiClient } from '../client.ts';
import { allPages } from '../pages.ts';

/** Reads that find clubs and exhibitions whose id is not known, and the names that belong to an id. */

type Club = Answer<'listPlatformClubs'>['clubs'][number];
export type ClubState = Club['state'];
type Exhibition = Answer<'listPlatformEvents'>['events'][number];

const STATES = ['published', 'draft', 'unreviewed', 'rejected'] as const satisfies readonly ClubState[];

/** All clubs in a state, or in every state, the ones of the platform first. */
export async function allClubs(
  api: ApiClient,
  states: readonly ClubState[] = STATES,
): Promise<readonly Club[]> {
  const found = await Promise.all(
    states.map(async (state) => {
      const pages = await allPages((query) => api.call('listPlatformClubs', { query: { ...query, state } }));
      return pages.flatMap(({ clubs }) => clubs);
    }),
  );
  return found.flat().toSorted((a, b) => Number(a.social) - Number(b.social));
}

/** All exhibitions of a club, the latest first. */
export async function exhibitionsOf(api: ApiClient, clubId: string): Promise<readonly Exhibition[]> {
  const pages = await allPages((query) => api.call('listPlatformEvents', { params: { id: clubId }, query }));
  return pages.flatMap(({ events }) => events);
}

/** The exhibitions of all clubs, by their start. */
async function allExhibitions(api: ApiClient): Promise<readonly Exhibition[]> {
  const pages = await allPages((query) => api.call('listPlatformExhibitions', { query }));
  return pages.flatMap(({ exhibitions }) => exhibitions.map(({ event }) => event));
}

interface OfCampaign {
  readonly merchantTenantId: string;
  readonly eventId: string;
}

/** Finds the names of the merchants and the exhibitions of campaigns. An id without a name is shown itself. */
export async function namesOf(
  api: ApiClient,
  campaigns: readonly OfCampaign[],
): Promise<(campaign: OfCampaign) => { readonly merchant: string; readonly exhibition: string }> {
  const [merchants, exhibitions] = await Promise.all([
    namesOfMerchants(api, new Set(campaigns.map(({ merchantTenantId }) => merchantTenantId))),
    campaigns.length > 0 ? allExhibitions(api) : [],
  ]);
  const names = new Map(exhibitions.map(({ id, title, joinCode }) => [id, `${title} (${joinCode})`]));
  return ({ merchantTenantId, eventId }) => ({
    merchant: merchants.get(merchantTenantId) ?? merchantTenantId,
    exhibition: names.get(eventId) ?? eventId,
  });
}

async function namesOfMerchants(
  api: ApiClient,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  if (ids.size === 0) return new Map();
  return new Map((await allWorkspaces(api)).map(({ id, name }) => [id, name]));
}

/** All companies and merchants. */
export async function allWorkspaces(api: ApiClient) {
  const pages = await allPages((query) => api.call('listWorkspaces', { query }));
  return pages.flatMap(({ workspaces }) => workspaces);
}
