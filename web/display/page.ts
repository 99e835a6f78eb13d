import type { Display } from './answer.ts';
import { groupsOf, ON_PODIUM } from './board.ts';
import { fontsFor } from './fonts.ts';
import { marksFor } from './marks.ts';
import { fadeIn, glideFrom, positionsIn } from './motion.ts';
import { pagingOf } from './paging.ts';
import { boardScreen, finalScreen, type Layout, plainScreen, type Scene, upcomingScreen } from './screens.ts';
import type { Settings } from './settings.ts';
import { isAsleep, stateOf } from './state.ts';
import { timesIn } from './times.ts';
import { rotationFor, type Words } from './words.ts';

/** Keeps the screen equal to the last response, the server's time and the current turn. */
export interface Page {
  show(display: Display): void;
  /** The shown display is still correct. */
  confirm(): void;
  /** There is no connection. Does nothing while there is no display. */
  lose(): void;
  /** Removes the display and shows a notice instead. */
  blank(notice: Notice): void;
  /** Shows the next people or challenges, if not everything fits on the screen. */
  turn(): void;
  /** Shows the words of the next language. */
  nextLanguage(): void;
  /** Shows what the passing of time alone changes. */
  tick(): void;
}

export type Notice = 'waiting' | 'notFound' | 'noCode';

export interface PageOptions {
  readonly code: string;
  readonly joinAddress: string;
  readonly settings: Settings;
  readonly logo: string | undefined;
  /** The server's time. */
  readonly now: () => Date;
}

/** The title while no display is shown. */
const NAME = 'Sihat';
const MARK_MS = 8_000;
/** The age of the results is written in steps, because a number that changes each second is restless. */
const AGE_STEP_SECONDS = 5;

const LAYOUTS: readonly (readonly [Layout, string])[] = [
  ['phone', '(max-width: 40rem), (max-height: 28rem)'],
  ['portrait', '(max-aspect-ratio: 1 / 1)'],
  ['wall', '(min-aspect-ratio: 5 / 2)'],
];

