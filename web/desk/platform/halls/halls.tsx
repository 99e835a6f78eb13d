import { useState } from 'preact/hooks';
import { hasWords } from '../../../../shared/values/search.ts';
import type { Exhibition } from '../../api.ts';
import { today } from '../../dates.ts';
import { Button, Loaded, Page, useLanguage } from '../../parts.tsx';
import type { PlatformViewProps } from '../../work.ts';
import { EndOf, useDeeds } from '../deeds.tsx';
import { STATES, type StateName } from '../kinds.ts';
import { type Period, platformOperations } from '../operations.ts';
import { Find, isInTable, Stale, useAgain } from '../parts.tsx';
import { useWaitingCount } from '../things-that-wait.ts';
import { usePlatform } from '../words.tsx';
import { ExhibitionTable } from './exhibition-table.tsx';
import { Hall } from './hall.tsx';
import { LiveHalls } from './live-halls.tsx';
import { PeriodChoice } from './period-choice.tsx';
import { stateOf } from './phases.ts';
import { PublishMany } from './publish-many.tsx';
import { isDraft, leftOf, mayBeInterrupted, obstacleOf, type ToPublish } from './publishing.ts';

/** Exhibitions that began earlier are shown when somebody changes the period. */
const DAYS_BACK = 90;
const DAY_MS = 86_400_000;
const ASKS_AGAIN_SECONDS = 60;

/** The exhibitions of all clubs; behind each, its hall. */
export function Halls(props: PlatformViewProps) {
  const { work, at, tellWaiting } = props;
  useWaitingCount(work, tellWaiting);
  return at === '' ? <HallList {...props} /> : <Hall key={at} work={work} code={at} />;
}

/** What is done in the list of halls is told above it. */
const LIST = 'halls';

