import { useRef, useState } from 'preact/hooks';
import { hasWords } from '../../../../shared/values/search.ts';
import type { Campaign } from '../../api.ts';
import { Loaded, Page, useLanguage, useLoaded } from '../../parts.tsx';
import type { PlatformViewProps } from '../../work.ts';
import { useDeeds } from '../deeds.tsx';
import { CAMPAIGN_STATUSES, type CampaignStatus } from '../kinds.ts';
import { platformOperations } from '../operations.ts';
import { Find, isInTable, Stale, useAgain } from '../parts.tsx';
import { useWaitingCount } from '../things-that-wait.ts';
import { usePlatform } from '../words.tsx';
import { GiftTable } from './gift-table.tsx';
import { isFew, isNone } from './stock.ts';

const ASKS_AGAIN_SECONDS = 10;
/** The gifts of all merchants with their stock, the least left first. */
export function Gifts({ work, tellWaiting }: PlatformViewProps) {
  useWaitingCount(work, tellWaiting);
  const words = usePlatform();
  const { gifts } = words;
  const { dates } = useLanguage();
  const operations = platformOperations(work.api);
  const [status, setStatus] = useState<CampaignStatus>('published');
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState<string>();
  const isHeld = () => opened !== undefined || isInTable();
  const loaded = useAgain(
    async () => ({ status, campaigns: await operations.campaigns(status), readAt: new Date().toISOString() }),
    { seconds: ASKS_AGAIN_SECONDS, changes: [status] },
  );
  const names = useLoaded(async () => {
    const [workspaces, exhibitions] = await Promise.all([
      operations.workspaces(),
      operations.exhibitions({}),
    ]);
    return new Map([
      ...workspaces.map(({ id, name }) => [id, name] as const),
      ...exhibitions.map(({ event: { id, title } }) => [id, title] as const),
    ]);
  });
  const deeds = useDeeds(work, loaded.reload);
  const order = useRef<readonly string[]>([]);
  const { value } = loaded;
  const isOfStatus = value?.status === status;
  const sorted = [...(isOfStatus ? value.campaigns : [])].sort((a, b) => a.stock.free - b.stock.free);
  // A row does not move while somebody uses it.
  const rows = isHeld() ? inOrder(sorted, order.current) : sorted;
  order.current = rows.map(({ id }) => id);
  const found = rows.filter(({ title, merchantTenantId, eventId }) =>
    hasWords(search, [title, names.value?.get(merchantTenantId) ?? '', names.value?.get(eventId) ?? '']),
  );
  const now = value?.readAt ?? '';
  const open = sorted.filter(({ endsAt }) => endsAt > now);
  const title =
    isOfStatus && status === 'published'
      ? gifts.heading(open.filter(isNone).length, open.filter(isFew).length)
      : gifts.title;
  return (
    <Page title={title} lead={value && <p>{`${words.asOf(dates.time(value.readAt))} ${gifts.order}`}</p>}>
      <Stale error={loaded.stale} />
      <Find
        label={gifts.search}
        words={search}
        onWords={setSearch}
        chips={CAMPAIGN_STATUSES.map((id) => ({
          id,
          name: gifts.statuses[id],
          count: isOfStatus && id === status ? sorted.length : undefined,
        }))}
        chosen={status}
        onChip={(next) => {
          setOpened(undefined);
          setStatus(next);
        }}
      />
      {isOfStatus ? (
        <GiftTable
          {...{ operations, deeds, opened, setOpened }}
          campaigns={found}
          names={names.value ?? new Map()}
          isOpenForChange={status === 'published'}
        />
      ) : (
        <Loaded {...(loaded.error === undefined ? { reload: loaded.reload } : loaded)}>{() => null}</Loaded>
      )}
    </Page>
  );
}

/** Keeps an earlier order. New ones come last. */
function inOrder(campaigns: readonly Campaign[], order: readonly string[]): readonly Campaign[] {
  const place = new Map(order.map((id, n) => [id, n]));
  return [...campaigns].sort((a, b) => (place.get(a.id) ?? order.length) - (place.get(b.id) ?? order.length));
}
