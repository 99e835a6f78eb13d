import { CampaignStatus } from '../../../shared/rewards/items.ts';
import { Uuid } from '../../../shared/values/resources.ts';
import { inSearch } from '../../../shared/values/search.ts';
import type { Answer, ApiClient } from '../client.ts';
import { CommandError } from '../command-error.ts';
import { allPages } from '../pages.ts';

/** Reads that find clubs and exhibitions whose id is not known, and the names that belong to an id. */

type Club = Answer<'listPlatformClubs'>['clubs'][number];
export type ClubState = Club['state'];
type Exhibition = Answer<'listPlatformEvents'>['events'][number];
export type Campaign = Answer<'listPlatformCampaigns'>['campaigns'][number];

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

/** All campaigns with these statuses, or with every status. */
export async function allCampaigns(
  api: ApiClient,
  statuses: readonly Campaign['status'][] = CampaignStatus.options,
): Promise<readonly Campaign[]> {
  const found = await Promise.all(
    statuses.map(async (status) => {
      const pages = await allPages((query) =>
        api.call('listPlatformCampaigns', { query: { ...query, status } }),
      );
      return pages.flatMap(({ campaigns }) => campaigns);
    }),
  );
  return found.flat();
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** What the arguments and options with an id name, and how those with a name are found. */
const NAMED: Readonly<
  Record<
    string,
    { readonly what: string; readonly find: (api: ApiClient, text: string) => Promise<readonly Named[]> }
  >
> = {
  clubId: { what: 'club', find: async (api) => (await allClubs(api)).map(titled) },
  workspaceId: { what: 'workspace', find: allWorkspaces },
  merchantTenantId: {
    what: 'merchant',
    find: async (api) =>
      (await allWorkspaces(api)).filter(({ workspaceKind }) => workspaceKind === 'merchant'),
  },
  campaignId: { what: 'campaign', find: async (api) => (await allCampaigns(api)).map(titled) },
  eventId: {
    what: 'exhibition',
    find: async (api, code) => {
      const { event } = await api.call('getPlatformEvent', { params: { code } });
      return [{ id: event.id, name: code }];
    },
  },
  /** `<code>/<title>`, or only the code if the exhibition has one challenge. */
  challengeId: {
    what: 'challenge',
    find: async (api, text) => {
      const [code = '', ...title] = text.split('/');
      const { challenges } = await api.call('getPlatformEvent', { params: { code } });
      return challenges.map(({ id, title: own }) => ({
        id,
        name: title.length > 0 ? `${code}/${own}` : code,
      }));
    },
  },
};

const titled = ({ id, title }: { readonly id: string; readonly title: string }): Named => ({
  id,
  name: title,
});

/** The names of arguments and options that may also be given as a name or a code. */
export const isNamed = (name: string): boolean => name in NAMED;

/**
 * The id of what has a name or a code. An id itself is returned as it is.
 * @param name the name of the argument or option
 * @throws {CommandError} unless exactly one has it
 */
export async function idFrom(api: () => ApiClient, name: string, text: string): Promise<string> {
  const named = NAMED[name];
  if (!named || Uuid.safeParse(text).success) return text;
  const found = (await named.find(api(), text)).filter((each) => inSearch(each.name) === inSearch(text));
  const [only] = found;
  if (only && found.length === 1) return only.id;
  if (!only) throw new CommandError(`There is no ${named.what} "${text}".`);
  throw new CommandError(
    `${found.length} of them are "${text}". Use one of these ids: ${found.map(({ id }) => id).join(', ')}`,
  );
}
