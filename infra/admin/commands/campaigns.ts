import type { ApiClient } from '../client.ts';
import { command } from '../command.ts';
import { inputsOf } from '../inputs.ts';
import { operation } from '../operation.ts';
import { columns, details, idOf, list, minute, versionOf } from '../print.ts';
import { allCampaigns, type Campaign, namesOf } from './known-names.ts';

/** Commands for campaigns and their stock. */

const { options } = inputsOf('listPlatformCampaigns', { optional: ['status'] });

const unitsOf = ({ title, stockUnits }: { readonly title: string; readonly stockUnits: number }) =>
  `"${title}" now has ${stockUnits} units.`;

export const campaignCommands = [
  command({
    name: 'campaigns',
    description: 'list the campaigns; by default, those with every status',

    operation: 'listPlatformCampaigns',
    options,
    async run({ api, options, show }, { status: only }: { readonly status?: Campaign['status'] }) {
      const campaigns = await allCampaigns(api(), only && [only]);
      if (options().json) return show({ campaigns }, '');
      const names = await namesOf(api(), campaigns);
      const rows = campaigns.map((campaign) => {
        const { id: campaignId, status, startsAt, endsAt, stockUnits, title, stock } = campaign;
        const { merchant, exhibition } = names(campaign);
        return {
          campaignId,
          status,
          'from, to (MYT)': `${minute(startsAt)}\n${minute(endsAt)}`,
          left: `${stock.free + stock.lapsed} of ${stockUnits}`,
          'title, merchant, exhibition': `${title}\n${merchant}\n${exhibition}`,
        };
      });
      show({ campaigns }, list(rows, 'There are no campaigns.'));
    },
  }),
  operation('getPlatformCampaign', {
    name: 'stock',
    description: 'show the stock of a campaign; all its fields with --json',
    words: async (campaign, _, { api }) => {
      const { title, status, stock, stockUnits } = campaign;
      const { merchant, exhibition } = (await namesOf(api, [campaign]))(campaign);
      const { total, free, held, lapsed, redeemed, withdrawn } = stock;
      const words =
        status === 'draft'
          ? `${stockUnits} units are planned. Publishing the campaign creates them.`
          : columns([{ total, free, held, lapsed, redeemed, withdrawn }]);
      return `"${title}" (${status}), of ${merchant} at ${exhibition}\n\n${words}`;
    },
  }),
  operation('getPlatformCampaign', {
    name: 'campaign',
    description: 'show a campaign with its merchant, its exhibition and its stock',
    words: async (campaign, _, { api }) => {
      const { merchant, exhibition } = (await namesOf(api, [campaign]))(campaign);
      return details({ merchant, exhibition, ...campaign });
    },
  }),
  operation('restockCampaign', {
    name: 'restock',
    retryId: 'restockId',
    words: unitsOf,
  }),
  operation('withdrawStock', {
    name: 'withdraw-stock',
    description: 'withdraw free units that cannot be handed out: broken, missing or miscounted',
    retryId: 'withdrawalId',
    words: unitsOf,
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
      onlyRead: ['stock'],
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

/**
 * Exhibitions can be hidden while they have published campaigns. These stay open, so administrators are told their names.
 * Returns nothing if there are none.
 */
export async function openCampaigns(
  api: ApiClient,
  events: readonly { readonly id: string }[],
): Promise<string | undefined> {
  const open = (await allCampaigns(api, ['published']))
    .filter(({ eventId }) => events.some(({ id }) => id === eventId))
    .map(({ id, title }) => `"${title}" (${id})`);
  return open.length > 0 ? `These campaigns stay published and listed: ${open.join(', ')}.` : undefined;
}
