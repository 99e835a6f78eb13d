import { announcementsOf } from './announcements.ts';
import type { Display } from './answer.ts';
import { drawingOf } from './drawing.ts';
import { marksFor } from './marks.ts';
import { pagingOf } from './paging.ts';
import { isAsleep } from './state.ts';
import { type Known, layoutNow, type Notice, type ViewOptions, viewOf } from './view.ts';

/** Keeps the screen equal to the last response, the server's time and the current turn. */
export interface Page {
  show(display: Display): void;
  /** The shown display is still correct. */
  confirm(): void;
  /** There is no connection. */
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

const MARK_MS = 8_000;
/** One turn of five belongs to the large code: with turns of 12 seconds, one a minute. */
const TURNS_OF_A_ROUND = 5;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export function pageOf(options: ViewOptions): Page {
  const { now } = options;
  const paging = pagingOf();
  const marks = marksFor(MARK_MS);
  const known: Mutable<Known> = {
    display: undefined,
    event: undefined,
    notice: 'waiting',
    heardAt: now(),
    isLost: false,
    language: 0,
    part: 0,
    isInviting: false,
  };
  const view = viewOf(options, marks, known);
  const drawing = drawingOf(view, paging);
  const announcements = announcementsOf();
  const listener = document.querySelector('.announcement');
  let turns = 0;

  /** Screen readers have heard an announcement before it is removed, and a withdrawn alias must not stay in it. */
  const announce = (text: string | undefined) => {
    if (listener) listener.textContent = text ?? '';
  };
  const news = () =>
    known.display && !isAsleep(options.settings.hours, now())
      ? announcements.next(known.display, now().getTime(), view.words())
      : undefined;
  return {
    show(display) {
      const heardAt = now();
      if (known.display?.event.title !== display.event.title) paging.reset();
      marks.compare(known.display, display, heardAt.getTime());
      const { event } = display;
      Object.assign(known, { display, event, heardAt, isLost: false } satisfies Partial<Known>);
      announce(news());
      drawing.redraw('glide');
    },
    confirm() {
      known.heardAt = now();
      if (!known.isLost) return;
      known.isLost = false;
      drawing.redraw();
    },
    lose() {
      if (known.isLost) return;
      known.isLost = true;
      drawing.redraw();
    },
    blank(notice) {
      const isShown = drawing.hasDrawn() && !known.display && known.notice === notice;
      Object.assign(known, { display: undefined, isLost: false, notice } satisfies Partial<Known>);
      if (notice !== 'waiting') known.event = undefined;
      marks.clear();
      announcements.clear();
      announce(undefined);
      // A withdrawn alias leaves the screen at once, without waiting for fonts.
      if (!isShown) drawing.replace();
      drawing.redraw();
    },
    turn() {
      if (!known.display || layoutNow() === 'phone') return;
      turns += 1;
      known.isInviting = turns % TURNS_OF_A_ROUND === 0 && view.hasLargeCode();
      if (known.isInviting) return drawing.redraw('fade');
      if (paging.next()) return drawing.redraw('fade');
      const { parts } = view.build();
      known.part = (known.part + 1) % parts;
      drawing.redraw(parts > 1 ? 'fade' : 'swap');
    },
    nextLanguage() {
      if (view.languages < 2) return;
      known.language = (known.language + 1) % view.languages;
      drawing.redraw('fade');
    },
    tick() {
      const text = news();
      if (text !== undefined) announce(text);
      const ended = marks.endAt(now().getTime());
      if (ended || !drawing.isCurrent()) drawing.redraw();
    },
  };
}