function HallList({ work }: PlatformViewProps) {
  const words = usePlatform();
  const { dates } = useLanguage();
  const operations = platformOperations(work.api);
  const [period, setPeriod] = useState<Period>(() => ({ from: today(Date.now() - DAYS_BACK * DAY_MS) }));
  const [search, setSearch] = useState('');
  const [chip, setChip] = useState<StateName | 'all'>('all');
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [publishing, setPublishing] = useState<readonly ToPublish[]>();
  const [opened, setOpened] = useState<string>();
  const loaded = useAgain(
    async () => {
      const [exhibitions, drafts] = await Promise.all([
        operations.exhibitions(period),
        operations.campaigns('draft'),
      ]);
      return { exhibitions, drafts, readAt: new Date().toISOString() };
    },
    {
      seconds: ASKS_AGAIN_SECONDS,
      changes: [period],
      isHeld: () => opened !== undefined || publishing !== undefined || isInTable(),
    },
  );
  const deeds = useDeeds(work, () => {
    setOpened(undefined);
    loaded.reload();
  });
  const { value } = loaded;
  if (!value)
    return (
      <Page title={words.halls.title}>
        <Loaded {...loaded}>{() => null}</Loaded>
      </Page>
    );

  const now = Date.parse(value.readAt);
  const { exhibitions, drafts, readAt } = value;
  const leftOver = new Map(
    exhibitions.flatMap((each) => {
      const left = leftOf(each, drafts);
      return left ? [[each.event.joinCode, left] as const] : [];
    }),
  );
  const publishable = [...leftOver.values()].filter((left) => !obstacleOf(left, readAt));
  const isOn = (left: ToPublish) => toggled.get(left.exhibition.event.joinCode) ?? isDraft(left);
  const chosen = publishable.filter(isOn);
  const interrupted = publishable.filter((left) => mayBeInterrupted(left) && !isOn(left));
  const chooseAll = (all: readonly ToPublish[]) =>
    setToggled(new Map([...toggled, ...all.map((left) => [left.exhibition.event.joinCode, true] as const)]));
  if (publishing)
    return (
      <PublishMany
        {...{ work, operations }}
        all={publishing}
        onEnd={() => {
          setPublishing(undefined);
          setToggled(new Map());
          loaded.reload();
        }}
      />
    );

  const found = exhibitions.filter((each) => isFound(each, search));
  const inState = (state: StateName) => found.filter((each) => stateOf(each, now) === state);
  const shown = chip === 'all' ? found : inState(chip);
  const live = exhibitions.filter(({ phase }) => phase === 'live');
  const isEmpty = search.trim() !== '' && found.length === 0;
  const title = isEmpty
    ? words.halls.nothing(search.trim())
    : words.halls.heading(live.length, publishable.filter(isDraft).length);
  const next = exhibitions.find(({ phase }) => phase === 'announced');
  return (
    <Page
      title={title}
      lead={
        <p>
          {words.asOf(dates.time(readAt))} {next && words.halls.next(dates.near(next.event.startsAt))}
        </p>
      }
    >
      <Stale error={loaded.stale} />
      <EndOf {...{ deeds }} of={LIST} />
      {chosen.length > 0 && (
        <div class="actions">
          <Button
            kind={opened === undefined ? 'main large' : 'large'}
            label={words.halls.publishMany(chosen.length)}
            act={async () => setPublishing(chosen)}
            isBusy={deeds.isBusy}
          />
        </div>
      )}
      {interrupted.length > 0 && (
        <p class="hint">
          {words.halls.interrupted(interrupted.length)}{' '}
          <Button kind="plain" label={words.halls.chooseThem} act={() => chooseAll(interrupted)} />
        </p>
      )}
      {search === '' && chip === 'all' && live.length > 0 && <LiveHalls {...{ live }} />}
      <Find
        label={words.halls.search}
        words={search}
        onWords={setSearch}
        chips={[
          { id: 'all', name: words.halls.all, count: found.length },
          ...STATES.map((id) => ({ id, name: words.states[id], count: inState(id).length })).filter(
            ({ id, count }) => id !== 'cancelled' || count > 0,
          ),
        ]}
        chosen={chip}
        onChip={setChip}
      />
      {isEmpty ? (
        <Nothing
          {...{ search, exhibitions }}
          onAll={period.from === undefined ? undefined : () => setPeriod({})}
        />
      ) : (
        <section aria-labelledby="exhibitions">
          <h2 id="exhibitions">{words.halls.byClub}</h2>
          <PeriodChoice {...{ period }} onChoose={setPeriod} />
          <ExhibitionTable
            {...{ shown, leftOver, chosen, now, operations, deeds, opened, setOpened }}
            end={LIST}
            onChoose={(code, isChosen) => setToggled(new Map(toggled).set(code, isChosen))}
          />
        </section>
      )}
      <p class="cli hint">
        {words.halls.import} <code>npm run admin -- import-events roadshow.csv --check</code>
      </p>
    </Page>
  );
}

const textsOf = ({ event: { title, summary, venue, joinCode }, clubTitle }: Exhibition) => [
  title,
  summary,
  venue,
  joinCode,
  clubTitle,
];
const isFound = (exhibition: Exhibition, search: string): boolean => hasWords(search, textsOf(exhibition));

const MOST_NEAR = 5;

interface NothingProps {
  readonly search: string;
  readonly exhibitions: readonly Exhibition[];
  readonly onAll: (() => void) | undefined;
}

/** A search without a result: what else there is. */
function Nothing({ search, exhibitions, onAll }: NothingProps) {
  const { halls } = usePlatform();
  const { dates } = useLanguage();
  const some = search.trim().split(/\s+/);
  const near = exhibitions.filter((each) => some.some((word) => isFound(each, word))).slice(0, MOST_NEAR);
  return (
    <>
      {onAll && (
        <div class="actions">
          <Button kind="main" label={halls.allDays} act={onAll} />
        </div>
      )}
      {near.length > 0 && (
        <section>
          <h2>{halls.near}</h2>
          <ul class="plan">
            {near.map(({ event: { joinCode, title, startsAt, endsAt } }) => (
              <li key={joinCode}>
                <span />
                <span>
                  <a href={`#halls/${joinCode}`}>{title}</a> <span class="code hint">{joinCode}</span>
                </span>
                <span class="back">{dates.between(startsAt, endsAt)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
