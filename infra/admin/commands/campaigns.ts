import { listPlatformCampaigns } from '../../../functions/rewards/campaigns/contract.ts';
import type { ApiClient } from '../client.ts';
import { command } from '../command.ts';
import { inputsOf } from '../inputs.ts';
import { operation } from '../operation.ts';
import { allPages } from '../pages.ts';
import { columns, idOf, list, versionOf } from '../print.ts';

/** Commands for campaigns and their stock. */

const { options: statuses } = listPlatformCampaigns.query.shape.status;
type Status = (typeof statuses)[number];

const { options } = inputsOf('listPlatformCampaigns', { optional: ['status'] });

export const campaignCommands = [
  command({
    name: 'campaigns',
    description: 'list the campaigns; by default, those with every status',

    operation: 'listPlatformCampaigns',
    options,
    async run({ api, show }, { status: only }: { readonly status?: Status }) {
      const campaigns = [];
      for (const status of only ? [only] : statuses)
        campaigns.push(...(await campaignsThatAre(status, api())));
      const rows = campaigns.map(({ id: campaignId, stockUnits: units, ...campaign }) => {
        const { status, startsAt, endsAt, title } = campaign;
        return { campaignId, status, startsAt, endsAt, units, title };
      });
      show({ campaigns }, list(rows, 'There are no campaigns.'));
    },
  }),
  operation('getPlatformCampaign', {
    name: 'stock',
    description: 'show the stock of a campaign; all its fields with --json',
    words: ({ title, status, stock, stockUnits }) => {
      const { total, free, held, lapsed, redeemed } = stock;
      const words =
        status === 'draft'
          ? `${stockUnits} units are planned. Publishing the campaign creates them.`
          : columns([{ total, free, held, lapsed, redeemed }]);
      return `"${title}" (${status})\n\n${words}`;
    },
  }),
  operation('restockCampaign', {
    name: 'restock',
    retryId: 'restockId',
    confirm: 'Units cannot be removed from a campaign again.',
    words: ({ title, stockUnits }) => `"${title}" now has ${stockUnits} units.`,
  }),
  operation('createCampaign', {
    name: 'create-campaign',
    description: 'create a draft campaign, and print its id',
    words: idOf,
  }),
  operation('updateCampaign', {
    name: 'change-campaign',
    current: {
      read: (api, { campaignId }) => api.call('getPlatformCampaign', { params: { campaignId } }),
    },
    words: versionOf,
  }),
  operation('publishCampaign', {
    name: 'publish-campaign',
    description: 'publish a draft, so that everyone can see it',
    confirm:
      'After publication, the merchant, the exhibition, the start and the rules of the stock are fixed.',
    warning: async (api, { campaignId }) => {
      const { requiresVerifiedIdentity } = await api.call('getPlatformCampaign', { params: { campaignId } });
      return requiresVerifiedIdentity
        ? 'This campaign requires verified identity, so for now nobody can reserve from it.'
        : undefined;
    },
    words: ({ title, stockUnits }) => `"${title}" is published, with ${stockUnits} units.`,
  }),
  operation('closeCampaign', {
    name: 'close-campaign',
    description:
      'close a campaign for good: it accepts no new reservations, and a draft can no longer be published',
    confirm: 'A closed campaign can never be opened again.',
    words: ({ title }) => `"${title}" is closed. Existing reservations can be redeemed until they expire.`,
  }),
];

async function campaignsThatAre(status: Status, api: ApiClient) {
  const pages = await allPages((query) => api.call('listPlatformCampaigns', { query: { ...query, status } }));
  return pages.flatMap(({ campaigns }) => campaigns);
}

/**
 * Exhibitions can be hidden while they have published campaigns. These stay open, so administrators are told their names.
 * Returns nothing if there are none.
 */
export async function openCampaigns(
  api: ApiClient,
  events: readonly { readonly id: string }[],
): Promise<string | undefined> {
  const open = (await campaignsThatAre('published', api))
    .filter(({ eventId }) => events.some(({ id }) => id === eventId))
    .map(({ id, title }) => `"${title}" (${id})`);
  return open.length > 0 ? `These campaigns stay published and listed: ${open.join(', ')}.` : undefined;
}
