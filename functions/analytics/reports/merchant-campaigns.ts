import { tableDefinition } from '../../../shared/contract/table-definition.ts';
import { readStocks, type Stock } from '../../../shared/rewards/holds.ts';
import {
  type Campaign,
  campaign,
  finishedCampaigns,
  ofMerchant,
  stockedCampaigns,
} from '../../../shared/rewards/items.ts';
import { readHandedOut } from '../../../shared/rollups/handed-out.ts';
import type { IndexList, StoredItem } from '../../../shared/table/item.ts';
import { openPage, type PageRequest } from '../../../shared/table/page.ts';
import type { Reads } from '../../../shared/table/table.ts';
import { type Presented, publicFields } from '../../../shared/values/public-fields.ts';
import { MerchantCampaign } from './contract.ts';

/**
 * The campaigns of a merchant are in two lists, one for those whose stock is final. Both have the same sort keys, so a
 * page is read from both, and a campaign that is finished between two pages keeps its place.
 *
 * The stock is the one that the roll-up keeps at the campaign, so the cost of a page does not depend on the number of
 * shards, claims or people.
 */

const sortKeyOf = (item: StoredItem): string => String(item[tableDefinition.indexes.gsi2.sortKey]);

/** Reads one page of the campaigns of a merchant that were ever published, the latest start first, with their stock. */
export async function listCampaignsOfMerchant(
  table: Reads,
  workspaceId: string,
  page: PageRequest,
  at: Date,
) {
  // The cursor is bound to one of the lists and continues both.
  const wanted = { ...ofMerchant(stockedCampaigns, workspaceId), descending: true };
  const { after, limit, seal } = openPage(wanted, page);
  const read = (list: IndexList) => {
    const range = ofMerchant(list, workspaceId);
    // The bound includes the last item of the page before. One more item shows whether there is a next page.
    return table.query({ ...range, to: after ?? range.to, descending: true, limit: limit + 2 });
  };
  // In this order, a campaign that is finished between the two queries is in both lists and never in neither.
  const readBoth = async () => [...(await read(stockedCampaigns)), ...(await read(finishedCampaigns))];
  const rest = new Map((await readBoth()).map((item) => [sortKeyOf(item), item]));
  if (after !== undefined) rest.delete(after);
  const keys = [...rest.keys()].sort().reverse();
  const shown = keys.slice(0, limit);
  const campaigns = shown.map((key) => campaign.parse(rest.get(key) ?? {}));
  const last = shown.at(-1);
  const [stocks, handedOut] = await Promise.all([
    readStocks(table, campaigns, at),
    readHandedOut(table, workspaceId, at),
  ]);
  return {
    campaigns: stocks.map((of) => presentCampaign(of, handedOut)),
    ...(keys.length > shown.length && last !== undefined && { nextCursor: seal(last) }),
  };
}

function presentCampaign(
  { campaign: of, stock }: { readonly campaign: Campaign; readonly stock: Stock },
  handedOut: (campaignId: string) => number,
): Presented<typeof MerchantCampaign> {
  return {
    ...publicFields(MerchantCampaign, of),
    status: of.closedAt === undefined ? 'published' : 'closed',
    stock,
    today: handedOut(of.id),
  };
}
