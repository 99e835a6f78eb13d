import { useEffect, useState } from 'preact/hooks';
import type { ClaimForStaff, MerchantCampaign } from '../api.ts';
import { useWords } from '../parts.tsx';
import type { Work } from '../work.ts';

/** What was given today of one gift, and what is left. The numbers of the platform are about a second old. */
interface Numbers {
  readonly campaignId: string;
  readonly title: string;
  readonly today: number;
  readonly left: number;
}

const PERIOD_MS = 10_000;
/** The number of gifts that the page has room for. The others are counted. */
const SHOWN = 2;

/**
 * Reads the numbers of the gifts that can be collected now, every ten seconds while somebody can see the page.
 * @returns also `update`, which takes the numbers of an answer at once
 */
export function useGiftNumbers({ api }: Work, workspaceId: string) {
  const [gifts, setGifts] = useState<readonly Numbers[]>([]);
  useEffect(() => {
    const read = async () => {
      if (document.hidden) return;
      const path = { workspaceId };
      // Old numbers stay when they cannot be read. The next look-up says that there is no connection.
      const { data } = await api
        .GET('/v1/partner/workspaces/{workspaceId}/campaigns', { params: { path } })
        .catch(() => ({ data: undefined }));
      if (data) setGifts(data.campaigns.filter(isCollected).map(numbersOf));
    };
    void read();
    const timer = setInterval(read, PERIOD_MS);
    return () => clearInterval(timer);
  }, []);
  const update = ({ claim: { campaignId }, campaign: { title }, today, left }: ClaimForStaff) =>
    setGifts((known) => {
      const isOther = (gift: Numbers) => gift.campaignId !== campaignId;
      return [...known.filter(isOther), { campaignId, title, today, left }].sort(byTitle);
    });
  return { gifts: [...gifts].sort(byTitle), update };
}

const byTitle = (a: Numbers, b: Numbers): number => (a.title < b.title ? -1 : 1);

function isCollected({ startsAt, redeemBy }: MerchantCampaign): boolean {
  const now = Date.now();
  return Date.parse(startsAt) <= now && now < Date.parse(redeemBy);
}

const numbersOf = ({ id, title, status, endsAt, today, stock }: MerchantCampaign): Numbers => ({
  campaignId: id,
  title,
  today,
  left: status === 'published' && Date.now() < Date.parse(endsAt) ? stock.available : 0,
});

interface GiftNumbersProps {
  readonly gifts: readonly Numbers[];
  /** The campaign of the result on the screen. */
  readonly inHand: string | undefined;
}

/** One gift has its numbers with their names. Several have a row each, of which the one in hand is marked. */
export function GiftNumbers({ gifts, inHand }: GiftNumbersProps) {
  const { handout: words } = useWords();
  const [first] = gifts;
  if (gifts.length < SHOWN)
    return (
      <dl class="tally">
        <div>
          <dt>{words.today}</dt>
          <dd data-testid="today">{first?.today ?? '–'}</dd>
        </div>
        <div>
          <dt>{words.left}</dt>
          <dd data-testid="left">{first?.left ?? '–'}</dd>
        </div>
      </dl>
    );
  const isInHand = ({ campaignId }: Numbers) => campaignId === inHand;
  const shown = gifts.length > SHOWN ? gifts.filter(isInHand).slice(0, 1) : gifts;
  const more = gifts.length - shown.length;
  return (
    <ul class="gifts" aria-label={words.numbers}>
      {shown.map((gift) => (
        <li key={gift.campaignId} aria-current={isInHand(gift) || undefined}>
          <b>
            <bdi>{gift.title}</bdi>
          </b>
          <span>
            <strong data-testid="today">{gift.today}</strong> {words.givenShort}{' '}
            <strong data-testid="left">{gift.left}</strong> {words.leftShort}
          </span>
        </li>
      ))}
      {more > 0 && <li class="more">{words.moreGifts(more, shown.length > 0)}</li>}
    </ul>
  );
}
