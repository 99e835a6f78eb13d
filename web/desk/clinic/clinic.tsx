import { useEffect, useState } from 'preact/hooks';
import type { AccessRequest } from '../api.ts';
import { signal } from '../handout/signals.ts';
import { Button, Failed, Loading, Note, useFailure, useLanguage, useTitle } from '../parts.tsx';
import type { Practitioner, Work } from '../work.ts';
import { Additions } from './additions.tsx';
import { draftsOf, isBegun } from './drafts.ts';
import { markOf } from './marks.ts';
import type { Shown } from './props.ts';
import { Scan } from './scan.tsx';
import { Today } from './today.tsx';
import { Visit } from './visit.tsx';
import { statusNow, useNow, useVisits } from './visits.ts';
import { useClinic, withClinicWords } from './words.tsx';

export interface ClinicProps {
  readonly work: Work;
  readonly practitioner: Practitioner;
  readonly sound: boolean;
}

const RENEWAL_DAYS = 30;
const DAY_MS = 86_400_000;
const WIDE = '(min-width: 60rem)';

/**
 * The page of a practitioner: the requests of today, one patient, and the camera. Nothing of it is kept on the device: what it has loaded
 * and the labels end with this component, at the lock at the latest, and unfinished notes with the page.
 */
export const Clinic = withClinicWords(function Clinic({ work, practitioner, sound }: ClinicProps) {
  const words = useClinic();
  useTitle(words.title);
  const drafts = draftsOf(work.signIn.accountId);
  const [shown, setShown] = useState<Shown>(() => unfinished(drafts) ?? { name: 'today' });
  const [labels, setLabels] = useState<ReadonlyMap<string, string>>(new Map());
  const [news, setNews] = useState<AccessRequest>();
  const now = useNow();
  const isWide = useMedia(WIDE);
  const watched = shown.name === 'visit' ? shown.id : undefined;
  const visits = useVisits(work, watched, (request) => {
    if (sound) signal(request.status === 'approved' ? 'ready' : 'expired');
    if (request.id !== watched) setNews(request);
  });
  useWarning(() => [...drafts.values()].some(isBegun));

  const { requests, error, answeredAt, load } = visits;
  if (!requests)
    return (
      <main class="page" id="work">
        {error === undefined ? (
          <Loading />
        ) : (
          <Failed error={error} again={() => void load().catch(() => {})} />
        )}
      </main>
    );
  const open = requests.filter((request) => ['pending', 'approved'].includes(statusNow(request, now)));
  const show = (next: Shown) => {
    if (next.name === 'visit' && next.id === news?.id) setNews(undefined);
    setShown(next);
  };
  const visited = requests.find(({ id }) => id === watched);
  const at: Shown = shown.name === 'visit' && !visited ? { name: 'today' } : shown;
  const shared = { work, practitioner, visits, open, now, show, labels, drafts };
  const today = <Today {...shared} {...{ shown: at, isWide }} />;
  const isBeside = isWide || at.name !== 'today';
  return (
    <div class={isWide ? 'clinic' : undefined}>
      {(isWide || at.name === 'today') && today}
      {isBeside && (
        <main class="mid" id="work">
          <Messages {...{ practitioner, error, answeredAt, open, show, news }} />
          {at.name === 'today' && <Choose />}
          {at.name === 'scan' && <Scan {...shared} />}
          {at.name === 'additions' && <Additions {...shared} />}
          {visited && at.name === 'visit' && (
            <Visit
              {...shared}
              key={visited.id}
              request={visited}
              isWide={isWide}
              label={labels.get(visited.id) ?? ''}
              onLabel={(label) => setLabels(new Map(labels).set(visited.id, label))}
            />
          )}
        </main>
      )}
      {!isBeside && <Messages {...{ practitioner, error, answeredAt, open, show, news }} />}
    </div>
  );
});

/** The visit with an unfinished note, which was on the screen before the lock. */
function unfinished(drafts: ReturnType<typeof draftsOf>): Shown | undefined {
  const found = [...drafts].reverse().find(([, draft]) => isBegun(draft));
  return found && { name: 'visit', id: found[0] };
}

interface MessagesProps {
  readonly practitioner: Practitioner;
  readonly error: unknown;
  readonly answeredAt: string | undefined;
  readonly open: readonly AccessRequest[];
  readonly news: AccessRequest | undefined;
  readonly show: (shown: Shown) => void;
}

/** What concerns the practitioner whatever is on the screen. */
function Messages({ practitioner, error, answeredAt, open, show, news }: MessagesProps) {
  const words = useClinic();
  const failure = useFailure();
  const { dates } = useLanguage();
  const end = practitioner.verificationValidUntil;
  const endsSoon = Date.parse(end) - Date.now() <= RENEWAL_DAYS * DAY_MS;
  const mark = news && markOf(news.id, open);
  return (
    <div class="messages" role="status">
      {endsSoon && (
        <Note kind="warn" title={words.verificationEnds(dates.day(end))} more={words.verificationEndsText} />
      )}
      {error !== undefined && (
        <Note title={failure(error)} more={answeredAt && words.listOf(dates.time(answeredAt))} />
      )}
      {news && mark !== undefined && (
        <Note
          kind="good"
          title={news.status === 'approved' ? words.approved(mark) : words.denied(mark)}
          more={<Button label={words.open(mark)} act={() => show({ name: 'visit', id: news.id })} />}
        />
      )}
    </div>
  );
}

function Choose() {
  const words = useClinic();
  return (
    <div class="in">
      <div class="lead">
        <h1>{words.choose}</h1>
        <p>{words.chooseText}</p>
      </div>
    </div>
  );
}

/** Asks before the tab is closed while a note is unfinished. */
function useWarning(isNeeded: () => boolean): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (!isNeeded()) return;
      event.preventDefault();
      // Older browsers ask only then.
      event.returnValue = '';
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, []);
}

function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const read = () => setMatches(media.matches);
    media.addEventListener('change', read);
    return () => media.removeEventListener('change', read);
  }, []);
  return matches;
}
