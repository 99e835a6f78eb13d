import { timesIn } from '../../shared/values/times.ts';
import type { Display } from './answer.ts';
import { groupsOf, isUnranked, ON_PODIUM } from './board.ts';
import type { Marks } from './marks.ts';
import {
  boardScreen,
  finalScreen,
  type Invitation,
  type Layout,
  plainScreen,
  type Scene,
  upcomingScreen,
  waitingScreen,
} from './screens.ts';
import type { Settings } from './settings.ts';
import { isAsleep, stateOf } from './state.ts';
import type { DisplayWords } from './words/en.ts';
import { rotationFor } from './words.ts';

/** Decides what the screen shows, from what the page knows and the server's time. */

export interface ViewOptions {
  readonly code: string;
  readonly joinAddress: string;
  readonly settings: Settings;
  readonly logo: string | undefined;
  /** The server's time. */
  readonly now: () => Date;
}

export type Notice = 'waiting' | 'notFound' | 'cancelled' | 'noCode';

/** What the page knows. The page changes it, and the view reads it. */
export interface Known {
  readonly display: Display | undefined;
  /** The exhibition of the last display. It stays while there are no results, because it has no personal data. */
  readonly event: Display['event'] | undefined;
  /** The text that is shown while there is no display. */
  readonly notice: Notice;
  /** The server's time of the last response. */
  readonly heardAt: Date;
  readonly isLost: boolean;
  /** The index of the language in the rotation. */
  readonly language: number;
  /** The index of the shown group of challenges, or of a final result's part. */
  readonly part: number;
  /** It is the turn of the large code. */
  readonly isInviting: boolean;
}

/** A screen, and its place among the parts that take turns. */
export interface Built {
  readonly screen: HTMLElement;
  readonly part: number;
  readonly parts: number;
}

export interface View {
  /** The number of languages that take turns. */
  readonly languages: number;
  readonly title: () => string;
  readonly words: () => DisplayWords;
  /** True if the screen has a turn for a large code: on a live board that leaves the code small otherwise. */
  readonly hasLargeCode: () => boolean;
  readonly build: () => Built;
  /** Describes everything that time changes on the screen, so that nothing is drawn twice. */
  readonly signature: () => string;
}

/** The title while no display is shown. */
const NAME = 'Sihat';
/** The age of the results is written in steps, because a number that changes each second is restless. */
const AGE_STEP_SECONDS = 5;

const LAYOUTS: readonly (readonly [Layout, string])[] = [
  ['phone', '(max-width: 40rem), (max-height: 28rem)'],
  ['portrait', '(max-aspect-ratio: 1 / 1)'],
  ['wall', '(min-aspect-ratio: 5 / 2)'],
];

export const layoutNow = (): Layout => LAYOUTS.find(([, query]) => matchMedia(query).matches)?.[0] ?? 'wide';

export function viewOf(options: ViewOptions, marks: Marks, known: Known): View {
  const { settings, now } = options;
  const rotation = rotationFor(settings.lang);
  const words = (): DisplayWords => rotation[known.language] ?? rotation[0] ?? never();
  const title = () => known.event?.title ?? NAME;
  const invitation = (): Invitation => {
    const { code, joinAddress, logo } = options;
    return { code, joinAddress, logo, words: words(), layout: layoutNow() };
  };
  /**
   * The exhibition to which the screen invites while it waits for results. After a restart without a connection the page knows
   * only the code in its address, which is enough for an invitation.
   */
  const waitsFor = (time: Date): Pick<Display['event'], 'title'> | undefined => {
    if (known.event) return time.getTime() < Date.parse(known.event.endsAt) ? known.event : undefined;
    return known.isLost && known.notice === 'waiting' ? { title: NAME } : undefined;
  };
  return {
    languages: rotation.length,
    title,
    words,
    hasLargeCode() {
      const [time, layout] = [now(), layoutNow()];
      const isHall = layout === 'wide' || layout === 'portrait';
      return isHall && known.display !== undefined && stateOf(known.display, time) === 'live';
    },
    build() {
      const time = now();
      if (isAsleep(settings.hours, time)) return whole(sleepingScreen(title(), words(), settings));
      if (known.display) return partOf(sceneOf(marks, known, known.display, words(), invitation(), time));
      const event = waitsFor(time);
      if (event) return whole(waitingScreen(invitation(), event.title));
      return whole(plainScreen(NAME, words()[known.notice], known.notice));
    },
    signature() {
      const time = now();
      const { display, notice, language } = known;
      const isSleeping = isAsleep(settings.hours, time);
      if (!display) return [notice, waitsFor(time)?.title, language, isSleeping, layoutNow()].join();
      const minute = Math.floor(time.getTime() / 60_000);
      const state = stateOf(display, time);
      return [state, minute, offlineSeconds(known, time), language, isSleeping, layoutNow()].join();
    },
  };
}

