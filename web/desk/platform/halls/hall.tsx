import { useEffect, useRef, useState } from 'preact/hooks';
import type { Challenge, Exhibition } from '../../api.ts';
import { today } from '../../dates.ts';
import { Loaded, Page, useLanguage, useLoaded } from '../../parts.tsx';
import type { Work } from '../../work.ts';
import { EndOf, useDeeds } from '../deeds.tsx';
import { type PlatformOperations, platformOperations } from '../operations.ts';
import { Back, Stale, State } from '../parts.tsx';
import { numeral, usePlatform } from '../words.tsx';
import { type Alias, AliasDrawer } from './alias-drawer.tsx';
import { Boards } from './boards.tsx';
import { HallEnd } from './hall-end.tsx';
import { HiddenAndExcluded } from './hidden-and-excluded.tsx';
import { stateOf } from './phases.ts';
import { useWall } from './wall.ts';
import { WallPicture } from './wall-picture.tsx';

/** An exhibition with everything that administrators read of it. */
export interface HallData {
  readonly exhibition: Exhibition;
  /** The published challenges, in the order of the wall. */
  readonly challenges: readonly Challenge[];
  readonly hidden: readonly { readonly alias: string; readonly hiddenAt: string }[];
  readonly excluded: readonly Excluded[];
}
export interface Excluded {
  readonly id: string;
  readonly alias: string;
  readonly excludedAt: string;
  readonly challenge: Challenge;
}

async function readHall(operations: PlatformOperations, code: string): Promise<HallData> {
  const [{ event, challenges }, hidden] = await Promise.all([
    operations.event(code),
    operations.hiddenAliases(code),
  ]);
  const day = today(Date.parse(event.startsAt));
  const [listed, ...excluded] = await Promise.all([
    operations.exhibitions({ from: day, to: day }, code),
    ...challenges.map(async (challenge) => {
      const exclusions = await operations.exclusions(challenge.id);
      return exclusions.map((each) => ({ ...each, challenge }));
    }),
  ]);
  const exhibition = listed.find((each) => each.event.joinCode === code);
  if (!exhibition) throw new Error('The exhibition is in no list.');
  const latest = <T extends { readonly [Name in 'hiddenAt' | 'excludedAt']?: string }>(all: readonly T[]) =>
    [...all].sort((a, b) =>
      (a.hiddenAt ?? a.excludedAt ?? '') < (b.hiddenAt ?? b.excludedAt ?? '') ? 1 : -1,
    );
  return {
    exhibition,
    challenges: challenges.filter(({ state }) => state === 'published'),
    hidden: latest(hidden),
    excluded: latest(excluded.flat()),
  };
}

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
