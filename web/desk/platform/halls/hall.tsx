import { useEffect, useRef, useState } from 'preact/hooks';
import { Loaded, Page, useLanguage, useLoaded } from '../../parts.tsx';
import type { Work } from '../../work.ts';
import { EndOf, useDeeds } from '../deeds.tsx';
import { platformOperations } from '../operations.ts';
import { Back, Stale, State } from '../parts.tsx';
import { numeral, usePlatform } from '../words.tsx';
import { type Alias, AliasDrawer } from './alias-drawer.tsx';
import { Boards } from './boards.tsx';
import { type HallData, readHall } from './hall-data.ts';
import { HallEnd } from './hall-end.tsx';
import { HiddenAndExcluded } from './hidden-and-excluded.tsx';
import { stateOf } from './phases.ts';
import { useWall } from './wall.ts';
import { WallPicture } from './wall-picture.tsx';

/** What is done to aliases is told above the boards. */
const ALIASES = 'aliases';

/** One exhibition: the boards as its wall shows them, and what administrators do about an alias or the whole exhibition. */
export function Hall({ work, code }: { readonly work: Work; readonly code: string }) {
  const words = usePlatform();
  const { hall } = words;
  const { dates } = useLanguage();
  const operations = platformOperations(work.api);
  const loaded = useLoaded(() => readHall(operations, code), [code]);
  const [data, setData] = useState<HallData>();
  useEffect(() => {
    if (loaded.value) setData(loaded.value);
  }, [loaded.value]);
  const wall = useWall(operations, code);
  const [alias, setAlias] = useState<Alias>();
  const opener = useRef<Element | null>(null);
  const deeds = useDeeds(work, () => {
    loaded.reload();
    wall.ask();
  });
  const titles = wall.board?.challenges.map(({ title }) => title).join('\n');
  // Somebody may publish a challenge while the page is open.
  useEffect(() => {
    if (data && titles !== undefined && titles !== data.challenges.map(({ title }) => title).join('\n'))
      loaded.reload();
  }, [titles]);
  if (!data)
    return (
      <Page title={code}>
        <Back to="#halls" label={words.halls.title} />
        <Loaded {...loaded}>{() => null}</Loaded>
      </Page>
    );
  const { exhibition, challenges } = data;
  const { title, venue, memberCount, expectedAttendees, startsAt, endsAt } = exhibition.event;
  const state = stateOf(exhibition, Date.now());
  const open = (next: Alias | undefined) => {
    if (deeds.isBusy) return;
    opener.current = document.activeElement;
    setAlias(next);
  };
  const close = () => {
    setAlias(undefined);
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  const lead = (
    <p class="headline">
      <State name={state} label={state === 'live' ? words.liveUntil(dates.near(endsAt)) : undefined} />
      <span>
        {exhibition.clubTitle}, {venue}
      </span>
      {state !== 'live' && <span>{dates.between(startsAt, endsAt)}</span>}
      <span>{hall.people(numeral(memberCount), numeral(expectedAttendees))}</span>
      {wall.board && (
        <a class="plain" href={`/display/${code}`} target="_blank" rel="noreferrer">
          {hall.openWall}
        </a>
      )}
    </p>
  );
  return (
    <Page title={title} lead={lead} before={<Back to="#halls" label={words.halls.title} />}>
      <Stale error={loaded.error ?? wall.error} />
      <EndOf {...{ deeds }} of={ALIASES} />
      <div class="hall">
        <div class="side">
          {alias && (
            <AliasDrawer
              key={alias.alias}
              {...{ alias, challenges, operations, deeds, code }}
              end={ALIASES}
              close={close}
            />
          )}
          {wall.board && <WallPicture {...{ code }} board={wall.board} hit={alias?.alias} at={wall.at} />}
          <HiddenAndExcluded {...{ data, operations, deeds, code }} end={ALIASES} />
        </div>
        <Boards {...{ wall, challenges, alias, open }} />
      </div>
      <HallEnd {...{ exhibition, operations, deeds }} />
    </Page>
  );
}
