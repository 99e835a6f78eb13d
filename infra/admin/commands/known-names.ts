import type { Answer, ApiClient } from '../client.ts';
import { allPages } from '../pages.ts';

/** Reads that find clubs and exhibitions whose id is not known, and the names that belong to an id. */

type Club = Answer<'listPlatformClubs'>['clubs'][number];
export type ClubState = Club['state'];
type Exhibition = Answer<'listPlatformEvents'>['events'][number];

/** Most exhibitions with campaigns belong to a published club, so the search begins there. */
const STATES = ['published', 'draft', 'unreviewed', 'rejected'] as const satisfies readonly ClubState[];

/** Clubs whose exhibitions are read concurrently. */
const CLUBS_AT_ONCE = 8;

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

/** The exhibitions of all clubs. @param isEnough ends the search early; by default, every club is read */
export async function allExhibitions(
  api: ApiClient,
  isEnough: (found: readonly Exhibition[]) => boolean = () => false,
): Promise<readonly Exhibition[]> {
  const found: Exhibition[] = [];
  for (const state of STATES) {
    if (isEnough(found)) break;
    const clubs = await allClubs(api, [state]);
    for (let at = 0; at < clubs.length && !isEnough(found); at += CLUBS_AT_ONCE) {
      const some = clubs.slice(at, at + CLUBS_AT_ONCE);
      found.push(...(await Promise.all(some.map(({ id }) => exhibitionsOf(api, id)))).flat());
    }
  }
  return found;
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
  const ids = new Set(campaigns.map(({ eventId }) => eventId));
  const [merchants, exhibitions] = await Promise.all([
    namesOfMerchants(api, new Set(campaigns.map(({ merchantTenantId }) => merchantTenantId))),
    allExhibitions(api, (found) => {
      const known = new Set(found.map(({ id }) => id));
      return [...ids].every((id) => known.has(id));
    }),
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
  const pages = await allPages((query) => api.call('listWorkspaces', { query }));
  return new Map(pages.flatMap(({ workspaces }) => workspaces.map(({ id, name }) => [id, name])));
}

/** True if each word occurs in one of the texts, in capitals or not. */
export function hasWords(words: string, texts: readonly string[]): boolean {
  const text = plain(texts.join(' '));
  return plain(words)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().trim();
