import { useEffect, useState } from 'preact/hooks';
import type { Verification } from '../../api.ts';
import { Loaded, Page, useLanguage } from '../../parts.tsx';
import type { PlatformViewProps } from '../../work.ts';
import { useDeeds } from '../deeds.tsx';
import { platformOperations } from '../operations.ts';
import { Stale, useAgain } from '../parts.tsx';
import { countOf, thingsThatWait } from '../things-that-wait.ts';
import { usePlatform } from '../words.tsx';
import { ClubReviews } from './club-reviews.tsx';
import { Verifications } from './verifications.tsx';
import { VerifyForm } from './verify-form.tsx';

const ASKS_AGAIN_SECONDS = 60;
/** In the address, behind the tab. */
const VERIFY = 'verify';

/** What waits for an administrator: clubs, verifications that end, and drafts. */
export function Waiting(props: PlatformViewProps) {
  // The id of an account is in no address.
  const [renewed, setRenewed] = useState<Verification>();
  const verify = (verification?: Verification) => {
    setRenewed(verification);
    location.hash = `#waiting/${VERIFY}`;
  };
  return props.at === VERIFY ? (
    <VerifyForm {...props} {...{ renewed }} />
  ) : (
    <WaitingList {...props} {...{ verify }} />
  );
}

type ListProps = PlatformViewProps & { readonly verify: (renewed?: Verification) => void };

function WaitingList({ work, tellWaiting, verify }: ListProps) {
  const words = usePlatform();
  const { waiting } = words;
  const { dates } = useLanguage();
  const operations = platformOperations(work.api);
  const isHeld = () => document.querySelector('#work details[open], #work .review') !== null;
  const loaded = useAgain(
    async () => ({ things: await thingsThatWait(operations), readAt: new Date().toISOString() }),
    { seconds: ASKS_AGAIN_SECONDS, isHeld },
  );
  const deeds = useDeeds(work, loaded.reload);
  const { value } = loaded;
  const count = value && countOf(value.things);
  useEffect(() => {
    if (count !== undefined) tellWaiting(count);
  }, [count]);
  if (!value)
    return (
      <Page title={waiting.title}>
        <Loaded {...loaded}>{() => null}</Loaded>
      </Page>
    );
  const { clubs, verifications, drafts } = value.things;
  const [oldest] = clubs;
  return (
    <Page
      title={waiting.heading(count ?? 0)}
      lead={
        <p>
          {oldest && `${waiting.oldest(dates.near(oldest.updatedAt))} `}
          {words.asOf(dates.time(value.readAt))}
        </p>
      }
    >
      <Stale error={loaded.stale} />
      <ClubReviews {...{ clubs, operations, deeds }} />
      <Verifications {...{ verifications, verify }} readAt={value.readAt} />
      {drafts.length > 0 && (
        <section aria-labelledby="drafts">
          <h2 id="drafts">{waiting.drafts(drafts.length)}</h2>
          <ul class="clubs">
            {drafts.map(({ id, version, updatedAt, definition }) => (
              <li class="clubrow" key={id}>
                <b>
                  <bdi>{definition.name}</bdi>
                </b>
                <p class="hint">{waiting.draftText(version, dates.near(updatedAt))}</p>
              </li>
            ))}
          </ul>
          <p class="hint">{waiting.draftsText}</p>
        </section>
      )}
    </Page>
  );
}
