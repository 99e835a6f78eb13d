import type { Display } from './answer.ts';
import { drawingOf } from './drawing.ts';
import { marksFor } from './marks.ts';
import { pagingOf } from './paging.ts';
import { type Known, layoutNow, type Notice, type ViewOptions, viewOf } from './view.ts';

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

const MARK_MS = 8_000;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export function pageOf(options: ViewOptions): Page {
  const { now } = options;
  const paging = pagingOf();
  const marks = marksFor(MARK_MS);
  const known: Mutable<Known> = {
    display: undefined,
    notice: 'waiting',
    heardAt: now(),
    isLost: false,
    language: 0,
    part: 0,
  };
  const view = viewOf(options, marks, known);
  const drawing = drawingOf(view, paging);
  return {
    show(display) {
      const heardAt = now();
      if (known.display?.event.title !== display.event.title) paging.reset();
      marks.compare(known.display, display, heardAt.getTime());
      Object.assign(known, { display, heardAt, isLost: false } satisfies Partial<Known>);
      drawing.redraw('glide');
    },
    confirm() {
      known.heardAt = now();
      if (!known.isLost) return;
      known.isLost = false;
      drawing.redraw();
    },
    lose() {
      if (!known.display) return;
      known.isLost = true;
      drawing.redraw();
    },
    blank(notice) {
      const isShown = drawing.hasDrawn() && !known.display && known.notice === notice;
      Object.assign(known, { display: undefined, isLost: false, notice } satisfies Partial<Known>);
      marks.clear();
      // A withdrawn alias leaves the screen at once, without waiting for fonts.
      if (!isShown) drawing.replace();
      drawing.redraw();
    },
    turn() {
      if (!known.display || layoutNow() === 'phone') return;
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
      const ended = marks.endAt(now().getTime());
      if (ended || !drawing.isCurrent()) drawing.redraw();
    },
  };
}
