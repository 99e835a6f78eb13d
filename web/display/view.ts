import type { Display } from './answer.ts';
import { groupsOf, ON_PODIUM } from './board.ts';
import type { Marks } from './marks.ts';
import { boardScreen, finalScreen, type Layout, plainScreen, type Scene, upcomingScreen } from './screens.ts';
import type { Settings } from './settings.ts';
import { isAsleep, stateOf } from './state.ts';
import { timesIn } from './times.ts';
import { rotationFor, type Words } from './words.ts';

/** Decides what the screen shows, from what the page knows and the server's time. */

export interface ViewOptions {
  readonly code: string;
  readonly joinAddress: string;
  readonly settings: Settings;
  readonly logo: string | undefined;
  /** The server's time. */
  readonly now: () => Date;
}

export type Notice = 'waiting' | 'notFound' | 'noCode';

/** What the page knows. The page changes it, and the view reads it. */
export interface Known {
  readonly display: Display | undefined;
  /** The text that is shown while there is no display. */
  readonly notice: Notice;
  /** The server's time of the last response. */
  readonly heardAt: Date;
  readonly isLost: boolean;
  /** The index of the language in the rotation. */
  readonly language: number;
  /** The index of the shown group of challenges, or of a final result's part. */
  readonly part: number;
}

/** A screen, and the number of its parts that take turns. */
export interface Built {
  readonly screen: HTMLElement;
  readonly parts: number;
}

export interface View {
  /** The number of languages that take turns. */
  readonly languages: number;
  readonly title: () => string;
  readonly language: () => string;
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
  const words = (): Words => rotation[known.language] ?? rotation[0] ?? never();
  const title = () => known.display?.event.title ?? NAME;
  return {
    languages: rotation.length,
    title,
    language: () => words().language,
    build() {
      const time = now();
      if (isAsleep(settings.hours, time)) return whole(sleepingScreen(title(), words(), settings));
      if (!known.display) return whole(plainScreen(NAME, words()[known.notice], known.notice));
      const scene = sceneOf(options, marks, known.display, words(), offlineSeconds(known, time));
      return partOf(scene, known.part);
    },
    signature() {
      const time = now();
      const { display, notice, language } = known;
      const isSleeping = isAsleep(settings.hours, time);
      if (!display) return [notice, language, isSleeping].join();
      const minute = Math.floor(time.getTime() / 60_000);
      const state = stateOf(display, time);
      return [state, minute, offlineSeconds(known, time), language, isSleeping, layoutNow()].join();
    },
  };
}

function sceneOf(
  { code, joinAddress, logo, now }: ViewOptions,
  marks: Marks,
  display: Display,
  words: Words,
  age: number | undefined,
): Scene {
  const time = now();
  const numbers = new Intl.NumberFormat(words.language);
  return {
    display,
    words,
    code,
    joinAddress,
    logo,
    state: stateOf(display, time),
    times: timesIn(words.language),
    now: time,
    layout: layoutNow(),
    offlineSeconds: age,
    number: (n) => numbers.format(n),
    markOf: ({ title }, alias) => marks.of(title, alias, time.getTime()),
  };
}

/** The age of the results while there is no connection. */
function offlineSeconds({ isLost, heardAt }: Known, now: Date): number | undefined {
  if (!isLost) return undefined;
  const steps = Math.floor((now.getTime() - heardAt.getTime()) / 1000 / AGE_STEP_SECONDS);
  return Math.max(AGE_STEP_SECONDS, steps * AGE_STEP_SECONDS);
}

const whole = (screen: HTMLElement): Built => ({ screen, parts: 1 });

function sleepingScreen(title: string, words: Words, { hours }: Settings): HTMLElement {
  const opens = new Date(Date.UTC(2000, 0, 1, (hours?.from ?? 0) - 8));
  return plainScreen(title, words.opens(timesIn(words.language).time(opens)), 'sleeping');
}

/** The part of a scene whose turn it is. */
function partOf(scene: Scene, part: number): Built {
  const { layout, state, words } = scene;
  const { challenges, event } = scene.display;
  if (state === 'over') return whole(plainScreen(event.title, words.over));
  if (state === 'final' && layout !== 'phone') return finalPart(scene, part);
  const most = layout === 'phone' ? challenges.length : layout === 'portrait' && state !== 'upcoming' ? 1 : 3;
  const groups = groupsOf(challenges, most);
  const group = groups[part % groups.length] ?? [];
  const make = state === 'upcoming' || state === 'announced' ? upcomingScreen : boardScreen;
  return { screen: make(scene, group), parts: Math.max(1, groups.length) };
}

/** Each podium of a final result is a part, and so are the ranks below it. A portrait screen shows both together. */
function finalPart(scene: Scene, part: number): Built {
  const parts = scene.display.challenges
    .filter(({ top }) => top.length > 0)
    .flatMap((challenge) => {
      const podium = [challenge, 'podium'] as const;
      const isSplit = challenge.top.length > ON_PODIUM && scene.layout !== 'portrait';
      return isSplit ? [podium, [challenge, 'rest'] as const] : [podium];
    });
  const [challenge, kind] = parts[part % parts.length] ?? never();
  return { screen: finalScreen(scene, challenge, kind), parts: parts.length };
}

function never(): never {
  throw new Error('There is nothing to show.');
}