function sceneOf(
  marks: Marks,
  known: Known,
  display: Display,
  words: DisplayWords,
  invitation: Invitation,
  time: Date,
): Scene & Pick<Known, 'part'> {
  const numbers = new Intl.NumberFormat(words.language);
  const state = stateOf(display, time);
  return {
    ...invitation,
    display,
    state,
    times: timesIn(words.language, words.times),
    now: time,
    // The exhibition may end while the code is large.
    isInviting: known.isInviting && state === 'live',
    offlineSeconds: offlineSeconds(known, time),
    number: (n) => numbers.format(n),
    markOf: ({ title }, alias) => marks.of(title, alias, time.getTime()),
    part: known.part,
  };
}

/** The age of the results while there is no connection. */
function offlineSeconds({ isLost, heardAt }: Known, now: Date): number | undefined {
  if (!isLost) return undefined;
  const steps = Math.floor((now.getTime() - heardAt.getTime()) / 1000 / AGE_STEP_SECONDS);
  return Math.max(AGE_STEP_SECONDS, steps * AGE_STEP_SECONDS);
}

const whole = (screen: HTMLElement): Built => ({ screen, part: 0, parts: 1 });

function sleepingScreen(title: string, words: DisplayWords, { hours }: Settings): HTMLElement {
  const opens = new Date(Date.UTC(2000, 0, 1, (hours?.from ?? 0) - 8));
  return plainScreen(title, words.opens(timesIn(words.language, words.times).time(opens)), 'sleeping');
}

/** The part of a scene whose turn it is. */
function partOf(scene: Scene & Pick<Known, 'part'>): Built {
  const { layout, state, words, display } = scene;
  if (state === 'over') return whole(plainScreen(display.event.title, words.over));
  if (state === 'final' && layout !== 'phone') return finalPart(scene);
  const challenges = state === 'ended' || state === 'final' ? withPeople(display) : display.challenges;
  const most = layout === 'phone' ? challenges.length : layout === 'portrait' && state !== 'upcoming' ? 1 : 3;
  const groups = groupsOf(challenges, most);
  const part = scene.part % Math.max(1, groups.length);
  const make = state === 'upcoming' || state === 'announced' ? upcomingScreen : boardScreen;
  return { screen: make(scene, groups[part] ?? []), part, parts: Math.max(1, groups.length) };
}

/** After the end, nobody is invited to a board without people. */
const withPeople = ({ challenges }: Display) => challenges.filter(({ top }) => top.length > 0);

/** Each podium of a final result is a part, and so are the ranks below it. */
function finalPart(scene: Scene & Pick<Known, 'part'>): Built {
  const all = withPeople(scene.display).flatMap((challenge) => {
    const podium = [challenge, 'podium'] as const;
    const isSplit = challenge.top.length > ON_PODIUM && !isUnranked(challenge);
    return isSplit ? [podium, [challenge, 'rest'] as const] : [podium];
  });
  const part = scene.part % all.length;
  const [challenge, kind] = all[part] ?? never();
  return { screen: finalScreen(scene, challenge, kind), part, parts: all.length };
}

function never(): never {
  throw new Error('There is nothing to show.');
}