export function pageOf({ code, joinAddress, settings, logo, now }: PageOptions): Page {
  const rotation = rotationFor(settings.lang);
  const paging = pagingOf();
  const marks = marksFor(MARK_MS);
  let language = 0;
  let display: Display | undefined;
  let notice: Notice = 'waiting';
  /** The server's time of the last response. */
  let heardAt = now();
  let isLost = false;
  /** The index of the shown group of challenges, or of a final result's part. */
  let part = 0;
  /** Describes what is on the screen, so that nothing is drawn twice. */
  let drawn = '';
  let drawing = 0;

  const wordsNow = (): Words => rotation[language % rotation.length] ?? rotation[0] ?? never();

  const layoutNow = (): Layout => LAYOUTS.find(([, query]) => matchMedia(query).matches)?.[0] ?? 'wide';

  const offlineSeconds = () =>
    isLost
      ? Math.max(
          AGE_STEP_SECONDS,
          Math.floor((now().getTime() - heardAt.getTime()) / 1000 / AGE_STEP_SECONDS) * AGE_STEP_SECONDS,
        )
      : undefined;

  /** @returns the screen and the number of its parts that take turns */
  function build(): { screen: HTMLElement; parts: number } {
    const words = wordsNow();
    const times = timesIn(words.language);
    const time = now();
    if (isAsleep(settings.hours, time)) {
      const opens = new Date(Date.UTC(2000, 0, 1, (settings.hours?.from ?? 0) - 8));
      return {
        screen: plainScreen(display?.event.title ?? NAME, words.opens(times.time(opens)), 'sleeping'),
        parts: 1,
      };
    }
    if (!display) return { screen: plainScreen(NAME, words[notice], notice), parts: 1 };
    const state = stateOf(display, time);
    const numbers = new Intl.NumberFormat(words.language);
    const scene: Scene = {
      ...{ display, state, times, words, code, joinAddress, logo },
      now: time,
      layout: layoutNow(),
      offlineSeconds: offlineSeconds(),
      number: (n) => numbers.format(n),
      markOf: ({ title }, alias) => marks.of(title, alias, time.getTime()),
    };
    if (state === 'over') return { screen: plainScreen(display.event.title, words.over), parts: 1 };
    return partOf(scene);
  }

  function partOf(scene: Scene): { screen: HTMLElement; parts: number } {
    const { challenges } = scene.display;
    const { layout, state } = scene;
    if (state === 'final' && layout !== 'phone') {
      const parts = challenges
        .filter(({ top }) => top.length > 0)
        .flatMap((challenge) =>
          challenge.top.length > ON_PODIUM && layout !== 'portrait'
            ? ([
                [challenge, 'podium'],
                [challenge, 'rest'],
              ] as const)
            : ([[challenge, 'podium']] as const),
        );
      const [challenge, kind] = parts[part % parts.length] ?? never();
      return { screen: finalScreen(scene, challenge, kind), parts: parts.length };
    }
    const most =
      layout === 'phone' ? challenges.length : layout === 'portrait' && state !== 'upcoming' ? 1 : 3;
    const groups = groupsOf(challenges, most);
    const group = groups[part % groups.length] ?? [];
    const make = state === 'upcoming' || state === 'announced' ? upcomingScreen : boardScreen;
    return { screen: make(scene, group), parts: Math.max(1, groups.length) };
  }

  const screenNow = () => document.querySelector('.screen');

  /** Draws hidden, loads the fonts, fits, and only then replaces the old screen. */
  async function draw(how: 'glide' | 'fade' | 'swap'): Promise<void> {
    drawing += 1;
    const mine = drawing;
    drawn = signature();
    const { screen } = build();
    await fontsFor(screen.textContent ?? '');
    if (mine !== drawing) return; // A newer drawing has begun.
    const old = screenNow();
    const before = how === 'glide' ? positionsIn(old) : new Map();
    document.documentElement.lang = wordsNow().language;
    document.title = display?.event.title ?? NAME;
    document.body.replaceChildren(screen);
    arrange();
    if (how === 'glide') glideFrom(before, screen);
    if (how === 'fade') fadeIn(screen);
  }

  function arrange(): void {
    const screen = document.querySelector<HTMLElement>('.screen');
    if (!screen) return;
    screen.classList.remove('tight', 'tighter', 'crowded');
    if (layoutNow() === 'phone') return;
    paging.arrange(screen);
    const soon = screen.querySelector('.soon');
    const overflows = () => soon !== null && soon.scrollHeight > soon.clientHeight + 1;
    if (overflows()) screen.classList.add('tight');
    if (overflows()) screen.classList.add('tighter');
    const tall = [...screen.querySelectorAll<HTMLElement>('.step .name')].some((name) => linesOf(name) > 2);
    screen.classList.toggle('crowded', tall);
  }

  /** Everything that time changes on the screen. */
  function signature(): string {
    if (!display) return [notice, language, isAsleep(settings.hours, now())].join();
    const state = stateOf(display, now());
    const minute = Math.floor(now().getTime() / 60_000);
    return [state, minute, offlineSeconds(), language, isAsleep(settings.hours, now()), layoutNow()].join();
  }

  const redraw = (how: 'glide' | 'fade' | 'swap' = 'swap') => {
    draw(how).catch((error: unknown) => console.error(error));
  };

  new ResizeObserver(() => (signature() === drawn ? arrange() : redraw())).observe(document.documentElement);

  return {
    show(next) {
      const time = now();
      if (display?.event.title !== next.event.title) paging.reset();
      marks.compare(display, next, time.getTime());
      display = next;
      heardAt = time;
      isLost = false;
      redraw('glide');
    },
    confirm() {
      heardAt = now();
      if (!isLost) return;
      isLost = false;
      redraw();
    },
    lose() {
      if (!display) return;
      isLost = true;
      redraw();
    },
    blank(next) {
      const isShown = drawn !== '' && !display && notice === next;
      display = undefined;
      isLost = false;
      notice = next;
      marks.clear();
      // A withdrawn alias leaves the screen at once, without waiting for fonts.
      if (!isShown) document.body.replaceChildren(build().screen);
      redraw();
    },
    turn() {
      if (!display || layoutNow() === 'phone') return;
      if (paging.next()) return redraw('fade');
      const { parts } = build();
      part = (part + 1) % parts;
      redraw(parts > 1 ? 'fade' : 'swap');
    },
    nextLanguage() {
      if (rotation.length < 2) return;
      language = (language + 1) % rotation.length;
      redraw('fade');
    },
    tick() {
      const ended = marks.endAt(now().getTime());
      if (ended || signature() !== drawn) redraw();
    },
  };
}

const linesOf = (text: HTMLElement) =>
  new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size > 1
    ? text.getClientRects().length
    : Math.round(
        (text.clientHeight - Number.parseFloat(getComputedStyle(text).paddingBottom)) /
          Number.parseFloat(getComputedStyle(text).lineHeight),
      );

function never(): never {
  throw new Error('There is nothing to show.');
}
