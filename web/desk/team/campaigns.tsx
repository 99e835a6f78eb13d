import type { MerchantCampaign } from '../api.ts';
import { Loaded, Page, useLanguage, useLoaded } from '../parts.tsx';
import type { ViewProps } from '../work.ts';
import { operationsIn } from './operations.ts';
import { type Column, Table } from './table.tsx';
import { useTeam } from './words.tsx';

/** The campaigns of a merchant with their stock. Those with the least left come first. */
export function Campaigns({ work, workplace }: ViewProps) {
  const { words, dates } = useLanguage();
  const { campaigns: own } = useTeam();
  const { tabs } = words;
  const operations = operationsIn(work.api, workplace.workspaceId);
  const loaded = useLoaded(async () => {
    const all = await operations.campaigns();
    const readAt = new Date().toISOString();
    return { readAt, campaigns: [...all].sort((a, b) => a.stock.available - b.stock.available) };
  });
  const { value } = loaded;
  const sum = (of: keyof MerchantCampaign['stock']) =>
    value?.campaigns.reduce((total, { stock }) => total + stock[of], 0) ?? 0;
  const most = Math.max(1, ...(value?.campaigns.map(({ stock }) => stock.total) ?? []));
  const tagOf = ({ status, stock, startsAt, endsAt }: MerchantCampaign) => {
    const now = value?.readAt ?? '';
    if (status === 'closed') return <span class="tag">{own.closed}</span>;
    if (endsAt <= now) return <span class="tag">{own.ended}</span>;
    if (stock.available === 0) return <span class="tag solid">{own.allTaken}</span>;
    return startsAt > now ? <span class="tag">{own.opens(dates.day(startsAt))}</span> : null;
  };
  const columns: readonly Column<MerchantCampaign>[] = [
    {
      label: own.campaign,
      cell: (campaign) => (
        <>
          <bdi>{campaign.title}</bdi> {tagOf(campaign)}
        </>
      ),
    },
    { label: own.until, cell: ({ redeemBy }) => dates.near(redeemBy) },
    { label: own.stock, cell: ({ stock }) => <Bar stock={stock} most={most} /> },
    { label: own.redeemed, cell: ({ stock }) => stock.redeemed, isNumber: true },
    { label: own.held, cell: ({ stock }) => stock.held, isNumber: true },
    { label: own.left, cell: ({ stock }) => stock.available, isNumber: true },
    { label: own.of, cell: ({ stock }) => stock.total, isNumber: true },
  ];
  const title = value ? own.title(sum('available'), sum('total')) : tabs.campaigns;
  return (
    <Page title={title} lead={value && <p>{own.asOf(dates.time(value.readAt))}</p>}>
      <Loaded {...loaded}>
        {({ campaigns }) => (
          <Table title={tabs.campaigns} rows={campaigns} columns={columns} keyOf={({ id }) => id} />
        )}
      </Loaded>
    </Page>
  );
}

/** What was collected, is held and is left, on one scale for all campaigns. The numbers beside it say the same. */
function Bar({ stock, most }: { readonly stock: MerchantCampaign['stock']; readonly most: number }) {
  const width = (units: number) => (units / most) * 100;
  return (
    <svg class="stock" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect class="b-l" width={width(stock.total)} height="8" />
      <rect class="b-h" width={width(stock.redeemed + stock.held)} height="8" />
      <rect class="b-c" width={width(stock.redeemed)} height="8" />
    </svg>
  );
}
