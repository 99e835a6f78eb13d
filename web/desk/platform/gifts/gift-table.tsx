import type { Campaign } from '../../api.ts';
import { Button, useLanguage } from '../../parts.tsx';
import { type Deeds, EndOf } from '../deeds.tsx';
import type { PlatformOperations } from '../operations.ts';
import { BelowRow, Cell, type Column, Row, Rows, RowTitle } from '../rows.tsx';
import { numeral, usePlatform } from '../words.tsx';
import { GiftDrawer } from './gift-drawer.tsx';
import { GIFTS, isFew, isNone, useStock } from './stock.ts';

interface Shared {
  readonly operations: PlatformOperations;
  readonly deeds: Deeds;
  /** The id of the campaign whose drawer is open. */
  readonly opened: string | undefined;
  readonly setOpened: (id: string | undefined) => void;
  /** The names of merchants and exhibitions, by id. */
  readonly names: ReadonlyMap<string, string>;
  /** Whether units can be added and taken off. */
  readonly isOpenForChange: boolean;
}

const COLUMNS = 6;

export function GiftTable(props: Shared & { readonly campaigns: readonly Campaign[] }) {
  const { campaigns } = props;
  const words = usePlatform();
  const { gifts } = words;
  const most = Math.max(1, ...campaigns.map(({ stock }) => stock.total));
  const sum = (of: 'redeemed' | 'held' | 'free') =>
    numeral(campaigns.reduce((all, { stock }) => all + stock[of], 0));
  if (campaigns.length === 0) return <p class="hint">{gifts.none}</p>;
  return (
    <section aria-labelledby="gifts">
      <h2 id="gifts" class="unseen">
        {gifts.title}
      </h2>
      <EndOf deeds={props.deeds} of={GIFTS} />
      <ul class="key">
        {(['redeemed', 'held', 'free'] as const).map((part) => (
          <li key={part}>
            <svg width="16" height="16" aria-hidden="true">
              <rect class={PARTS[part]} width="16" height="16" />
            </svg>
            {gifts.key[part]}
          </li>
        ))}
      </ul>
      <Rows
        titleId="gifts"
        look="stocks"
        columns={[
          { label: gifts.gift },
          { label: gifts.scale, look: 'barcell' },
          ...([gifts.given, gifts.held, gifts.left] as const).map(
            (label): Column => ({ label, look: 'num' }),
          ),
          { label: words.actions, isUnseen: true },
        ]}
        foot={
          <Row>
            <RowTitle>{gifts.all(campaigns.length)}</RowTitle>
            <Cell look="barcell" />
            <Cell label={gifts.given} look="num">
              {sum('redeemed')}
            </Cell>
            <Cell label={gifts.held} look="num">
              {sum('held')}
            </Cell>
            <Cell label={gifts.left} look="num">
              {sum('free')}
            </Cell>
            <Cell />
          </Row>
        }
      >
        {campaigns.map((campaign) => (
          <GiftRow key={campaign.id} {...props} {...{ campaign, most }} />
        ))}
      </Rows>
    </section>
  );
}

const PARTS = { redeemed: 'b-c', held: 'b-h', free: 'b-l' } as const;

const ADDED = 50;
const TAKEN = 20;

interface GiftRowProps extends Shared {
  readonly campaign: Campaign;
  /** The largest stock, for the one scale of all bars. */
  readonly most: number;
}

function GiftRow(props: GiftRowProps) {
  const { campaign, most, operations, deeds, opened, setOpened, names, isOpenForChange } = props;
  const { id, title, merchantTenantId, eventId, redeemBy, endsAt, stock } = campaign;
  const words = usePlatform();
  const { gifts } = words;
  const { dates } = useLanguage();
  const { adding, taking } = useStock(operations);
  const isOpen = opened === id;
  const taken = Math.min(TAKEN, stock.free);
  const isOver = endsAt <= new Date().toISOString();
  return (
    <>
      <Row {...{ isOpen }}>
        <RowTitle>
          <bdi>{title}</bdi> {isOpenForChange && isOver && <span class="tag">{gifts.over}</span>}
          {isOpenForChange && !isOver && isNone(campaign) && <span class="tag solid">{gifts.noneLeft}</span>}
          {isOpenForChange && !isOver && isFew(campaign) && <span class="tag low">{gifts.fewLeft}</span>}
          <span class="sub">
            {[names.get(merchantTenantId), names.get(eventId), gifts.collectUntil(dates.near(redeemBy))]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <EndOf {...{ deeds }} of={id} />
        </RowTitle>
        <Cell look="barcell">
          <Bar {...{ stock, most }} />
        </Cell>
        <Cell label={gifts.given} look="num">
          {numeral(stock.redeemed)}
        </Cell>
        <Cell label={gifts.held} look="num">
          {numeral(stock.held)}
        </Cell>
        <Cell label={gifts.left} look="num leftnum">
          {numeral(stock.free + stock.lapsed)}
        </Cell>
        <Cell>
          {isOpenForChange && (
            <div class="actions steps2">
              <Button
                label={`+${ADDED}`}
                aria-label={`${gifts.add(numeral(ADDED))}: ${title}`}
                act={() => deeds.begin(adding(campaign, ADDED))}
                isBusy={deeds.isBusy}
              />
              <Button
                label={`−${taken || TAKEN}`}
                aria-label={`${gifts.takeOff(numeral(taken || TAKEN))}: ${title}`}
                act={() => taken > 0 && deeds.begin(taking(campaign, taken, 'miscounted'))}
                isBusy={deeds.isBusy || taken === 0}
              />
              <Button
                label={gifts.more}
                aria-label={`${gifts.more}: ${title}`}
                aria-expanded={isOpen}
                act={() => !deeds.isBusy && setOpened(isOpen ? undefined : id)}
              />
            </div>
          )}
        </Cell>
      </Row>
      {isOpen && (
        <BelowRow columns={COLUMNS}>
          <GiftDrawer
            {...{ campaign, operations, deeds }}
            merchant={names.get(merchantTenantId)}
            close={() => setOpened(undefined)}
          />
        </BelowRow>
      )}
    </>
  );
}

/** What was given, is held and is left. The numbers beside it say the same. */
function Bar({
  stock: { total, redeemed, held },
  most,
}: {
  readonly stock: Campaign['stock'];
  readonly most: number;
}) {
  const width = (units: number) => (units / most) * 100;
  return (
    <svg class="stock" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect class="b-l" width={width(total)} height="8" />
      <rect class="b-h" width={width(redeemed + held)} height="8" />
      <rect class="b-c" width={width(redeemed)} height="8" />
    </svg>
  );
}
